import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { M } from '../math/mat';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { W } from '../math/wide';
import { Manifold } from './manifold';
import { completeApart } from './polytopes';
import { closestOnSegments } from './segments';
import { clipFace } from './clip-face';
import { Axis, BESIDE_FACE, EDGE_BIAS, FACE_BIAS, KEEP_BIAS, PARALLEL } from './separating-axes';

/**
 * Two sharp boxes by the separating axis test, the three axes of a kind in three lanes.
 * Source: S. Gottschalk et al., "OBBTree" (1996); D. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013).
 * `scratch`: 512 bytes of the worker. False where they overlap and yet nothing as deep lies over the face that was chosen.
 */
export function collideBoxes(
  contact: Contact,
  a: Collider,
  b: Collider,
  margin: f32,
  reach: f32,
  scratch: usize,
): bool {
  const hA = V.xyz(a.size),
    hB = V.xyz(b.size);
  const d = V.xyz(V.sub(b.position, a.position));
  const a0 = Q.axisX(a.rotation),
    a1 = Q.axisY(a.rotation),
    a2 = Q.axisZ(a.rotation);
  const b0 = Q.axisX(b.rotation),
    b1 = Q.axisY(b.rotation),
    b2 = Q.axisZ(b.rotation);
  // Column j: dots of A's three axes with B's axis j.
  const zero = V.zero();
  const lo = W.lows(a0, a1),
    lo2 = W.lows(a2, zero),
    hi = W.highs(a0, a1),
    hi2 = W.highs(a2, zero);
  const ax = W.first(lo, lo2),
    ay = W.second(lo, lo2),
    az = W.first(hi, hi2);
  const c0 = M.apply(ax, ay, az, b0),
    c1 = M.apply(ax, ay, az, b1),
    c2 = M.apply(ax, ay, az, b2);
  const tA = M.apply(ax, ay, az, d);
  const m0 = V.abs(c0),
    m1 = V.abs(c1),
    m2 = V.abs(c2);

  // Faces of A.
  const reachB = V.add(V.add(V.scale(m0, V.x(hB)), V.scale(m1, V.y(hB))), V.scale(m2, V.z(hB)));
  const sA = V.sub(V.sub(V.abs(tA), hA), reachB);
  const faceA = V.largest(sA);
  if (faceA > reach) {
    const bestA = firstLane(sA, faceA);
    const axis = bestA == 0 ? a0 : bestA == 1 ? a1 : a2;
    return separated(contact, V.lane(tA, bestA) < 0 ? V.neg(axis) : axis, faceA);
  }
  // Faces of B.
  const tB = V.of(V.dot(d, b0), V.dot(d, b1), V.dot(d, b2));
  const reachA = V.of(V.dot(m0, hA), V.dot(m1, hA), V.dot(m2, hA));
  const sB = V.sub(V.sub(V.abs(tB), hB), reachA);
  const faceB = V.largest(sB);
  if (faceB > reach) {
    const bestB = firstLane(sB, faceB);
    const axis = bestB == 0 ? b0 : bestB == 1 ? b1 : b2;
    return separated(contact, V.lane(tB, bestB) < 0 ? V.neg(axis) : axis, faceB);
  }
  // Edges, A's three axes in lanes for each axis of B.
  const e0 = edges(tA, hA, c0, m0, V.add(V.scale(m2, V.y(hB)), V.scale(m1, V.z(hB))));
  const e1 = edges(tA, hA, c1, m1, V.add(V.scale(m0, V.z(hB)), V.scale(m2, V.x(hB))));
  const e2 = edges(tA, hA, c2, m2, V.add(V.scale(m1, V.x(hB)), V.scale(m0, V.y(hB))));
  const edge = V.largest(V.max(e0, V.max(e1, e2)));
  if (edge > reach) {
    const j = V.largest(e0) == edge ? 0 : V.largest(e1) == edge ? 1 : 2;
    const i = firstLane(j == 0 ? e0 : j == 1 ? e1 : e2, edge);
    const n = V.normalize(V.xyz(V.cross(i == 0 ? a0 : i == 1 ? a1 : a2, j == 0 ? b0 : j == 1 ? b1 : b2)));
    return separated(contact, V.dot(n, d) < 0 ? V.neg(n) : n, edge);
  }

  const face = max(faceA, faceB),
    best = max(face, edge);
  // Nothing rests on what is apart.
  const keepA = contact.cachedAxis == Axis.FACE_A && best <= FACE_BIAS,
    keepB = contact.cachedAxis == Axis.FACE_B && best <= FACE_BIAS;
  const useB = faceB > faceA + (keepA ? KEEP_BIAS : keepB ? -KEEP_BIAS : 0);
  if (edge > (keepA || keepB ? max(face + EDGE_BIAS, 0.95 * face) : face + FACE_BIAS)) {
    const j = V.largest(e0) == edge ? 0 : V.largest(e1) == edge ? 1 : 2;
    const i = firstLane(j == 0 ? e0 : j == 1 ? e1 : e2, edge);
    const axisA = i == 0 ? a0 : i == 1 ? a1 : a2,
      axisB = j == 0 ? b0 : j == 1 ? b1 : b2;
    let n = V.normalize(V.xyz(V.cross(axisA, axisB)));
    if (V.dot(n, d) < 0) n = V.neg(n);
    if (contact.cachedAxis > 0 && edge <= margin) {
      if (clipBeside(contact, a, b, n, edge, a0, a1, a2, b0, b1, b2, margin, scratch)) return true;
    }
    const onA = V.add(a.position, edgeCenter(n, a0, a1, a2, hA, i));
    const onB = V.sub(b.position, edgeCenter(n, b0, b1, b2, hB, j));
    const dA = V.scale(axisA, V.lane(hA, i)),
      dB = V.scale(axisB, V.lane(hB, j));
    const closest = closestOnSegments(onA, dA, onB, dB);
    const pA = V.addScaled(onA, dA, V.x(closest)),
      pB = V.addScaled(onB, dB, V.y(closest));
    const between = V.sub(pB, pA),
      separation = V.dot(between, n);
    if (separation > margin) return separated(contact, n, separation);
    if (separation > FACE_BIAS && V.dot(between, between) > square(separation + FACE_BIAS)) {
      completeApart(contact, a, b, edge, margin, reach, scratch);
      return true;
    }
    contact.normal = V.xyz(n);
    contact.cachedAxis = Axis.EDGES;
    Manifold.add(contact, V.scale(V.add(pA, pB), 0.5), separation, 0x10000 + i * 3 + j);
    return true;
  }
  if (useB) {
    contact.cachedAxis = Axis.FACE_B;
    const bestB = firstLane(sB, faceB);
    const sign: f32 = V.lane(tB, bestB) >= 0 ? -1 : 1;
    clipFace(contact, b, a, bestB, sign, a0, a1, a2, b0, b1, b2, true, reach, scratch);
  } else {
    contact.cachedAxis = Axis.FACE_A;
    const bestA = firstLane(sA, faceA);
    const sign: f32 = V.lane(tA, bestA) >= 0 ? 1 : -1;
    clipFace(contact, a, b, bestA, sign, b0, b1, b2, a0, a1, a2, false, reach, scratch);
  }
  const chosen = useB ? faceB : faceA;
  const isKept = chosen < best - FACE_BIAS;
  // A corner that the face looks past: not where the face is only kept, from which it may lie beside.
  let isThere = isKept && contact.pointCount > 0;
  for (let i = 0; i < contact.pointCount && !isKept; i++) {
    if (V.w(contact.point(i).onA) < chosen + FACE_BIAS) isThere = true;
  }
  if (isThere) return true;
  // Beyond the margin faces alone count.
  if (best > margin) return contact.pointCount > 0 || separated(contact, V.zero(), best);
  if (best > FACE_BIAS) {
    completeApart(contact, a, b, chosen, margin, reach, scratch);
    return true;
  }
  contact.pointCount = 0;
  return false;
}

