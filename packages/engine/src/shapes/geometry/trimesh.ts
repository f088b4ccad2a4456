import { ShapeType } from '@atoll/kernel';
import { PhysicsInputError } from '../../errors.js';
import type { Vec3 } from '../../types.js';
import { cross, length } from '../../vector.js';
import { checkList, finiteList } from '../../validate/list.js';
import { describe } from '../../validate/describe.js';
import { SURFACE, type Geometry } from './geometry.js';

/** Vertex numbers of a triangle; the kernel addresses 12 bytes each. */
const MAX_VERTICES = 1 << 28;
/** A triangle whose height is less than this part of its longest edge has no direction; the kernel leaves it out. */
const SLENDER = 1e-6;

/** Checks and copies the vertices and indices of a triangle mesh. */
export function resolveTrimesh(vertices: unknown, indices: unknown, label: string): Geometry {
  const points = resolveVertices(vertices, `${label}.vertices`);
  const corners = resolveIndices(indices, points.length / 3, `${label}.indices`);
  if (!hasArea(points, corners)) {
    throw new PhysicsInputError(
      'out-of-range',
      `${label}.indices`,
      `expected a triangle with an area, got ${corners.length / 3} without`,
    );
  }
  const data = new Uint8Array(points.byteLength + corners.byteLength);
  data.set(new Uint8Array(points.buffer));
  data.set(new Uint8Array(corners.buffer), points.byteLength);
  return {
    shape: ShapeType.Mesh,
    data,
    counts: [points.length / 3, corners.length / 3, 0],
    scale: [1, 1, 1],
    solid: SURFACE,
  };
}

function resolveVertices(value: unknown, where: string): Float32Array<ArrayBuffer> {
  checkList(value, where, 'an array of 3 numbers a vertex');
  const { length } = value;
  if (length < 9 || length % 3 !== 0 || length / 3 > MAX_VERTICES)
    throw new PhysicsInputError(
      'wrong-length',
      where,
      `expected 3 numbers a vertex, 3 vertices or more, got ${length}`,
    );
  return finiteList(value, where);
}

function resolveIndices(value: unknown, vertexCount: number, where: string): Uint32Array<ArrayBuffer> {
  checkList(value, where, 'an array of 3 vertex numbers a triangle');
  const { length } = value;
  if (length === 0 || length % 3 !== 0)
    throw new PhysicsInputError(
      'wrong-length',
      where,
      `expected 3 vertex numbers a triangle, 1 triangle or more, got ${length}`,
    );
  const copy = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const index = value[i];
    if (!(Number.isInteger(index) && (index as number) >= 0 && (index as number) < vertexCount)) {
      const problem = typeof index === 'number' ? 'out-of-range' : 'wrong-type';
      const detail = `expected a vertex number from 0 to ${vertexCount - 1}, got ${describe(index)}`;
      throw new PhysicsInputError(problem, `${where}[${i}]`, detail);
    }
    copy[i] = index as number;
  }
  return copy;
}

/** Is there one triangle at least that is not degenerate? */
function hasArea(points: Float32Array, corners: Uint32Array): boolean {
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [3 * corners[i]!, 3 * corners[i + 1]!, 3 * corners[i + 2]!];
    const side = (from: number, to: number): Vec3 => [
      points[to]! - points[from]!,
      points[to + 1]! - points[from + 1]!,
      points[to + 2]! - points[from + 2]!,
    ];
    const [u, v, w] = [side(a, b), side(a, c), side(b, c)];
    const longest = Math.max(length(u), length(v), length(w));
    // Twice the kernel's bound: it measures in 32 bits.
    if (length(cross(u, v)) > 2 * SLENDER * longest * longest) return true;
  }
  return false;
}
