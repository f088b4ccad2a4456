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
/** As `length`, in a plane. `Math.hypot` also minds what squares to infinity, and is slow for it. */
const flat = (x: number, y: number): number => Math.sqrt(x * x + y * y);
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
    return length([p[0], y, p[2]]) - shape.radius - rounding;
  }
  if (shape.shape === 'box') {
    const h = shape.halfExtents;
    const [x, y, z] = [Math.abs(p[0]) - h[0]!, Math.abs(p[1]) - h[1]!, Math.abs(p[2]) - h[2]!];
    const outside = length([Math.max(x, 0), Math.max(y, 0), Math.max(z, 0)]);
    return outside + Math.min(0, Math.max(x, y, z)) - rounding;
  }
  if (shape.shape === 'cylinder') {
    const [r, y] = [flat(p[0], p[2]) - shape.radius, Math.abs(p[1]) - shape.halfHeight];
    return flat(Math.max(r, 0), Math.max(y, 0)) + Math.min(0, Math.max(r, y)) - rounding;
  }
  if (shape.shape === 'hull') return hullDistance(facesOf(shape), p) - rounding;
  return coneDistance(p, shape.radius, shape.halfHeight) - rounding;
}

interface Face {
  readonly corners: readonly [Vec3, Vec3, Vec3];
  readonly normal: Vec3;
}
const faces = new WeakMap<object, Face[]>();

/** Every three corners that have all others on one side. */
function facesOf(shape: Extract<Shape, { shape: 'hull' }>): Face[] {
  const known = faces.get(shape);
  if (known) return known;
  const numbers = Array.from(shape.points as ArrayLike<number>);
  const points = Array.from(
    { length: numbers.length / 3 },
    (_, i) => numbers.slice(3 * i, 3 * i + 3) as unknown as Vec3,
  );
  const found: Face[] = [];
  for (const [i, a] of points.entries())
    for (const [j, b] of points.entries())
      for (const [k, c] of points.entries()) {
        if (i >= j || i >= k || j === k) continue;
        const normal = normalize(cross(sub(b, a), sub(c, a)));
        if (points.every((p) => dot(normal, sub(p, a)) < 1e-9)) found.push({ corners: [a, b, c], normal });
      }
  faces.set(shape, found);
  return found;
}

function hullDistance(hull: readonly Face[], p: Vec3): number {
  let [above, least] = [-Infinity, Infinity];
  for (const { normal, corners } of hull) {
    const height = dot(normal, sub(p, corners[0]));
    above = Math.max(above, height);
    // Than a face that looks away one is nearer that does not.
    if (height > 0) least = Math.min(least, length(sub(p, nearestOn(corners, p))));
  }
  return above <= 0 ? above : least;
}

/** The plane where it hits the triangle, else the nearest edge. */
function nearestOn([a, b, c]: readonly [Vec3, Vec3, Vec3], p: Vec3): Vec3 {
  const n = cross(sub(b, a), sub(c, a));
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ] as const;
  if (sides.every(([from, to]) => dot(cross(n, sub(to, from)), sub(p, from)) >= 0))
    return sub(p, scale(n, dot(n, sub(p, a)) / dot(n, n)));
  let best = a;
  for (const [from, to] of sides) {
    const along = sub(to, from);
    const t = Math.max(0, Math.min(1, dot(sub(p, from), along) / dot(along, along)));
    const on = add(from, scale(along, t));
    if (length(sub(p, on)) < length(sub(p, best))) best = on;
  }
  return best;
}

/** In the half plane through the axis the cone is a triangle: base at -halfHeight, tip at +halfHeight. */
function coneDistance([x, y, z]: Vec3, radius: number, half: number): number {
  const r = flat(x, z);
  const [er, ey] = [-radius, 2 * half];
  const side = Math.max(0, Math.min(1, ((r - radius) * er + (y + half) * ey) / (er * er + ey * ey)));
  const toSide = flat(r - radius - side * er, y + half - side * ey);
  const toBase = flat(r - Math.min(r, radius), y + half);
  const isInside = y > -half && r * 2 * half < radius * (half - y);
  return (isInside ? -1 : 1) * Math.min(toSide, toBase);
}