/** The face that looks along the axis `n` of two edges, where there is one and the points over it are as deep as the edges, at `edge`: see BESIDE_FACE. */
function clipBeside(
  contact: Contact,
  a: Collider,
  b: Collider,
  n: v128,
  edge: f32,
  a0: v128,
  a1: v128,
  a2: v128,
  b0: v128,
  b1: v128,
  b2: v128,
  margin: f32,
  scratch: usize,
): bool {
  const alongA = V.of(V.dot(n, a0), V.dot(n, a1), V.dot(n, a2)),
    alongB = V.of(V.dot(n, b0), V.dot(n, b1), V.dot(n, b2));
  const mostA = V.largest(V.abs(alongA)),
    mostB = V.largest(V.abs(alongB));
  if (max(mostA, mostB) < BESIDE_FACE) return false;
  if (mostB > mostA) {
    const axis = firstLane(V.abs(alongB), mostB);
    clipFace(contact, b, a, axis, V.lane(alongB, axis) < 0 ? 1 : -1, a0, a1, a2, b0, b1, b2, true, margin, scratch);
  } else {
    const axis = firstLane(V.abs(alongA), mostA);
    clipFace(contact, a, b, axis, V.lane(alongA, axis) < 0 ? -1 : 1, b0, b1, b2, a0, a1, a2, false, margin, scratch);
  }
  if (Manifold.isAsDeep(contact, edge)) {
    contact.cachedAxis = mostB > mostA ? Axis.FACE_B : Axis.FACE_A;
    return true;
  }
  contact.pointCount = 0;
  return false;
}

