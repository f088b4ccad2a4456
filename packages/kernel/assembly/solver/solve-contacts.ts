import { ContactGroup, GroupFeature, PointRows } from './contact-group';
import { Gaps } from './measure-gaps';
import { Motions } from './motions';
import { Pass } from './pass';
import { Friction, solveRolling } from './solve-friction';
import { W } from '../math/wide';

class Row {
  /** Normal velocity of B against A at a point. */
  // @ts-ignore: decorator
  @inline static velocity(
    rows: PointRows,
    along: v128,
    movesA: bool,
    wAx: v128,
    wAy: v128,
    wAz: v128,
    wBx: v128,
    wBy: v128,
    wBz: v128,
  ): v128 {
    let turn = W.dot(rows.armBX, rows.armBY, rows.armBZ, wBx, wBy, wBz);
    if (movesA) turn = W.sub(turn, W.dot(rows.armAX, rows.armAY, rows.armAZ, wAx, wAy, wAz));
    return W.add(along, turn);
  }
}

/**
 * One Gauss-Seidel pass over the rows of four contacts: normals, then rolling, twist and friction under the normal load; in SOLVE
 * normals alone, but for contacts that grip. SOLVE and SOLVE_AGAIN push overlaps out softly; RELAX only removes the velocity that
 * the push added, and gaps may close as fast as before the bodies moved. `motions`: room.
 * Source: E. Catto, "Solver2D" (2024).
 */
