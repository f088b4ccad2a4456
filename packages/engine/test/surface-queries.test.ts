/** Rays and nearest points against meshes and height fields: every triangle, one by one. */
import { describe, expect, it } from 'vitest';
import type { ColliderOptions, Quat, Vec3 } from '../src/index.js';
import { direction, generator, turn, within } from './support/clutter.js';
import { add, cross, dot, length, rotate, scale, sub } from './support/distance.js';
import { testWorld } from './transports.js';

const seed = Number(process.env['ATOLL_SEED'] ?? 1);
console.info(`surface queries: seed ${seed}`);
const N = 9;
type Triangle = [Vec3, Vec3, Vec3];

function mesh(random: () => number): [ColliderOptions, (Triangle | undefined)[]] {
  const points: Vec3[] = [];
  for (let i = 0; i < N * N; i++)
    points.push(
      [(i % N) - 4 + random() * 0.5, random() * 2, Math.floor(i / N) - 4 + random() * 0.5].map(
        Math.fround,
      ) as unknown as Vec3,
    );
  const indices: number[] = [];
  for (let row = 0; row < N - 1; row++) {
    for (let column = 0; column < N - 1; column++) {
      const a = row * N + column;
      indices.push(a, a + N, a + 1, a + 1, a + N, a + N + 1);
    }
  }
  const triangles = Array.from({ length: indices.length / 3 }, (_, t): Triangle => [
    points[indices[3 * t]!]!,
    points[indices[3 * t + 1]!]!,
    points[indices[3 * t + 2]!]!,
  ]);
  return [
    { shape: 'trimesh', vertices: Float32Array.from(points.flat()), indices: Uint32Array.from(indices) },
    triangles,
  ];
}

function field(random: () => number): [ColliderOptions, (Triangle | undefined)[]] {
  const heights = Float32Array.from({ length: N * N }, () => random() * 2);
  const holes = Uint8Array.from({ length: (N - 1) ** 2 }, () => (random() < 0.1 ? 1 : 0));
  const at = (row: number, column: number): Vec3 => [column - 4, heights[row * N + column]!, row - 4];
  const triangles: (Triangle | undefined)[] = [];
  for (let row = 0; row < N - 1; row++) {
    for (let column = 0; column < N - 1; column++) {
      const isHole = holes[row * (N - 1) + column] === 1;
      triangles.push(isHole ? undefined : [at(row, column), at(row + 1, column), at(row, column + 1)]);
      triangles.push(isHole ? undefined : [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)]);
    }
  }
  return [{ shape: 'heightfield', rows: N, columns: N, heights, holes, scale: [N - 1, 1, N - 1] }, triangles];
}

/** T. Möller and B. Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997). `slack`: how far beyond an edge counts. */
function meet([a, b, c]: Triangle, o: Vec3, d: Vec3, slack: number): number | undefined {
  const [e1, e2] = [sub(b, a), sub(c, a)];
  const p = cross(d, e2);
  const determinant = dot(e1, p);
  if (Math.abs(determinant) < 1e-9) return undefined;
  const s = sub(o, a);
  const u = dot(s, p) / determinant;
  const q = cross(s, e1);
  const v = dot(d, q) / determinant;
  const t = dot(e2, q) / determinant;
  return u < -slack || v < -slack || u + v > 1 + slack || t < 0 ? undefined : t;
}

/** C. Ericson, "Real-Time Collision Detection" (2005), by sampling and refining: slow and sure. */
function nearestDistance([a, b, c]: Triangle, p: Vec3): number {
  const at = (u: number, v: number) => length(sub(p, add(a, add(scale(sub(b, a), u), scale(sub(c, a), v)))));
  let [u, v, step] = [1 / 3, 1 / 3, 0.5];
  while (step > 1e-6) {
    let best = at(u, v);
    let moved = false;
    for (const [du, dv] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
      [-1, -1],
    ] as const) {
      const x = Math.max(0, Math.min(1, u + du * step));
      const y = Math.max(0, Math.min(1 - x, v + dv * step));
      if (at(x, y) < best - 1e-12) [best, u, v, moved] = [at(x, y), x, y, true];
    }
    if (!moved) step /= 2;
  }
  return at(u, v);
}

describe.each([
  ['mesh', mesh],
  ['height field', field],
] as const)('%s', (_, make) => {
  it('is hit where the nearest of all triangles is, from both sides', async () => {
    const random = generator(seed);
    const [collider, triangles] = make(random);
    const [position, rotation]: [Vec3, Quat] = [within(random, 3), turn(random)];
    const world = await testWorld('inline');
    world.createBody({ type: 'static', position, rotation, colliders: [collider] });
    const placed = triangles.map((t) => t?.map((p) => add(position, rotate(rotation, p))) as Triangle | undefined);
    let hits = 0;
    let grazes = 0;
    for (let i = 0; i < 500; i++) {
      const target = add(position, rotate(rotation, [8 * random() - 4, 2 * random(), 8 * random() - 4]));
      const d = direction(random);
      const o = add(target, scale(d, -10));
      const [sure, loose] = [-1e-4, 1e-4].map((slack) =>
        Math.min(...placed.map((t) => (t && meet(t, o, d, slack)) ?? Infinity)),
      );
      const hit = world.castRaySync({ origin: o, direction: d, maxDistance: 30 });
      if (sure !== loose) {
        grazes++;
        continue;
      }
      expect(hit?.distance ?? Infinity).toBeCloseTo(sure!, 3);
      if (!hit) continue;
      hits++;
      const [a, b, c] = placed[hit.feature]!;
      const normal = cross(sub(b, a), sub(c, a));
      expect(Math.abs(dot(normal, hit.normal)) / length(normal)).toBeGreaterThan(0.999);
      expect(dot(hit.normal, d)).toBeLessThanOrEqual(0);
    }
    expect(hits).toBeGreaterThan(200);
    expect(grazes).toBeLessThan(100);
  });

  it('has its nearest point on the nearest of all triangles', async () => {
    const random = generator(seed + 1);
    const [collider, triangles] = make(random);
    const world = await testWorld('inline');
    world.createBody({ type: 'static', colliders: [collider] });
    for (let i = 0; i < 60; i++) {
      const point = within(random, 6);
      const slow = Math.min(...triangles.map((t) => (t ? nearestDistance(t, point) : Infinity)));
      expect(world.closestPointSync({ point })!.distance).toBeCloseTo(slow, 3);
      const radius = Math.fround(slow * (i % 2 === 0 ? 0.99 : 1.01));
      expect(world.overlapShapeSync({ shape: 'sphere', radius, position: point }).length).toBe(i % 2);
    }
  });
});
