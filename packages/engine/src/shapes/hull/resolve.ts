import { ShapeType } from '@atoll/kernel';
import { PhysicsInputError } from '../../errors.js';
import { checkList, finiteList } from '../../validate/list.js';
import { warnOnce } from '../../validate/warn.js';
import type { Geometry } from '../geometry/geometry.js';
import { encodeHull } from './encode.js';
import { joinCoplanar, type Polyhedron } from './polyhedron.js';
import { quickhull } from './quickhull.js';
import { roundedSolid, solidOfPolyhedron } from './solid.js';

/** What the kernel's hulls have room for. */
const MAX_VERTICES = 128;
const MAX_FACES = 128;
/** So many vertices have at most 128 triangles between them: 2 V − 4. */
const FEW_VERTICES = 66;

/** Hulls in use, by the numbers they were made of: equal points share one. */
const known = new Map<number, WeakRef<HullGeometry>[]>();
/** Takes out the entries of hulls that are gone. */
const forgotten = new FinalizationRegistry<number>((key) => {
  const left = known.get(key)?.filter((ref) => ref.deref());
  if (left?.length) known.set(key, left);
  else known.delete(key);
});

interface HullGeometry extends Geometry {
  readonly points: Float32Array;
}

/** The convex hull of points, 3 numbers each. */
export function resolveHull(value: unknown, where: string): Geometry {
  checkList(value, where, 'an array of 3 numbers a point');
  const { length } = value;
  if (length < 12 || length % 3 !== 0)
    throw new PhysicsInputError('wrong-length', where, `expected 3 numbers a point, 4 points or more, got ${length}`);
  const points = finiteList(value, where);
  const key = hashOf(points);
  for (const ref of known.get(key) ?? []) {
    const geometry = ref.deref();
    if (geometry && isEqual(geometry.points, points)) return geometry;
  }
  const geometry = build(points, value, where);
  known.set(key, [...(known.get(key) ?? []), new WeakRef(geometry)]);
  forgotten.register(geometry, key);
  return geometry;
}

function build(points: Float32Array, option: object, where: string): HullGeometry {
  const wide = Float64Array.from(points);
  let { polyhedron, isWhole } = hullOf(wide, MAX_VERTICES, where);
  if (polyhedron.faces.length > MAX_FACES) ({ polyhedron, isWhole } = hullOf(wide, FEW_VERTICES, where));
  if (!isWhole) {
    const { vertices, faces } = polyhedron;
    warnOnce(
      option,
      `${where} is simplified to ${vertices.length / 3} vertices and ${faces.length} faces; at most ${MAX_VERTICES} of each are kept`,
    );
  }
  const solid = solidOfPolyhedron(polyhedron);
  const data = encodeHull(polyhedron, solid.center);
  return {
    shape: ShapeType.Hull,
    data,
    counts: [0, 0, 0],
    scale: [1, 1, 1],
    solid,
    rounded: (rounding) => roundedSolid(polyhedron, solid, rounding),
    points,
  };
}

function hullOf(
  points: Float64Array,
  maxVertices: number,
  where: string,
): { polyhedron: Polyhedron; isWhole: boolean } {
  const hull = quickhull(points, maxVertices);
  if (typeof hull === 'string')
    throw new PhysicsInputError('out-of-range', where, `expected points around a volume, these lie in ${hull}`);
  return { polyhedron: joinCoplanar(points, hull.triangles, hull.size), isWhole: hull.isWhole };
}

/** FNV-1a over the bits. */
function hashOf(points: Float32Array<ArrayBuffer>): number {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(points.buffer)) hash = Math.imul(hash ^ word, 0x01000193);
  return hash;
}

const isEqual = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((v, i) => v === b[i]);
