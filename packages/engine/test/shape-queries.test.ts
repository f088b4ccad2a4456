/** Shape casts, overlaps and nearest points, against slow searches over exact distances. */
import { describe, expect, it } from 'vitest';
import type { Body, ColliderOptions, QueryShape, Vec3, World } from '../src/index.js';
import {
  buildClutter,
  direction,
  generator,
  kindOf,
  makeShape,
  SPREAD,
  turn,
  within,
  type Clutter,
} from './support/clutter.js';
import { add, distanceTo, dot, length, normalize, scale, separation, sub, type Placed } from './support/distance.js';
import { ball, ground, testWorld, transports } from './transports.js';

const seed = Number(process.env['ATOLL_SEED'] ?? 1);
console.info(`shape queries: seed ${seed}`);

const shapes: QueryShape[] = [
  { shape: 'sphere', radius: 0.3 },
  { shape: 'capsule', radius: 0.2, halfHeight: 0.4 },
  { shape: 'box', halfExtents: [0.3, 0.2, 0.5] },
];
const kinds = [
  ...['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'],
  ...['rounded box', 'rounded cylinder', 'rounded cone', 'rounded hull'],
];
const notHulls = kinds.filter((kind) => !kind.endsWith('hull'));
const everyCollider = ({ placed }: Clutter): [Body, number, Placed][] =>
  [...placed].flatMap(([body, list]) => list.map((each, i): [Body, number, Placed] => [body, i, each]));

/** Without the body: a difference in it would be a difference of whole worlds. */
const bare = <T extends { body: Body }>(found: T): Omit<T, 'body'> => {
  const { body, ...rest } = found;
  expect(body.isValid).toBe(true);
  return rest;
};

