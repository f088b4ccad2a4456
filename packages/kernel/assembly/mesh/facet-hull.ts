import { Polytope } from '../convex/polytope';
import { Hull, PLANE_GROUP } from '../shapes/hull';
import { V } from '../math/vec';
import { M } from '../math/mat';
import { Tuning } from '../constants';
import { closestOnSegments } from '../narrowphase/segments';
import { clipHullFace, clipTriangle, copyFace, POLYGON_SIZE, VERTEX } from './clip';
import { Facet } from './facet';
import { Patches, TIP } from './patches';
import { Reach } from './reach';

/** Gaps of the hull's planes, two polygons of the hull's face, corners of a face, two polygons of the triangle. */
export const FACET_HULL_SCRATCH: usize = 512 + 5 * POLYGON_SIZE;
/** An axis other than the triangle's normal must win by this, m. */
const BIAS: f32 = 0.1 * Tuning.LINEAR_SLOP;
/** Corners of the triangle this part of an edge apart along an axis count as equally far. */
const LEVEL: f32 = 0.02;

/** Edges meet as far past their ends as this, m. */
const PAST: f32 = Tuning.LINEAR_SLOP;

/** What stays the same over the triangles of a pair. */
@unmanaged
export class HullSide {
  /** In its own space. */
  polytope: Polytope;
  /** Smallest half width, m. */
  extent: f32;
  scratch: usize;
}

/**
 * A triangle against a convex hull: the push along the triangle's normal, and where that is not the shallowest one along a face of the hull or
 * an edge of both, among the directions that the surface allows (Facet).
 * Method: D. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013), and "Robust Contact Creation" (GDC 2015).
 */
export function collideFacetHull(facet: Facet, side: HullSide, reach: Reach, patches: Patches): void {
  const polytope = side.polytope;
  const n = facet.normal;
  const center = V.dot(n, polytope.center) - V.w(n);
  if (center < -side.extent) return;
  const behind = center < 0 ? 1 : 0;
  const tip = polytope.support(V.neg(V.xyz(n)));
  const nearest = V.dot(n, tip) - V.w(n) - polytope.radius;
  if (nearest > reach.of(n)) return;
  const gaps = side.scratch;
  const face = measurePlanes(facet, side, reach, gaps);
  if (face < 0) return;

  const polygon = gaps + 512;
  const cut = clipHullFace(facet, polytope, face, polygon);
  const points = addTip(facet, polygon, cut, polytope.center, tip, polytope.radius, patches);
  const slack = min<f32>(Tuning.LINEAR_SLOP, 0.02 * side.extent);
  const shallow = nearest > -min<f32>(4.0 * Tuning.LINEAR_SLOP, 0.25 * side.extent);
  let deepest: f32 = -Infinity;
  // Above the triangle nothing can lie deeper than the shallowest push.
  if (!shallow || lowestOf(facet, polygon, points) - polytope.radius > nearest + slack)
    deepest = findAxis(facet, side, nearest, gaps, reach, patches) - slack;
  addFacePoints(facet, polytope.radius, polygon, points, deepest, reach, patches, behind);
}

/** Triangles may disagree by this part of an edge where a shape comes through. */
const NEAR: f32 = 0.02;

/**
 * The face that looks most at a triangle need not have the shape's deepest point, `tip`: it joins the points where it lies over the triangle, and else is
 * noted where the way to it from the shape's center comes through. Returns how many points there are.
 */
export function addTip(
  facet: Facet,
  polygon: usize,
  count: i32,
  center: v128,
  tip: v128,
  radius: f32,
  patches: Patches,
): i32 {
  const n = facet.normal;
  const height = V.dot(n, tip) - V.w(n),
    above = V.dot(n, center) - V.w(n);
  if (lowestOf(facet, polygon, count) < height + 1e-4) return count;
  if (facet.covers(tip, 1e-5)) {
    v128.store(load<usize>(polygon) + (count as usize) * VERTEX, i32x4.replace_lane(tip, 3, TIP));
    return count + 1;
  }
  if (height < 0 && above > 0 && facet.covers(V.addScaled(center, V.sub(tip, center), above / (above - height)), NEAR))
    patches.stray(facet, tip, radius);
  return count;
}

/** How far the lowest of these points is above the plane of the triangle. */
export function lowestOf(facet: Facet, polygon: usize, count: i32): f32 {
  const n = facet.normal,
    at = load<usize>(polygon);
  let lowest: f32 = Infinity;
  for (let i = 0; i < count; i++) lowest = min(lowest, V.dot(n, v128.load(at + (i as usize) * VERTEX)) - V.w(n));
  return lowest;
}