/** The lane of x, y, z that is the greatest: the first of equal ones. */
function firstLane(v: v128, greatest: f32): i32 {
  return V.x(v) == greatest ? 0 : V.y(v) == greatest ? 1 : 2;
}

function square(x: f32): f32 {
  return x * x;
}

/** Notes how far apart the boxes are at least, and along which axis from A to B: until they may have come closer than that they are not tested again. */
function separated(contact: Contact, axis: v128, gap: f32): bool {
  contact.gapAxis = V.withW(axis, gap);
  return true;
}

/** Separations along A's axes × one axis of B, lane i for A's axis i; -∞ where the axes are parallel. */
function edges(tA: v128, hA: v128, c: v128, m: v128, reachB: v128): v128 {
  const cy = V.yzx(c),
    cz = V.yzx(cy);
  const my = V.yzx(m),
    mz = V.yzx(my);
  const ty = V.yzx(tA),
    tz = V.yzx(ty);
  const hy = V.yzx(hA),
    hz = V.yzx(hy);
  const distance = V.abs(V.sub(V.mul(tz, cy), V.mul(ty, cz)));
  const reachA = V.add(V.mul(hy, mz), V.mul(hz, my));
  // 1 - c² has no digits left where the edges are almost parallel.
  const length2 = V.add(V.mul(cy, cy), V.mul(cz, cz));
  const length = f32x4.sqrt(f32x4.pmax(length2, f32x4.splat(1e-8)));
  const s = f32x4.div(V.sub(V.sub(distance, reachA), reachB), length);
  return v128.bitselect(s, f32x4.splat(-Infinity), f32x4.gt(length2, f32x4.splat(PARALLEL)));
}

/** From the box's centre to the middle of the edge along `axis` that is farthest along n. */
function edgeCenter(n: v128, x: v128, y: v128, z: v128, h: v128, axis: i32): v128 {
  let p = V.zero();
  if (axis != 0) p = V.addScaled(p, x, V.dot(n, x) >= 0 ? V.x(h) : -V.x(h));
  if (axis != 1) p = V.addScaled(p, y, V.dot(n, y) >= 0 ? V.y(h) : -V.y(h));
  if (axis != 2) p = V.addScaled(p, z, V.dot(n, z) >= 0 ? V.z(h) : -V.z(h));
  return p;
}