/** From the world into the frame of the shape. */
function toLocal({ shape, position, rotation }: Placed, p: Vec3): Vec3 {
  const inBody = unrotate(rotation, sub(p, position));
  return unrotate(shape.rotation ?? [0, 0, 0, 1], sub(inBody, shape.position ?? [0, 0, 0]));
}

/** ...and back. */
function toWorld({ shape, position, rotation }: Placed, p: Vec3): Vec3 {
  const inBody = add(rotate(shape.rotation ?? [0, 0, 0, 1], p), shape.position ?? [0, 0, 0]);
  return add(position, rotate(rotation, inBody));
}

/** Of a point in the world. */
export const distanceTo = (placed: Placed, p: Vec3): number => localDistance(placed.shape, toLocal(placed, p));

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Least value of a convex function on an interval, in `cuts` cuts. J. Kiefer, "Sequential Minimax Search for a Maximum" (1953). */
function leastOn(low: number, high: number, cuts: number, f: (x: number) => number): number {
  let a = high - GOLDEN * (high - low);
  let b = low + GOLDEN * (high - low);
  let [atA, atB] = [f(a), f(b)];
  for (let i = 0; i < cuts; i++) {
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

/**
 * Of two shapes that are not both hulls: the least distance of the one's points from the other. Negative in overlap. Each cut finds the place to
 * 0.6 of what the one before did.
 */
export function separation(one: Placed, other: Placed, cuts = 16): number {
  if (one.shape.shape === 'hull') return separation(other, one, cuts);
  const { shape } = one;
  // From the one's frame into the other's, which four points tell.
  const there = (p: Vec3) => toLocal(other, toWorld(one, p));
  const o = there([0, 0, 0]);
  const [ex, ey, ez] = [sub(there([1, 0, 0]), o), sub(there([0, 1, 0]), o), sub(there([0, 0, 1]), o)] as const;
  const at = (x: number, y: number, z: number) =>
    localDistance(other.shape, [
      o[0] + x * ex[0] + y * ey[0] + z * ez[0],
      o[1] + x * ex[1] + y * ey[1] + z * ez[1],
      o[2] + x * ex[2] + y * ey[2] + z * ez[2],
    ]);
  const rounding = shape.rounding ?? 0;
  if (shape.shape === 'sphere') return at(0, 0, 0) - shape.radius - rounding;
  if (shape.shape === 'capsule')
    return leastOn(-shape.halfHeight, shape.halfHeight, cuts, (y) => at(0, y, 0)) - shape.radius - rounding;
  if (shape.shape === 'box') {
    const [a, b, c] = [shape.halfExtents[0]!, shape.halfExtents[1]!, shape.halfExtents[2]!];
    if (at(0, 0, 0) > Math.hypot(a, b, c) + 0.4) return at(0, 0, 0) - Math.hypot(a, b, c) - rounding;
    const inside = leastOn(-a, a, cuts, (x) => leastOn(-b, b, cuts, (y) => leastOn(-c, c, cuts, (z) => at(x, y, z))));
    return inside - rounding;
  }
  const { radius, halfHeight } = shape;
  const reach = Math.hypot(radius, halfHeight);
  if (at(0, 0, 0) > reach + 0.4) return at(0, 0, 0) - reach - rounding;
  const slice = (y: number) => {
    const r = shape.shape === 'cone' ? (radius * (halfHeight - y)) / (2 * halfHeight) : radius;
    return leastOn(-r, r, cuts, (x) => {
      const z = Math.sqrt(Math.max(0, r * r - x * x));
      return leastOn(-z, z, cuts, (z) => at(x, y, z));
    });
  };
  return leastOn(-halfHeight, halfHeight, cuts, slice) - rounding;
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
