import { ContactGroup, GroupFeature, PointRows } from './contact-group';
import { Pass } from './pass';
import { W } from '../math/wide';

/** Writes four velocities back, but not to bodies that cannot move: other workers may be reading those. */
export function scatter(
  s0: usize,
  s1: usize,
  s2: usize,
  s3: usize,
  vx: v128,
  vy: v128,
  vz: v128,
  m: v128,
  wx: v128,
  wy: v128,
  wz: v128,
): void {
  const zero = f32x4.splat(0);
  const l01 = W.lows(vx, vy),
    l23 = W.lows(vz, m),
    h01 = W.highs(vx, vy),
    h23 = W.highs(vz, m);
  const a01 = W.lows(wx, wy),
    a23 = W.lows(wz, zero),
    b01 = W.highs(wx, wy),
    b23 = W.highs(wz, zero);
  if ((s0 & 1) == 0) {
    v128.store(s0, W.first(l01, l23));
    v128.store(s0, W.first(a01, a23), 16);
  }
  if ((s1 & 1) == 0) {
    v128.store(s1, W.second(l01, l23));
    v128.store(s1, W.second(a01, a23), 16);
  }
  if ((s2 & 1) == 0) {
    v128.store(s2, W.first(h01, h23));
    v128.store(s2, W.first(b01, b23), 16);
  }
  if ((s3 & 1) == 0) {
    v128.store(s3, W.second(h01, h23));
    v128.store(s3, W.second(b01, b23), 16);
  }
}

/** Applies the impulses of the substep before. */
export function warmStartGroup(group: ContactGroup): void {
  if ((group.features & GroupFeature.ROLLS) == 0 && group.isIdle) return;
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
  vAx = W.msub(vAx, mA, px);
  vAy = W.msub(vAy, mA, py);
  vAz = W.msub(vAz, mA, pz);
  vBx = W.madd(vBx, mB, px);
  vBy = W.madd(vBy, mB, py);
  vBz = W.madd(vBz, mB, pz);
  wAx = W.sub(wAx, lAx);
  wAy = W.sub(wAy, lAy);
  wAz = W.sub(wAz, lAz);
  wBx = W.add(wBx, lBx);
  wBy = W.add(wBy, lBy);
  wBz = W.add(wBz, lBz);
  scatter(fa0, fa1, fa2, fa3, vAx, vAy, vAz, mA, wAx, wAy, wAz);
  scatter(fb0, fb1, fb2, fb3, vBx, vBy, vBz, mB, wBx, wBy, wBz);
}

class Row {
  /** Where the bodies are: gaps may close within the substep, overlaps open softly. */
  // @ts-ignore: decorator
  @inline static measure(rows: PointRows, moved: v128, rate: v128, slowest: v128, perStep: v128): void {
    const s = W.add(rows.separation, moved);
    const open = f32x4.pmax(W.mul(rate, s), slowest);
    rows.push = W.select(f32x4.gt(s, f32x4.splat(0)), W.mul(s, perStep), open);
  }

  /** The next impulse, soft in overlap and rigid across a gap. */
  // @ts-ignore: decorator
  @inline static soft(rows: PointRows, velocity: v128, scale: v128, soften: v128): v128 {
    const zero = f32x4.splat(0);
    const push = rows.push,
      impulse = rows.impulse;
    const apart = f32x4.gt(push, zero);
    const mass = W.mul(rows.mass, W.select(apart, f32x4.splat(1), scale));
    const wanted = W.madd(W.mul(mass, W.add(velocity, push)), v128.andnot(soften, apart), impulse);
    return f32x4.pmax(W.sub(impulse, wanted), zero);
  }

  /** The next impulse without the push. */
  // @ts-ignore: decorator
  @inline static relaxed(rows: PointRows, velocity: v128): v128 {
    const zero = f32x4.splat(0);
    const wanted = W.mul(rows.mass, W.add(velocity, f32x4.pmax(rows.push, zero)));
    return f32x4.pmax(W.sub(rows.impulse, wanted), zero);
  }
}

