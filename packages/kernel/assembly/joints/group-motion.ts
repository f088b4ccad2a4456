import { BodyMotion, BodyState } from '../bodies/body';
import { Lanes } from '../math/lanes';
import { V } from '../math/vec';
import { W } from '../math/wide';
import { ArticulationGroup, GroupBody } from './articulation-group';

/** Reads the velocities of all bodies. */
export function takeVelocities(group: ArticulationGroup): void {
  for (let i = 0, n = group.bodyCount; i < n; i++) {
    const body = group.body(i);
    const at = changetype<usize>(body);
    Lanes.gather(at + offsetof<GroupBody>('velocityX'), body.states, offsetof<BodyState>('linear'));
    Lanes.gather(at + offsetof<GroupBody>('spinX'), body.states, offsetof<BodyState>('angular'));
  }
}

/** Reads how far all bodies went in this step, and their angular velocities. */
export function takeMotion(group: ArticulationGroup): void {
  for (let i = 0, n = group.bodyCount; i < n; i++) {
    const body = group.body(i);
    const at = changetype<usize>(body);
    Lanes.gather(at + offsetof<GroupBody>('movedX'), body.states, offsetof<BodyState>('deltaPosition'));
    Lanes.gather(at + offsetof<GroupBody>('turnX'), body.motions, offsetof<BodyMotion>('deltaRotation'));
    const x = body.spinX,
      y = body.spinY,
      z = body.spinZ;
    body.omegaX = W.dot(body.root0X, body.root1X, body.root2X, x, y, z);
    body.omegaY = W.dot(body.root0Y, body.root1Y, body.root2Y, x, y, z);
    body.omegaZ = W.dot(body.root0Z, body.root1Z, body.root2Z, x, y, z);
  }
}

/** Writes the velocities of the bodies that joints move, in the lanes of `lanes`. What changed them was joints: see kick.ts. */
export function giveVelocities(group: ArticulationGroup, lanes: i32): void {
  for (let i = 0, n = group.bodyCount; i < n; i++) {
    const body = group.body(i);
    if (body.isFixed != 0) continue;
    const vxy = W.lows(body.velocityX, body.velocityY),
      vzm = W.lows(body.velocityZ, body.mass),
      sxy = W.lows(body.spinX, body.spinY),
      szw = W.lows(body.spinZ, body.spinW);
    if ((lanes & 1) != 0) give(body, 0, W.first(vxy, vzm), W.first(sxy, szw));
    if ((lanes & 2) != 0) give(body, 1, W.second(vxy, vzm), W.second(sxy, szw));
    const hvxy = W.highs(body.velocityX, body.velocityY),
      hvzm = W.highs(body.velocityZ, body.mass),
      hsxy = W.highs(body.spinX, body.spinY),
      hszw = W.highs(body.spinZ, body.spinW);
    if ((lanes & 4) != 0) give(body, 2, W.first(hvxy, hvzm), W.first(hsxy, hszw));
    if ((lanes & 8) != 0) give(body, 3, W.second(hvxy, hvzm), W.second(hsxy, hszw));
  }
}

function give(body: GroupBody, lane: i32, linear: v128, angular: v128): void {
  const at = changetype<usize>(body) + (lane << 2);
  const state = changetype<BodyState>(load<usize>(at, offsetof<GroupBody>('states'))),
    motion = changetype<BodyMotion>(load<usize>(at, offsetof<GroupBody>('motions')));
  // Lane w, the inverse mass, stays.
  motion.freeLinear = V.add(motion.freeLinear, V.sub(linear, state.linear));
  motion.freeAngular = V.add(motion.freeAngular, V.sub(angular, state.angular));
  state.linear = linear;
  state.angular = angular;
}
