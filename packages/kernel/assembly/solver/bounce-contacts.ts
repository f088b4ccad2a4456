import { BodyState } from '../bodies/body';
import { Lanes } from '../math/lanes';
import { ContactGroup, GroupFeature } from './contact-group';
import { scatter } from './solve-contacts';
import { W } from '../math/wide';

/** Gives back the part of the approach speed that the material returns, where the contact was pressed at all. `room`: scratch. */
export function bounceGroup(group: ContactGroup, threshold: f32, room: usize): void {
  const features = GroupFeature.BOUNCES | GroupFeature.IMPACT;
  if ((group.features & features) != features) return;
  const stateA = group.stateA,
    stateB = group.stateB;
  const a = v128.andnot(stateA, i32x4.splat(1)),
    b = v128.andnot(stateB, i32x4.splat(1));
  const linearA = room,
    angularA = room + 64,
    linearB = room + 128,
    angularB = room + 192;
  Lanes.gather(linearA, a, offsetof<BodyState>('linear'));
  Lanes.gather(angularA, a, offsetof<BodyState>('angular'));
  Lanes.gather(linearB, b, offsetof<BodyState>('linear'));
  Lanes.gather(angularB, b, offsetof<BodyState>('angular'));
  let vAx = v128.load(linearA),
    vAy = v128.load(linearA, 16),
    vAz = v128.load(linearA, 32);
  let wAx = v128.load(angularA),
    wAy = v128.load(angularA, 16),
    wAz = v128.load(angularA, 32);
  let vBx = v128.load(linearB),
    vBy = v128.load(linearB, 16),
    vBz = v128.load(linearB, 32);
  let wBx = v128.load(angularB),
    wBy = v128.load(angularB, 16),
    wBz = v128.load(angularB, 32);
  const mA = v128.load(linearA, 48),
    mB = v128.load(linearB, 48);
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
  scatterTo(stateA, vAx, vAy, vAz, mA, wAx, wAy, wAz);
  scatterTo(stateB, vBx, vBy, vBz, mB, wBx, wBy, wBz);
}

function scatterTo(states: v128, vx: v128, vy: v128, vz: v128, m: v128, wx: v128, wy: v128, wz: v128): void {
  const s0 = i32x4.extract_lane(states, 0) as usize,
    s1 = i32x4.extract_lane(states, 1) as usize,
    s2 = i32x4.extract_lane(states, 2) as usize,
    s3 = i32x4.extract_lane(states, 3) as usize;
  scatter(s0, s1, s2, s3, vx, vy, vz, m, wx, wy, wz);
}
