import { ContactGroup, GroupFeature } from './contact-group';
import { Motions } from './motions';
import { W } from '../math/wide';

/** Gives back the part of the approach speed that the material returns, where the contact was pressed at all. */
export function bounceGroup(group: ContactGroup, threshold: f32, motions: Motions): void {
  const features = GroupFeature.BOUNCES | GroupFeature.IMPACT;
  if ((group.features & features) != features) return;
  motions.read(group);
  let vAx = motions.linearAX,
    vAy = motions.linearAY,
    vAz = motions.linearAZ,
    wAx = motions.angularAX,
    wAy = motions.angularAY,
    wAz = motions.angularAZ,
    vBx = motions.linearBX,
    vBy = motions.linearBY,
    vBz = motions.linearBZ,
    wBx = motions.angularBX,
    wBy = motions.angularBY,
    wBz = motions.angularBZ;
  const mA = motions.inverseMassA,
    mB = motions.inverseMassB;
  const nx = group.normalX,
    ny = group.normalY,
    nz = group.normalZ;
  const zero = f32x4.splat(0),
    slow = f32x4.splat(-threshold);
  const fixedA = f32x4.eq(mA, zero),
    fixedB = f32x4.eq(mB, zero);
  const restitution = group.rare.restitution;
  for (let i = 0, n = group.pointCount; i < n; i++) {
    const rows = group.point(i),
      impact = group.rare.impact(i);
    const approach = impact.approach;
    const active = v128.and(
      v128.and(f32x4.lt(approach, slow), f32x4.gt(impact.maxImpulse, zero)),
      f32x4.gt(restitution, zero),
    );
    const aX = rows.armAX,
      aY = rows.armAY,
      aZ = rows.armAZ;
    const bX = rows.armBX,
      bY = rows.armBY,
      bZ = rows.armBZ;
    const vn = W.add(
      W.dot(nx, ny, nz, W.sub(vBx, vAx), W.sub(vBy, vAy), W.sub(vBz, vAz)),
      W.sub(W.dot(bX, bY, bZ, wBx, wBy, wBz), W.dot(aX, aY, aZ, wAx, wAy, wAz)),
    );
    const wanted = v128.and(active, f32x4.neg(W.mul(rows.mass, W.madd(vn, restitution, approach))));
    const impulse = rows.impulse;
    const next = f32x4.pmax(W.add(impulse, wanted), zero);
    const lambda = v128.and(active, W.sub(next, impulse));
    rows.impulse = W.add(impulse, lambda);
    impact.maxImpulse = f32x4.pmax(impact.maxImpulse, rows.impulse);
    const pA = W.mul(mA, lambda),
      pB = W.mul(mB, lambda);
    vAx = W.msub(vAx, pA, nx);
    vAy = W.msub(vAy, pA, ny);
    vAz = W.msub(vAz, pA, nz);
    vBx = W.madd(vBx, pB, nx);
    vBy = W.madd(vBy, pB, ny);
    vBz = W.madd(vBz, pB, nz);
    const lA = v128.andnot(lambda, fixedA),
      lB = v128.andnot(lambda, fixedB);
    wAx = W.msub(wAx, lA, aX);
    wAy = W.msub(wAy, lA, aY);
    wAz = W.msub(wAz, lA, aZ);
    wBx = W.madd(wBx, lB, bX);
    wBy = W.madd(wBy, lB, bY);
    wBz = W.madd(wBz, lB, bZ);
  }
  motions.linearAX = vAx;
  motions.linearAY = vAy;
  motions.linearAZ = vAz;
  motions.angularAX = wAx;
  motions.angularAY = wAy;
  motions.angularAZ = wAz;
  motions.linearBX = vBx;
  motions.linearBY = vBy;
  motions.linearBZ = vBz;
  motions.angularBX = wBx;
  motions.angularBY = wBy;
  motions.angularBZ = wBz;
  motions.write(group);
}
