import { JointFlag, JointLock, JointRowFlag, JointRowKind } from '../generated/layout';
import { BodySim, BodyState } from '../bodies/body';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { Spin } from '../solver/spin';
import { Joint } from './joint';
import { JointRow } from './joint-row';
import { omegaOf, turnOf } from './refresh-joint';

const PI: f32 = 3.14159265;
/** Below this an offset or a swing has no direction to speak of. */
const SMALL: f32 = 1e-6;
/** 1 + cos of the largest swing, about 170°, at which a twist still means something. */
const LEAST_FOLD: f32 = 0.015;
/**
 * The same of about 154°, beyond which a twist that has nothing but limits is let go: where the swing goes through its opposite the twist changes by up
 * to half a turn at once.
 */
const LEAST_LIMITED_FOLD: f32 = 0.1;
/** Part of a row's own give that must be left beside the locked axes. */
const LEAST_GIVE: f32 = 1e-5;

/** Coordinate, directions and effective mass of a row, with the bodies where they are. `h`, `inSpin`: see refreshJoint. */
export function refreshRow(
  joint: Joint,
  row: JointRow,
  offset: v128,
  frameA: v128,
  frameB: v128,
  h: f32,
  inSpin: bool,
): void {
  const kind = row.kind;
  if (kind <= JointRowKind.LinearZ) {
    const axis = Q.axis(frameA, kind);
    row.coordinate = V.dot(axis, offset);
    alongLine(joint, row, axis);
  } else if (kind == JointRowKind.Distance) {
    const length = V.length(offset);
    row.coordinate = length;
    if (length > SMALL) {
      const axis = V.xyz(V.scale(offset, 1 / length));
      alongLine(joint, row, axis);
      row.drift = driftOf(joint, axis, length, h, inSpin);
    } else {
      alongLine(joint, row, Q.axisX(frameA));
      row.drift = 0;
    }
  } else about(joint, row, direction(row, frameA, frameB));
}

/**
 * Seen from A, B's anchor has the velocity u and the acceleration a_B − a_A − 2 ω_A × u; its distance grows by their parts along the
 * axis and by |u|² / length across it. The accelerations are those of `linearDrift`.
 */
function driftOf(joint: Joint, axis: v128, length: f32, h: f32, inSpin: bool): f32 {
  const omegaA = omegaOf(joint.stateA, joint.simA, inSpin);
  const u = V.sub(
    pointVelocity(joint.stateB, joint.armB, omegaOf(joint.stateB, joint.simB, inSpin)),
    pointVelocity(joint.stateA, joint.armA, omegaA),
  );
  const along = V.dot(u, axis);
  const across = V.lengthSquared(u) - along * along;
  return V.dot(axis, joint.linearDrift) + 0.5 * h * (across / length - 2 * V.dot(axis, V.cross(omegaA, u)));
}

function pointVelocity(state: usize, arm: v128, omega: v128): v128 {
  return V.add(changetype<BodyState>(state).linear, V.cross(omega, arm));
}

/** Direction of an angular row, and its coordinate. */
function direction(row: JointRow, frameA: v128, frameB: v128): v128 {
  const kind = row.kind;
  if (kind <= JointRowKind.AngularZ) return twist(row, frameA, frameB, kind - JointRowKind.AngularX);
  if (kind == JointRowKind.Cone) return cone(row, frameA, frameB);
  if (kind >= JointRowKind.RateX) return Q.axis(frameA, kind - JointRowKind.RateX);
  // A wheel: x of A is the suspension, z of B the axle.
  const up = Q.axisX(frameA),
    axle = Q.axisZ(frameB);
  if (kind == JointRowKind.Spin) return axle;
  if (kind == JointRowKind.Camber) {
    row.coordinate = V.dot(up, axle);
    return V.normalize(V.cross(axle, up));
  }
  row.coordinate = nearLimits(row, Mathf.atan2(-V.dot(axle, Q.axisY(frameA)), V.dot(axle, Q.axisZ(frameA))));
  return up;
}

/**
 * Turn about an axis in which the frames share, free of the swing of the axis: φ = 2 atan2(q_k, q_w) of the relative rotation q, with
 * φ̇ = ω · (a + b) / (1 + a · b) for the axis a in A and b in B. That follows from q̇ = ½ ω q, since b_i ∝ 2 (q_k q_i ± q_w q_j) and
 * 1 + b_k = 2 (q_k² + q_w²). Idea of the decomposition: P. Dobrowolski, "Swing-Twist Decomposition in Clifford Algebra" (2015).
 */
function twist(row: JointRow, frameA: v128, frameB: v128, axis: u32): v128 {
  const relative = Q.multiply(Q.conjugate(frameA), frameB);
  row.coordinate = nearLimits(row, 2 * Mathf.atan2(V.lane(relative, axis), V.w(relative)));
  const a = Q.axis(frameA, axis),
    b = Q.axis(frameB, axis);
  const fold: f32 = 1 + V.dot(a, b);
  if (fold < LEAST_LIMITED_FOLD && row.flags == JointRowFlag.Limit) row.coordinate = 0.5 * (row.min + row.max);
  return V.xyz(V.scale(V.add(a, b), 1 / max<f32>(fold, LEAST_FOLD)));
}

