import { ContactGroup, GroupFeature } from './contact-group';
import { Motions } from './motions';
import { W } from '../math/wide';

class Limit {
  /** What brings a vector of this length into a ball of this radius. */
  // @ts-ignore: decorator
  @inline static within(length: v128, radius: v128): v128 {
    return f32x4.div(radius, f32x4.pmax(f32x4.pmax(length, radius), f32x4.splat(1e-30)));
  }
}

/** Rolling resistance under the normal load `total`. */
export function solveRolling(group: ContactGroup, motions: Motions, total: v128, grips: v128): void {
  const rare = group.rare;
  const limit = W.mul(rare.rolling, total);
  const mass = rare.rollingMass;
  const gx = rare.rollingX,
    gy = rare.rollingY,
    gz = rare.rollingZ;
  // Angular velocity of B against A: S σ, three columns each.
  const sx = W.sub(
    W.dot(rare.rootB0X, rare.rootB1X, rare.rootB2X, motions.angularBX, motions.angularBY, motions.angularBZ),
    W.dot(rare.rootA0X, rare.rootA1X, rare.rootA2X, motions.angularAX, motions.angularAY, motions.angularAZ),
  );
  const sy = W.sub(
    W.dot(rare.rootB0Y, rare.rootB1Y, rare.rootB2Y, motions.angularBX, motions.angularBY, motions.angularBZ),
    W.dot(rare.rootA0Y, rare.rootA1Y, rare.rootA2Y, motions.angularAX, motions.angularAY, motions.angularAZ),
  );
  const sz = W.sub(
    W.dot(rare.rootB0Z, rare.rootB1Z, rare.rootB2Z, motions.angularBX, motions.angularBY, motions.angularBZ),
    W.dot(rare.rootA0Z, rare.rootA1Z, rare.rootA2Z, motions.angularAX, motions.angularAY, motions.angularAZ),
  );
  let ax = W.msub(gx, mass, sx),
    ay = W.msub(gy, mass, sy),
    az = W.msub(gz, mass, sz);
  const length = f32x4.sqrt(W.dot(ax, ay, az, ax, ay, az));
  const shrink = Limit.within(length, limit);
  ax = W.select(grips, W.mul(ax, shrink), gx);
  ay = W.select(grips, W.mul(ay, shrink), gy);
  az = W.select(grips, W.mul(az, shrink), gz);
  rare.rollingX = ax;
  rare.rollingY = ay;
  rare.rollingZ = az;
  const kx = W.sub(ax, gx),
    ky = W.sub(ay, gy),
    kz = W.sub(az, gz);
  const fixedA = f32x4.eq(motions.inverseMassA, f32x4.splat(0)),
    fixedB = f32x4.eq(motions.inverseMassB, f32x4.splat(0));
  motions.angularAX = W.sub(
    motions.angularAX,
    v128.andnot(W.dot(rare.rootA0X, rare.rootA0Y, rare.rootA0Z, kx, ky, kz), fixedA),
  );
  motions.angularAY = W.sub(
    motions.angularAY,
    v128.andnot(W.dot(rare.rootA1X, rare.rootA1Y, rare.rootA1Z, kx, ky, kz), fixedA),
  );
  motions.angularAZ = W.sub(
    motions.angularAZ,
    v128.andnot(W.dot(rare.rootA2X, rare.rootA2Y, rare.rootA2Z, kx, ky, kz), fixedA),
  );
  motions.angularBX = W.add(
    motions.angularBX,
    v128.andnot(W.dot(rare.rootB0X, rare.rootB0Y, rare.rootB0Z, kx, ky, kz), fixedB),
  );
  motions.angularBY = W.add(
    motions.angularBY,
    v128.andnot(W.dot(rare.rootB1X, rare.rootB1Y, rare.rootB1Z, kx, ky, kz), fixedB),
  );
  motions.angularBZ = W.add(
    motions.angularBZ,
    v128.andnot(W.dot(rare.rootB2X, rare.rootB2Y, rare.rootB2Z, kx, ky, kz), fixedB),
  );
}

