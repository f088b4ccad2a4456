import { Feature } from '../convex/feature';
import { Polytope } from '../convex/polytope';
import { V } from '../math/vec';
import { Facet } from './facet';

/** A vertex of a polygon that is clipped: position, and in lane w, as i32, a label: below 128 it is whole, else what was cut. */
export const VERTEX: usize = 16;
/** Most vertices: a hull's face and a cut a side. Addresses of the result come first. */
const MAX_VERTICES: i32 = 136;
export const POLYGON_SIZE: usize = 16 + (MAX_VERTICES as usize) * VERTEX;
const CUT: i32 = 128;

/**
 * Cuts a face of a hull to what lies above the triangle. Returns the number of vertices; the address of the first stands at `polygon`, which
 * has room for two polygons. Method: I. Sutherland, G. Hodgman, "Reentrant Polygon Clipping" (CACM 1974).
 */
export function clipHullFace(facet: Facet, polytope: Polytope, face: i32, polygon: usize): i32 {
  const loop = polytope.loopStart(face),
    size = polytope.loopCount(face);
  for (let i = 0; i < size; i++) {
    const vertex = load<u8>(loop + (i as usize)) as i32;
    v128.store(polygon + 16 + (i as usize) * VERTEX, i32x4.replace_lane(polytope.vertex(vertex), 3, vertex));
  }
  return clipToFacet(facet, polygon, size);
}

/** The same for the face or line of a curved shape; of two points or more. */
export function clipFeature(facet: Facet, feature: Feature, polygon: usize): i32 {
  for (let i = 0; i < feature.count; i++)
    v128.store(polygon + 16 + (i as usize) * VERTEX, i32x4.replace_lane(feature.point(i), 3, i));
  return clipToFacet(facet, polygon, feature.count);
}

function clipToFacet(facet: Facet, polygon: usize, size: i32): i32 {
  let from = polygon + 16,
    to = polygon + POLYGON_SIZE + 16;
  let count = size;
  for (let edge = 0; edge < 3 && count > 0; edge++) {
    const side = facet.side(edge);
    // A little more than the triangle: a point on a shared edge is above one of the two at least.
    const limit: f32 = V.w(side) + 1e-5 * V.lengthSquared(side);
    count = cut(from, to, count, side, limit, CUT << edge);
    const swap = from;
    from = to;
    to = swap;
  }
  store<usize>(polygon, from);
  return count;
}

/** Cuts the triangle to what lies in front of a face, whose corners stand at `corners`, counter-clockwise from outside. */
export function clipTriangle(facet: Facet, plane: v128, corners: usize, size: i32, polygon: usize): i32 {
  let from = polygon + 16,
    to = polygon + POLYGON_SIZE + 16;
  for (let i = 0; i < 3; i++) v128.store(from + (i as usize) * VERTEX, i32x4.replace_lane(facet.v(i), 3, i));
  let count = 3;
  let a = v128.load(corners + ((size - 1) as usize) * VERTEX);
  for (let i = 0; i < size && count > 0; i++) {
    const b = v128.load(corners + (i as usize) * VERTEX);
    const side = V.cross(V.sub(b, a), plane);
    count = cut(from, to, count, side, V.dot(side, a), CUT + (i << 4));
    const swap = from;
    from = to;
    to = swap;
    a = b;
  }
  store<usize>(polygon, from);
  return count;
}

/** Writes the corners of a polytope's face. Returns how many. */
export function copyFace(polytope: Polytope, face: i32, corners: usize): i32 {
  const loop = polytope.loopStart(face),
    size = polytope.loopCount(face);
  for (let i = 0; i < size; i++)
    v128.store(corners + (i as usize) * VERTEX, polytope.vertex(load<u8>(loop + (i as usize))));
  return size;
}

/** Keeps what has side·p <= limit. */
function cut(from: usize, to: usize, count: i32, side: v128, limit: f32, label: i32): i32 {
  let out = 0;
  let a = v128.load(from + ((count - 1) as usize) * VERTEX);
  let da = V.dot(side, a) - limit;
  for (let i = 0; i < count && out < MAX_VERTICES - 2; i++) {
    const b = v128.load(from + (i as usize) * VERTEX);
    const db = V.dot(side, b) - limit;
    if (da <= 0 != db <= 0) {
      const p = V.addScaled(a, V.sub(b, a), da / (da - db));
      const cutLabel = ((i32x4.extract_lane(da <= 0 ? a : b, 3) << 2) ^ label ^ (da <= 0 ? CUT : CUT << 1)) | CUT;
      v128.store(to + (out++ as usize) * VERTEX, i32x4.replace_lane(p, 3, cutLabel));
    }
    if (db <= 0) v128.store(to + (out++ as usize) * VERTEX, b);
    a = b;
    da = db;
  }
  return out;
}