/**
 * One Gauss-Seidel pass over the rows of four contacts: normals, then rolling, twist and friction under the normal load; in SOLVE
 * normals alone, but for contacts that grip. SOLVE and SOLVE_AGAIN push overlaps out softly; RELAX only removes the velocity that
 * the push added, and gaps may close as fast as before the bodies moved.
 * The separation follows the bodies' motion in this step to first order: s = s0 + n·Δp + θ·(r × n), exact for round shapes.
 * Source: E. Catto, "Solver2D" (2024).
 */
export function solveGroup(group: ContactGroup, inverseH: f32, pushSpeed: f32, pass: i32): void {
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
    one = f32x4.splat(1);
  const fixedA = f32x4.eq(mA, zero),
    fixedB = f32x4.eq(mB, zero);
  // How far the bodies went in this step: along the normal, and by turning.
  if (pass == Pass.SOLVE) {
    r0 = v128.load(a0, 32);
    r1 = v128.load(a1, 32);
    r2 = v128.load(a2, 32);
    r3 = v128.load(a3, 32);
    lo = W.lows(r0, r1);
    lo2 = W.lows(r2, r3);
    hi = W.highs(r0, r1);
    hi2 = W.highs(r2, r3);
    const pAx = W.first(lo, lo2);
    const pAy = W.second(lo, lo2);
    const pAz = W.first(hi, hi2);
    r0 = v128.load(b0, 32);
    r1 = v128.load(b1, 32);
    r2 = v128.load(b2, 32);
    r3 = v128.load(b3, 32);
    lo = W.lows(r0, r1);
    lo2 = W.lows(r2, r3);
    hi = W.highs(r0, r1);
    hi2 = W.highs(r2, r3);
    let dx = W.first(lo, lo2);
    let dy = W.second(lo, lo2);
    let dz = W.first(hi, hi2);
    dx = W.sub(dx, pAx);
    dy = W.sub(dy, pAy);
    dz = W.sub(dz, pAz);
    r0 = v128.load(a0, 48);
    r1 = v128.load(a1, 48);
    r2 = v128.load(a2, 48);
    r3 = v128.load(a3, 48);
    lo = W.lows(r0, r1);
    lo2 = W.lows(r2, r3);
    hi = W.highs(r0, r1);
    hi2 = W.highs(r2, r3);
    const oAx = W.first(lo, lo2);
    const oAy = W.second(lo, lo2);
    const oAz = W.first(hi, hi2);
    r0 = v128.load(b0, 48);
    r1 = v128.load(b1, 48);
    r2 = v128.load(b2, 48);
    r3 = v128.load(b3, 48);
    lo = W.lows(r0, r1);
    lo2 = W.lows(r2, r3);
    hi = W.highs(r0, r1);
    hi2 = W.highs(r2, r3);
    const oBx = W.first(lo, lo2);
    const oBy = W.second(lo, lo2);
    const oBz = W.first(hi, hi2);
    const moved = W.dot(nx, ny, nz, dx, dy, dz);
    const rate = group.biasRate,
      slowest = f32x4.splat(-pushSpeed),
      perStep = f32x4.splat(inverseH);
    for (let i = 0, n = group.pointCount; i < n; i++) {
      const rows = group.point(i);
      const turn = W.sub(
        W.dot(rows.armBX, rows.armBY, rows.armBZ, oBx, oBy, oBz),
        W.dot(rows.armAX, rows.armAY, rows.armAZ, oAx, oAy, oAz),
      );
      Row.measure(rows, W.add(moved, turn), rate, slowest, perStep);
    }
  }
  const biased = pass != Pass.RELAX;
  const scale = group.massScale,
    soften = group.impulseScale;
  // The rows of a manifold share their normal. Their velocities are taken at once, and each impulse goes to the rows after it by their
  // coupling: the same Gauss-Seidel sweep without a trip through the bodies.
  const pointCount = group.pointCount;
  const p0 = group.point(0),
    p1 = group.point(1),
    p2 = group.point(2),
    p3 = group.point(3);
  const along = W.dot(nx, ny, nz, W.sub(vBx, vAx), W.sub(vBy, vAy), W.sub(vBz, vAz));
  // Where nothing presses, and nothing comes to press, no row changes anything. Contacts that were idle share groups.
  if ((group.features & GroupFeature.ROLLS) == 0 && group.isIdle) {
    let comes = zero;
    for (let i = 0; i < pointCount; i++) {
      const rows = group.point(i);
      const velocity = W.add(
        along,
        W.sub(
          W.dot(rows.armBX, rows.armBY, rows.armBZ, wBx, wBy, wBz),
          W.dot(rows.armAX, rows.armAY, rows.armAZ, wAx, wAy, wAz),
        ),
      );
      const push = biased ? rows.push : f32x4.pmax(rows.push, zero);
      comes = v128.or(comes, f32x4.lt(W.mul(rows.mass, W.add(velocity, push)), zero));
    }
    if (!v128.any_true(comes)) return;
  }
  let l0: v128, l1: v128, l2: v128, l3: v128;
  const old0 = p0.impulse;
  let v0 = W.add(
    along,
    W.sub(W.dot(p0.armBX, p0.armBY, p0.armBZ, wBx, wBy, wBz), W.dot(p0.armAX, p0.armAY, p0.armAZ, wAx, wAy, wAz)),
  );
  const next0 = biased ? Row.soft(p0, v0, scale, soften) : Row.relaxed(p0, v0);
  p0.impulse = next0;
  l0 = W.sub(next0, old0);
  let total = next0,
    twistLimit = W.mul(next0, p0.lever);
  let pressed = l0;
  let sAx = W.mul(l0, p0.armAX),
    sAy = W.mul(l0, p0.armAY),
    sAz = W.mul(l0, p0.armAZ),
    sBx = W.mul(l0, p0.armBX),
    sBy = W.mul(l0, p0.armBY),
    sBz = W.mul(l0, p0.armBZ);
  if (pointCount > 1) {
    const old1 = p1.impulse;
    let v1 = W.add(
      along,
      W.sub(W.dot(p1.armBX, p1.armBY, p1.armBZ, wBx, wBy, wBz), W.dot(p1.armAX, p1.armAY, p1.armAZ, wAx, wAy, wAz)),
    );
    v1 = W.madd(v1, group.coupling01, l0);
    const next1 = biased ? Row.soft(p1, v1, scale, soften) : Row.relaxed(p1, v1);
    p1.impulse = next1;
    l1 = W.sub(next1, old1);
    total = W.add(total, next1);
    twistLimit = W.madd(twistLimit, next1, p1.lever);
    pressed = W.add(pressed, l1);
    sAx = W.madd(sAx, l1, p1.armAX);
    sAy = W.madd(sAy, l1, p1.armAY);
    sAz = W.madd(sAz, l1, p1.armAZ);
    sBx = W.madd(sBx, l1, p1.armBX);
    sBy = W.madd(sBy, l1, p1.armBY);
    sBz = W.madd(sBz, l1, p1.armBZ);
    if (pointCount > 2) {
      const old2 = p2.impulse;
      let v2 = W.add(
        along,
        W.sub(W.dot(p2.armBX, p2.armBY, p2.armBZ, wBx, wBy, wBz), W.dot(p2.armAX, p2.armAY, p2.armAZ, wAx, wAy, wAz)),
      );
      v2 = W.madd(v2, group.coupling02, l0);
      v2 = W.madd(v2, group.coupling12, l1);
      const next2 = biased ? Row.soft(p2, v2, scale, soften) : Row.relaxed(p2, v2);
      p2.impulse = next2;
      l2 = W.sub(next2, old2);
      total = W.add(total, next2);
      twistLimit = W.madd(twistLimit, next2, p2.lever);
      pressed = W.add(pressed, l2);
      sAx = W.madd(sAx, l2, p2.armAX);
      sAy = W.madd(sAy, l2, p2.armAY);
      sAz = W.madd(sAz, l2, p2.armAZ);
      sBx = W.madd(sBx, l2, p2.armBX);
      sBy = W.madd(sBy, l2, p2.armBY);
      sBz = W.madd(sBz, l2, p2.armBZ);
      if (pointCount > 3) {
        const old3 = p3.impulse;
        let v3 = W.add(
          along,
          W.sub(W.dot(p3.armBX, p3.armBY, p3.armBZ, wBx, wBy, wBz), W.dot(p3.armAX, p3.armAY, p3.armAZ, wAx, wAy, wAz)),
        );
        v3 = W.madd(v3, group.coupling03, l0);
        v3 = W.madd(v3, group.coupling13, l1);
        v3 = W.madd(v3, group.coupling23, l2);
        const next3 = biased ? Row.soft(p3, v3, scale, soften) : Row.relaxed(p3, v3);
        p3.impulse = next3;
        l3 = W.sub(next3, old3);
        total = W.add(total, next3);
        twistLimit = W.madd(twistLimit, next3, p3.lever);
        pressed = W.add(pressed, l3);
        sAx = W.madd(sAx, l3, p3.armAX);
        sAy = W.madd(sAy, l3, p3.armAY);
        sAz = W.madd(sAz, l3, p3.armAZ);
        sBx = W.madd(sBx, l3, p3.armBX);
        sBy = W.madd(sBy, l3, p3.armBY);
        sBz = W.madd(sBz, l3, p3.armBZ);
      }
    }
  }
  if ((group.features & GroupFeature.IMPACT) != 0) {
    for (let i = 0; i < pointCount; i++) {
      const impact = group.rare.impact(i);
      impact.maxImpulse = f32x4.pmax(impact.maxImpulse, group.point(i).impulse);
    }
  }
  {
    const pA = W.mul(mA, pressed),
      pB = W.mul(mB, pressed);
    vAx = W.msub(vAx, pA, nx);
    vAy = W.msub(vAy, pA, ny);
    vAz = W.msub(vAz, pA, nz);
    vBx = W.madd(vBx, pB, nx);
    vBy = W.madd(vBy, pB, ny);
    vBz = W.madd(vBz, pB, nz);
    wAx = W.sub(wAx, v128.andnot(sAx, fixedA));
    wAy = W.sub(wAy, v128.andnot(sAy, fixedA));
    wAz = W.sub(wAz, v128.andnot(sAz, fixedA));
    wBx = W.add(wBx, v128.andnot(sBx, fixedB));
    wBy = W.add(wBy, v128.andnot(sBy, fixedB));
    wBz = W.add(wBz, v128.andnot(sBz, fixedB));
  }

  // Normals alone at first: friction follows once they agree, under the load that they agree on (docs/decisions/0004).
  const isFirst = pass == Pass.SOLVE;
  if (isFirst && (group.features & GroupFeature.GRIPS) == 0) {
    scatter(fa0, fa1, fa2, fa3, vAx, vAy, vAz, mA, wAx, wAy, wAz);
    scatter(fb0, fb1, fb2, fb3, vBx, vBy, vBz, mB, wBx, wBy, wBz);
    return;
  }
  const grips = isFirst ? group.rare.grips : i32x4.splat(-1);
  if ((group.features & GroupFeature.ROLLS) != 0) {
    const rare = group.rare;
    const limit = W.mul(rare.rolling, total);
    const mass = rare.rollingMass;
    const gx = rare.rollingX,
      gy = rare.rollingY,
      gz = rare.rollingZ;
    // Angular velocity of B against A: S σ, three columns each.
    const sx = W.sub(
      W.dot(rare.rootB0X, rare.rootB1X, rare.rootB2X, wBx, wBy, wBz),
      W.dot(rare.rootA0X, rare.rootA1X, rare.rootA2X, wAx, wAy, wAz),
    );
    const sy = W.sub(
      W.dot(rare.rootB0Y, rare.rootB1Y, rare.rootB2Y, wBx, wBy, wBz),
      W.dot(rare.rootA0Y, rare.rootA1Y, rare.rootA2Y, wAx, wAy, wAz),
    );
    const sz = W.sub(
      W.dot(rare.rootB0Z, rare.rootB1Z, rare.rootB2Z, wBx, wBy, wBz),
      W.dot(rare.rootA0Z, rare.rootA1Z, rare.rootA2Z, wAx, wAy, wAz),
    );
    let ax = W.msub(gx, mass, sx),
      ay = W.msub(gy, mass, sy),
      az = W.msub(gz, mass, sz);
    const length = f32x4.sqrt(W.dot(ax, ay, az, ax, ay, az));
    const shrink = W.select(f32x4.gt(length, limit), W.mul(limit, W.inverse(length)), one);
    ax = W.select(grips, W.mul(ax, shrink), gx);
    ay = W.select(grips, W.mul(ay, shrink), gy);
    az = W.select(grips, W.mul(az, shrink), gz);
    rare.rollingX = ax;
    rare.rollingY = ay;
    rare.rollingZ = az;
    const kx = W.sub(ax, gx),
      ky = W.sub(ay, gy),
      kz = W.sub(az, gz);
    wAx = W.sub(wAx, v128.andnot(W.dot(rare.rootA0X, rare.rootA0Y, rare.rootA0Z, kx, ky, kz), fixedA));
    wAy = W.sub(wAy, v128.andnot(W.dot(rare.rootA1X, rare.rootA1Y, rare.rootA1Z, kx, ky, kz), fixedA));
    wAz = W.sub(wAz, v128.andnot(W.dot(rare.rootA2X, rare.rootA2Y, rare.rootA2Z, kx, ky, kz), fixedA));
    wBx = W.add(wBx, v128.andnot(W.dot(rare.rootB0X, rare.rootB0Y, rare.rootB0Z, kx, ky, kz), fixedB));
    wBy = W.add(wBy, v128.andnot(W.dot(rare.rootB1X, rare.rootB1Y, rare.rootB1Z, kx, ky, kz), fixedB));
    wBz = W.add(wBz, v128.andnot(W.dot(rare.rootB2X, rare.rootB2Y, rare.rootB2Z, kx, ky, kz), fixedB));
  }

  const friction = group.friction;
  const tAx = group.twistAX,
    tAy = group.twistAY,
    tAz = group.twistAZ;
  const tBx = group.twistBX,
    tBy = group.twistBY,
    tBz = group.twistBZ;
  const twistMost = W.mul(friction, twistLimit);
  const oldTwist = group.twistImpulse;
  const spin = W.sub(W.dot(tBx, tBy, tBz, wBx, wBy, wBz), W.dot(tAx, tAy, tAz, wAx, wAy, wAz));
  const nextTwist = W.select(
    grips,
    f32x4.pmax(f32x4.neg(twistMost), f32x4.pmin(twistMost, W.msub(oldTwist, group.twistMass, spin))),
    oldTwist,
  );
  const twist = W.sub(nextTwist, oldTwist);
  group.twistImpulse = nextTwist;

  const tx = group.tangentX,
    ty = group.tangentY,
    tz = group.tangentZ;
  const ux = W.cross(ny, tz, nz, ty),
    uy = W.cross(nz, tx, nx, tz),
    uz = W.cross(nx, ty, ny, tx);
  const a1x = group.armA1X,
    a1y = group.armA1Y,
    a1z = group.armA1Z,
    b1x = group.armB1X,
    b1y = group.armB1Y,
    b1z = group.armB1Z;
  const a2x = group.armA2X,
    a2y = group.armA2Y,
    a2z = group.armA2Z,
    b2x = group.armB2X,
    b2y = group.armB2Y,
    b2z = group.armB2Z;
  const rx = W.sub(vBx, vAx),
    ry = W.sub(vBy, vAy),
    rz = W.sub(vBz, vAz);
  let surface1 = zero,
    surface2 = zero;
  if ((group.features & GroupFeature.CONVEYS) != 0) {
    surface1 = group.rare.surface1;
    surface2 = group.rare.surface2;
  }
  const v1 = W.add(
    W.madd(surface1, group.twistTangent1, twist),
    W.add(
      W.dot(tx, ty, tz, rx, ry, rz),
      W.sub(W.dot(b1x, b1y, b1z, wBx, wBy, wBz), W.dot(a1x, a1y, a1z, wAx, wAy, wAz)),
    ),
  );
  const v2 = W.add(
    W.madd(surface2, group.twistTangent2, twist),
    W.add(
      W.dot(ux, uy, uz, rx, ry, rz),
      W.sub(W.dot(b2x, b2y, b2z, wBx, wBy, wBz), W.dot(a2x, a2y, a2z, wAx, wAy, wAz)),
    ),
  );
  const old1 = group.frictionImpulse1,
    old2 = group.frictionImpulse2;
  let g1 = W.sub(old1, W.madd(W.mul(group.friction11, v1), group.friction12, v2));
  let g2 = W.sub(old2, W.madd(W.mul(group.friction12, v1), group.friction22, v2));
  // Coulomb's cone, as a disc.
  const limit = W.mul(friction, total);
  const length = f32x4.sqrt(W.madd(W.mul(g1, g1), g2, g2));
  const shrink = W.select(f32x4.gt(length, limit), W.mul(limit, W.inverse(length)), one);
  g1 = W.select(grips, W.mul(g1, shrink), old1);
  g2 = W.select(grips, W.mul(g2, shrink), old2);
  group.frictionImpulse1 = g1;
  group.frictionImpulse2 = g2;
  const f1 = W.sub(g1, old1),
    f2 = W.sub(g2, old2);
  const px = W.madd(W.mul(tx, f1), ux, f2),
    py = W.madd(W.mul(ty, f1), uy, f2),
    pz = W.madd(W.mul(tz, f1), uz, f2);
  vAx = W.msub(vAx, mA, px);
  vAy = W.msub(vAy, mA, py);
  vAz = W.msub(vAz, mA, pz);
  vBx = W.madd(vBx, mB, px);
  vBy = W.madd(vBy, mB, py);
  vBz = W.madd(vBz, mB, pz);
  // The last row: what it does to a body that cannot move is not written back.
  wAx = W.sub(wAx, W.madd(W.madd(W.mul(a1x, f1), a2x, f2), tAx, twist));
  wAy = W.sub(wAy, W.madd(W.madd(W.mul(a1y, f1), a2y, f2), tAy, twist));
  wAz = W.sub(wAz, W.madd(W.madd(W.mul(a1z, f1), a2z, f2), tAz, twist));
  wBx = W.add(wBx, W.madd(W.madd(W.mul(b1x, f1), b2x, f2), tBx, twist));
  wBy = W.add(wBy, W.madd(W.madd(W.mul(b1y, f1), b2y, f2), tBy, twist));
  wBz = W.add(wBz, W.madd(W.madd(W.mul(b1z, f1), b2z, f2), tBz, twist));
  scatter(fa0, fa1, fa2, fa3, vAx, vAy, vAz, mA, wAx, wAy, wAz);
  scatter(fb0, fb1, fb2, fb3, vBx, vBy, vBz, mB, wBx, wBy, wBz);
}
