/** Shape casts, overlaps and nearest points, against slow searches over exact distances. */
import { describe, expect, it } from 'vitest';
import type { Body, Quat, QueryShape, Vec3, World } from '../src/index.js';
import { buildClutter, direction, generator, SPREAD, turn, within, type Clutter } from './support/clutter.js';
import {
  add,
  distanceTo,
  dot,
  length,
  normalize,
  scale,
  separation,
  sub,
  type Placed,
  type Shape,
} from './support/distance.js';
import { ball, ground, testWorld, transports } from './transports.js';

const seed = Number(process.env['ATOLL_SEED'] ?? Math.floor(Math.random() * 1e9));
console.info(`shape queries: seed ${seed}`);

const shapes: QueryShape[] = [
  { shape: 'sphere', radius: 0.3 },
  { shape: 'capsule', radius: 0.2, halfHeight: 0.4 },
  { shape: 'box', halfExtents: [0.3, 0.2, 0.5] },
];
const everyCollider = ({ placed }: Clutter): [Body, number, Placed][] =>
  [...placed].flatMap(([body, list]) => list.map((each, i): [Body, number, Placed] => [body, i, each]));
const placedAt = (shape: QueryShape, position: Vec3, rotation: Quat): Placed => ({
  shape: shape as Shape,
  position,
  rotation,
});

/** Without the body: a difference in it would be a difference of whole worlds. */
const bare = <T extends { body: Body }>(found: T): Omit<T, 'body'> => {
  const { body, ...rest } = found;
  expect(body.isValid).toBe(true);
  return rest;
};

