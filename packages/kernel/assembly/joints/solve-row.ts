import { World } from '../world/world';
import { JointRowFlag, JointRowKind } from '../generated/layout';
import { BodyState } from '../bodies/body';
import { Softness } from '../solver/softness';
import { V } from '../math/vec';
import { Joint } from './joint';
import { JointRow } from './joint-row';
import { kick } from './kick';
import { jointHertz } from './prepare-joints';

/** Spring and motor, then the limit: it has the last word. */
export function solveRow(world: World, joint: Joint, row: JointRow, biased: bool): void {
  if (row.flags == 0) return;
  let rate = rateOf(joint, row);
  if ((row.flags & JointRowFlag.Spring) != 0) rate = spring(joint, row, rate, biased);
  if ((row.flags & JointRowFlag.Motor) != 0) rate = motor(joint, row, rate);
  if ((row.flags & JointRowFlag.Limit) != 0) limit(world, joint, row, rate, biased);
}

function rateOf(joint: Joint, row: JointRow): f32 {
  const stateA = changetype<BodyState>(joint.stateA),
    stateB = changetype<BodyState>(joint.stateB);
  const sum = V.add(
    V.mul(row.linear, V.sub(stateB.linear, stateA.linear)),
    V.sub(V.mul(row.spinB, stateB.angular), V.mul(row.spinA, stateA.angular)),
  );
  return V.x(sum) + V.y(sum) + V.z(sum);
}

/** Applies an impulse along the coordinate, and returns the rate after it. */
function apply(joint: Joint, row: JointRow, rate: f32, impulse: f32): f32 {
  if (row.mass == 0) return rate;
  kick(joint.stateA, joint.motionA, V.scale(row.push, -impulse), V.scale(row.turnA, -impulse));
  kick(joint.stateB, joint.motionB, V.scale(row.push, impulse), V.scale(row.turnB, impulse));
  joint.linearImpulse = V.addScaled(joint.linearImpulse, row.helpLinear, impulse);
  joint.angularImpulse = V.addScaled(joint.angularImpulse, row.helpAngular, impulse);
  return rate + impulse / row.mass;
}

function clamp(value: f32, most: f32): f32 {
  return max(-most, min(most, value));
}

function spring(joint: Joint, row: JointRow, rate: f32, biased: bool): f32 {
  if (biased) row.springError = row.coordinate - row.springTarget;
  const old = row.springImpulse;
  // The decay is what makes the sum over all passes one soft step: (1 − rate) is what stays of the impulse so far.
  const next = clamp(
    row.springRate * old - row.mass * (row.springRate * rate + row.springPull * row.springError),
    row.springMaxImpulse,
  );
  row.springImpulse = next;
  return apply(joint, row, rate, next - old);
}

function motor(joint: Joint, row: JointRow, rate: f32): f32 {
  const old = row.motorImpulse;
  const next = clamp(old - row.mass * (rate - row.motorVelocity), row.motorMaxImpulse);
  row.motorImpulse = next;
  return apply(joint, row, rate, next - old);
}

/**
 * rad/s at which an angle is brought back to its limits. Faster, an error of more than a few degrees changes the axis of the row within a substep, and
 * what pushed it is no longer there to be taken back.
 */
const MOST_PUSH: f32 = 4;

function isAngle(row: JointRow): bool {
  return row.kind > JointRowKind.LinearZ && row.kind != JointRowKind.Distance;
}

function limit(world: World, joint: Joint, row: JointRow, rate: f32, biased: bool): void {
  const equal = row.min == row.max;
  // Only the nearer limit can act.
  const upper = row.coordinate > 0.5 * (row.min + row.max);
  const gap = upper ? row.max - row.coordinate : row.coordinate - row.min;
  const error = upper ? -gap : gap;
  const old = row.limitImpulse;
  let next: f32;
  if (gap > 0 && !equal) {
    // Apart: the coordinate may just reach the limit within the substep.
    next = old - row.mass * (rate + row.drift + error * world.inverseH);
  } else if (biased) {
    const hertz = jointHertz(world),
      ratio = world.jointDampingRatio,
      h = world.h;
    const scale = Softness.massScale(hertz, ratio, h);
    const most: f32 = isAngle(row) ? MOST_PUSH : Infinity;
    next =
      old -
      row.mass * scale * (rate + row.drift + clamp(Softness.biasRate(hertz, ratio, h) * error, most)) -
      Softness.impulseScale(hertz, ratio, h) * old;
  } else next = old - row.mass * rate;
  if (!equal) next = upper ? min<f32>(next, 0) : max<f32>(next, 0);
  row.limitImpulse = next;
  apply(joint, row, rate, next - old);
}
