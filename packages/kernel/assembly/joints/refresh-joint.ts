import { World } from '../world/world';
import { JointLock } from '../generated/layout';
import { BodyMotion, BodySim, BodyState } from '../bodies/body';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { Spin } from '../solver/spin';
import { NONE } from '../constants';
import { Joint } from './joint';
import { Give } from './give';
import { refreshRow } from './refresh-row';
import { JointRows } from './joint-row';

/**
 * Brings arms, errors and effective masses to where the bodies are now. Reads: states. Writes: the joint and its rows. `inSpin`: angular
 * velocities are those of the solver (solver/spin.ts) already.
 */
export function refreshJoint(world: World, joint: Joint, inSpin: bool): void {
  const stateA = changetype<BodyState>(joint.stateA),
    stateB = changetype<BodyState>(joint.stateB);
  const turnA = changetype<BodyMotion>(joint.motionA).deltaRotation,
    turnB = changetype<BodyMotion>(joint.motionB).deltaRotation;
  const armA = Q.rotate(turnA, joint.startArmA),
    armB = Q.rotate(turnB, joint.startArmB);
  // By differences: positions far from the origin would round them away.
  const moved = V.sub(stateB.deltaPosition, stateA.deltaPosition);
  const turned = V.sub(V.sub(armB, joint.startArmB), V.sub(armA, joint.startArmA));
  const offset = V.xyz(V.add(V.add(joint.startOffset, moved), turned));
  joint.armA = V.xyz(V.add(armA, offset));
  joint.armB = V.xyz(armB);
  const at = changetype<usize>(joint);
  sweep(at + offsetof<Joint>('sweepA0'), joint.simA, joint.armA);
  sweep(at + offsetof<Joint>('sweepB0'), joint.simB, joint.armB);
  // The anchors move on circles: h²/2 ω × (ω × r) in a substep, which is 2 mm for an arm of 0.2 m at 30 rad/s.
  const bent = V.sub(
    bend(joint.stateB, joint.simB, joint.armB, inSpin, world.inverseH),
    bend(joint.stateA, joint.simA, joint.armA, inSpin, world.inverseH),
  );
  joint.linearDrift = V.xyz(V.scale(bent, 0.5 * world.h));
  if (joint.locks == JointLock.Linear && joint.rows == NONE) {
    refreshPoint(joint, offset);
    return;
  }
  const frameA = Q.multiply(turnA, joint.frameA),
    frameB = Q.multiply(turnB, joint.frameB);
  const linear = joint.locks & JointLock.Linear;
  if (linear == JointLock.Linear) refreshPoint(joint, offset);
  else if (linear != 0) refreshSlide(joint, offset, frameA, linear);
  const angular = joint.locks >> 3;
  if (angular == 7) refreshAngles(joint, frameA, frameB);
  else if (angular != 0) refreshHinge(joint, frameA, frameB, angular);
  for (let id = joint.rows; id != NONE;) {
    const row = JointRows.at(world, id);
    refreshRow(joint, row, offset, frameA, frameB, world.h, inSpin);
    id = row.next;
  }
}

/**
 * Acceleration of an arm's end towards the centre, as if it turned by `most` at most: a radian a substep. Beyond that it says nothing of where the
 * end will be, and what answers it makes the body whirl faster.
 */
function bend(state: usize, sim: usize, arm: v128, inSpin: bool, most: f32): v128 {
  const omega = V.capped(omegaOf(state, sim, inSpin), most);
  return V.cross(omega, V.cross(omega, arm));
}

export function omegaOf(state: usize, sim: usize, inSpin: bool): v128 {
  const angular = changetype<BodyState>(state).angular;
  return inSpin ? Spin.fromSolver(changetype<BodySim>(sim), angular) : angular;
}

function sweep(to: usize, sim: usize, arm: v128): void {
  const root = sim + offsetof<BodySim>('root0');
  v128.store(to, V.cross(v128.load(root), arm));
  v128.store(to, V.cross(v128.load(root, 16), arm), 16);
  v128.store(to, V.cross(v128.load(root, 32), arm), 32);
}