describe('castShape', () => {
  it('stops where the shape first touches, with the normal between the two', async () => {
    const random = generator(seed);
    const world = await testWorld('inline');
    const clutter = buildClutter(world, random, 40);
    const colliders = everyCollider(clutter);
    const reached = new Set<string>();
    let hits = 0;
    for (let i = 0; i < 150; i++) {
      const shape = shapes[i % 3]!;
      const [position, rotation] = [within(random, 12), turn(random)];
      const along = normalize(sub(within(random, SPREAD), position));
      const hit = world.castShapeSync({ ...shape, position, rotation, direction: along, maxDistance: 15 });
      const end = hit?.distance ?? 15;
      const near = colliders.filter(([, , placed]) => {
        const toBody = sub(placed.position, position);
        const t = Math.max(0, Math.min(end, dot(toBody, along)));
        return length(sub(toBody, scale(along, t))) < 4;
      });
      const gapAt = (t: number, placed: Placed) =>
        separation(placedAt(shape, add(position, scale(along, t)), rotation), placed);
      if (hit && hit.distance === 0) {
        expect(Math.min(...near.map(([, , placed]) => gapAt(0, placed)))).toBeLessThan(2e-3);
        reached.add('overlap');
        continue;
      }
      // The distance is a convex function of the way: where it dips below 0, one of many samples sees it, or nearly.
      for (const [, , placed] of near)
        for (let k = 0; k < 16; k++) expect(gapAt((end * k) / 16, placed)).toBeGreaterThan(-2e-3);
      if (!hit) continue;
      hits++;
      const placed = clutter.placed.get(hit.body)![hit.collider]!;
      reached.add(`${shape.shape} ${placed.shape.shape}`);
      expect(Math.abs(gapAt(hit.distance, placed))).toBeLessThan(1e-3);
      expect(Math.abs(distanceTo(placed, hit.point))).toBeLessThan(1e-3);
      expect(dot(hit.normal, along)).toBeLessThan(1e-3);
      // The plane through the point keeps the two apart.
      const moved = placedAt(shape, add(position, scale(along, hit.distance)), rotation);
      expect(Math.abs(distanceTo(moved, hit.point))).toBeLessThan(1e-3);
      expect(length(hit.normal)).toBeCloseTo(1, 4);
      expect(hit.fraction).toBeCloseTo(hit.distance / 15, 6);
    }
    expect(hits).toBeGreaterThan(60);
    expect(reached.size).toBeGreaterThan(9);
  });

  it.each(transports)('takes one object of options or two, modes and filters on %s', async (transport) => {
    const world = await testWorld(transport);
    const bodies = [2, 4, 6].map((x) => world.createBody({ ...ball(0, x), type: 'static' }));
    const along = { direction: [2, 0, 0], maxDistance: 20 } as const;
    const flat = await world.castShape({ shape: 'box', halfExtents: [0.25, 0.1, 0.1], ...along });
    expect([flat!.body === bodies[0], flat!.distance, flat!.step]).toEqual([true, expect.closeTo(1.25, 3), 0]);
    expect(flat!.point).toEqual([expect.closeTo(1.5, 3), expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    expect(flat!.normal[0]).toBeCloseTo(-1, 4);
    const nested = await world.castShape({ shape: { shape: 'box', halfExtents: [0.25, 0.1, 0.1] }, ...along });
    expect(bare(nested!)).toEqual(bare(flat!));
    const all = await world.castShape({ shape: 'sphere', radius: 0.1, ...along, mode: 'all' });
    expect(all.map((hit) => bodies.indexOf(hit.body))).toEqual([0, 1, 2]);
    const rest = await world.castShape({ shape: 'sphere', radius: 0.1, ...along, filter: { ignore: [bodies[0]!] } });
    expect(bodies.indexOf(rest!.body)).toBe(1);
    expect(await world.castShape({ shape: 'sphere', radius: 0.1, ...along, maxDistance: 1.3 })).toBe(null);
    expect(await world.castShape({ shape: 'sphere', radius: 0.1, direction: [0, 1, 0] })).toBe(null);
  });

  it('slides along what it touches, and does not leave through it', async () => {
    const world = await testWorld('inline');
    world.createBody(ground);
    const cast = { shape: 'sphere', radius: 0.5, position: [0, 0.5, 0] } as const;
    expect(world.castShapeSync({ ...cast, direction: [1, 0, 0], maxDistance: 5 })).toBe(null);
    expect(world.castShapeSync({ ...cast, direction: [0, 1, 0], maxDistance: 5 })).toBe(null);
    expect(world.castShapeSync({ ...cast, direction: [1, -1, 0], maxDistance: 5 })!.distance).toBe(0);
    const inside = world.castShapeSync({ ...cast, position: [0, -0.5, 0], direction: [0, 1, 0], maxDistance: 5 })!;
    expect(inside.distance).toBe(0);
    expect(inside.normal.map((x) => x + 0)).toEqual([0, -1, 0]);
  });
});

describe('overlapShape', () => {
  it('finds every collider that overlaps, and no other', async () => {
    const random = generator(seed + 1);
    const world = await testWorld('inline');
    const colliders = everyCollider(buildClutter(world, random, 100));
    let found = 0;
    for (let i = 0; i < 90; i++) {
      const shape = shapes[i % 3]!;
      const [position, rotation] = [within(random, SPREAD), turn(random)];
      const fast = world.overlapShapeSync({ ...shape, position, rotation });
      const keys = new Set(fast.map(({ body, collider }) => `${body.index} ${collider}`));
      expect(keys.size).toBe(fast.length);
      for (const [body, collider, placed] of colliders) {
        if (length(sub(placed.position, position)) > 5) {
          expect(keys.has(`${body.index} ${collider}`)).toBe(false);
          continue;
        }
        const gap = separation(placedAt(shape, position, rotation), placed);
        // At the very edge either is right.
        if (Math.abs(gap) > 2e-3) expect(keys.has(`${body.index} ${collider}`)).toBe(gap < 0);
      }
      found += fast.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  it.each(transports)('answers in order of handles, filtered, on %s', async (transport) => {
    const world = await testWorld(transport);
    const bodies = [0, 0.3, 0.6].map((x) => world.createBody(ball(0, x)));
    const sensor = world.createBody({ type: 'static', colliders: [{ shape: 'sphere', radius: 1, sensor: true }] });
    const options = { shape: 'sphere', radius: 0.2 } as const;
    const found = await world.overlapShape(options);
    expect(found.map(({ body }) => body.index)).toEqual(bodies.map(({ index }) => index));
    expect(bare(found[0]!)).toEqual({ handle: bodies[0]!.handle, collider: 0, step: 0 });
    const withSensors = await world.overlapShape({ ...options, filter: { sensors: true } });
    expect(withSensors.map(({ body }) => body.index)).toEqual([...bodies, sensor].map(({ index }) => index));
    expect(await world.overlapShape({ ...options, position: [5, 0, 0] })).toEqual([]);
  });
});

describe('overlapBounds', () => {
  it.each(transports)('finds every collider whose bounds overlap on %s', async (transport) => {
    const world = await testWorld(transport);
    const rod = world.createBody({
      type: 'static',
      rotation: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
      colliders: [{ shape: 'capsule', radius: 0.1, halfHeight: 2 }],
    });
    const corner = Math.SQRT2 + 0.1;
    const at = async (x: number, y: number) =>
      (await world.overlapBounds([x, y, -1], [x + 1, y + 1, 1])).map(({ body }) => body.index);
    expect(await at(corner - 0.01, 0)).toEqual([rod.index]);
    expect(await at(corner + 0.01, 0)).toEqual([]);
    expect(await world.overlapBounds([-9, -9, -9], [9, 9, 9], { types: ['dynamic'] })).toEqual([]);
  });
});

describe('closestPoint', () => {
  it('finds the nearest point of all', async () => {
    const random = generator(seed + 2);
    const world = await testWorld('inline');
    const clutter = buildClutter(world, random, 60);
    const colliders = everyCollider(clutter);
    let inside = 0;
    for (let i = 0; i < 300; i++) {
      const point = within(random, SPREAD);
      const slow = Math.min(...colliders.map(([, , placed]) => distanceTo(placed, point)));
      const hit = world.closestPointSync({ point })!;
      expect(hit.distance).toBeCloseTo(Math.max(0, slow), 3);
      const placed = clutter.placed.get(hit.body)![hit.collider]!;
      if (hit.distance === 0) {
        inside++;
        expect(hit.point).toEqual(point);
        expect(hit.normal).toEqual([0, 0, 0]);
        expect(distanceTo(placed, point)).toBeLessThan(1e-4);
        continue;
      }
      expect(Math.abs(distanceTo(placed, hit.point))).toBeLessThan(1e-3);
      expect(length(sub(point, hit.point))).toBeCloseTo(hit.distance, 3);
      if (hit.distance > 0.01)
        expect(dot(hit.normal, scale(sub(point, hit.point), 1 / hit.distance))).toBeGreaterThan(0.999);
      expect(world.closestPointSync({ point, maxDistance: 0.99 * hit.distance })).toBe(null);
    }
    expect(inside).toBeGreaterThan(10);
  });

  it.each(transports)('is null where nothing is near, on %s', async (transport) => {
    const world = await testWorld(transport);
    expect(await world.closestPoint({ point: [0, 0, 0] })).toBe(null);
    const body = world.createBody({ ...ball(0, 3), type: 'static' });
    expect(await world.closestPoint({ point: [0, 0, 0], maxDistance: 2.4 })).toBe(null);
    const hit = (await world.closestPoint({ point: [0, 0, 0], maxDistance: 5 }))!;
    expect(hit.body === body).toBe(true);
    expect(bare(hit)).toMatchObject({
      distance: expect.closeTo(2.5, 4),
      fraction: expect.closeTo(0.5, 4),
      normal: [expect.closeTo(-1, 5), expect.closeTo(0, 5), expect.closeTo(0, 5)],
    });
  });
});

it('gives the same answers on every transport', async () => {
  const answers = [];
  for (const transport of transports) {
    const world: World = await testWorld(transport);
    const random = generator(11);
    buildClutter(world, random, 60);
    await world.step(3);
    const all = [];
    for (let i = 0; i < 30; i++) {
      const place = { ...shapes[i % 3]!, position: within(random, SPREAD), rotation: turn(random) };
      const hits = await world.castShape({ ...place, direction: direction(random), mode: 'all' });
      const overlaps = await world.overlapShape(place);
      const nearest = await world.closestPoint({ point: place.position });
      all.push([...hits, ...overlaps, nearest!].map(bare));
    }
    answers.push(all);
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
