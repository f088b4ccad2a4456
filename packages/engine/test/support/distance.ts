import type { ColliderOptions, Quat, Vec3 } from '../../src/index.js';

/** Slow oracles: signed distances of shapes in exact arithmetic of 64 bits, and rays that march along them. */

type Posed<T> = T extends unknown ? Omit<T, 'position' | 'rotation'> & { position?: Vec3; rotation?: Quat } : never;
export type Shape = Posed<Exclude<ColliderOptions, { shape: 'trimesh' | 'heightfield' }>>;
export interface Placed {
  readonly shape: Shape;
  readonly position: Vec3;
  readonly rotation: Quat;
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / length(a));
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export function rotate([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const t = scale(cross([x, y, z], v), 2);
  return add(add(v, scale(t, w)), cross([x, y, z], t));
}
const unrotate = ([x, y, z, w]: Quat, v: Vec3): Vec3 => rotate([-x, -y, -z, w], v);

/** Of a point in the frame of the shape. Negative inside. */
function localDistance(shape: Shape, p: Vec3): number {
  const rounding = shape.rounding ?? 0;
  if (shape.shape === 'sphere') return length(p) - shape.radius - rounding;
  if (shape.shape === 'capsule') {
    const y = p[1] - Math.max(-shape.halfHeight, Math.min(shape.halfHeight, p[1]));
    return Math.hypot(p[0], y, p[2]) - shape.radius - rounding;
  }
  if (shape.shape === 'box') {
    const h = shape.halfExtents;
    const q = [0, 1, 2].map((i) => Math.abs(p[i]!) - h[i]!);
    const outside = Math.hypot(...q.map((x) => Math.max(x, 0)));
    return outside + Math.min(0, Math.max(...q)) - rounding;
  }
  if (shape.shape === 'cylinder') {
    const [r, y] = [Math.hypot(p[0], p[2]) - shape.radius, Math.abs(p[1]) - shape.halfHeight];
    return Math.hypot(Math.max(r, 0), Math.max(y, 0)) + Math.min(0, Math.max(r, y)) - rounding;
  }
  if (shape.shape === 'hull') throw new Error('no distance of hulls here');
  return coneDistance(p, shape.radius, shape.halfHeight) - rounding;
}

/** In the half plane through the axis the cone is a triangle: base at -halfHeight, tip at +halfHeight. */
function coneDistance([x, y, z]: Vec3, radius: number, half: number): number {
  const r = Math.hypot(x, z);
  const [er, ey] = [-radius, 2 * half];
  const side = Math.max(0, Math.min(1, ((r - radius) * er + (y + half) * ey) / (er * er + ey * ey)));
  const toSide = Math.hypot(r - radius - side * er, y + half - side * ey);
  const toBase = Math.hypot(r - Math.min(r, radius), y + half);
  const isInside = y > -half && r * 2 * half < radius * (half - y);
  return (isInside ? -1 : 1) * Math.min(toSide, toBase);
}

/** Of a point in the world. */
export function distanceTo({ shape, position, rotation }: Placed, p: Vec3): number {
  const inBody = unrotate(rotation, sub(p, position));
  return localDistance(shape, unrotate(shape.rotation ?? [0, 0, 0, 1], sub(inBody, shape.position ?? [0, 0, 0])));
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const CUTS = 16;

/** Least value of a convex function on an interval. J. Kiefer, "Sequential Minimax Search for a Maximum" (1953). */
function leastOn(low: number, high: number, f: (x: number) => number): number {
  let a = high - GOLDEN * (high - low);
  let b = low + GOLDEN * (high - low);
  let [atA, atB] = [f(a), f(b)];
  for (let i = 0; i < CUTS; i++) {
    if (atA < atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = f(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = f(b);
    }
  }
  return Math.min(atA, atB);
}

/** Of two shapes, of which the first is a sphere, a capsule or a box: the least distance of its points from the second. Negative in overlap. */
export function separation({ shape, position, rotation }: Placed, other: Placed): number {
  const at = (x: number, y: number, z: number) => distanceTo(other, add(position, rotate(rotation, [x, y, z])));
  if (shape.shape === 'sphere') return at(0, 0, 0) - shape.radius;
  if (shape.shape === 'capsule') return leastOn(-shape.halfHeight, shape.halfHeight, (y) => at(0, y, 0)) - shape.radius;
  if (shape.shape !== 'box') throw new Error(`no separation of a ${shape.shape}`);
  const [a, b, c] = [shape.halfExtents[0]!, shape.halfExtents[1]!, shape.halfExtents[2]!];
  if (at(0, 0, 0) > Math.hypot(a, b, c) + 0.1) return at(0, 0, 0) - Math.hypot(a, b, c);
  return leastOn(-a, a, (x) => leastOn(-b, b, (y) => leastOn(-c, c, (z) => at(x, y, z))));
}

/** Out of the surface at a point near it, by differences. */
export function normalAt(placed: Placed, p: Vec3): Vec3 {
  const e = 1e-6;
  const along = (axis: Vec3) => distanceTo(placed, add(p, scale(axis, e))) - distanceTo(placed, sub(p, scale(axis, e)));
  return normalize([along([1, 0, 0]), along([0, 1, 0]), along([0, 0, 1])]);
}

const REACH = 6;

/** Where a ray meets the surface: it marches by the distance, which can never overshoot. J. Hart, "Sphere Tracing" (1996). */
export function marchRay(placed: Placed, origin: Vec3, direction: Vec3, maxDistance: number): number | undefined {
  // No shape here reaches farther from its body.
  const toBody = sub(placed.position, origin);
  const nearest = Math.max(0, dot(toBody, direction));
  if (length(sub(toBody, scale(direction, nearest))) > REACH) return undefined;
  let t = 0;
  for (let i = 0; i < 2000 && t <= maxDistance; i++) {
    const d = distanceTo(placed, add(origin, scale(direction, t)));
    if (d < 1e-9) return t;
    t += d;
  }
  return undefined;
}