export function solveGroup(group: ContactGroup, inverseH: f32, pushSpeed: f32, pass: i32, motions: Motions): void {
  if (pass == Pass.SOLVE) Gaps.measure(group, inverseH, pushSpeed, motions);
  motions.read(group);
  const wAx = motions.angularAX,
    wAy = motions.angularAY,
    wAz = motions.angularAZ;
  const wBx = motions.angularBX,
    wBy = motions.angularBY,
    wBz = motions.angularBZ;
  const zero = f32x4.splat(0),
    one = f32x4.splat(1);
  const movesA = group.movesA;
  const biased = pass != Pass.RELAX;
  const pointCount = group.pointCount;
  const p0 = group.point(0),
    p1 = group.point(1),
    p2 = group.point(2),
    p3 = group.point(3);
  const along = W.dot(
    group.normalX,
    group.normalY,
    group.normalZ,
    W.sub(motions.linearBX, motions.linearAX),
    W.sub(motions.linearBY, motions.linearAY),
    W.sub(motions.linearBZ, motions.linearAZ),
  );
  // Where nothing presses, and nothing comes to press, no row changes anything. Contacts that were idle share groups.
  if (group.wasIdle != 0 && (group.features & GroupFeature.ROLLS) == 0 && group.isIdle) {
    let comes = zero;
    for (let i = 0; i < pointCount; i++) {
      const rows = group.point(i);
      const push = biased ? rows.push : f32x4.pmax(rows.push, zero);
      const velocity = Row.velocity(rows, along, movesA, wAx, wAy, wAz, wBx, wBy, wBz);
      comes = v128.or(comes, f32x4.lt(W.mul(rows.mass, W.add(velocity, push)), zero));
    }
    if (!v128.any_true(comes)) return;
  }
  const scale = group.massScale,
    soften = group.impulseScale;
  // The rows of a manifold share their normal. Their velocities are taken at once, and each impulse goes to the rows after it by their
  // coupling: the same Gauss-Seidel sweep without a trip through the bodies. What a row needs of the one before it comes last, so that
  // little of a row waits for it.
  let l0 = zero,
    l1 = zero,
    l2 = zero,
    l3 = zero;
  const old0 = p0.impulse,
    push0 = p0.push,
    v0 = Row.velocity(p0, along, movesA, wAx, wAy, wAz, wBx, wBy, wBz);
  let mass0 = p0.mass,
    next0: v128;
  if (biased) {
    const apart = f32x4.gt(push0, zero);
    mass0 = W.mul(mass0, W.select(apart, one, scale));
    next0 = W.msub(W.msub(old0, old0, v128.andnot(soften, apart)), mass0, W.add(v0, push0));
  } else next0 = W.msub(old0, mass0, W.add(v0, f32x4.pmax(push0, zero)));
  next0 = f32x4.pmax(next0, zero);
  p0.impulse = next0;
  l0 = W.sub(next0, old0);
  let total = next0,
    twistLimit = W.mul(next0, p0.lever);
  let pressed = l0;
  let sBx = W.mul(l0, p0.armBX),
    sBy = W.mul(l0, p0.armBY),
    sBz = W.mul(l0, p0.armBZ);
  if (pointCount > 1) {
    const old1 = p1.impulse,
      push1 = p1.push,
      v1 = Row.velocity(p1, along, movesA, wAx, wAy, wAz, wBx, wBy, wBz);
    let mass1 = p1.mass,
      next1: v128;
    if (biased) {
      const apart = f32x4.gt(push1, zero);
      mass1 = W.mul(mass1, W.select(apart, one, scale));
      next1 = W.msub(W.msub(old1, old1, v128.andnot(soften, apart)), mass1, W.add(v1, push1));
    } else next1 = W.msub(old1, mass1, W.add(v1, f32x4.pmax(push1, zero)));
    next1 = W.msub(next1, W.mul(mass1, group.coupling01), l0);
    next1 = f32x4.pmax(next1, zero);
    p1.impulse = next1;
    l1 = W.sub(next1, old1);
    total = W.add(total, next1);
    twistLimit = W.madd(twistLimit, next1, p1.lever);
    pressed = W.add(pressed, l1);
    sBx = W.madd(sBx, l1, p1.armBX);
    sBy = W.madd(sBy, l1, p1.armBY);
    sBz = W.madd(sBz, l1, p1.armBZ);
    if (pointCount > 2) {
      const old2 = p2.impulse,
        push2 = p2.push,
        v2 = Row.velocity(p2, along, movesA, wAx, wAy, wAz, wBx, wBy, wBz);
      let mass2 = p2.mass,
        next2: v128;
      if (biased) {
        const apart = f32x4.gt(push2, zero);
        mass2 = W.mul(mass2, W.select(apart, one, scale));
        next2 = W.msub(W.msub(old2, old2, v128.andnot(soften, apart)), mass2, W.add(v2, push2));
      } else next2 = W.msub(old2, mass2, W.add(v2, f32x4.pmax(push2, zero)));
      next2 = W.msub(next2, mass2, W.mul(group.coupling02, l0));
      next2 = W.msub(next2, W.mul(mass2, group.coupling12), l1);
      next2 = f32x4.pmax(next2, zero);
      p2.impulse = next2;
      l2 = W.sub(next2, old2);
      total = W.add(total, next2);
      twistLimit = W.madd(twistLimit, next2, p2.lever);
      pressed = W.add(pressed, l2);
      sBx = W.madd(sBx, l2, p2.armBX);
      sBy = W.madd(sBy, l2, p2.armBY);
      sBz = W.madd(sBz, l2, p2.armBZ);
      if (pointCount > 3) {
        const old3 = p3.impulse,
          push3 = p3.push,
          v3 = Row.velocity(p3, along, movesA, wAx, wAy, wAz, wBx, wBy, wBz);
        let mass3 = p3.mass,
          next3: v128;
        if (biased) {
          const apart = f32x4.gt(push3, zero);
          mass3 = W.mul(mass3, W.select(apart, one, scale));
          next3 = W.msub(W.msub(old3, old3, v128.andnot(soften, apart)), mass3, W.add(v3, push3));
        } else next3 = W.msub(old3, mass3, W.add(v3, f32x4.pmax(push3, zero)));
        next3 = W.msub(next3, mass3, W.madd(W.mul(group.coupling03, l0), group.coupling13, l1));
        next3 = W.msub(next3, W.mul(mass3, group.coupling23), l2);
        next3 = f32x4.pmax(next3, zero);
        p3.impulse = next3;
        l3 = W.sub(next3, old3);
        total = W.add(total, next3);
        twistLimit = W.madd(twistLimit, next3, p3.lever);
        pressed = W.add(pressed, l3);
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
  if (movesA) {
    let sAx = W.mul(l0, p0.armAX),
      sAy = W.mul(l0, p0.armAY),
      sAz = W.mul(l0, p0.armAZ);
    if (pointCount > 1) {
      sAx = W.madd(sAx, l1, p1.armAX);
      sAy = W.madd(sAy, l1, p1.armAY);
      sAz = W.madd(sAz, l1, p1.armAZ);
    }
    if (pointCount > 2) {
      sAx = W.madd(sAx, l2, p2.armAX);
      sAy = W.madd(sAy, l2, p2.armAY);
      sAz = W.madd(sAz, l2, p2.armAZ);
    }
    if (pointCount > 3) {
      sAx = W.madd(sAx, l3, p3.armAX);
      sAy = W.madd(sAy, l3, p3.armAY);
      sAz = W.madd(sAz, l3, p3.armAZ);
    }
    const mA = motions.inverseMassA,
      fixedA = f32x4.eq(mA, zero),
      pA = W.mul(mA, pressed);
    motions.linearAX = W.msub(motions.linearAX, pA, group.normalX);
    motions.linearAY = W.msub(motions.linearAY, pA, group.normalY);
    motions.linearAZ = W.msub(motions.linearAZ, pA, group.normalZ);
    motions.angularAX = W.sub(motions.angularAX, v128.andnot(sAx, fixedA));
    motions.angularAY = W.sub(motions.angularAY, v128.andnot(sAy, fixedA));
    motions.angularAZ = W.sub(motions.angularAZ, v128.andnot(sAz, fixedA));
  }
  const mB = motions.inverseMassB,
    fixedB = f32x4.eq(mB, zero),
    pB = W.mul(mB, pressed);
  motions.linearBX = W.madd(motions.linearBX, pB, group.normalX);
  motions.linearBY = W.madd(motions.linearBY, pB, group.normalY);
  motions.linearBZ = W.madd(motions.linearBZ, pB, group.normalZ);
  motions.angularBX = W.add(motions.angularBX, v128.andnot(sBx, fixedB));
  motions.angularBY = W.add(motions.angularBY, v128.andnot(sBy, fixedB));
  motions.angularBZ = W.add(motions.angularBZ, v128.andnot(sBz, fixedB));
  // Normals alone at first: friction follows once they agree, under the load that they agree on (docs/decisions/0004).
  const onlyGrips = pass == Pass.SOLVE;
  if (!onlyGrips || (group.features & GroupFeature.GRIPS) != 0) {
    if ((group.features & GroupFeature.ROLLS) != 0)
      solveRolling(group, motions, total, onlyGrips ? group.rare.grips : i32x4.splat(-1));
    Friction.solve(group, motions, total, twistLimit, onlyGrips);
  }
  // The next substep's.
  if (pass == Pass.RELAX && (group.features & GroupFeature.CONVEYS) != 0) {
    const rare = group.rare;
    rare.surface1 = W.add(rare.surface1, rare.surfaceChange1);
    rare.surface2 = W.add(rare.surface2, rare.surfaceChange2);
  }
  motions.write(group);
}
