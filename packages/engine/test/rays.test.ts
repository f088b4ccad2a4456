/** Ray casts: against marching rays, in all modes and with every filter, by the pool and at once. */
import { describe, expect, it } from 'vitest';
import type { Body, QueryHit, Vec3, World } from '../src/index.js';
import { add, distanceTo, dot, marchRay, normalAt, scale } from './support/distance.js';
import { buildClutter, generator, kindOf, ray, type Clutter } from './support/clutter.js';
import { ball, ground, testWorld, transports } from './transports.js';

const seed = Number(process.env['ATOLL_SEED'] ?? 1);
console.info(`rays: seed ${seed}`);

interface Slow {
  distance: number;
  body: Body;
  collider: number;
}

function slowHits({ placed }: Clutter, origin: Vec3, direction: Vec3, maxDistance: number): Slow[] {
  const hits: Slow[] = [];
  for (const [body, shapes] of placed) {
    shapes.forEach((shape, collider) => {
      const distance = marchRay(shape, origin, direction, maxDistance);
      if (distance !== undefined) hits.push({ distance, body, collider });
    });
  }
  return hits.sort((a, b) => a.distance - b.distance);
}

/** A ray that passes within this of an edge may be said to miss or to hit. m */
const GRAZE = 2e-3;
/** m */
const TOLERANCE = 1e-4;

const RAYS = 1100;