/** Angle between the axes of the frames. */
function cone(row: JointRow, frameA: v128, frameB: v128): v128 {
  const a = Q.axisX(frameA),
    b = Q.axisX(frameB);
  const normal = V.cross(a, b);
  const sine = V.length(normal);
  row.coordinate = Mathf.atan2(sine, V.dot(a, b));
  return sine > SMALL ? V.xyz(V.scale(normal, 1 / sine)) : V.perpendicular(a);
}

/** The same angle, in the turn that has the limits (or else the spring's target) in its middle. */
function nearLimits(row: JointRow, angle: f32): f32 {
  const middle: f32 = (row.flags & 1) != 0 ? 0.5 * (row.min + row.max) : (row.flags & 2) != 0 ? row.springTarget : 0;
  let turned = angle - middle;
  while (turned > PI) turned -= 2 * PI;
  while (turned < -PI) turned += 2 * PI;
  return turned + middle;
}

/** The row pushes at B's anchor along a line. */
function alongLine(joint: Joint, row: JointRow, axis: v128): void {
  row.linear = axis;
  row.turning = V.zero();
  const m = V.w(changetype<BodyState>(joint.stateA).linear) + V.w(changetype<BodyState>(joint.stateB).linear);
  weigh(joint, row, m, V.xyz(V.cross(joint.armA, axis)), V.xyz(V.cross(joint.armB, axis)));
}

/** The row turns the bodies about an axis. */
function about(joint: Joint, row: JointRow, axis: v128): void {
  row.linear = V.zero();
  row.turning = axis;
  weigh(joint, row, 0, axis, axis);
}

/** What an angular impulse does to σ; nothing to a body that cannot move. */
function spinBy(state: usize, sim: usize, impulse: v128): v128 {
  if (V.w(changetype<BodyState>(state).linear) == 0) return V.zero();
  return V.xyz(Spin.change(changetype<BodySim>(sim), impulse));
}

/**
 * Effective mass, and the impulses of the rigid blocks that go with the row's: those that keep the rates of the locked axes as they
 * are. So a motor turns the whole door about its hinge, not the door about its centre and then the hinge pulls it back.
 */
function weigh(joint: Joint, row: JointRow, m: f32, angularA: v128, angularB: v128): void {
  const plainA = turnOf(joint.simA, angularA),
    plainB = turnOf(joint.simB, angularB);
  const plain = m + V.dot(angularA, plainA) + V.dot(angularB, plainB);
  help(joint, row, m, plainA, plainB);
  row.push = V.xyz(V.add(row.linear, row.helpLinear));
  // Of a body that cannot move, S is the identity: these are what its rate is read by.
  row.spinA = V.xyz(Spin.change(changetype<BodySim>(joint.simA), angularA));
  row.spinB = V.xyz(Spin.change(changetype<BodySim>(joint.simB), angularB));
  const helpA = V.add(V.cross(joint.armA, row.helpLinear), row.helpAngular),
    helpB = V.add(V.cross(joint.armB, row.helpLinear), row.helpAngular);
  row.turnA = spinBy(joint.stateA, joint.simA, V.add(angularA, helpA));
  row.turnB = spinBy(joint.stateB, joint.simB, V.add(angularB, helpB));
  const masses = V.w(changetype<BodyState>(joint.stateA).linear) + V.w(changetype<BodyState>(joint.stateB).linear);
  const k = masses * V.dot(row.linear, row.push) + V.dot(row.spinA, row.turnA) + V.dot(row.spinB, row.turnB);
  // What the blocks hold fast already cannot be moved along the coordinate.
  row.mass = k > LEAST_GIVE * plain ? 1 / k : 0;
}

function help(joint: Joint, row: JointRow, m: f32, turnA: v128, turnB: v128): void {
  const locks = joint.locks;
  const linearMass = changetype<usize>(joint) + offsetof<Joint>('linearMass0');
  const isLinear = (locks & JointLock.Linear) != 0,
    isAngular = (locks & JointLock.Angular) != 0 && (joint.flags & JointFlag.AngularSpring) == 0;
  let linear = V.zero(),
    angular = V.zero();
  // Rates of the locked axes that a unit of the row alone would cause.
  const slide = V.add(V.scale(row.linear, m), V.add(V.cross(turnB, joint.armB), V.cross(turnA, joint.armA)));
  if (isAngular) {
    const turn = V.add(turnA, turnB);
    const seen = isLinear ? V.sub(turn, transposed(joint, slide)) : turn;
    angular = V.neg(M.mul(changetype<usize>(joint) + offsetof<Joint>('angularMass0'), seen));
  }
  if (isLinear) {
    linear = V.neg(M.mul(linearMass, slide));
    if (isAngular) linear = V.sub(linear, M.mul(changetype<usize>(joint) + offsetof<Joint>('coupling0'), angular));
  }
  row.helpLinear = V.xyz(linear);
  row.helpAngular = V.xyz(angular);
}

/** Xᵀ v, with the coupling X of the joint's blocks. */
export function transposed(joint: Joint, v: v128): v128 {
  return V.of(V.dot(joint.coupling0, v), V.dot(joint.coupling1, v), V.dot(joint.coupling2, v));
}
