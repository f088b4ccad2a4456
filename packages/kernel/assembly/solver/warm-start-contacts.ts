import { ContactGroup, GroupFeature } from './contact-group';
import { Motions } from './motions';
import { W } from '../math/wide';

/** Applies the impulses of the substep before. */
export function warmStartGroup(group: ContactGroup, motions: Motions): void {
  if ((group.features & GroupFeature.ROLLS) == 0 && group.isIdle) return;
  motions.read(group);
  const nx = group.normalX,
    ny = group.normalY,
    nz = group.normalZ;
  const tx = group.tangentX,
    ty = group.tangentY,
    tz = group.tangentZ;
  const f1 = group.frictionImpulse1,
    f2 = group.frictionImpulse2;
  let total = f32x4.splat(0);
  // What they do to the spins of A and B. Bodies that cannot move are not written back.
  let lAx = W.madd(W.mul(group.armA1X, f1), group.armA2X, f2),
    lAy = W.madd(W.mul(group.armA1Y, f1), group.armA2Y, f2),
    lAz = W.madd(W.mul(group.armA1Z, f1), group.armA2Z, f2);
  let lBx = W.madd(W.mul(group.armB1X, f1), group.armB2X, f2),
    lBy = W.madd(W.mul(group.armB1Y, f1), group.armB2Y, f2),
    lBz = W.madd(W.mul(group.armB1Z, f1), group.armB2Z, f2);
  for (let i = 0, n = group.pointCount; i < n; i++) {
    const rows = group.point(i);
    const impulse = rows.impulse;
    total = W.add(total, impulse);
    lAx = W.madd(lAx, rows.armAX, impulse);
    lAy = W.madd(lAy, rows.armAY, impulse);
    lAz = W.madd(lAz, rows.armAZ, impulse);
    lBx = W.madd(lBx, rows.armBX, impulse);
    lBy = W.madd(lBy, rows.armBY, impulse);
    lBz = W.madd(lBz, rows.armBZ, impulse);
  }
  const twist = group.twistImpulse;
  lAx = W.madd(lAx, group.twistAX, twist);
  lAy = W.madd(lAy, group.twistAY, twist);
  lAz = W.madd(lAz, group.twistAZ, twist);
  lBx = W.madd(lBx, group.twistBX, twist);
  lBy = W.madd(lBy, group.twistBY, twist);
  lBz = W.madd(lBz, group.twistBZ, twist);
  if ((group.features & GroupFeature.ROLLS) != 0) {
    const rare = group.rare;
    const gx = rare.rollingX,
      gy = rare.rollingY,
      gz = rare.rollingZ;
    lAx = W.add(lAx, W.dot(rare.rootA0X, rare.rootA0Y, rare.rootA0Z, gx, gy, gz));
    lAy = W.add(lAy, W.dot(rare.rootA1X, rare.rootA1Y, rare.rootA1Z, gx, gy, gz));
    lAz = W.add(lAz, W.dot(rare.rootA2X, rare.rootA2Y, rare.rootA2Z, gx, gy, gz));
    lBx = W.add(lBx, W.dot(rare.rootB0X, rare.rootB0Y, rare.rootB0Z, gx, gy, gz));
    lBy = W.add(lBy, W.dot(rare.rootB1X, rare.rootB1Y, rare.rootB1Z, gx, gy, gz));
    lBz = W.add(lBz, W.dot(rare.rootB2X, rare.rootB2Y, rare.rootB2Z, gx, gy, gz));
  }
  const ux = W.cross(ny, tz, nz, ty),
    uy = W.cross(nz, tx, nx, tz),
    uz = W.cross(nx, ty, ny, tx);
  const px = W.madd(W.madd(W.mul(nx, total), tx, f1), ux, f2),
    py = W.madd(W.madd(W.mul(ny, total), ty, f1), uy, f2),
    pz = W.madd(W.madd(W.mul(nz, total), tz, f1), uz, f2);
  const mA = motions.inverseMassA,
    mB = motions.inverseMassB;
  motions.linearAX = W.msub(motions.linearAX, mA, px);
  motions.linearAY = W.msub(motions.linearAY, mA, py);
  motions.linearAZ = W.msub(motions.linearAZ, mA, pz);
  motions.linearBX = W.madd(motions.linearBX, mB, px);
  motions.linearBY = W.madd(motions.linearBY, mB, py);
  motions.linearBZ = W.madd(motions.linearBZ, mB, pz);
  motions.angularAX = W.sub(motions.angularAX, lAx);
  motions.angularAY = W.sub(motions.angularAY, lAy);
  motions.angularAZ = W.sub(motions.angularAZ, lAz);
  motions.angularBX = W.add(motions.angularBX, lBx);
  motions.angularBY = W.add(motions.angularBY, lBy);
  motions.angularBZ = W.add(motions.angularBZ, lBz);
  motions.write(group);
}
