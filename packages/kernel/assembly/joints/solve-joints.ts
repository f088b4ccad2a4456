import { World } from '../world/world';
import { JointFlag, JointLock } from '../generated/layout';
import { BodySim, BodyState } from '../bodies/body';
import { Spin } from '../solver/spin';
import { V } from '../math/vec';
import { M } from '../math/mat';
import { NONE } from '../constants';
import { Joint, Joints } from './joint';
import { JointRows } from './joint-row';
import { push, turn } from './kick-joint';
import { transposed } from './refresh-row';
import { solveRow } from './solve-row';

/**
 * Blocks and rows are soft constraints, λ = −(rate · K⁻¹ Ċ + pull · K⁻¹ C) − decay · Λ with the impulse Λ so far. A rigid one
 * answers its error in the biased pass alone, and relaxes without; a spring answers the error of the biased pass in all of them,
 * which is one implicit step however often it is solved. Source: E. Catto, "Soft Constraints" (GDC 2011), "Solver2D" (2024).
 */
export function warmStartJoint(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  let linear = joint.linearImpulse;
  if (joint.rows == NONE && (joint.locks & JointLock.Angular) == 0) {
    push(joint, linear);
    return;
  }
  let angular = joint.angularImpulse;
  for (let i = joint.rows; i != NONE;) {
    const row = JointRows.at(world, i);
    const impulse = JointRows.impulse(row);
    linear = V.addScaled(linear, row.linear, impulse);
    angular = V.addScaled(angular, row.turning, impulse);
    i = row.next;
  }
  push(joint, linear);
  turn(joint, angular);
}

export function solveJoint(world: World, id: i32, biased: bool): void {
  const joint = Joints.at(world, id);
  if (joint.broken != 0) return;
  // What of the blocks' impulses goes with the rows', for the pass in which they forget some. It is not the blocks' to forget: far from the centre of mass it is many times what a
  // row does by itself, and a row that answers each loss drives the next one.
  let linear = V.zero(),
    angular = V.zero();
  for (let i = joint.rows; i != NONE;) {
    const row = JointRows.at(world, i);
    solveRow(world, joint, row, biased);
    if (biased) {
      const impulse = JointRows.impulse(row);
      linear = V.addScaled(linear, row.helpLinear, impulse);
      angular = V.addScaled(angular, row.helpAngular, impulse);
    }
    i = row.next;
  }
  if ((joint.locks & JointLock.Angular) != 0) solveBlocks(joint, linear, angular, biased);
  else if ((joint.locks & JointLock.Linear) != 0) solveLinear(joint, linear, biased);
}

/** Rate and error of the linear block as one velocity that is to vanish. */
function linearAnswer(joint: Joint, biased: bool): v128 {
  const stateA = changetype<BodyState>(joint.stateA),
    stateB = changetype<BodyState>(joint.stateB);
  const at = changetype<usize>(joint);
  const rate = V.xyz(
    V.sub(
      V.add(stateB.linear, M.mul(at + offsetof<Joint>('sweepB0'), stateB.angular)),
      V.add(stateA.linear, M.mul(at + offsetof<Joint>('sweepA0'), stateA.angular)),
    ),
  );
  if ((joint.flags & JointFlag.LinearSpring) != 0) {
    if (biased) joint.linearSpringError = joint.linearError;
    return V.addScaled(V.scale(rate, joint.linearRate), joint.linearSpringError, joint.linearPull);
  }
  return biased
    ? V.addScaled(V.scale(V.add(rate, joint.linearDrift), joint.linearRate), joint.linearError, joint.linearPull)
    : rate;
}

function solveLinear(joint: Joint, help: v128, biased: bool): void {
  const old = joint.linearImpulse;
  const next = nextLinear(joint, old, help, linearAnswer(joint, biased), biased);
  joint.linearImpulse = next;
  push(joint, V.sub(next, old));
}

/** `help`: of the impulse `old`, what goes with rows. */
function nextLinear(joint: Joint, old: v128, help: v128, wanted: v128, biased: bool): v128 {
  const step = M.mul(changetype<usize>(joint) + offsetof<Joint>('linearMass0'), wanted);
  if ((joint.flags & JointFlag.LinearSpring) != 0)
    return V.xyz(bounded(V.sub(V.scale(old, 1 - joint.linearDecay), step), joint.linearMaxImpulse));
  return V.xyz(V.sub(biased ? kept(old, help, joint.linearDecay) : old, step));
}

/** What is left of an impulse of which the part that is not `help` decays. */
function kept(old: v128, help: v128, decay: f32): v128 {
  return V.addScaled(old, V.sub(help, old), decay);
}

/** Both blocks at once: the angular one with the linear eliminated, then the linear one with what the angular did. */
function solveBlocks(joint: Joint, helpLinear: v128, helpAngular: v128, biased: bool): void {
  const isLinear = (joint.locks & JointLock.Linear) != 0;
  const isSpring = (joint.flags & JointFlag.AngularSpring) != 0;
  // A spring beside rigid anchors: their correction is a rate to it, and they follow all that it does.
  const mixed = isSpring && (joint.flags & JointFlag.LinearSpring) == 0;
  const wanted = isLinear ? linearAnswer(joint, biased) : V.zero();
  let passed = isLinear ? transposed(joint, wanted) : V.zero();
  let rate = V.sub(omegaOf(joint.stateB, joint.simB), omegaOf(joint.stateA, joint.simA));
  if (mixed) {
    rate = V.sub(rate, passed);
    passed = V.zero();
  }
  if (isSpring && biased) joint.angularSpringError = joint.angularError;
  const error = isSpring ? joint.angularSpringError : joint.angularError;
  const soft = isSpring || biased;
  const answer = soft ? V.addScaled(V.scale(rate, joint.angularRate), error, joint.angularPull) : rate;
  const mass = changetype<usize>(joint) + offsetof<Joint>('angularMass0');
  const step = V.neg(M.mul(mass, V.sub(answer, passed)));
  const old = joint.angularImpulse;
  let next = V.add(soft ? kept(old, helpAngular, joint.angularDecay) : old, step);
  if (isSpring) next = bounded(next, joint.angularMaxImpulse);
  next = V.xyz(next);
  joint.angularImpulse = next;
  const change = V.sub(next, old);
  turn(joint, change);
  if (!isLinear) return;
  const oldLinear = joint.linearImpulse;
  const help = M.mul(changetype<usize>(joint) + offsetof<Joint>('coupling0'), isSpring && !mixed ? step : change);
  const nextLinearImpulse = V.xyz(V.sub(nextLinear(joint, oldLinear, helpLinear, wanted, biased), help));
  joint.linearImpulse = nextLinearImpulse;
  push(joint, V.sub(nextLinearImpulse, oldLinear));
}

/** `a`, no longer than `most`. */
function bounded(a: v128, most: f32): v128 {
  const length2 = V.lengthSquared(a);
  return length2 > most * most ? V.scale(a, most / sqrt<f32>(length2)) : a;
}

function omegaOf(state: usize, sim: usize): v128 {
  return Spin.fromSolver(changetype<BodySim>(sim), changetype<BodyState>(state).angular);
}
