import { W } from '../math/wide';
import { ArticulationGroup, GroupBody, GroupJoint } from './articulation-group';

/** The impulses of the substep before. */
export function warmStartLanes(group: ArticulationGroup): void {
  for (let i = 0, n = group.jointCount; i < n; i++) {
    const joint = group.joint(i);
    Impulse.apply(joint, joint.impulseX, joint.impulseY, joint.impulseZ);
  }
}

/**
 * One pass from the leaves, as solveJoint of each: λ = −K⁻¹ (rate · Ċ + bias) − decay · Λ with bias, else −K⁻¹ Ċ. Reads and writes: the
 * velocities as taken.
 */
export function solveLanes(group: ArticulationGroup, biased: bool, softRate: f32, softDecay: f32): void {
  const rate = f32x4.splat(biased ? softRate : 1),
    keep = f32x4.splat(biased ? 1 - softDecay : 1);
  const withBias = i32x4.splat(biased ? -1 : 0);
  for (let i = group.jointCount - 1; i >= 0; i--) {
    const joint = group.joint(i);
    const a = changetype<GroupBody>(joint.bodyA),
      b = changetype<GroupBody>(joint.bodyB);
    let sx = a.spinX,
      sy = a.spinY,
      sz = a.spinZ;
    const vAX = W.add(a.velocityX, W.dot(joint.sweepA0X, joint.sweepA1X, joint.sweepA2X, sx, sy, sz)),
      vAY = W.add(a.velocityY, W.dot(joint.sweepA0Y, joint.sweepA1Y, joint.sweepA2Y, sx, sy, sz)),
      vAZ = W.add(a.velocityZ, W.dot(joint.sweepA0Z, joint.sweepA1Z, joint.sweepA2Z, sx, sy, sz));
    sx = b.spinX;
    sy = b.spinY;
    sz = b.spinZ;
    const vBX = W.add(b.velocityX, W.dot(joint.sweepB0X, joint.sweepB1X, joint.sweepB2X, sx, sy, sz)),
      vBY = W.add(b.velocityY, W.dot(joint.sweepB0Y, joint.sweepB1Y, joint.sweepB2Y, sx, sy, sz)),
      vBZ = W.add(b.velocityZ, W.dot(joint.sweepB0Z, joint.sweepB1Z, joint.sweepB2Z, sx, sy, sz));
    const x = W.madd(v128.and(withBias, joint.biasX), rate, W.sub(vBX, vAX)),
      y = W.madd(v128.and(withBias, joint.biasY), rate, W.sub(vBY, vAY)),
      z = W.madd(v128.and(withBias, joint.biasZ), rate, W.sub(vBZ, vAZ));
    const oldX = joint.impulseX,
      oldY = joint.impulseY,
      oldZ = joint.impulseZ;
    const nextX = W.sub(W.mul(oldX, keep), W.dot(joint.massXX, joint.massXY, joint.massXZ, x, y, z)),
      nextY = W.sub(W.mul(oldY, keep), W.dot(joint.massXY, joint.massYY, joint.massYZ, x, y, z)),
      nextZ = W.sub(W.mul(oldZ, keep), W.dot(joint.massXZ, joint.massYZ, joint.massZZ, x, y, z));
    joint.impulseX = nextX;
    joint.impulseY = nextY;
    joint.impulseZ = nextZ;
    Impulse.apply(joint, W.sub(nextX, oldX), W.sub(nextY, oldY), W.sub(nextZ, oldZ));
  }
}

/** Adds the impulses of the substep to those of the step. */
export function sumLanes(group: ArticulationGroup): void {
  for (let i = 0, n = group.jointCount; i < n; i++) {
    const joint = group.joint(i);
    joint.totalX = W.add(joint.totalX, joint.impulseX);
    joint.totalY = W.add(joint.totalY, joint.impulseY);
    joint.totalZ = W.add(joint.totalZ, joint.impulseZ);
  }
}

class Impulse {
  /** On B at its anchor, and the opposite on A; nothing on what cannot move. */
  // @ts-ignore: decorator
  @inline static apply(joint: GroupJoint, x: v128, y: v128, z: v128): void {
    const zero = f32x4.splat(0);
    const a = changetype<GroupBody>(joint.bodyA);
    const mA = a.mass;
    const fixedA = f32x4.eq(mA, zero);
    a.velocityX = W.msub(a.velocityX, mA, x);
    a.velocityY = W.msub(a.velocityY, mA, y);
    a.velocityZ = W.msub(a.velocityZ, mA, z);
    const aX = v128.andnot(x, fixedA),
      aY = v128.andnot(y, fixedA),
      aZ = v128.andnot(z, fixedA);
    a.spinX = W.sub(a.spinX, W.dot(joint.sweepA0X, joint.sweepA0Y, joint.sweepA0Z, aX, aY, aZ));
    a.spinY = W.sub(a.spinY, W.dot(joint.sweepA1X, joint.sweepA1Y, joint.sweepA1Z, aX, aY, aZ));
    a.spinZ = W.sub(a.spinZ, W.dot(joint.sweepA2X, joint.sweepA2Y, joint.sweepA2Z, aX, aY, aZ));
    const b = changetype<GroupBody>(joint.bodyB);
    const mB = b.mass;
    const fixedB = f32x4.eq(mB, zero);
    b.velocityX = W.madd(b.velocityX, mB, x);
    b.velocityY = W.madd(b.velocityY, mB, y);
    b.velocityZ = W.madd(b.velocityZ, mB, z);
    const bX = v128.andnot(x, fixedB),
      bY = v128.andnot(y, fixedB),
      bZ = v128.andnot(z, fixedB);
    b.spinX = W.add(b.spinX, W.dot(joint.sweepB0X, joint.sweepB0Y, joint.sweepB0Z, bX, bY, bZ));
    b.spinY = W.add(b.spinY, W.dot(joint.sweepB1X, joint.sweepB1Y, joint.sweepB1Z, bX, bY, bZ));
    b.spinZ = W.add(b.spinZ, W.dot(joint.sweepB2X, joint.sweepB2Y, joint.sweepB2Z, bX, bY, bZ));
  }
}