describe('castShape', () => {
  it.each(kinds)('a %s stops where it first touches, with the normal between the two', async (kind) => {
    const random = generator(seed + kind.length);
    const world = await testWorld('inline');
    // The search knows no distance of two hulls.
    const clutter = buildClutter(world, random, 60, kind.endsWith('hull') ? notHulls : kinds);
    const colliders = everyCollider(clutter);
    const reached = new Map<string, number>();
    const count = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1);
    for (let i = 0; i < 60; i++) {
      const shape = makeShape(random, kind);
      const [position, rotation] = [within(random, 12), turn(random)];
      const along = normalize(sub(within(random, SPREAD), position));
      const hit = world.castShapeSync({
        ...(shape as QueryShape),
        position,
        rotation,
        direction: along,
        maxDistance: 15,
      });
      const end = hit?.distance ?? 15;
      const near = colliders.filter(([, , placed]) => {
        const toBody = sub(placed.position, position);
        const t = Math.max(0, Math.min(end, dot(toBody, along)));
        return length(sub(toBody, scale(along, t))) < 5;
      });
      const placedFrom = (t: number): Placed => ({ shape, position: add(position, scale(along, t)), rotation });
      if (hit && hit.distance === 0) {
        expect(Math.min(...near.map(([, , placed]) => separation(placedFrom(0), placed)))).toBeLessThan(2e-3);
        count('overlap');
        continue;
      }
      // The distance is a convex function of the way: where it dips below 0, one of many samples sees it, or nearly.
      for (const [, , placed] of near)
        for (let k = 0; k < 8; k++) expect(separation(placedFrom((end * k) / 8), placed, 10)).toBeGreaterThan(-2e-3);
      if (!hit) continue;
      const placed = clutter.placed.get(hit.body)![hit.collider]!;
      count(kindOf(placed.shape));
      count('hit');
      const there = placedFrom(hit.distance);
      // It stops within a tenth of a millimetre; the search itself knows the gap to a hundredth.
      expect(Math.abs(separation(there, placed, 26))).toBeLessThan(1.1e-4);
      // The point lies on both, and the plane through it is that of the surface, where that has one.
      expect(Math.abs(distanceTo(placed, hit.point))).toBeLessThan(1.1e-4);
      expect(Math.abs(distanceTo(there, hit.point))).toBeLessThan(2.1e-4);
      const out = add(hit.point, scale(hit.normal, 0.01));
      expect(distanceTo(placed, out)).toBeGreaterThan(0.01 - 2.1e-4);
      expect(distanceTo(there, add(hit.point, scale(hit.normal, -0.01)))).toBeGreaterThan(0.01 - 3.1e-4);
      expect(dot(hit.normal, along)).toBeLessThan(1e-3);
      expect(length(hit.normal)).toBeCloseTo(1, 4);
      expect(hit.fraction).toBeCloseTo(hit.distance / 15, 6);
    }
    expect(reached.get('hit')).toBeGreaterThan(20);
    expect(reached.size).toBeGreaterThan(5);
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
    const found = new Map<string, number>();
    for (let i = 0; i < 240; i++) {
      const kind = kinds[i % kinds.length]!;
      const shape = makeShape(random, kind);
      const [position, rotation] = [within(random, SPREAD), turn(random)];
      const fast = world.overlapShapeSync({ ...(shape as QueryShape), position, rotation });
      const keys = new Set(fast.map(({ body, collider }) => `${body.index} ${collider}`));
      expect(keys.size).toBe(fast.length);
      for (const [body, collider, placed] of colliders) {
        if (length(sub(placed.position, position)) > 5) {
          expect(keys.has(`${body.index} ${collider}`)).toBe(false);
          continue;
        }
        if (shape.shape === 'hull' && placed.shape.shape === 'hull') continue;
        const gap = separation({ shape, position, rotation }, placed);
        // At the very edge either is right.
        if (Math.abs(gap) > 2e-3) expect(keys.has(`${body.index} ${collider}`)).toBe(gap < 0);
      }
      found.set(kind, (found.get(kind) ?? 0) + fast.length);
    }
    expect(kinds.filter((kind) => !(found.get(kind)! > 3))).toEqual([]);
  });

  it('tells the deepest contact: the shortest way out, and where the surface is deepest inside', async () => {
    const random = generator(seed + 3);
    const world = await testWorld('inline');
    const clutter = buildClutter(world, random, 100);
    const reached = new Map<string, number>();
    for (let i = 0; i < 160; i++) {
      const kind = kinds[i % kinds.length]!;
      const shape = makeShape(random, kind);
      const [position, rotation] = [within(random, SPREAD), turn(random)];
      for (const hit of world.overlapShapeSync({ ...(shape as QueryShape), position, rotation })) {
        const placed = clutter.placed.get(hit.body)![hit.collider]!;
        if (shape.shape === 'hull' && placed.shape.shape === 'hull') continue;
        const { point, normal, depth } = hit;
        const gapAfter = (way: Vec3) => separation({ shape, position: add(position, way), rotation }, placed, 20);
        expect(length(normal)).toBeCloseTo(1, 5);
        expect(Math.abs(gapAfter(scale(normal, depth)))).toBeLessThan(2e-4);
        for (let k = 0; k < 3; k++)
          expect(gapAfter(scale(direction(random), Math.max(0, depth - 1e-3)))).toBeLessThan(2e-4);
        expect(Math.abs(distanceTo(placed, point))).toBeLessThan(2e-4);
        // Moved out, it is where the shape touches.
        const moved: Placed = { shape, position: add(position, scale(normal, depth)), rotation };
        expect(Math.abs(distanceTo(moved, point))).toBeLessThan(1e-3);
        reached.set(kind, (reached.get(kind) ?? 0) + 1);
      }
    }
    expect(kinds.filter((kind) => !(reached.get(kind)! > 3))).toEqual([]);
  });

  it.each(kinds)('tells the triangle of a mesh that a %s is deepest in', async (kind) => {
    const random = generator(seed + 4);
    const world = await testWorld('inline');
    const vertices = Array.from({ length: 40 }, () => {
      const corner = within(random, 1);
      return [0, 1, 2].map(() => add(corner, within(random, 0.6)));
    });
    const numbers = vertices.flat(2);
    const mesh = (list: number[]) => ({
      ...({ type: 'static' } as const),
      colliders: [
        { shape: 'trimesh' as const, vertices: list, indices: Array.from({ length: list.length / 3 }, (_, i) => i) },
      ],
    });
    const whole = world.createBody(mesh(numbers));
    const single = vertices.map((triangle) => world.createBody(mesh(triangle.flat())));
    let several = 0;
    for (let i = 0; i < 40; i++) {
      const place = {
        ...(makeShape(random, kind) as QueryShape),
        position: within(random, 1.5),
        rotation: turn(random),
      };
      const hits = world.overlapShapeSync(place);
      const mine = hits.find(({ body }) => body === whole);
      const others = hits.filter(({ body }) => body !== whole).sort((a, b) => b.depth - a.depth);
      expect(mine === undefined).toBe(others.length === 0);
      if (!mine) continue;
      expect(Math.abs(mine.depth - others[0]!.depth)).toBeLessThan(1e-4);
      const own = others.find(({ body }) => body === single[mine.feature])!;
      expect(Math.abs(own.depth - mine.depth)).toBeLessThan(1e-4);
      several += others.length > 1 ? 1 : 0;
    }
    expect(several).toBeGreaterThan(10);
  });

  it.each(transports)('answers in order of handles, filtered, on %s', async (transport) => {
    const world = await testWorld(transport);
    const bodies = [0, 0.3, 0.6].map((x) => world.createBody(ball(0, x)));
    const sensor = world.createBody({ type: 'static', colliders: [{ shape: 'sphere', radius: 1, sensor: true }] });
    const options = { shape: 'sphere', radius: 0.2 } as const;
    const found = await world.overlapShape(options);
    expect(found.map(({ body }) => body.index)).toEqual(bodies.map(({ index }) => index));
    expect(bare(found[0]!)).toEqual({
      ...{ handle: bodies[0]!.handle, collider: 0, step: 0, feature: -1 },
      // The centres are one point: any direction is as good.
      ...{ depth: expect.closeTo(0.7, 5), point: expect.anything(), normal: expect.anything() },
    });
    expect(found[1]).toMatchObject({
      depth: expect.closeTo(0.4, 5),
      normal: [-1, 0, 0].map((x) => expect.closeTo(x, 5)),
    });
    expect(found[1]!.point[0]).toBeCloseTo(-0.2, 5);
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
    const clutter = buildClutter(world, random, 100);
    const colliders = everyCollider(clutter);
    const reached = new Set<string>();
    let inside = 0;
    for (let i = 0; i < 1000; i++) {
      const point = within(random, 1.5 * SPREAD);
      const slow = Math.min(...colliders.map(([, , placed]) => distanceTo(placed, point)));
      const hit = world.closestPointSync({ point })!;
      expect(Math.abs(hit.distance - Math.max(0, slow))).toBeLessThan(1e-4);
      const placed = clutter.placed.get(hit.body)![hit.collider]!;
      if (hit.distance === 0) {
        inside++;
        expect(hit.point).toEqual(point);
        expect(hit.normal).toEqual([0, 0, 0]);
        expect(distanceTo(placed, point)).toBeLessThan(1e-4);
        continue;
      }
      reached.add(kindOf(placed.shape));
      expect(Math.abs(distanceTo(placed, hit.point))).toBeLessThan(1e-4);
      expect(Math.abs(length(sub(point, hit.point)) - hit.distance)).toBeLessThan(1e-4);
      // The normal leads back to the point: as far off as it is wrong.
      expect(length(sub(add(hit.point, scale(hit.normal, hit.distance)), point))).toBeLessThan(
        2e-4 + 1e-3 * hit.distance,
      );
      expect(world.closestPointSync({ point, maxDistance: 0.99 * hit.distance })).toBe(null);
    }
    expect(inside).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !reached.has(kind))).toEqual([]);
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

describe.each(transports)('what was hit, on %s', (transport) => {
  /** Two triangles, the second for z above x. */
  const square = {
    shape: 'trimesh',
    vertices: [-1, 1, -1, 1, 1, -1, 1, 1, 1, -1, 1, 1],
    indices: [0, 2, 1, 0, 3, 2],
  } as const;
  const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));
  it.each<[string, ColliderOptions, number | undefined]>([
    ['the face of a box', { shape: 'box', halfExtents: [1, 1, 1] }, 2],
    ['a face of a hull', { shape: 'hull', points: cube }, undefined],
    ['the triangle of a mesh', square, 1],
    ['nothing more of a ball', { shape: 'sphere', radius: 1 }, -1],
  ])('is told by rays, casts and nearest points: %s', async (_, collider, feature) => {
    const world: World = await testWorld(transport);
    const probe = { shape: 'sphere', radius: 0.25 } as const;
    world.createBody({ type: 'static', position: [9, 0, 0], colliders: [probe] });
    const x = collider.shape === 'sphere' ? 0 : -0.3,
      z = -x;
    const body = world.createBody({ type: 'static', colliders: [{ ...probe, position: [0, -9, 0] }, collider] });
    await world.step(2);
    const down = { direction: [0, -1, 0], maxDistance: 4 } as const;
    const hits = [
      await world.castRay({ ...down, origin: [x, 4, z] }),
      await world.castShape({ ...down, ...probe, position: [x, 4.25, z] }),
      await world.closestPoint({ point: [x, 4, z], maxDistance: 4 }),
    ];
    const [first] = hits;
    for (const hit of hits) {
      expect(hit!.body === body).toBe(true);
      expect(hit).toMatchObject({ collider: 1, step: 2, feature: feature ?? first!.feature });
      expect(hit!.distance).toBeCloseTo(3, 3);
      expect(hit!.fraction).toBeCloseTo(0.75, 3);
      [x, 1, z].forEach((value, i) => expect(hit!.point[i]).toBeCloseTo(value, 3));
      [0, 1, 0].forEach((value, i) => expect(hit!.normal[i]).toBeCloseTo(value, 3));
    }
    if (feature === undefined) expect(first!.feature).toBeGreaterThanOrEqual(0);
    // And so does what overlaps there, by a fifth of a radius or by far more.
    for (const height of [1.2, 0.9]) {
      const [overlap, ...others] = await world.overlapShape({ ...probe, position: [x, height, z] });
      expect(others).toEqual([]);
      expect(overlap).toMatchObject({ collider: 1, step: 2, feature: first!.feature });
      if (collider.shape === 'trimesh' && height < 1) {
        // Through a triangle there are two ways out.
        expect(overlap!.depth).toBeCloseTo(0.15, 3);
        expect(overlap!.normal[1]).toBeCloseTo(-1, 3);
        continue;
      }
      expect(overlap!.depth).toBeCloseTo(1.25 - height, 3);
      [x, 1, z].forEach((value, i) => expect(overlap!.point[i]).toBeCloseTo(value, 3));
      [0, 1, 0].forEach((value, i) => expect(overlap!.normal[i]).toBeCloseTo(value, 3));
    }
  });
});
