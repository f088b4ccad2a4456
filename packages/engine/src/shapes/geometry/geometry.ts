import type { Vec3 } from '../../types.js';
import type { Solid } from '../solids.js';

/** A surface encloses nothing: it has no mass of its own. */
export const SURFACE: Solid = { volume: 0, center: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };

/** What a hull, a mesh or a height field looks like: made once from an option, never changed, shared by colliders and worlds. */
export interface Geometry {
  /** ShapeType. */
  readonly shape: number;
  /** As the kernel takes it, behind a GeometrySettings record. */
  readonly data: Uint8Array;
  /** As in GeometrySettings. */
  readonly counts: readonly [number, number, number];
  /** As in GeometrySettings. */
  readonly scale: Vec3;
  /** Of density 1. */
  readonly solid: Solid;
  /** The same with a radius around it, where it can have one. */
  readonly rounded?: (rounding: number) => Solid;
}

/** Equal by value: the kernel needs to hold one of the two alone. */
export function sameGeometry(a: Geometry, b: Geometry): boolean {
  if (a === b) return true;
  if (a.shape !== b.shape || a.data.length !== b.data.length) return false;
  return (
    a.counts.every((count, i) => count === b.counts[i]) &&
    a.scale.every((factor, i) => factor === b.scale[i]) &&
    a.data.every((byte, i) => byte === b.data[i])
  );
}
