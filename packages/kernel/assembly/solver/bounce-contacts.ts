import { ContactGroup, GroupFeature } from './contact-group';
import { scatter } from './solve-contacts';
import { W } from '../math/wide';

/** Gives back the part of the approach speed that the material returns, where the contact was pressed at all. */
export function bounceGroup(group: ContactGroup, threshold: f32): void {
  const features = GroupFeature.BOUNCES | GroupFeature.IMPACT;
  if ((group.features & features) != features) return;
  const stateA = group.stateA,
    stateB = group.stateB;
  const fa0 = i32x4.extract_lane(stateA, 0) as usize,
    fa1 = i32x4.extract_lane(stateA, 1) as usize,
    fa2 = i32x4.extract_lane(stateA, 2) as usize,
    fa3 = i32x4.extract_lane(stateA, 3) as usize;
  const fb0 = i32x4.extract_lane(stateB, 0) as usize,
    fb1 = i32x4.extract_lane(stateB, 1) as usize,
    fb2 = i32x4.extract_lane(stateB, 2) as usize,
    fb3 = i32x4.extract_lane(stateB, 3) as usize;
  const a0 = fa0 & ~1,
    a1 = fa1 & ~1,
    a2 = fa2 & ~1,
    a3 = fa3 & ~1;
  const b0 = fb0 & ~1,
    b1 = fb1 & ~1,
    b2 = fb2 & ~1,
    b3 = fb3 & ~1;
  let r0: v128, r1: v128, r2: v128, r3: v128, lo: v128, lo2: v128, hi: v128, hi2: v128;
  r0 = v128.load(a0);
  r1 = v128.load(a1);
  r2 = v128.load(a2);
  r3 = v128.load(a3);
  lo = W.lows(r0, r1);
  lo2 = W.lows(r2, r3);
  hi = W.highs(r0, r1);
  hi2 = W.highs(r2, r3);
  let vAx = W.first(lo, lo2);
  let vAy = W.second(lo, lo2);
  let vAz = W.first(hi, hi2);
  const mA = W.second(hi, hi2);
  r0 = v128.load(a0, 16);
  r1 = v128.load(a1, 16);
  r2 = v128.load(a2, 16);
  r3 = v128.load(a3, 16);
  lo = W.lows(r0, r1);
  lo2 = W.lows(r2, r3);
  hi = W.highs(r0, r1);
  hi2 = W.highs(r2, r3);
  let wAx = W.first(lo, lo2);
  let wAy = W.second(lo, lo2);
  let wAz = W.first(hi, hi2);
  r0 = v128.load(b0);
  r1 = v128.load(b1);
  r2 = v128.load(b2);
  r3 = v128.load(b3);
  lo = W.lows(r0, r1);
  lo2 = W.lows(r2, r3);
  hi = W.highs(r0, r1);
  hi2 = W.highs(r2, r3);
  let vBx = W.first(lo, lo2);
  let vBy = W.second(lo, lo2);
  let vBz = W.first(hi, hi2);
  const mB = W.second(hi, hi2);
  r0 = v128.load(b0, 16);
  r1 = v128.load(b1, 16);
  r2 = v128.load(b2, 16);
  r3 = v128.load(b3, 16);
  lo = W.lows(r0, r1);
  lo2 = W.lows(r2, r3);
  hi = W.highs(r0, r1);
  hi2 = W.highs(r2, r3);
  let wBx = W.first(lo, lo2);
  let wBy = W.second(lo, lo2);
  let wBz = W.first(hi, hi2);
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
  scatter(fa0, fa1, fa2, fa3, vAx, vAy, vAz, mA, wAx, wAy, wAz);
  scatter(fb0, fb1, fb2, fb3, vBx, vBy, vBz, mB, wBx, wBy, wBz);
}
