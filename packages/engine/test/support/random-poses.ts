import type { Body, Quat, Vec3 } from '../../src/index.js';
import { add, rotate } from './distance.js';

/** A point of a body's space in the world's. */
export const place = (rotation: Quat, point: Vec3, at: Vec3): Vec3 => add(at, rotate(rotation, point));

/** Of its mass, in the world. */
export const centerOf = ({ position, rotation, centerOfMass }: Body): Vec3 => place(rotation, centerOfMass, position);

export function drawRotation(random: () => number): Quat {
  const q = [1, 2, 3, 4].map(() => random() + random() + random() - 1.5);
  const norm = Math.hypot(...q);
  return q.map((value) => value / norm) as unknown as Quat;
}
