/** Slow, certain distances between convex shapes, in double precision. */
import type { ConvexName, Quat, Vec } from './sim.js';

export interface Shape {
  name: ConvexName;
  position: Vec;
  rotation: Quat;
  size: Vec;
  rounding: number;
}

export const add = (a: Vec, b: Vec, s = 1): Vec => [a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
/** `Math.hypot` also minds what squares to infinity, and is slow for it. */
export const length = (a: Vec): number => Math.sqrt(dot(a, a));

/** Columns of the rotation. */
export function axesOf([x, y, z, w]: Quat): [Vec, Vec, Vec] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** A shape is a core (point, segment or box: half extents along axes, some of them 0) and a radius around it. */
export const radiusOf = (shape: Shape): number => shape.rounding + (shape.name === 'box' ? 0 : shape.size[0]);
const coreOf = (shape: Shape): Vec =>
  shape.name === 'box' ? shape.size : [0, shape.name === 'capsule' ? shape.size[1] : 0, 0];

/** The core's point nearest to p. */
function project(shape: Shape, axes: Vec[], p: Vec): Vec {
  const half = coreOf(shape),
    d = add(p, shape.position, -1);
  return axes.reduce<Vec>(
    (sum, axis, i) => add(sum, axis, Math.max(-half[i]!, Math.min(half[i]!, dot(d, axis)))),
    shape.position,
  );
}
const reach = (shape: Shape, axes: Vec[], n: Vec): number =>
  axes.reduce((sum, axis, i) => sum + Math.abs(dot(axis, n)) * coreOf(shape)[i]!, 0);

/** How far a plane of normal n keeps the shapes apart: the greatest over all n is their distance, or minus their depth. */
export function gapAlong(a: Shape, b: Shape, n: Vec): number {
  return (
    dot(add(b.position, a.position, -1), n) -
    reach(a, axesOf(a.rotation), n) -
    reach(b, axesOf(b.rotation), n) -
    radiusOf(a) -
    radiusOf(b)
  );
}

/** Distance of the cores by alternating projections (von Neumann), with the direction from A to B. `certain`: a plane proves it to 1e-5. */
export function coreDistance(a: Shape, b: Shape): { distance: number; normal: Vec; certain: boolean } {
  const axesA = axesOf(a.rotation),
    axesB = axesOf(b.rotation);
  let x = a.position,
    y = project(b, axesB, x),
    last = Infinity;
  for (let i = 0; i < 4000; i++) {
    x = project(a, axesA, y);
    y = project(b, axesB, x);
    const now = length(add(y, x, -1));
    if (last - now < 1e-13) break;
    last = now;
  }
  const d = add(y, x, -1),
    distance = length(d);
  if (distance < 1e-7) return { distance: 0, normal: [0, 1, 0], certain: false };
  const normal = scale(d, 1 / distance);
  return { distance, normal, certain: Math.abs(gapAlong(a, b, normal) + radiusOf(a) + radiusOf(b) - distance) < 1e-5 };
}

const directions: Vec[] = Array.from({ length: 600 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 600,
    r = Math.sqrt(1 - z * z),
    angle = i * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

/** The greatest gap over the directions given and over a dense net of directions, refined around its best: a lower bound of the true one. */
export function searchGap(a: Shape, b: Shape, more: Vec[]): number {
  const axesA = axesOf(a.rotation),
    axesB = axesOf(b.rotation),
    d = add(b.position, a.position, -1),
    radii = radiusOf(a) + radiusOf(b);
  const gap = (n: Vec) => dot(d, n) - reach(a, axesA, n) - reach(b, axesB, n) - radii;
  let best = -Infinity,
    at: Vec = [0, 1, 0];
  for (const n of [...directions, ...more]) {
    const value = gap(n);
    if (value > best) [best, at] = [value, n];
  }
  for (let step = 0.08; step > 1e-4; step *= 0.7) {
    for (const direction of directions.slice(0, 600).filter((_, i) => i % 25 === 0)) {
      const moved = add(at, direction, step),
        n = scale(moved, 1 / length(moved)),
        value = gap(n);
      if (value > best) [best, at] = [value, n];
    }
  }
  return best;
}

/** Face normals of both boxes and the products of their edges, both ways. */
export function separatingAxes(a: Shape, b: Shape): Vec[] {
  const axesA = axesOf(a.rotation),
    axesB = axesOf(b.rotation);
  const products = axesA
    .flatMap((u) => axesB.map((v) => cross(u, v)))
    .filter((n) => length(n) > 1e-6)
    .map((n) => scale(n, 1 / length(n)));
  return [...axesA, ...axesB, ...products].flatMap((n): Vec[] => [n, scale(n, -1)]);
}
