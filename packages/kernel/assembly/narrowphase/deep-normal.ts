import { ShapeType } from '../generated/layout';
import { CachedSimplex } from '../convex/cached-simplex';
import { Convex } from '../convex/convex';
import { Epa } from '../convex/epa';
import { Gjk } from '../convex/gjk';
import { Hull } from '../shapes/hull';
import { V } from '../math/vec';
import { M } from '../math/mat';

/** Cores this far apart, m, have a nearest pair of points that 32 bits tell well. */
export const APART: f32 = 1e-3;
/** B is moved this far clear of A, m. */
const CLEAR: f32 = 0.1;
const CLIMBS: i32 = 24;
/** A climb that gains less, m, is the last one. */
const GAIN: f32 = 3e-7;
/** How far a climb may be drawn out, in its own length. */
const LONGEST: f32 = 64;
/** A gap worse by less than this, m, may be the same but for rounding. */
const ROUNDED: f32 = 1e-4;
/** A shape's own normal that is better by more than this, m, is that of another side than the polytope came to. */
const OTHER_SIDE: f32 = 1e-5;

/**
 * Normal of overlapping cores, and their deepest points: the polytope's normal, or that between the centres or of a side where it is better;
 * then again and again that of the distance once B is moved out along it, which climbs to the exact one on smooth shapes too. A climb is drawn
 * out as long as that gains: near the centre of a curve each one alone would go but a small part of the way. `cached`: of such a distance.
 */
export function deepNormal(gjk: Gjk, epa: Epa, cached: CachedSimplex | null = null): v128 {
  epa.run(gjk);
  let normal = epa.normal,
    gap = gjk.gapAlong(normal);
  const position = gjk.position;
  gjk.pointA = epa.pointA;
  gjk.pointB = epa.pointB;
  const own = bestOwn(gjk);
  if (V.w(own) > gap + OTHER_SIDE) {
    normal = V.xyz(own);
    gap = V.w(own);
    gjk.pointA = gjk.a.support(normal);
    gjk.pointB = gjk.supportB(V.neg(normal));
  }
  for (let i = 0; i < CLIMBS; i++) {
    const pointA = gjk.pointA,
      pointB = gjk.pointB;
    const moved = V.scale(normal, CLEAR - gap);
    gjk.position = V.add(position, moved);
    gjk.normal = normal;
    if (i > 0) gjk.goesOn = 1;
    else if (cached) gjk.resume(cached);
    const apart = gjk.distance(Infinity);
    gjk.position = position;
    let better = apart > APART ? gjk.gapAlong(gjk.normal) : -Infinity;
    if (better < gap - 1e-6) {
      // Supports along a normal of their own lie anywhere on a flat side: nearest points are better even of a normal that is worse by rounding.
      if (i == 0 && better > gap - ROUNDED) gjk.pointB = V.sub(gjk.pointB, moved);
      else {
        gjk.pointA = pointA;
        gjk.pointB = pointB;
      }
      break;
    }
    // The nearest points move back along with B.
    gjk.pointB = V.sub(gjk.pointB, moved);
    const gain = better - gap;
    const way = V.sub(gjk.normal, normal);
    normal = gjk.normal;
    gap = better;
    if (gain < GAIN) break;
    // The last one stays with its points.
    for (let part: f32 = 1; part < LONGEST && i < CLIMBS - 1; part *= 2) {
      const farther = V.normalize(V.xyz(V.addScaled(gjk.normal, way, part)));
      better = gjk.gapAlong(farther);
      if (better <= gap) break;
      normal = farther;
      gap = better;
    }
  }
  return normal;
}

/** The best of the normals that the shapes have by themselves, from A to B in A's space, and its gap in lane w. */
function bestOwn(gjk: Gjk): v128 {
  const a = gjk.a,
    b = gjk.b;
  const way = V.xyz(V.sub(gjk.toA(b.center()), a.center()));
  let best = tried(gjk, V.withW(V.zero(), -Infinity), V.normalize(way), false);
  best = ownOf(gjk, best, a, way, false);
  return ownOf(gjk, best, b, V.neg(M.apply(gjk.toB0, gjk.toB1, gjk.toB2, way)), true);
}

/** Of the sides of one shape: its faces, and of a round one the line of its surface towards the other. `way`: from its centre to that one's. */
function ownOf(gjk: Gjk, known: v128, shape: Convex, way: v128, isB: bool): v128 {
  let best = known;
  const kind = shape.kind;
  if (kind == ShapeType.Hull) {
    const planes = Hull.planes(shape.geometry),
      count = Hull.header(shape.geometry).faceCount as i32;
    for (let i = 0; i < count; i++) best = tried(gjk, best, V.xyz(Hull.plane(planes, i)), isB);
  } else if (kind == ShapeType.Box) {
    for (let axis = 0; axis < 3; axis++) best = bothWays(gjk, best, V.unit(axis), isB);
  } else if (kind == ShapeType.Cylinder || kind == ShapeType.Cone) {
    best = bothWays(gjk, best, V.unit(1), isB);
    const flat = V.of(V.x(way), 0, V.z(way));
    if (V.lengthSquared(flat) < 1e-12) return best;
    const out = V.normalize(flat);
    const size = shape.size;
    // A cone's line falls by twice the half height over the radius.
    const up: f32 = kind == ShapeType.Cone ? V.x(size) / (2 * V.y(size)) : 0;
    best = tried(gjk, best, V.normalize(V.of(V.x(out), up, V.z(out))), isB);
  }
  return best;
}

function bothWays(gjk: Gjk, known: v128, axis: v128, isB: bool): v128 {
  return tried(gjk, tried(gjk, known, axis, isB), V.neg(axis), isB);
}

/** `known`, or a normal out of one of the shapes, in its own space, where its gap is greater. */
function tried(gjk: Gjk, known: v128, out: v128, isB: bool): v128 {
  const normal = isB ? V.neg(V.xyz(M.apply(gjk.toA0, gjk.toA1, gjk.toA2, out))) : out;
  const gap = gjk.gapAlong(normal);
  return gap > V.w(known) ? V.withW(normal, gap) : known;
}
