import type { Vec3 } from '../../types.js';
import type { Triangles } from './quickhull.js';

interface Face {
  /** Unit length, outward. */
  readonly normal: Vec3;
  /** Distance of the plane from the origin; no vertex lies beyond it. */
  readonly offset: number;
  /** Vertices, counter-clockwise from outside. */
  readonly loop: readonly number[];
}

/** A convex polyhedron with flat faces of any number of corners. */
export interface Polyhedron {
  /** x, y, z each. */
  readonly vertices: Float64Array;
  readonly faces: readonly Face[];
  /** Start, end, the face to the left and the one to the right, seen from outside. */
  readonly edges: readonly (readonly [start: number, end: number, left: number, right: number])[];
}

/** Triangles whose corners are within this part of the size of one plane become one face. */
const COPLANAR = 1e-5;

/** Joins triangles that lie in one plane, and drops the vertices that then only lie within a face or an edge. */
export function joinCoplanar(points: Float64Array, triangles: Triangles, size: number): Polyhedron {
  return tryJoin(points, triangles, COPLANAR * size) ?? tryJoin(points, triangles, -1)!;
}

/** Undefined where the joined faces do not close up as a convex polyhedron's must: then the triangles stay as they are. */
function tryJoin(points: Float64Array, triangles: Triangles, tolerance: number): Polyhedron | undefined {
  const groups = groupsOf(points, triangles, tolerance);
  const loops = groups.map((group) => outline(group.map((t) => triangles[t]!)));
  if (loops.some((loop) => loop === undefined)) return undefined;
  const trimmed = withoutStraightVertices(loops as number[][]);
  const used = [...new Set(trimmed.flat())].sort((a, b) => a - b);
  const number = new Map(used.map((point, i) => [point, i]));
  const vertices = new Float64Array(used.length * 3);
  used.forEach((point, i) => vertices.set(points.subarray(3 * point, 3 * point + 3), 3 * i));
  const faces = trimmed.map((loop) =>
    faceOf(
      vertices,
      loop.map((point) => number.get(point)!),
    ),
  );
  const edges = edgesOf(faces);
  if (!edges || vertices.length / 3 - edges.length + faces.length !== 2) return undefined;
  if (faces.some(({ loop }) => loop.length < 3)) return undefined;
  return { vertices, faces, edges };
}

/** Triangles of one plane: grown from the largest ones over their neighbours. */
function groupsOf(points: Float64Array, triangles: Triangles, tolerance: number): number[][] {
  const across = new Map<number, number>();
  const count = points.length / 3;
  triangles.forEach((corners, t) => corners.forEach((a, i) => across.set(a * count + corners[(i + 1) % 3]!, t)));
  const normals = triangles.map((corners) => areaVector(points, corners));
  const sizes = normals.map((n) => n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const order = triangles.map((_, t) => t).sort((s, t) => sizes[t]! - sizes[s]! || s - t);
  const taken = new Array<boolean>(triangles.length).fill(false);
  const groups: number[][] = [];
  for (const seed of order) {
    if (taken[seed]) continue;
    taken[seed] = true;
    const group = [seed];
    groups.push(group);
    const length = Math.sqrt(sizes[seed]!) || 1;
    const n = normals[seed]!;
    const height = (i: number): number =>
      (n[0] * points[3 * i]! + n[1] * points[3 * i + 1]! + n[2] * points[3 * i + 2]!) / length;
    const level = height(triangles[seed]![0]);
    for (let i = 0; i < group.length; i++) {
      const corners = triangles[group[i]!]!;
      for (let k = 0; k < 3; k++) {
        const next = across.get(corners[(k + 1) % 3]! * count + corners[k]!)!;
        if (taken[next] || triangles[next]!.some((point) => Math.abs(height(point) - level) > tolerance)) continue;
        taken[next] = true;
        group.push(next);
      }
    }
  }
  return groups;
}

/** The edges of a group that no other triangle of it shares, as one loop. */
function outline(group: Triangles): number[] | undefined {
  const next = new Map<number, number>();
  const edges = new Set(group.flatMap((corners) => corners.map((a, i) => `${a} ${corners[(i + 1) % 3]!}`)));
  let count = 0;
  for (const corners of group) {
    for (let i = 0; i < 3; i++) {
      const [a, b] = [corners[i]!, corners[(i + 1) % 3]!];
      if (edges.has(`${b} ${a}`)) continue;
      if (next.has(a)) return undefined;
      next.set(a, b);
      count++;
    }
  }
  const [start] = next.keys();
  if (start === undefined) return undefined;
  const loop = [start];
  for (let at = next.get(start)!; at !== start; at = next.get(at)!) {
    if (loop.length > count) return undefined;
    loop.push(at);
  }
  return loop.length === count ? loop : undefined;
}

/** A vertex where only two faces meet lies within their edge. */
function withoutStraightVertices(loops: readonly number[][]): number[][] {
  const faces = new Map<number, number>();
  for (const point of loops.flat()) faces.set(point, (faces.get(point) ?? 0) + 1);
  return loops.map((loop) => loop.filter((point) => faces.get(point)! > 2));
}

function faceOf(vertices: Float64Array, loop: number[]): Face {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 1; i + 1 < loop.length; i++) {
    const n = areaVector(vertices, [loop[0]!, loop[i]!, loop[i + 1]!]);
    for (let k = 0; k < 3; k++) sum[k]! += n[k]!;
  }
  const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) || 1;
  const normal: Vec3 = [sum[0] / length, sum[1] / length, sum[2] / length];
  let offset = -Infinity;
  for (const i of loop) {
    const height = normal[0] * vertices[3 * i]! + normal[1] * vertices[3 * i + 1]! + normal[2] * vertices[3 * i + 2]!;
    offset = Math.max(offset, height);
  }
  return { normal, offset, loop };
}

/** Undefined where an edge has not exactly two faces. */
function edgesOf(faces: readonly Face[]): Polyhedron['edges'] | undefined {
  const left = new Map<string, number>();
  let halves = 0;
  faces.forEach(({ loop }, face) =>
    loop.forEach((start, i) => {
      left.set(`${start} ${loop[(i + 1) % loop.length]!}`, face);
      halves++;
    }),
  );
  if (left.size !== halves) return undefined;
  const edges: (readonly [number, number, number, number])[] = [];
  for (const [key, face] of left) {
    const [start, end] = key.split(' ').map(Number) as [number, number];
    const right = left.get(`${end} ${start}`);
    if (right === undefined) return undefined;
    if (start < end) edges.push([start, end, face, right]);
  }
  return edges;
}

/** Twice the area, along the normal. */
export function areaVector(p: Float64Array, [a, b, c]: readonly [number, number, number]): Vec3 {
  const [ux, uy, uz] = [p[3 * b]! - p[3 * a]!, p[3 * b + 1]! - p[3 * a + 1]!, p[3 * b + 2]! - p[3 * a + 2]!];
  const [vx, vy, vz] = [p[3 * c]! - p[3 * a]!, p[3 * c + 1]! - p[3 * a + 1]!, p[3 * c + 2]! - p[3 * a + 2]!];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
