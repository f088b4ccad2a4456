import { World } from '../world/world';
import { V } from '../math/vec';
import { NONE } from '../constants';
import { Joint } from './joint';
import { JointRows } from './joint-row';
import { push, turn } from './kick-joint';

/**
 * Times what a joint bears. By its mean force it breaks at the end of a step (store-joints.ts), as substeps share a jolt unevenly; a blow so far
 * beyond it breaks it before it hands that on.
 */
export const AT_ONCE: f32 = 2;

/** Adds the impulses of the substep to those of the step. */
export function sum(world: World, joint: Joint): void {
  joint.totalLinear = V.add(joint.totalLinear, joint.linearImpulse);
  joint.totalAngular = V.add(joint.totalAngular, joint.angularImpulse);
  for (let i = joint.rows; i != NONE;) {
    const row = JointRows.at(world, i);
    const impulse = JointRows.impulse(row);
    joint.totalLinear = V.addScaled(joint.totalLinear, row.linear, impulse);
    joint.totalAngular = V.addScaled(joint.totalAngular, row.turning, impulse);
    i = row.next;
  }
}

/** How many times what it bears the joint has on it, with the impulses of the substep: above 1 it breaks when the step ends. */
export function load(world: World, joint: Joint): f32 {
  if ((joint.breakForce == Infinity && joint.breakTorque == Infinity) || joint.broken != 0) return 0;
  const linear = joint.totalLinear,
    angular = joint.totalAngular;
  sum(world, joint);
  const part = max<f32>(
    V.length(joint.totalLinear) / (joint.breakForce * world.dt),
    V.length(joint.totalAngular) / (joint.breakTorque * world.dt),
  );
  joint.totalLinear = linear;
  joint.totalAngular = angular;
  return part;
}

/** The joint gives back what it cannot bear, and acts no more. */
export function snap(world: World, joint: Joint): void {
  const linear = joint.totalLinear,
    angular = joint.totalAngular;
  sum(world, joint);
  const pushed = V.sub(joint.totalLinear, linear),
    turned = V.sub(joint.totalAngular, angular);
  const borne = min(
    share(linear, pushed, joint.breakForce * world.dt),
    share(angular, turned, joint.breakTorque * world.dt),
  );
  push(joint, V.scale(pushed, borne - 1));
  turn(joint, V.scale(turned, borne - 1));
  joint.broken = 1;
  joint.totalLinear = V.addScaled(linear, pushed, borne);
  joint.totalAngular = V.addScaled(angular, turned, borne);
  joint.linearImpulse = V.zero();
  joint.angularImpulse = V.zero();
  JointRows.rest(world, joint.rows);
}

/** The part of `more` that may come to `sum` within `most`. */
function share(sum: v128, more: v128, most: f32): f32 {
  const length = V.length(more);
  return length > 0 ? max<f32>(0, min<f32>(1, (most - V.length(sum)) / length)) : 1;
}
