import type { Vec3 } from '../types.js';
import type { Collider } from './collider.js';
import { SURFACE } from './geometry/geometry.js';
import { cone, cylinder } from './revolved.js';

/** xx, yy, zz, xy, xz, yz of a symmetric matrix. */
export type Symmetric = readonly [xx: number, yy: number, zz: number, xy: number, xz: number, yz: number];

/** Of a solid of density 1, in the axes of its shape. */
export interface Solid {
  /** m³ */
  readonly volume: number;
  /** Centre of mass, m. */
  readonly center: Vec3;
  /** About that centre, m⁵. */
  readonly inertia: Symmetric;
}

/** Volume, centre and inertia in closed form. Rounding counts as material. */
export function solidOf({
  shape,
  size,
  rounding,
  geometry,
}: Pick<Collider, 'shape' | 'size' | 'rounding' | 'geometry'>): Solid {
  if (geometry) return rounding > 0 && geometry.rounded ? geometry.rounded(rounding) : geometry.solid;
  switch (shape) {
    case 'sphere':
      return sphere(size[0] + rounding);
    case 'capsule':
      return capsule(size[0] + rounding, size[1]);
    case 'box':
      return box(size, rounding);
    case 'cylinder':
      return cylinder(size[0], size[1], rounding);
    case 'cone':
      return cone(size[0], size[1], rounding);
    case 'hull':
    case 'trimesh':
    case 'heightfield':
      return SURFACE;
  }
}

/** By products: `**` need not give the same bits on every machine. */
const cube = (x: number): number => x * x * x;

function symmetric(volume: number, xx: number, yy: number, zz: number): Solid {
  return { volume, center: [0, 0, 0], inertia: [xx, yy, zz, 0, 0, 0] };
}

function sphere(r: number): Solid {
  const volume = (4 / 3) * Math.PI * cube(r);
  const i = (2 / 5) * volume * r * r;
  return symmetric(volume, i, i, i);
}

/** A cylinder and two half spheres, each with its centre of mass 3/8 r outside the cylinder's end. */
function capsule(r: number, h: number): Solid {
  const tube = 2 * h * Math.PI * r * r;
  const caps = (4 / 3) * Math.PI * cube(r);
  const along = (tube * r * r) / 2 + (2 / 5) * caps * r * r;
  const across = tube * ((r * r) / 4 + (h * h) / 3) + caps * ((2 / 5) * r * r + h * h + (3 / 4) * h * r);
  return symmetric(tube + caps, across, along, across);
}

/** A box, and around it the slabs, quarter cylinders and eighths of a sphere that rounding adds. */
function box([a, b, c]: Vec3, r: number): Solid {
  const volume =
    8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * cube(r);
  const xx = secondMoment(a, b, c, r);
  const yy = secondMoment(b, c, a, r);
  const zz = secondMoment(c, a, b, r);
  return symmetric(volume, yy + zz, zz + xx, xx + yy);
}

/** ∫ x² over a rounded box with half extents a along x, b and c across. */
function secondMoment(a: number, b: number, c: number, r: number): number {
  const inside = (a * a) / 3;
  const core = 8 * a * b * c * inside;
  const slabsAcross = 8 * a * r * (b + c) * inside;
  const edgesAlong = 2 * a * Math.PI * r * r * inside;
  const slabsAtEnds = (8 / 3) * b * c * (cube(a + r) - cube(a));
  // Over a quarter disc: ∫ (a + u)² = a² π r²/4 + 2 a r³/3 + π r⁴/16; four of them run along y, and four along z.
  const quarter = (a * a * Math.PI * r * r) / 4 + (2 * a * cube(r)) / 3 + (Math.PI * cube(r) * r) / 16;
  const edgesAtEnds = 8 * (b + c) * quarter;
  // Over an eighth of a ball: ∫ (a + u)² = a² π r³/6 + 2 a π r⁴/16 + π r⁵/30.
  const eighth = (a * a * Math.PI * cube(r)) / 6 + (a * Math.PI * cube(r) * r) / 8 + (Math.PI * cube(r) * r * r) / 30;
  return core + slabsAcross + edgesAlong + slabsAtEnds + edgesAtEnds + 8 * eighth;
}
