import type { ColliderOptions } from '@atoll/engine';
import type { Vec3 } from '../math.js';
import { uniform, type Placement } from './placement.js';

/** The geometry of a collider before any scale: what the engine takes, without placement and surface. */
export type ColliderShape =
  | { shape: 'box'; halfExtents: Vec3 }
  | { shape: 'sphere'; radius: number }
  | { shape: 'capsule' | 'cylinder' | 'cone'; halfHeight: number; radius: number }
  | { shape: 'hull'; points: Float32Array }
  | { shape: 'trimesh'; vertices: Float32Array; indices: Uint32Array }
  | {
      shape: 'heightfield';
      rows: number;
      columns: number;
      heights: Float32Array;
      scale: Vec3;
      holes?: ArrayLike<number | boolean>;
    };

/** Boxes of flat meshes get at least this half extent, m. */
const THINNEST = 0.001;

/** The shape at a place in its body, in the size that it has there. @throws where the shape cannot take the scale */
export function fitTo(placement: Placement, shape: ColliderShape, label: string): ColliderOptions {
  const { position, rotation } = placement;
  return { ...scaled(shape, placement, label), position, rotation } as unknown as ColliderOptions;
}

function scaled(shape: ColliderShape, { scale, mirrored }: Placement, label: string): ColliderShape {
  // The others look the same in a mirror.
  const [x, y, z] = scale;
  const signed: Vec3 = [mirrored ? -x : x, y, z];
  switch (shape.shape) {
    case 'box':
      return { shape: 'box', halfExtents: times(shape.halfExtents, scale) };
    case 'sphere':
      return { shape: 'sphere', radius: shape.radius * uniform(scale, label) };
    case 'capsule': {
      const factor = uniform(scale, label);
      return { shape: 'capsule', halfHeight: shape.halfHeight * factor, radius: shape.radius * factor };
    }
    case 'cylinder':
    case 'cone': {
      const across = uniform([scale[0], scale[0], scale[2]], label);
      return { shape: shape.shape, halfHeight: shape.halfHeight * scale[1], radius: shape.radius * across };
    }
    case 'hull':
      return { shape: 'hull', points: scaledPoints(shape.points, signed) };
    case 'trimesh':
      return {
        ...shape,
        vertices: scaledPoints(shape.vertices, signed),
        indices: mirrored ? turnedOver(shape.indices) : shape.indices,
      };
    case 'heightfield': {
      const { columns, heights, holes } = shape;
      return {
        ...shape,
        scale: times(shape.scale, scale),
        ...(mirrored && { heights: Float32Array.from(backwards(heights, columns)) }),
        ...(mirrored && holes && { holes: backwards(holes, columns - 1) }),
      };
    }
  }
}

const times = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];

export const thick = (halfExtents: Vec3): Vec3 => [
  Math.max(halfExtents[0], THINNEST),
  Math.max(halfExtents[1], THINNEST),
  Math.max(halfExtents[2], THINNEST),
];

function scaledPoints(points: Float32Array, [x, y, z]: Vec3): Float32Array {
  if (x === 1 && y === 1 && z === 1) return points;
  return points.map((value, i) => value * (i % 3 === 0 ? x : i % 3 === 1 ? y : z));
}

/** Triangles with the other side out: a mirror turns them inside out. */
export const turnedOver = (indices: Uint32Array): Uint32Array =>
  indices.map((_, i) => indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!);

/** Every row from its end. */
const backwards = <T>(list: ArrayLike<T>, columns: number): T[] =>
  Array.from(list, (_, i) => list[i - 2 * (i % columns) + columns - 1]!);
