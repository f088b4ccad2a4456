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
  const { position, rotation, scale } = placement;
  return { ...scaled(shape, scale, label), position, rotation } as unknown as ColliderOptions;
}

function scaled(shape: ColliderShape, scale: Vec3, label: string): ColliderShape {
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
      return { shape: 'hull', points: scaledPoints(shape.points, scale) };
    case 'trimesh':
      return { ...shape, vertices: scaledPoints(shape.vertices, scale) };
    case 'heightfield':
      return { ...shape, scale: times(shape.scale, scale) };
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