export class Friction {
  /**
   * Twist and friction under the normal load: `total`, and `twistLimit`, which has the levers of the points in it. `onlyGrips`: only of
   * contacts that grip.
   */
  // @ts-ignore: decorator
  @inline static solve(group: ContactGroup, motions: Motions, total: v128, twistLimit: v128, onlyGrips: bool): void {
    const wAx = motions.angularAX,
      wAy = motions.angularAY,
      wAz = motions.angularAZ;
    const wBx = motions.angularBX,
      wBy = motions.angularBY,
      wBz = motions.angularBZ;
    const nx = group.normalX,
      ny = group.normalY,
      nz = group.normalZ;
    const friction = group.friction,
      movesA = group.movesA;
    const twistMost = W.mul(friction, twistLimit);
    const oldTwist = group.twistImpulse;
    let spin = W.dot(group.twistBX, group.twistBY, group.twistBZ, wBx, wBy, wBz),
      turn1 = W.dot(group.armB1X, group.armB1Y, group.armB1Z, wBx, wBy, wBz),
      turn2 = W.dot(group.armB2X, group.armB2Y, group.armB2Z, wBx, wBy, wBz);
    if (movesA) {
      spin = W.sub(spin, W.dot(group.twistAX, group.twistAY, group.twistAZ, wAx, wAy, wAz));
      turn1 = W.sub(turn1, W.dot(group.armA1X, group.armA1Y, group.armA1Z, wAx, wAy, wAz));
      turn2 = W.sub(turn2, W.dot(group.armA2X, group.armA2Y, group.armA2Z, wAx, wAy, wAz));
    }
    let nextTwist = f32x4.pmax(f32x4.neg(twistMost), f32x4.pmin(twistMost, W.msub(oldTwist, group.twistMass, spin)));
    if (onlyGrips) nextTwist = W.select(group.rare.grips, nextTwist, oldTwist);
    const twist = W.sub(nextTwist, oldTwist);
    group.twistImpulse = nextTwist;

    const tx = group.tangentX,
      ty = group.tangentY,
      tz = group.tangentZ;
    const ux = W.cross(ny, tz, nz, ty),
      uy = W.cross(nz, tx, nx, tz),
      uz = W.cross(nx, ty, ny, tx);
    const rx = W.sub(motions.linearBX, motions.linearAX),
      ry = W.sub(motions.linearBY, motions.linearAY),
      rz = W.sub(motions.linearBZ, motions.linearAZ);
    const zero = f32x4.splat(0);
    let surface1 = zero,
      surface2 = zero;
    if ((group.features & GroupFeature.CONVEYS) != 0) {
      surface1 = group.rare.surface1;
      surface2 = group.rare.surface2;
    }
    const v1 = W.add(W.madd(surface1, group.twistTangent1, twist), W.add(W.dot(tx, ty, tz, rx, ry, rz), turn1));
    const v2 = W.add(W.madd(surface2, group.twistTangent2, twist), W.add(W.dot(ux, uy, uz, rx, ry, rz), turn2));
    const old1 = group.frictionImpulse1,
      old2 = group.frictionImpulse2;
    let g1 = W.sub(old1, W.madd(W.mul(group.friction11, v1), group.friction12, v2));
    let g2 = W.sub(old2, W.madd(W.mul(group.friction12, v1), group.friction22, v2));
    // Coulomb's cone, as a disc.
    const limit = W.mul(friction, total);
    const shrink = Limit.within(f32x4.sqrt(W.madd(W.mul(g1, g1), g2, g2)), limit);
    g1 = W.mul(g1, shrink);
    g2 = W.mul(g2, shrink);
    if (onlyGrips) {
      g1 = W.select(group.rare.grips, g1, old1);
      g2 = W.select(group.rare.grips, g2, old2);
    }
    group.frictionImpulse1 = g1;
    group.frictionImpulse2 = g2;
    const f1 = W.sub(g1, old1),
      f2 = W.sub(g2, old2);
    const px = W.madd(W.mul(tx, f1), ux, f2),
      py = W.madd(W.mul(ty, f1), uy, f2),
      pz = W.madd(W.mul(tz, f1), uz, f2);
    // The last row: what it does to a body that cannot move is not written back.
    if (movesA) {
      const mA = motions.inverseMassA;
      motions.linearAX = W.msub(motions.linearAX, mA, px);
      motions.linearAY = W.msub(motions.linearAY, mA, py);
      motions.linearAZ = W.msub(motions.linearAZ, mA, pz);
      motions.angularAX = W.sub(wAx, W.madd(W.madd(W.mul(group.armA1X, f1), group.armA2X, f2), group.twistAX, twist));
      motions.angularAY = W.sub(wAy, W.madd(W.madd(W.mul(group.armA1Y, f1), group.armA2Y, f2), group.twistAY, twist));
      motions.angularAZ = W.sub(wAz, W.madd(W.madd(W.mul(group.armA1Z, f1), group.armA2Z, f2), group.twistAZ, twist));
    }
    const mB = motions.inverseMassB;
    motions.linearBX = W.madd(motions.linearBX, mB, px);
    motions.linearBY = W.madd(motions.linearBY, mB, py);
    motions.linearBZ = W.madd(motions.linearBZ, mB, pz);
    motions.angularBX = W.add(wBx, W.madd(W.madd(W.mul(group.armB1X, f1), group.armB2X, f2), group.twistBX, twist));
    motions.angularBY = W.add(wBy, W.madd(W.madd(W.mul(group.armB1Y, f1), group.armB2Y, f2), group.twistBY, twist));
    motions.angularBZ = W.add(wBz, W.madd(W.madd(W.mul(group.armB1Z, f1), group.armB2Z, f2), group.twistBZ, twist));
  }
}