/** All three axes: K = (1/m_A + 1/m_B) E + T_A T_Aᵀ + T_B T_Bᵀ with the sweeps T, which is −[r] I⁻¹ [r] for each body. */
function refreshPoint(joint: Joint, offset: v128): void {
  joint.linearError = offset;
  const at = changetype<usize>(joint);
  const mass = at + offsetof<Joint>('linearMass0');
  const sweepA = at + offsetof<Joint>('sweepA0'),
    sweepB = at + offsetof<Joint>('sweepB0');
  Give.clear(mass);
  Give.add(mass, joint.stateA, 1, true, sweepA, sweepA);
  Give.add(mass, joint.stateB, 1, true, sweepB, sweepB);
  storeInverse(mass, v128.load(mass), v128.load(mass, 16), v128.load(mass, 32));
}

/** What an impulse at the anchor does to the velocity there. */
function pointColumn(joint: Joint, impulse: v128): v128 {
  const at = changetype<usize>(joint);
  const m = V.w(changetype<BodyState>(joint.stateA).linear) + V.w(changetype<BodyState>(joint.stateB).linear);
  const a = throughSweep(at + offsetof<Joint>('sweepA0'), V.w(changetype<BodyState>(joint.stateA).linear), impulse);
  const b = throughSweep(at + offsetof<Joint>('sweepB0'), V.w(changetype<BodyState>(joint.stateB).linear), impulse);
  return V.xyz(V.add(V.scale(impulse, m), V.add(a, b)));
}

/** A body that cannot move has a sweep too, that of S = E. */
function throughSweep(at: usize, m: f32, impulse: v128): v128 {
  return m == 0 ? V.zero() : M.mul(at, M.mulTransposed(at, impulse));
}

/** Inverse of a symmetric matrix: its cofactor rows are columns too. */
function storeInverse(to: usize, a: v128, b: v128, c: v128): void {
  const bc = V.cross(b, c),
    ca = V.cross(c, a),
    ab = V.cross(a, b);
  const determinant = V.dot(a, bc);
  const s: f32 = determinant != 0 ? 1.0 / determinant : 0;
  v128.store(to, V.xyz(V.scale(bc, s)));
  v128.store(to, V.xyz(V.scale(ca, s)), 16);
  v128.store(to, V.xyz(V.scale(ab, s)), 32);
}

/** Inverse of K within the plane of the unit vectors u and v, zero along its normal: c11 uuᵀ + c12 (uvᵀ + vuᵀ) + c22 vvᵀ. */
function storePlaneInverse(to: usize, u: v128, v: v128, ku: v128, kv: v128): void {
  const k11 = V.dot(u, ku),
    k12 = V.dot(u, kv),
    k22 = V.dot(v, kv);
  const determinant = k11 * k22 - k12 * k12;
  const s: f32 = determinant != 0 ? 1.0 / determinant : 0;
  const p = V.sub(V.scale(u, s * k22), V.scale(v, s * k12)),
    q = V.sub(V.scale(v, s * k11), V.scale(u, s * k12));
  for (let axis = 0; axis < 3; axis++) {
    v128.store(to + 16 * axis, V.xyz(V.add(V.scale(p, V.lane(u, axis)), V.scale(q, V.lane(v, axis)))));
  }
}

/** Part of `a` in the plane of two unit vectors at right angles. */
function inPlane(a: v128, u: v128, v: v128): v128 {
  return V.xyz(V.add(V.scale(u, V.dot(a, u)), V.scale(v, V.dot(a, v))));
}

/** The axis of three bits that is not set. */
export function freeAxis(bits: u32): i32 {
  return (bits & 1) == 0 ? 0 : (bits & 2) == 0 ? 1 : 2;
}

/** Two axes of A; the third is free to slide along. */
function refreshSlide(joint: Joint, offset: v128, frameA: v128, locks: u32): void {
  const free = freeAxis(locks);
  const u = Q.axis(frameA, (free + 1) % 3),
    v = Q.axis(frameA, (free + 2) % 3);
  joint.linearError = inPlane(offset, u, v);
  joint.linearImpulse = inPlane(joint.linearImpulse, u, v);
  const mass = changetype<usize>(joint) + offsetof<Joint>('linearMass0');
  storePlaneInverse(mass, u, v, pointColumn(joint, u), pointColumn(joint, v));
}