/** Gaps between triangle and each plane of the hull. Returns the face that looks most at the triangle, or -1 where a plane is too far off. */
function measurePlanes(facet: Facet, side: HullSide, reach: Reach, gaps: usize): i32 {
  const polytope = side.polytope;
  const groups = polytope.planeGroups;
  const n = facet.normal,
    a = facet.v0,
    b = facet.v1,
    c = facet.v2;
  const far = f32x4.splat(max(reach.margin, V.length(reach.approach)) + side.polytope.radius);
  let least = f32x4.splat(Infinity),
    leastIndex = i32x4.splat(0),
    index = i32x4(0, 1, 2, 3);
  let plane = polytope.planes;
  for (let i = 0; i < groups; i++, plane += PLANE_GROUP) {
    const x = v128.load(plane),
      y = v128.load(plane, 16),
      z = v128.load(plane, 32),
      d = v128.load(plane, 48);
    const low = f32x4.pmin(f32x4.pmin(M.apply(x, y, z, a), M.apply(x, y, z, b)), M.apply(x, y, z, c));
    const gap = f32x4.sub(low, d);
    if (v128.any_true(f32x4.gt(gap, far))) return -1;
    v128.store(gaps + ((i as usize) << 4), gap);
    const facing = M.apply(x, y, z, n);
    const better = f32x4.lt(facing, least);
    least = v128.bitselect(facing, least, better);
    leastIndex = v128.bitselect(index, leastIndex, better);
    index = i32x4.add(index, i32x4.splat(4));
  }
  return Hull.firstMax(f32x4.neg(least), leastIndex);
}

/** Those points at `polygon` that are not deeper than `deepest`. `radius`: around them. */
export function addFacePoints(
  facet: Facet,
  radius: f32,
  polygon: usize,
  count: i32,
  deepest: f32,
  reach: Reach,
  patches: Patches,
  behind: i32,
): void {
  const n = facet.normal,
    at = load<usize>(polygon);
  const limit = reach.of(n);
  for (let i = 0; i < count; i++) {
    const p = v128.load(at + (i as usize) * VERTEX);
    const separation = V.dot(n, p) - V.w(n) - radius;
    if (separation > limit || separation < deepest) continue;
    const label = i32x4.extract_lane(p, 3);
    const id = label < 128 ? 16 + label : (facet.triangle << 12) ^ label;
    patches.add(V.addScaled(V.xyz(p), n, -radius - 0.5 * separation), separation, n, id, behind);
  }
}

/** The shallowest push that the surface allows beside its normal; adds its points. Returns its separation, or that of the normal. */
function findAxis(facet: Facet, side: HullSide, nearest: f32, gaps: usize, reach: Reach, patches: Patches): f32 {
  const pushes = facet.pushes();
  // Flat or hollow all around: it pushes along its normal alone.
  if (pushes == 0) return nearest;
  const polytope = side.polytope,
    radius = polytope.radius;
  let best = nearest,
    bestFace = -1;
  for (let face = 0; face < polytope.faceCount; face++) {
    const gap = load<f32>(gaps + ((face as usize) << 2)) - radius;
    if (gap <= best + BIAS || !allows(facet, pushes, V.neg(polytope.plane(face)))) continue;
    best = gap;
    bestFace = face;
  }
  let bestEdge = -1,
    bestSide = 0;
  let bestAxis = V.zero();
  for (let edge = 0; edge < 3; edge++) {
    if ((pushes & (1 << edge)) == 0) continue;
    const from = facet.v(edge),
      along = V.sub(facet.v(edge == 2 ? 0 : edge + 1), from);
    const p = V.xyz(facet.normal),
      q = V.xyz(facet.arc(edge));
    for (let i = 0; i < polytope.edgeCount; i++) {
      const ends = polytope.edges + ((i as usize) << 2);
      const a = polytope.plane(load<u8>(ends, 2)),
        b = polytope.plane(load<u8>(ends, 3));
      // The arcs of both edges cross on the sphere of directions: of (a, b), and of (-p, -q).
      const ba = V.cross(b, a);
      const cba = -V.dot(p, ba),
        dba = -V.dot(q, ba);
      if (cba * dba >= 0) continue;
      const dc = V.cross(q, p);
      const adc = V.dot(a, dc),
        bdc = V.dot(b, dc);
      if (adc * bdc >= 0 || cba * bdc <= 0) continue;
      const start = polytope.vertex(load<u8>(ends)),
        end = polytope.vertex(load<u8>(ends, 1));
      const across = V.cross(V.sub(end, start), along);
      const length = V.length(across);
      if (length < 1e-6) continue;
      let d = V.scale(across, 1 / length);
      if (V.dot(d, p) + V.dot(d, q) < 0) d = V.neg(d);
      const gap = V.dot(d, V.sub(start, from)) - radius;
      if (gap <= best + BIAS || !meet(start, end, from, along, gap + radius)) continue;
      best = gap;
      bestEdge = i;
      bestSide = edge;
      bestAxis = d;
    }
  }
  if (best > reach.margin) return best;
  if (bestEdge >= 0) addEdges(facet, side, bestEdge, bestSide, V.xyz(bestAxis), best, patches);
  else if (bestFace >= 0) {
    const corners = gaps + 512 + 2 * POLYGON_SIZE;
    const size = copyFace(polytope, bestFace, corners);
    addShapeFace(
      facet,
      polytope.plane(bestFace),
      corners,
      size,
      radius,
      bestFace,
      corners + POLYGON_SIZE,
      reach,
      patches,
    );
  }
  return best;
}

