import { W } from '../math/wide';
import { ArticulationGroup, GroupBody, GroupJoint } from './articulation-group';

/**
 * As refreshJoint of all joints, with the bodies where they are: arms, errors and effective masses. `rate` and `pull`: how a biased pass
 * answers rates and errors. Reads: the bodies' motion as taken. Returns the lanes with an error above `most`, m².
 */
export function refreshLanes(group: ArticulationGroup, rate: f32, pull: f32, h: f32, most: f32): i32 {
  let strained = f32x4.splat(0);
  for (let i = 0, n = group.jointCount; i < n; i++) {
    const error2 = refresh(group.joint(i), f32x4.splat(rate * 0.5 * h), f32x4.splat(pull));
    strained = v128.or(strained, f32x4.gt(error2, f32x4.splat(most)));
  }
  return i32x4.bitmask(strained);
}

/** Returns the square of the error. */
function refresh(joint: GroupJoint, bend: v128, pull: v128): v128 {
  const a = changetype<GroupBody>(joint.bodyA),
    b = changetype<GroupBody>(joint.bodyB);
  // By differences: positions far from the origin would round them away.
  let x = joint.startArmAX,
    y = joint.startArmAY,
    z = joint.startArmAZ;
  let qx = a.turnX,
    qy = a.turnY,
    qz = a.turnZ,
    qw = a.turnW;
  let tx = W.twice(W.cross(qy, z, qz, y)),
    ty = W.twice(W.cross(qz, x, qx, z)),
    tz = W.twice(W.cross(qx, y, qy, x));
  const dAX = W.madd(W.cross(qy, tz, qz, ty), qw, tx),
    dAY = W.madd(W.cross(qz, tx, qx, tz), qw, ty),
    dAZ = W.madd(W.cross(qx, ty, qy, tx), qw, tz);
  let aX = W.add(x, dAX),
    aY = W.add(y, dAY),
    aZ = W.add(z, dAZ);
  x = joint.startArmBX;
  y = joint.startArmBY;
  z = joint.startArmBZ;
  qx = b.turnX;
  qy = b.turnY;
  qz = b.turnZ;
  qw = b.turnW;
  tx = W.twice(W.cross(qy, z, qz, y));
  ty = W.twice(W.cross(qz, x, qx, z));
  tz = W.twice(W.cross(qx, y, qy, x));
  const dBX = W.madd(W.cross(qy, tz, qz, ty), qw, tx),
    dBY = W.madd(W.cross(qz, tx, qx, tz), qw, ty),
    dBZ = W.madd(W.cross(qx, ty, qy, tx), qw, tz);
  const bX = W.add(x, dBX),
    bY = W.add(y, dBY),
    bZ = W.add(z, dBZ);
  const offsetX = W.add(joint.startOffsetX, W.add(W.sub(b.movedX, a.movedX), W.sub(dBX, dAX))),
    offsetY = W.add(joint.startOffsetY, W.add(W.sub(b.movedY, a.movedY), W.sub(dBY, dAY))),
    offsetZ = W.add(joint.startOffsetZ, W.add(W.sub(b.movedZ, a.movedZ), W.sub(dBZ, dAZ)));
  // Both impulses act at B's anchor.
  aX = W.add(aX, offsetX);
  aY = W.add(aY, offsetY);
  aZ = W.add(aZ, offsetZ);

  // ω × (ω × arm), of B without that of A.
  let wx = b.omegaX,
    wy = b.omegaY,
    wz = b.omegaZ;
  let ux = W.cross(wy, bZ, wz, bY),
    uy = W.cross(wz, bX, wx, bZ),
    uz = W.cross(wx, bY, wy, bX);
  let bendX = W.cross(wy, uz, wz, uy),
    bendY = W.cross(wz, ux, wx, uz),
    bendZ = W.cross(wx, uy, wy, ux);
  wx = a.omegaX;
  wy = a.omegaY;
  wz = a.omegaZ;
  ux = W.cross(wy, aZ, wz, aY);
  uy = W.cross(wz, aX, wx, aZ);
  uz = W.cross(wx, aY, wy, aX);
  bendX = W.sub(bendX, W.cross(wy, uz, wz, uy));
  bendY = W.sub(bendY, W.cross(wz, ux, wx, uz));
  bendZ = W.sub(bendZ, W.cross(wx, uy, wy, ux));
  joint.biasX = W.madd(W.mul(offsetX, pull), bendX, bend);
  joint.biasY = W.madd(W.mul(offsetY, pull), bendY, bend);
  joint.biasZ = W.madd(W.mul(offsetZ, pull), bendZ, bend);

  const mA = a.mass,
    mB = b.mass;
  const zero = f32x4.splat(0);
  const movesA = f32x4.ne(mA, zero),
    movesB = f32x4.ne(mB, zero);
  const m = W.add(mA, mB);
  // Columns of the sweeps, S times the arm, and T Tᵀ of them.
  const a0X = W.cross(a.root0Y, aZ, a.root0Z, aY),
    a0Y = W.cross(a.root0Z, aX, a.root0X, aZ),
    a0Z = W.cross(a.root0X, aY, a.root0Y, aX);
  const a1X = W.cross(a.root1Y, aZ, a.root1Z, aY),
    a1Y = W.cross(a.root1Z, aX, a.root1X, aZ),
    a1Z = W.cross(a.root1X, aY, a.root1Y, aX);
  const a2X = W.cross(a.root2Y, aZ, a.root2Z, aY),
    a2Y = W.cross(a.root2Z, aX, a.root2X, aZ),
    a2Z = W.cross(a.root2X, aY, a.root2Y, aX);
  joint.sweepA0X = a0X;
  joint.sweepA0Y = a0Y;
  joint.sweepA0Z = a0Z;
  joint.sweepA1X = a1X;
  joint.sweepA1Y = a1Y;
  joint.sweepA1Z = a1Z;
  joint.sweepA2X = a2X;
  joint.sweepA2Y = a2Y;
  joint.sweepA2Z = a2Z;
  let xx = W.add(m, v128.and(movesA, W.dot(a0X, a1X, a2X, a0X, a1X, a2X))),
    yy = W.add(m, v128.and(movesA, W.dot(a0Y, a1Y, a2Y, a0Y, a1Y, a2Y))),
    zz = W.add(m, v128.and(movesA, W.dot(a0Z, a1Z, a2Z, a0Z, a1Z, a2Z)));
  let xy = v128.and(movesA, W.dot(a0X, a1X, a2X, a0Y, a1Y, a2Y)),
    xz = v128.and(movesA, W.dot(a0X, a1X, a2X, a0Z, a1Z, a2Z)),
    yz = v128.and(movesA, W.dot(a0Y, a1Y, a2Y, a0Z, a1Z, a2Z));
  const b0X = W.cross(b.root0Y, bZ, b.root0Z, bY),
    b0Y = W.cross(b.root0Z, bX, b.root0X, bZ),
    b0Z = W.cross(b.root0X, bY, b.root0Y, bX);
  const b1X = W.cross(b.root1Y, bZ, b.root1Z, bY),
    b1Y = W.cross(b.root1Z, bX, b.root1X, bZ),
    b1Z = W.cross(b.root1X, bY, b.root1Y, bX);
  const b2X = W.cross(b.root2Y, bZ, b.root2Z, bY),
    b2Y = W.cross(b.root2Z, bX, b.root2X, bZ),
    b2Z = W.cross(b.root2X, bY, b.root2Y, bX);
  joint.sweepB0X = b0X;
  joint.sweepB0Y = b0Y;
  joint.sweepB0Z = b0Z;
  joint.sweepB1X = b1X;
  joint.sweepB1Y = b1Y;
  joint.sweepB1Z = b1Z;
  joint.sweepB2X = b2X;
  joint.sweepB2Y = b2Y;
  joint.sweepB2Z = b2Z;
  xx = W.add(xx, v128.and(movesB, W.dot(b0X, b1X, b2X, b0X, b1X, b2X)));
  yy = W.add(yy, v128.and(movesB, W.dot(b0Y, b1Y, b2Y, b0Y, b1Y, b2Y)));
  zz = W.add(zz, v128.and(movesB, W.dot(b0Z, b1Z, b2Z, b0Z, b1Z, b2Z)));
  xy = W.add(xy, v128.and(movesB, W.dot(b0X, b1X, b2X, b0Y, b1Y, b2Y)));
  xz = W.add(xz, v128.and(movesB, W.dot(b0X, b1X, b2X, b0Z, b1Z, b2Z)));
  yz = W.add(yz, v128.and(movesB, W.dot(b0Y, b1Y, b2Y, b0Z, b1Z, b2Z)));
  // The inverse by cofactors.
  const cxx = W.cross(yy, zz, yz, yz),
    cxy = W.cross(xz, yz, xy, zz),
    cxz = W.cross(xy, yz, xz, yy);
  const s = W.inverse(W.dot(xx, xy, xz, cxx, cxy, cxz));
  joint.massXX = W.mul(s, cxx);
  joint.massXY = W.mul(s, cxy);
  joint.massXZ = W.mul(s, cxz);
  joint.massYY = W.mul(s, W.cross(xx, zz, xz, xz));
  joint.massYZ = W.mul(s, W.cross(xy, xz, xx, yz));
  joint.massZZ = W.mul(s, W.cross(xx, yy, xy, xy));
  return W.dot(offsetX, offsetY, offsetZ, offsetX, offsetY, offsetZ);
}
