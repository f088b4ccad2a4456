import { World } from './world';
import { Body, BodySim, BodyState } from '../bodies/body';
import { Joint } from '../joints/joint';
import { JointRow, JointRows } from '../joints/joint-row';
import { NONE } from '../constants';

const PRIME: u64 = 0x9e3779b97f4a7c15;

function mix(hash: u64, value: u64): u64 {
  const x = (hash ^ value) * PRIME;
  return x ^ (x >> 29);
}

function mixRows(hash: u64, address: usize, rows: i32): u64 {
  for (let i = 0; i < rows * 2; i++) hash = mix(hash, load<u64>(address + ((i as usize) << 3)));
  return hash;
}

/** A hash over the simulation state in index order: poses, velocities, sleep, joint impulses, counts. */
export function hashWorld(world: World): u64 {
  let hash = mix(PRIME, world.stepCount as u64);
  for (let i = 0; i < world.bodies.count; i++) {
    const body = changetype<Body>(world.bodies.at(i));
    if (body.handle == 0) continue;
    hash = mix(hash, (body.handle as u64) | ((body.set as u64) << 32));
    hash = mix(hash, reinterpret<u32>(body.sleepTime) as u64);
    hash = mixRows(hash, world.bodySims.at(i), 3);
    hash = mixRows(hash, world.bodyStates.at(i), 2);
  }
  for (let i = 0; i < world.joints.count; i++) {
    const joint = changetype<Joint>(world.joints.at(i));
    if (joint.handle == 0) continue;
    hash = mixRows(hash, changetype<usize>(joint) + offsetof<Joint>('linearImpulse'), 2);
    for (let id = joint.rows; id != NONE;) {
      const row = JointRows.at(world, id);
      hash = mix(hash, load<u64>(changetype<usize>(row) + offsetof<JointRow>('limitImpulse')));
      hash = mix(hash, reinterpret<u32>(row.motorImpulse) as u64);
      id = row.next;
    }
  }
  hash = mix(hash, (world.contactCount as u64) | ((world.touchingCount as u64) << 32));
  return mix(hash, (world.islandCount as u64) | ((world.awakeBodies.count as u64) << 32));
}
