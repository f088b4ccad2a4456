import type { ColliderOptions, Vec3 } from '../../src/index.js';

/** Of every kind, from thin to stout, some tenths of a metre long. */
export const shapes: Record<string, ColliderOptions> = {
  ball: { shape: 'sphere', radius: 0.1 },
  capsule: { shape: 'capsule', radius: 0.1, halfHeight: 0.3 },
  box: { shape: 'box', halfExtents: [0.1, 0.2, 0.3] },
  plate: { shape: 'box', halfExtents: [0.3, 0.02, 0.3] },
  rod: { shape: 'box', halfExtents: [0.02, 0.5, 0.02] },
  'rounded box': { shape: 'box', halfExtents: [0.1, 0.1, 0.2], rounding: 0.05 },
  cylinder: { shape: 'cylinder', radius: 0.15, halfHeight: 0.2 },
  disc: { shape: 'cylinder', radius: 0.3, halfHeight: 0.03 },
  pole: { shape: 'cylinder', radius: 0.03, halfHeight: 0.5 },
  'rounded cylinder': { shape: 'cylinder', radius: 0.1, halfHeight: 0.1, rounding: 0.03 },
  cone: { shape: 'cone', radius: 0.2, halfHeight: 0.2 },
  'flat cone': { shape: 'cone', radius: 0.3, halfHeight: 0.05 },
  needle: { shape: 'cone', radius: 0.05, halfHeight: 0.4 },
  tetrahedron: { shape: 'hull', points: [0.2, 0.2, 0.2, -0.2, -0.2, 0.2, -0.2, 0.2, -0.2, 0.2, -0.2, -0.2] },
  wedge: { shape: 'hull', points: [0.2, 0, 0, -0.1, 0.2, 0.1, -0.1, -0.2, 0.1, 0, 0.05, -0.25, 0.1, 0.1, 0.2] },
  pebble: { shape: 'hull', points: onEllipsoid(40, [0.25, 0.15, 0.2]) },
  chip: { shape: 'hull', points: onEllipsoid(30, [0.3, 0.03, 0.2]) },
};

/** Evenly spread points. */
function onEllipsoid(count: number, radii: Vec3): number[] {
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count,
      r = Math.sqrt(1 - z * z),
      angle = i * Math.PI * (3 - Math.sqrt(5));
    return [radii[0] * r * Math.cos(angle), radii[1] * r * Math.sin(angle), radii[2] * z];
  }).flat();
}