export function turnOf(sim: usize, impulse: v128): v128 {
  return Spin.turnBy(changetype<BodySim>(sim), impulse);
}

/** Linear rate at the anchor by an angular impulse on B. */
function couple(joint: Joint, impulse: v128): v128 {
  return V.add(V.cross(turnOf(joint.simB, impulse), joint.armB), V.cross(turnOf(joint.simA, impulse), joint.armA));
}

/** Its transpose: turn by a linear impulse at the anchor. */
function coupleBack(joint: Joint, impulse: v128): v128 {
  return V.add(turnOf(joint.simB, V.cross(joint.armB, impulse)), turnOf(joint.simA, V.cross(joint.armA, impulse)));
}

/** X a = K_l⁻¹ C a, with the coupling C of the two blocks; zero where no linear axis is rigidly locked. */
function compensation(joint: Joint, axis: v128): v128 {
  if ((joint.locks & JointLock.Linear) == 0) return V.zero();
  return V.xyz(M.mul(changetype<usize>(joint) + offsetof<Joint>('linearMass0'), couple(joint, axis)));
}

/** Effective mass with the linear block eliminated, the Schur complement (K_a − Cᵀ K_l⁻¹ C) a: both blocks are then solved at once. */
function turnColumn(joint: Joint, axis: v128, help: v128): v128 {
  const plain = V.add(turnOf(joint.simA, axis), turnOf(joint.simB, axis));
  return V.xyz(V.sub(plain, coupleBack(joint, help)));
}

/** No turn at all: the error is the rotation vector from A's frame to B's. */
function refreshAngles(joint: Joint, frameA: v128, frameB: v128): void {
  let turn = Q.multiply(frameB, Q.conjugate(frameA));
  if (V.w(turn) < 0) turn = V.neg(turn);
  const sine = sqrt<f32>(V.lengthSquared(turn));
  // 2 sin(θ/2) is θ to a millionth below a half angle of a thousandth.
  const scale: f32 = sine > 1e-3 ? (2 * Mathf.atan2(sine, V.w(turn))) / sine : 2;
  joint.angularError = V.xyz(V.scale(turn, scale));
  const x = V.of(1, 0, 0),
    y = V.of(0, 1, 0),
    z = V.of(0, 0, 1);
  joint.coupling0 = compensation(joint, x);
  joint.coupling1 = compensation(joint, y);
  joint.coupling2 = compensation(joint, z);
  storeInverse(
    changetype<usize>(joint) + offsetof<Joint>('angularMass0'),
    turnColumn(joint, x, joint.coupling0),
    turnColumn(joint, y, joint.coupling1),
    turnColumn(joint, z, joint.coupling2),
  );
}

/** A hinge: an axis of A and of B stay parallel. Their cross product is the turn that separates them. */
function refreshHinge(joint: Joint, frameA: v128, frameB: v128, locks: u32): void {
  const free = freeAxis(locks);
  const axis = Q.axis(frameA, free);
  const u = Q.axis(frameA, (free + 1) % 3),
    v = Q.axis(frameA, (free + 2) % 3);
  joint.angularError = V.xyz(V.cross(axis, Q.axis(frameB, free)));
  joint.angularImpulse = inPlane(joint.angularImpulse, u, v);
  const helpU = compensation(joint, u),
    helpV = compensation(joint, v);
  for (let lane = 0; lane < 3; lane++) {
    const column = V.add(V.scale(helpU, V.lane(u, lane)), V.scale(helpV, V.lane(v, lane)));
    v128.store(changetype<usize>(joint) + offsetof<Joint>('coupling0') + 16 * lane, V.xyz(column));
  }
  storePlaneInverse(
    changetype<usize>(joint) + offsetof<Joint>('angularMass0'),
    u,
    v,
    turnColumn(joint, u, helpU),
    turnColumn(joint, v, helpV),
  );
}
