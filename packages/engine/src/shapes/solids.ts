import type { Vec3 } from '../types.js';
import type { Collider } from './collider.js';

/** Of a solid of density 1 about its own centre and axes. */
export interface Solid {
  /** m³ */
  readonly volume: number;
  /** xx, yy, zz in m⁵; the others are 0 by symmetry. */
  readonly inertia: Vec3;
}

/** Volume and inertia in closed form. Rounding counts as material. */
export function solidOf({ shape, size, rounding }: Pick<Collider, 'shape' | 'size' | 'rounding'>): Solid {
  switch (shape) {
    case 'sphere':
      return sphere(size[0] + rounding);
    case 'capsule':
      return capsule(size[0] + rounding, size[1]);
    case 'box':
      return box(size, rounding);
  }
}

function sphere(r: number): Solid {
  const volume = (4 / 3) * Math.PI * r ** 3;
  const i = (2 / 5) * volume * r * r;
  return { volume, inertia: [i, i, i] };
}

/** A cylinder and two half spheres, each with its centre of mass 3/8 r outside the cylinder's end. */
function capsule(r: number, h: number): Solid {
  const cylinder = 2 * h * Math.PI * r * r;
  const caps = (4 / 3) * Math.PI * r ** 3;
  const along = (cylinder * r * r) / 2 + (2 / 5) * caps * r * r;
  const across = cylinder * ((r * r) / 4 + (h * h) / 3) + caps * ((2 / 5) * r * r + h * h + (3 / 4) * h * r);
  return { volume: cylinder + caps, inertia: [across, along, across] };
}

/** A box, and around it the slabs, quarter cylinders and eighths of a sphere that rounding adds. */
function box([a, b, c]: Vec3, r: number): Solid {
  const volume =
    8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * r ** 3;
  const xx = secondMoment(a, b, c, r);
  const yy = secondMoment(b, c, a, r);
  const zz = secondMoment(c, a, b, r);
  return { volume, inertia: [yy + zz, zz + xx, xx + yy] };
}

/** ∫ x² over a rounded box with half extents a along x, b and c across. */
function secondMoment(a: number, b: number, c: number, r: number): number {
  const inside = (a * a) / 3;
  const core = 8 * a * b * c * inside;
  const slabsAcross = 8 * a * r * (b + c) * inside;
  const edgesAlong = 2 * a * Math.PI * r * r * inside;
  const slabsAtEnds = (8 / 3) * b * c * ((a + r) ** 3 - a ** 3);
  // Over a quarter disc: ∫ (a + u)² = a² π r²/4 + 2 a r³/3 + π r⁴/16; four of them run along y, and four along z.
  const quarter = (a * a * Math.PI * r * r) / 4 + (2 * a * r ** 3) / 3 + (Math.PI * r ** 4) / 16;
  const edgesAtEnds = 8 * (b + c) * quarter;
  // Over an eighth of a ball: ∫ (a + u)² = a² π r³/6 + 2 a π r⁴/16 + π r⁵/30.
  const eighth = (a * a * Math.PI * r ** 3) / 6 + (a * Math.PI * r ** 4) / 8 + (Math.PI * r ** 5) / 30;
  return core + slabsAcross + edgesAlong + slabsAtEnds + edgesAtEnds + 8 * eighth;
}