/** Do two edges pass each other between their ends, where their lines are `gap` apart? The second runs from `from` along `along`. */
function meet(start: v128, end: v128, from: v128, along: v128, gap: f32): bool {
  const middle = V.scale(V.add(start, end), 0.5),
    arm = V.scale(V.sub(end, start), 0.5);
  const otherArm = V.scale(along, 0.5),
    otherMiddle = V.add(from, otherArm);
  const places = closestOnSegments(middle, arm, otherMiddle, otherArm);
  const between = V.sub(V.addScaled(middle, arm, V.x(places)), V.addScaled(otherMiddle, otherArm, V.y(places)));
  return V.lengthSquared(V.xyz(between)) <= gap * gap + PAST * PAST;
}

/** May the triangle, whose edges of the bits `pushes` push, be pushed off along `d` by whichever of its features is outermost there? */
export function allows(facet: Facet, pushes: i32, d: v128): bool {
  if (V.dot(d, facet.normal) < 0) return false;
  const a = V.dot(facet.v0, d),
    b = V.dot(facet.v1, d),
    c = V.dot(facet.v2, d);
  const first = a >= b && a >= c ? 0 : b >= c ? 1 : 2;
  const next = first == 2 ? 0 : first + 1,
    previous = first == 0 ? 2 : first - 1;
  const top = first == 0 ? a : first == 1 ? b : c,
    toNext = top - (next == 0 ? a : next == 1 ? b : c),
    toPrevious = top - (previous == 0 ? a : previous == 1 ? b : c);
  const nextLevel = toNext <= LEVEL * V.length(facet.side(first)),
    previousLevel = toPrevious <= LEVEL * V.length(facet.side(previous));
  if (nextLevel && previousLevel) return true;
  if (nextLevel) return facet.within(first, d);
  if (previousLevel) return facet.within(previous, d);
  if ((pushes & ((1 << first) | (1 << previous))) == 0) return false;
  return facet.cornerPushes(first, V.xyz(d));
}

/** The part of the triangle in front of a face of the shape; corners as in `clipTriangle`. */
export function addShapeFace(
  facet: Facet,
  plane: v128,
  corners: usize,
  size: i32,
  radius: f32,
  face: i32,
  polygon: usize,
  reach: Reach,
  patches: Patches,
): void {
  const f = V.xyz(plane),
    d = V.neg(f);
  const count = clipTriangle(facet, plane, corners, size, polygon);
  if (count == 0) return;
  const at = load<usize>(polygon);
  for (let i = 0; i < count; i++) {
    const p = v128.load(at + (i as usize) * VERTEX);
    const separation = V.dot(f, p) - V.w(plane) - radius;
    if (separation > reach.margin) continue;
    const id = (facet.triangle << 12) ^ (face << 20) ^ 0x40000000 ^ i32x4.extract_lane(p, 3);
    patches.add(V.addScaled(V.xyz(p), f, -0.5 * separation), separation, V.xyz(d), id, 0);
  }
}

function addEdges(
  facet: Facet,
  side: HullSide,
  hullEdge: i32,
  edge: i32,
  d: v128,
  separation: f32,
  patches: Patches,
): void {
  const polytope = side.polytope;
  const ends = polytope.edges + ((hullEdge as usize) << 2);
  const a = polytope.vertex(load<u8>(ends)),
    b = polytope.vertex(load<u8>(ends, 1));
  const from = facet.v(edge),
    to = facet.v(edge == 2 ? 0 : edge + 1);
  const middle = V.scale(V.add(from, to), 0.5),
    arm = V.scale(V.sub(to, from), 0.5);
  const places = closestOnSegments(V.scale(V.add(a, b), 0.5), V.scale(V.sub(b, a), 0.5), middle, arm);
  const point = V.addScaled(middle, arm, V.y(places));
  const id = (facet.triangle << 12) ^ (hullEdge << 2) ^ edge ^ 0x20000000;
  patches.add(V.addScaled(point, d, 0.5 * separation), separation, d, id, 0);
}
