import type { Body, Quat, Vec3 } from '../../src/index.js';

/** A point of a body's space in the world's. */
export function place([x, y, z, w]: Quat, [a, b, c]: Vec3, at: Vec3): Vec3 {
  const tx = 2 * (y * c - z * b),
    ty = 2 * (z * a - x * c),
    tz = 2 * (x * b - y * a);
  return [
    at[0] + a + w * tx + y * tz - z * ty,
    at[1] + b + w * ty + z * tx - x * tz,
    at[2] + c + w * tz + x * ty - y * tx,
  ];
}

/** Of its mass, in the world. */
export const centerOf = ({ position, rotation, centerOfMass }: Body): Vec3 => place(rotation, centerOfMass, position);

export function drawRotation(random: () => number): Quat {
  const q = [1, 2, 3, 4].map(() => random() + random() + random() - 1.5);
  const norm = Math.hypot(...q);
  return q.map((value) => value / norm) as unknown as Quat;
}
