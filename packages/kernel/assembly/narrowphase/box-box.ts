import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { M } from '../math/mat';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { W } from '../math/wide';
import { BoxFrame } from './box-frame';
import { Manifold } from './manifold';
import { completeApart } from './polytopes';
import { closestOnSegments } from './segments';
import { clipFace } from './clip-face';
import { Axis, BESIDE_FACE, EDGE_BIAS, FACE_BIAS, KEEP_BIAS, PARALLEL } from './separating-axes';

/**
 * Two sharp boxes by the separating axis test, the three axes of a kind in three lanes.
 * Source: S. Gottschalk et al., "OBBTree" (1996); D. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013).
 * `scratch`: 496 bytes of the worker. False where they overlap and yet nothing as deep lies over the face that was chosen.
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
  const ax = W.columnX(a0, a1, a2, zero),
    ay = W.columnY(a0, a1, a2, zero),
    az = W.columnZ(a0, a1, a2, zero);
  const c0 = M.apply(ax, ay, az, b0),
    c1 = M.apply(ax, ay, az, b1),
    c2 = M.apply(ax, ay, az, b2);
  const tA = M.apply(ax, ay, az, d);
  const m0 = V.abs(c0),
    m1 = V.abs(c1),
    m2 = V.abs(c2);

  // Column i: A's axis i along B's.
  const r0 = W.columnX(c0, c1, c2, zero),
    r1 = W.columnY(c0, c1, c2, zero),
    r2 = W.columnZ(c0, c1, c2, zero);
  const tB = V.of(V.dot(d, b0), V.dot(d, b1), V.dot(d, b2));
  const frameA = changetype<BoxFrame>(scratch),
    frameB = changetype<BoxFrame>(scratch + offsetof<BoxFrame>());
  frameA.note(a0, a1, a2, c0, c1, c2, tA);
  frameB.note(b0, b1, b2, r0, r1, r2, V.neg(tB));

  // Faces of A.
  const reachB = M.apply(m0, m1, m2, hB);
  const sA = V.sub(V.sub(V.abs(tA), hA), reachB);
  const faceA = V.largest(sA);
  if (faceA > reach) {
    return separated(contact, frameA.towards(firstLane(sA, faceA)), faceA);
  }
  // Faces of B.
  const reachA = M.apply(V.abs(r0), V.abs(r1), V.abs(r2), hA);
  const sB = V.sub(V.sub(V.abs(tB), hB), reachA);
  const faceB = V.largest(sB);
  if (faceB > reach) {
    return separated(contact, V.neg(frameB.towards(firstLane(sB, faceB))), faceB);
  }
  // Edges, A's three axes in lanes for each axis of B.
  const e0 = edges(tA, hA, c0, m0, V.add(V.scale(m2, V.y(hB)), V.scale(m1, V.z(hB))));
  const e1 = edges(tA, hA, c1, m1, V.add(V.scale(m0, V.z(hB)), V.scale(m2, V.x(hB))));
  const e2 = edges(tA, hA, c2, m2, V.add(V.scale(m1, V.x(hB)), V.scale(m0, V.y(hB))));
  const edge = V.largest(V.max(e0, V.max(e1, e2)));
  if (edge > reach) {
    const edges = edgesOf(e0, e1, e2, edge);
    return separated(contact, across(frameA.worldAxis(edges & 3), frameB.worldAxis(edges >> 2), d), edge);
  }

  const face = max(faceA, faceB),
    best = max(face, edge);
  // Nothing rests on what is apart.
  const keepA = contact.cachedAxis == Axis.FACE_A && best <= FACE_BIAS,
    keepB = contact.cachedAxis == Axis.FACE_B && best <= FACE_BIAS;
  const useB = faceB > faceA + (keepA ? KEEP_BIAS : keepB ? -KEEP_BIAS : 0);
  if (edge > (keepA || keepB ? max(face + EDGE_BIAS, 0.95 * face) : face + FACE_BIAS)) {
    const edges = edgesOf(e0, e1, e2, edge);
    const i = edges & 3,
      j = edges >> 2;
    const axisA = frameA.worldAxis(i),
      axisB = frameB.worldAxis(j);
    const n = across(axisA, axisB, d);
    if (contact.cachedAxis > 0 && edge <= margin && Beside.clip(contact, a, b, n, edge, margin, scratch)) return true;
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
  const chosen = useB ? faceB : faceA;
  const axis = useB ? firstLane(sB, faceB) : firstLane(sA, faceA);
  contact.cachedAxis = useB ? Axis.FACE_B : Axis.FACE_A;
  const out = (useB ? frameB : frameA).positionAlong(axis);
  const deepest = clipFace(contact, a, b, useB, axis, out, reach, scratch);
  // A corner that the face looks past: not where the face is only kept, from which it may lie beside.
  const isThere = chosen < best - FACE_BIAS ? contact.pointCount > 0 : deepest < chosen + FACE_BIAS;
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

class Beside {
  /**
   * The face that looks along the axis `n` of two edges, where there is one and the points over it are as deep as the edges, at `edge`: see BESIDE_FACE.
   * `scratch` begins with the frames of both.
   */
  // @ts-ignore: decorator
  @inline static clip(
    contact: Contact,
    a: Collider,
    b: Collider,
    n: v128,
    edge: f32,
    margin: f32,
    scratch: usize,
  ): bool {
    const alongA = changetype<BoxFrame>(scratch).along(n),
      alongB = changetype<BoxFrame>(scratch + offsetof<BoxFrame>()).along(V.neg(n));
    const mostA = V.largest(V.abs(alongA)),
      mostB = V.largest(V.abs(alongB));
    if (max(mostA, mostB) < BESIDE_FACE) return false;
    const useB = mostB > mostA;
    const axis = useB ? firstLane(V.abs(alongB), mostB) : firstLane(V.abs(alongA), mostA);
    clipFace(contact, a, b, useB, axis, useB ? V.lane(alongB, axis) : V.lane(alongA, axis), margin, scratch);
    if (Manifold.isAsDeep(contact, edge)) {
      contact.cachedAxis = useB ? Axis.FACE_B : Axis.FACE_A;
      return true;
    }
    contact.pointCount = 0;
    return false;
  }
}

