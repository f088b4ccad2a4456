import { World } from '../world/world';
import { EventKind, JointReading } from '../generated/layout';
import { Events } from '../io/events';
import { V } from '../math/vec';
import { Joint, Joints } from './joint';
import { destroyJoint } from './lifecycle';

/** Reads: joints. Writes: their readings, and which of them broke. Items: as in prepareJoints. */
export function storeJoints(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  for (let index = start; index < end; index++) {
    const joint = Joints.at(world, world.jointOrder.id(index));
    const reading = world.jointReadings.at(index);
    storeReading(world, joint, reading);
    const force = v128.load(reading),
      torque = v128.load(reading, 16);
    // Written so that forces that are not numbers break nothing: their bodies are taken out by themselves.
    if (joint.broken != 0 || V.length(force) > joint.breakForce || V.length(torque) > joint.breakTorque) {
      joint.broken = 1;
      context.brokenJoints = 1;
    }
  }
}

/** What a joint bore in its last step: the mean, since substeps share a jolt unevenly. */
export function storeReading(world: World, joint: Joint, to: usize): void {
  const perTime: f32 = 1 / world.dt;
  v128.store(to, i32x4.replace_lane(V.scale(joint.totalLinear, perTime), 3, joint.handle as i32));
  v128.store(to, V.xyz(V.scale(joint.totalAngular, perTime)), 16);
}

/** Steps are `ratio` times as long from here on: joints that are not solved go on bearing what they bore. */
export function rescaleReadings(world: World, ratio: f32): void {
  for (let id = 0; id < world.joints.count; id++) {
    const joint = Joints.at(world, id);
    joint.totalLinear = V.scale(joint.totalLinear, ratio);
    joint.totalAngular = V.scale(joint.totalAngular, ratio);
  }
}

/** Takes the broken joints out, in the order of their indices, and says so. */
export function breakJoints(world: World): void {
  let found = false;
  for (let worker = 0; worker < world.workers; worker++) {
    const context = world.context(worker);
    if (context.brokenJoints != 0) found = true;
    context.brokenJoints = 0;
  }
  if (!found) return;
  for (let id = 0; id < world.joints.count; id++) {
    const joint = Joints.at(world, id);
    if (joint.handle == 0 || joint.broken == 0) continue;
    Events.joint(world, EventKind.JointBreak, joint.handle);
    destroyJoint(world, id);
  }
}

/** Copies the readings of the step behind the rest of a frame. */
export function copyReadings(world: World, to: usize): void {
  memory.copy(to, world.jointReadings.data, (world.frameJoints as usize) * JointReading.STRIDE);
}