describe.each(transports)('%s', (transport) => {
  it('meets what a marching ray meets, at the same place, with the same normal', async () => {
    const random = generator(seed);
    const world = await testWorld(transport);
    const clutter = buildClutter(world, random, 90);
    const reached = new Map<string, number>();
    const rays = new Float32Array(7 * RAYS);
    for (let i = 0; i < RAYS; i++) rays.set(ray(random), 7 * i);
    const found = await world.castRays(rays);
    const all = await world.castRays(rays, { mode: 'all' });
    const any = await world.castRays(rays, { mode: 'any' });
    expect(found.step).toBe(0);
    let grazes = 0;
    for (let i = 0; i < RAYS; i++) {
      const [origin, direction, distance] = partsOf(rays, i);
      const slow = slowHits(clutter, origin, direction, distance);
      const fast = found.handles[i]!;
      const [from, to] = [all.firstHits![i]!, all.firstHits![i + 1]!];
      if (slow.length !== to - from) {
        grazes++;
        continue;
      }
      expect(fast === -1).toBe(slow.length === 0);
      expect(any.handles[i] === -1).toBe(slow.length === 0);
      if (fast === -1) {
        expect(found.distances[i]).toBe(Infinity);
        continue;
      }
      // What is off across the surface counts; along a ray that grazes it, it is more.
      const isNear = (distance: number, normal: Vec3, expected: number) =>
        expect(Math.abs((distance - expected) * dot(normal, direction))).toBeLessThan(TOLERANCE);
      isNear(found.distances[i]!, vectorOf(found.normals, i), slow[0]!.distance);
      for (let k = from; k < to; k++) isNear(all.distances[k]!, vectorOf(all.normals, k), slow[k - from]!.distance);
      expect(slow.some((hit) => hit.body.handle === any.handles[i])).toBe(true);
      const body = world.bodyOf(fast)!;
      const placed = clutter.placed.get(body)![found.colliders[i]!]!;
      const point = vectorOf(found.points, i);
      const normal = vectorOf(found.normals, i);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 4);
      if (slow[0]!.distance > 1e-6) {
        expect(Math.abs(distanceTo(placed, point))).toBeLessThan(TOLERANCE);
        expect(dot(normal, direction)).toBeLessThanOrEqual(1e-3);
        const inner = add(point, scale(normal, -GRAZE));
        // Away from edges the gradient of the distance is the normal.
        if (Math.abs(distanceTo(placed, inner) + GRAZE) < 1e-5) {
          expect(dot(normalAt(placed, add(point, scale(normal, GRAZE))), normal)).toBeGreaterThan(0.9999);
        }
        const kind = kindOf(placed.shape);
        reached.set(kind, (reached.get(kind) ?? 0) + 1);
      } else {
        expect(found.distances[i]).toBe(0);
        expect(dot(normal, direction)).toBeCloseTo(-1, 5);
        reached.set('inside', (reached.get('inside') ?? 0) + 1);
      }
    }
    expect(grazes).toBeLessThan(RAYS / 100);
    expect([...clutter.shapes, 'inside'].filter((kind) => (reached.get(kind) ?? 0) < 4)).toEqual([]);
  });

  it('knows body, point, normal, distance, fraction and step of a hit', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody({ ...ball(5), type: 'static' });
    await world.step(3);
    const hit = await world.castRay({ origin: [0, 10, 0], direction: [0, -2, 0], maxDistance: 9 });
    expect(hit).toEqual({
      body,
      handle: body.handle,
      collider: 0,
      point: [0, 5.5, 0],
      normal: [0, 1, 0],
      distance: 4.5,
      fraction: 0.5,
      feature: -1,
      step: 3,
    });
    expect(world.bodyOf(hit!.handle)).toBe(body);
    expect(await world.castRay({ origin: [0, 10, 0], direction: [0, -1, 0], maxDistance: 4.4 })).toBe(null);
    expect((await world.castRay({ origin: [0, 1e6, 0], direction: [0, -1, 0] }))!.body).toBe(body);
  });

  it('lists every hit in order, and any hit at all', async () => {
    const world = await testWorld(transport);
    const bodies = [3, 1, 2].map((x) => world.createBody({ ...ball(0, 2 * x), type: 'static' }));
    const cast = { origin: [0, 0, 0], direction: [1, 0, 0] } as const;
    const all = await world.castRay({ ...cast, mode: 'all' });
    expect(all.map((hit) => hit.body)).toEqual([bodies[1], bodies[2], bodies[0]]);
    expect(all.map((hit) => hit.distance)).toEqual([1.5, 3.5, 5.5]);
    expect(bodies).toContain((await world.castRay({ ...cast, mode: 'any' }))!.body);
    expect(await world.castRay({ ...cast, direction: [-1, 0, 0], mode: 'all' })).toEqual([]);
  });

  it('leaves out what the filter leaves out', async () => {
    const world = await testWorld(transport);
    const at = (x: number, type: 'static' | 'kinematic' | 'dynamic', more = {}) =>
      world.createBody({
        type,
        position: [x, 0, 0],
        colliders: [{ shape: 'sphere', radius: 0.4, groups: { memberships: 1 << x, filter: 1 }, ...more }],
      });
    const bodies = [at(0, 'static'), at(1, 'kinematic'), at(2, 'dynamic'), at(3, 'static', { sensor: true })];
    const indices = async (filter: object) => {
      const hits = await world.castRay({ origin: [-5, 0, 0], direction: [1, 0, 0], mode: 'all', filter });
      return hits.map((hit) => bodies.indexOf(hit.body));
    };
    expect(await indices({})).toEqual([0, 1, 2]);
    expect(await indices({ sensors: true })).toEqual([0, 1, 2, 3]);
    expect(await indices({ types: ['dynamic', 'static'] })).toEqual([0, 2]);
    expect(await indices({ types: [] })).toEqual([]);
    expect(await indices({ groups: { filter: 0b110 } })).toEqual([1, 2]);
    expect(await indices({ groups: { memberships: 2 } })).toEqual([]);
    expect(await indices({ ignore: [bodies[2], bodies[0]] })).toEqual([1]);
    bodies[1]!.destroy();
    expect(await indices({ ignore: [bodies[1]] })).toEqual([0, 2]);
    bodies[0]!.update({ enabled: false });
    expect(await indices({})).toEqual([2]);
  });

  it('takes its turn between commands and steps', async () => {
    const world = await testWorld(transport);
    const body = world.createBody({ ...ball(0), gravityScale: 0 });
    const down = { origin: [0, 10, 0], direction: [0, -1, 0] } as const;
    const answers = [world.castRay(down)];
    body.setPosition([0, 4, 0]);
    answers.push(world.castRay(down));
    const stepped = world.step(2);
    answers.push(world.castRay(down));
    body.destroy();
    answers.push(world.castRay(down));
    const hits = await Promise.all(answers);
    await stepped;
    expect(hits.map((hit) => hit?.distance)).toEqual([9.5, 5.5, 5.5, undefined]);
    expect(hits.map((hit) => hit?.step)).toEqual([0, 0, 2, undefined]);
  });

  it('casts no rays, and a hundred thousand', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const none = await world.castRays(new Float32Array(0));
    expect([none.handles.length, none.points.length]).toEqual([0, 0]);
    expect((await world.castRays(new Float32Array(0), { mode: 'all' })).firstHits).toEqual(new Uint32Array(1));
    const n = 100_000;
    const rays = new Float32Array(7 * n);
    for (let i = 0; i < n; i++) rays.set([(i % 100) - 50, i % 7, 0, 0, -1, 0, 100], 7 * i);
    for (const hits of [await world.castRays(rays), await world.castRays(rays)]) {
      expect(hits.handles.every((handle) => handle !== -1)).toBe(true);
      expect(hits.distances[n - 1]).toBe((n - 1) % 7);
      expect(hits.points.buffer).toBeInstanceOf(ArrayBuffer);
    }
  });

  it('changes nothing in the world', async () => {
    const hashes = [];
    for (const asks of [false, true]) {
      const world = await testWorld(transport);
      buildClutter(world, generator(7), 40);
      for (let i = 0; i < 20; i++) {
        await world.step();
        if (!asks) continue;
        await world.castRays(Float32Array.from({ length: 70 }, (_, k) => [0, 9, 0, 0, -1, 0, 50][k % 7]!));
        await world.castRay({ origin: [0, 9, 0], direction: [0, -1, 0], mode: 'all' });
      }
      hashes.push(await world.hash());
    }
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe.each(['inline', 'shared'] as const)('%s, at once', (transport) => {
  it('answers at once, also while the pool steps', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody({ ...ball(1e5), linearVelocity: [0, -30, 0] });
    const lone = world.createBody({ ...ball(3, 20), type: 'static' });
    await world.step();
    const down = { origin: [0, 2e5, 0], direction: [0, -1, 0] } as const;
    const stepping = world.step(200);
    const seen = new Map<number, number>();
    for (let last = 0; last < 201;) {
      const hit: QueryHit | null = world.castRaySync(down);
      expect(hit!.body).toBe(body);
      last = hit!.step;
      const before = seen.get(last);
      // One step, one answer.
      if (before !== undefined) expect(hit!.distance).toBe(before);
      seen.set(last, hit!.distance);
      expect(world.castRaySync({ origin: [20, 10, 0], direction: [0, -1, 0] })!.body).toBe(lone);
      if (transport === 'inline') await stepping;
    }
    await stepping;
    const steps = [...seen.keys()];
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    const distances = [...seen.values()];
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
  });

  it('answers from within a listener', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    world.createBody(ball(0.6));
    const seen: (number | undefined)[] = [];
    const answers: Promise<QueryHit | null>[] = [];
    world.on('contactbegin', () => {
      const down = { origin: [30, 5, 0], direction: [0, -1, 0] } as const;
      seen.push(world.castRaySync(down)?.distance);
      answers.push(world.castRay(down));
    });
    await world.step(30);
    expect(seen).toEqual([5]);
    expect((await answers[0])!.distance).toBe(5);
  });

  it('gives the answers at once that the pool gives', async () => {
    const world = await testWorld(transport);
    const random = generator(3);
    buildClutter(world, random, 60);
    await world.step(5);
    const rays = new Float32Array(7 * 1000);
    for (let i = 0; i < 1000; i++) rays.set(ray(random), 7 * i);
    for (const mode of ['closest', 'any', 'all'] as const)
      expect(world.castRaysSync(rays, { mode })).toEqual(await world.castRays(rays, { mode }));
  });

  it('leaves the hash as it is', async () => {
    const world = await testWorld(transport);
    buildClutter(world, generator(7), 40);
    await world.step(3);
    const before = await world.hash();
    world.castRaySync({ origin: [0, 9, 0], direction: [0, -1, 0], mode: 'all' });
    expect(await world.hash()).toBe(before);
  });
});

