import { CONVEX_SIZE, Convex } from '../convex/convex';
import { EPA_SIZE, Epa } from '../convex/epa';
import { FEATURE_HEADER, FEATURE_SIZE, Feature } from '../convex/feature';
import { GJK_SIZE, Gjk } from '../convex/gjk';
import { APART, deepNormal } from '../narrowphase/deep-normal';
import { V } from '../math/vec';
import { Tuning } from '../constants';
import { clipFeature, POLYGON_SIZE } from './clip';
import { Facet } from './facet';
import { addFacePoints, addShapeFace, addTip, allows, lowestOf } from './facet-hull';
import { Patches } from './patches';
import { Reach } from './reach';

/** Two polygons of the shape's face, then what follows in `pushAside`, then two polygons of the triangle. */
const TRIANGLE_POLYGON: usize = 2 * POLYGON_SIZE + FEATURE_SIZE + CONVEX_SIZE + GJK_SIZE + EPA_SIZE;
export const FACET_CURVED_SCRATCH: usize = TRIANGLE_POLYGON + 2 * POLYGON_SIZE;

/** What stays the same over the triangles of a pair. */
@unmanaged
export class CurvedSide {
  /** In its own space: no position, no rotation. */
  convex: Convex;
  /** Smallest half width, m. */
  extent: f32;
  scratch: usize;
  reserved: u32;
}

/** A triangle against a cylinder or a cone: as a hull, but that the way past an edge is found by distance or depth instead of by axes. */
export function collideFacetCurved(facet: Facet, side: CurvedSide, reach: Reach, patches: Patches): void {
  const convex = side.convex,
    radius = convex.radius;
  const n = facet.normal;
  const center = V.dot(n, convex.center()) - V.w(n);
  if (center < -side.extent) return;
  const behind = center < 0 ? 1 : 0;
  const down = V.neg(V.xyz(n));
  const tip = convex.support(down);
  const nearest = V.dot(n, tip) - V.w(n) - radius;
  if (nearest > reach.of(n)) return;

  const polygon = side.scratch;
  const feature = changetype<Feature>(polygon + 2 * POLYGON_SIZE);
  feature.find(convex, down);
  store<usize>(polygon, polygon + 16);
  const cut = feature.count > 1 ? clipFeature(facet, feature, polygon) : 0;
  const points = addTip(facet, polygon, cut, convex.center(), tip, radius, patches);
  const slack = min<f32>(Tuning.LINEAR_SLOP, 0.02 * side.extent);
  const shallow = nearest > -min<f32>(4.0 * Tuning.LINEAR_SLOP, 0.25 * side.extent);
  let deepest: f32 = -Infinity;
  if (!shallow || lowestOf(facet, polygon, points) - radius > nearest + slack)
    deepest = pushAside(facet, side, tip, nearest, reach, patches) - slack;
  addFacePoints(facet, radius, polygon, points, deepest, reach, patches, behind);
}

/** A flat end's normal is as good as the one found when its gap is within this, m. */
const SNAP: f32 = 1e-3;

/** The push along the shortest way apart, where the surface allows it. Notes `tip` where the two overlap. Returns the push's separation, or that of the normal. */
function pushAside(facet: Facet, side: CurvedSide, tip: v128, nearest: f32, reach: Reach, patches: Patches): f32 {
  const pushes = facet.pushes();
  if (pushes == 0) return nearest;
  const triangle = changetype<Convex>(side.scratch + 2 * POLYGON_SIZE + FEATURE_SIZE);
  const gjk = changetype<Gjk>(side.scratch + 2 * POLYGON_SIZE + FEATURE_SIZE + CONVEX_SIZE);
  const epa = changetype<Epa>(side.scratch + 2 * POLYGON_SIZE + FEATURE_SIZE + CONVEX_SIZE + GJK_SIZE);
  const radius = side.convex.radius;
  triangle.setTriangle(facet.v0, facet.v1, facet.v2, 0);
  gjk.begin(triangle, side.convex, V.xyz(facet.normal));
  const distance = gjk.distance(radius + reach.margin);
  if (distance > radius + reach.margin) return nearest;
  let d = gjk.normal,
    separation = distance - radius;
  if (distance < APART) {
    d = deepNormal(gjk, epa);
    separation = gjk.gapAlong(d) - radius;
    patches.stray(facet, tip, radius);
  }
  if (!allows(facet, pushes, d) || separation <= nearest) return nearest;
  // On its flat end: a line or an area, not a point.
  const feature = changetype<Feature>(side.scratch + 2 * POLYGON_SIZE);
  feature.find(side.convex, V.neg(d));
  if (feature.count > 2) {
    const plane = feature.plane;
    const gap = min(V.dot(plane, facet.v0), min(V.dot(plane, facet.v1), V.dot(plane, facet.v2))) - V.w(plane) - radius;
    if (gap > separation - SNAP) {
      const corners = changetype<usize>(feature) + FEATURE_HEADER;
      const polygon = side.scratch + TRIANGLE_POLYGON;
      addShapeFace(facet, plane, corners, feature.count, radius, feature.id, polygon, reach, patches);
      return separation;
    }
  }
  const onTriangle = V.add(triangle.position, gjk.pointA);
  const id = (facet.triangle << 3) | 6;
  patches.add(V.xyz(V.addScaled(onTriangle, d, 0.5 * separation)), separation, V.xyz(d), id, 0);
  return separation;
}
