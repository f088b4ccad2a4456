import { World } from '../world/world';
import { BodyType, JointFlag, JointLock } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Joint, Joints } from '../joints/joint';
import { NONE } from '../constants';
import { FastBodies } from './fast-bodies';

/** Joints between two bodies that stop together: with one body in between, it could not follow both. */
const REACH: i32 = 2;

/**
 * Serial, before bodies are stopped: of two that joints hold together and that both stop, the later stops when the earlier does, and may be
 * drawn along by it. Stopped apart, at places that neither may leave, they would be torn from each other.
 */
export function stopTogether(world: World): void {
  // What a body hands on may reach one that was looked at before: once more, as often as that happens.
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < world.fastBodies.count; i++) {
      const fast = FastBodies.at(world, i);
      if (fast.fraction < 1 && lead(world, fast.body, fast.fraction, REACH)) changed = true;
    }
  }
}

/** Hands the time that a body stops at on over its joints. Has that changed any? */
function lead(world: World, body: i32, fraction: f32, reach: i32): bool {
  let changed = false;
  for (let edge = Bodies.body(world, body).jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    const isA = (edge & 1) == 0;
    if (holdsTogether(joint)) {
      const next = isA ? joint.bodyB : joint.bodyA;
      const other = FastBodies.find(world, next);
      if (other != NONE) {
        const along = FastBodies.at(world, other);
        if (along.fraction < 1 && along.fraction > fraction) {
          along.fraction = fraction;
          along.isLed = 1;
          changed = true;
        }
      }
      if (reach > 1 && Bodies.body(world, next).type == BodyType.Dynamic && lead(world, next, fraction, reach - 1))
        changed = true;
    }
    edge = isA ? joint.nextA : joint.nextB;
  }
  return changed;
}

/** Has a joint anchors that are to stay at one place? */
export function holdsTogether(joint: Joint): bool {
  return joint.colour != NONE && (joint.locks & JointLock.Linear) != 0 && (joint.flags & JointFlag.LinearSpring) == 0;
}