it('has no answers at once where the world is in another memory', async () => {
  const world = await testWorld('transfer');
  expect(() => world.castRaySync({ origin: [0, 9, 0], direction: [0, -1, 0] })).toThrow('unsupported');
});

it('gives the same bits for any number of workers and any order of blocks', async () => {
  const answers = [];
  for (const [transport, workers, blockOrderSeed] of [
    ['inline', 1, 0],
    ['inline', 1, 99],
    ['shared', 1, 0],
    ['shared', 2, 0],
    ['shared', 4, 0],
  ] as const) {
    const world: World = await testWorld(transport, { workers, blockOrderSeed });
    const random = generator(4);
    buildClutter(world, random, 60);
    await world.step(5);
    const rays = new Float32Array(7 * 1000);
    for (let i = 0; i < 1000; i++) rays.set(ray(random), 7 * i);
    answers.push([await world.castRays(rays), await world.castRays(rays, { mode: 'all' })]);
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

function partsOf(rays: Float32Array, i: number): [Vec3, Vec3, number] {
  return [vectorOf(rays.subarray(7 * i), 0), vectorOf(rays.subarray(7 * i + 3), 0), rays[7 * i + 6]!];
}
function vectorOf(values: Float32Array, i: number): Vec3 {
  return [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!];
}
describe.each(transports)('a body that is destroyed while an answer is under way (%s)', (transport) => {
  it('is told by the answer all the same', async () => {
    const world = await testWorld(transport);
    const sphere = { shape: 'sphere', radius: 1 } as const;
    const body = world.createBody({ type: 'static', colliders: [sphere] });
    await world.step();
    const cast = { direction: [0, -1, 0], maxDistance: 10 } as const;
    const asked = [
      world.castRay({ origin: [0, 5, 0], ...cast }),
      world.castShape({ ...sphere, position: [0, 5, 0], ...cast }),
      world.overlapShape({ ...sphere, position: [0, 1, 0] }),
      world.overlapBounds([0, 0, 0], [1, 1, 1]),
      world.closestPoint({ point: [0, 5, 0], maxDistance: 10 }),
    ];
    body.destroy();
    const steps = world.step(3);
    for (const answer of asked) expect([(await answer) ?? []].flat().map((hit) => hit.body === body)).toEqual([true]);
    await steps;
  });
});
