/** Batches of queries, against the same questions one by one. */
import { describe, expect, it } from 'vitest';
import type { QueryHits, QueryOverlap, QueryShape, Vec3, World } from '../src/index.js';
import { buildClutter, direction, generator, makeShape, SPREAD, turn, within } from './support/clutter.js';
import { testWorld, transports } from './transports.js';

const seed = Number(process.env['ATOLL_SEED'] ?? 1);
console.info(`batches: seed ${seed}`);
/** More than one worker gets. */
const COUNT = 150;
const kinds = ['sphere', 'box', 'rounded cylinder', 'hull'];

const floats = (items: readonly (readonly number[])[]): Float32Array => Float32Array.from(items.flat());
const inFloats = <T extends readonly number[]>(list: T): T => list.map(Math.fround) as unknown as T;
/** A unit vector or quaternion whose 32-bit numbers are still the same when it is normalised once more, as single calls do. */
function settled<T extends readonly number[]>(draw: () => T): T {
  for (;;) {
    const list = inFloats(draw());
    const length = Math.hypot(...list);
    if (list.every((x) => Math.fround(x / length) === x)) return list;
  }
}
const vector = (column: Float32Array, i: number): Vec3 => [column[3 * i]!, column[3 * i + 1]!, column[3 * i + 2]!];

/** The entries from one to another, as the single calls tell them. */
const entries = (found: QueryHits, from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => ({
    handle: found.handles[from + k]!,
    collider: found.colliders[from + k]!,
    step: found.step,
    point: vector(found.points, from + k),
    normal: vector(found.normals, from + k),
    feature: found.features[from + k]!,
    distance: found.distances[from + k]!,
  }));
const ofItem = (found: QueryHits, i: number) =>
  found.firstHits
    ? entries(found, found.firstHits[i]!, found.firstHits[i + 1]!)
    : found.handles[i] === -1
      ? []
      : entries(found, i, i + 1);

/** What a single call tells, in the words of a batch. */
const plain = (single: QueryOverlap | null) => {
  if (!single) return [];
  const { body, depth, ...rest } = { depth: 0, ...single };
  expect(body.isValid).toBe(true);
  if ('fraction' in rest) delete rest.fraction;
  return [{ distance: depth, ...rest }];
};

async function clutter(transport: (typeof transports)[number]) {
  const world: World = await testWorld(transport);
  const random = generator(seed);
  buildClutter(world, random, 200);
  await world.step(2);
  return { world, random };
}

describe.each(transports)('on %s', (transport) => {
  it.each(kinds)('shape casts in a batch are single shape casts: %s', async (kind) => {
    const { world, random } = await clutter(transport);
    const shape = makeShape(random, kind) as QueryShape;
    const casts = Array.from({ length: COUNT }, () => ({
      position: within(random, 1.4 * SPREAD),
      rotation: settled(() => turn(random)),
      direction: settled(() => direction(random)),
      maxDistance: random() < 0.2 ? Infinity : Math.fround(5 + 10 * random()),
    }));
    const items = floats(casts.map((c) => [...c.position, ...c.rotation, ...c.direction, c.maxDistance]));
    const found = await world.castShapes(items, { ...shape });
    const all = await world.castShapes(items, { shape, mode: 'all', filter: { types: ['static'] } });
    expect([found.step, found.firstHits]).toEqual([2, undefined]);
    let hits = 0;
    for (const [i, cast] of casts.entries()) {
      const single = await world.castShape({ ...shape, ...cast });
      expect(ofItem(found, i)).toEqual(plain(single));
      hits += single ? 1 : 0;
      const every = await world.castShape({ ...shape, ...cast, mode: 'all', filter: { types: ['static'] } });
      expect(ofItem(all, i)).toEqual(every.flatMap(plain));
    }
    expect(hits).toBeGreaterThan(COUNT / 4);
    if (transport !== 'transfer') expect(world.castShapesSync(items, { shape })).toEqual(found);
  });

  it.each(kinds)('overlaps in a batch are single overlaps: %s', async (kind) => {
    const { world, random } = await clutter(transport);
    const shape = makeShape(random, kind) as QueryShape;
    const places = Array.from({ length: COUNT }, () => ({
      position: within(random, SPREAD),
      rotation: settled(() => turn(random)),
    }));
    const items = floats(places.map((place) => [...place.position, ...place.rotation]));
    const found = await world.overlapShapes(items, { ...shape, filter: { sensors: true } });
    expect(found.firstHits).toHaveLength(COUNT + 1);
    for (const [i, place] of places.entries()) {
      const single = await world.overlapShape({ ...shape, ...place, filter: { sensors: true } });
      expect(ofItem(found, i)).toEqual(single.flatMap(plain));
    }
    expect(found.handles.length).toBeGreaterThan(COUNT / 4);
    if (transport !== 'transfer') expect(world.overlapShapesSync(items, { shape })).toEqual(found);
  });

  it('bounds in a batch are single bounds', async () => {
    const { world, random } = await clutter(transport);
    const boxes = Array.from({ length: COUNT }, () => {
      const low = within(random, SPREAD);
      return [low, inFloats(low.map((x) => x + 2 * random()) as unknown as Vec3)] as const;
    });
    const items = floats(boxes.flat());
    const found = await world.overlapManyBounds(items, { filter: { types: ['static', 'dynamic'] } });
    for (const [i, [low, high]] of boxes.entries()) {
      const single = await world.overlapBounds(low, high, { types: ['static', 'dynamic'] });
      const without = { point: [0, 0, 0], normal: [0, 0, 0], feature: -1 };
      expect(ofItem(found, i)).toEqual(single.flatMap(plain).map((hit) => ({ ...hit, ...without })));
    }
    expect(found.handles.length).toBeGreaterThan(COUNT / 4);
    if (transport !== 'transfer')
      expect(world.overlapManyBoundsSync(items, { filter: { types: ['static', 'dynamic'] } })).toEqual(found);
  });

  it('nearest points in a batch are single nearest points', async () => {
    const { world, random } = await clutter(transport);
    const asked = Array.from({ length: COUNT }, () => ({
      point: within(random, 2 * SPREAD),
      maxDistance: random() < 0.3 ? Infinity : Math.fround(3 * random()),
    }));
    const items = floats(asked.map(({ point, maxDistance }) => [...point, maxDistance]));
    const found = await world.closestPoints(items);
    const reached = { near: 0, none: 0 };
    for (const [i, options] of asked.entries()) {
      const single = await world.closestPoint(options);
      expect(ofItem(found, i)).toEqual(plain(single));
      reached[single ? 'near' : 'none']++;
    }
    expect(Math.min(reached.near, reached.none)).toBeGreaterThan(10);
    if (transport !== 'transfer') expect(world.closestPointsSync(items)).toEqual(found);
  });

  it('a batch of nothing finds nothing', async () => {
    const { world } = await clutter(transport);
    const nothing = new Float32Array(0);
    const shape: QueryShape = { shape: 'sphere', radius: 1 };
    for (const found of [
      await world.castShapes(nothing, { shape }),
      await world.overlapShapes(nothing, { shape }),
      await world.overlapManyBounds(nothing),
      await world.closestPoints(nothing),
    ])
      expect([found.handles.length, found.step]).toEqual([0, 2]);
  });
});