/** The lane of x, y, z that is the greatest: the first of equal ones. */
function firstLane(v: v128, greatest: f32): i32 {
  return ctz(i32x4.bitmask(f32x4.eq(v, f32x4.splat(greatest))) | 4);
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

/** Which of A's axes, and times four which of B's, have the greatest separation. */
function edgesOf(e0: v128, e1: v128, e2: v128, greatest: f32): i32 {
  const is = f32x4.splat(greatest);
  const lanes =
    (i32x4.bitmask(f32x4.eq(e0, is)) & 7) |
    ((i32x4.bitmask(f32x4.eq(e1, is)) & 7) << 4) |
    ((i32x4.bitmask(f32x4.eq(e2, is)) & 7) << 8);
  return ctz(lanes | 0x400);
}

/** At right angles to two axes, unit length, towards `way`. */
function across(a: v128, b: v128, way: v128): v128 {
  const n = V.normalize(V.xyz(V.cross(a, b)));
  return V.scale(n, copysign<f32>(1, V.dot(n, way)));
}

/** From the box's centre to the middle of the edge along `axis` that is farthest along n. */
function edgeCenter(n: v128, x: v128, y: v128, z: v128, h: v128, axis: i32): v128 {
  let p = V.zero();
  if (axis != 0) p = V.addScaled(p, x, V.dot(n, x) >= 0 ? V.x(h) : -V.x(h));
  if (axis != 1) p = V.addScaled(p, y, V.dot(n, y) >= 0 ? V.y(h) : -V.y(h));
  if (axis != 2) p = V.addScaled(p, z, V.dot(n, z) >= 0 ? V.z(h) : -V.z(h));
  return p;
}
