/** Bad queries are refused at the call, by name, and the world goes on. */
import { expect, it } from 'vitest';
import { PhysicsInputError, type World } from '../src/index.js';
import { ball, testWorld } from './transports.js';

// oxlint-disable-next-line typescript/no-explicit-any -- what a caller without types may pass
type Loose = any;
const ray = { origin: [0, 9, 0], direction: [0, -1, 0] };
const sphere = { shape: 'sphere', radius: 1 };
const numbers = (values: number[]) => Float32Array.from(values);

const cast = [0, 9, 0, 0, 0, 0, 1, 0, -1, 0, 9];

const cases: [string, string, string, (world: World) => unknown][] = [
  ['castRay', 'wrong-type', 'World.castRay:', (w) => w.castRay(null as Loose)],
  ['castRay.origin', 'wrong-type', 'World.castRay.origin', (w) => w.castRay({ ...ray, origin: 1 } as Loose)],
  ['castRay.origin[1]', 'not-finite', 'World.castRay.origin[1]', (w) => w.castRay({ ...ray, origin: [0, NaN, 0] })],
  ['castRay.direction', 'out-of-range', 'World.castRay.direction', (w) => w.castRay({ ...ray, direction: [0, 0, 0] })],
  ['castRay.maxDistance', 'out-of-range', 'World.castRay.maxDistance', (w) => w.castRay({ ...ray, maxDistance: -1 })],
  ['castRay.mode', 'out-of-range', 'World.castRay.mode', (w) => w.castRay({ ...ray, mode: 'first' } as Loose)],
  ['castRay.maxDist', 'unknown-option', 'World.castRay.maxDist', (w) => w.castRay({ ...ray, maxDist: 1 } as Loose)],
  [
    'filter',
    'unknown-option',
    'World.castRay.filter.groop',
    (w) => w.castRay({ ...ray, filter: { groop: 1 } } as Loose),
  ],
  [
    'filter.types',
    'out-of-range',
    'World.castRay.filter.types[0]',
    (w) => w.castRay({ ...ray, filter: { types: ['fixed'] } } as Loose),
  ],
  [
    'filter.ignore',
    'wrong-type',
    'World.castRay.filter.ignore[0]',
    (w) => w.castRay({ ...ray, filter: { ignore: [1] } } as Loose),
  ],
  [
    'filter.groups',
    'out-of-range',
    'World.castRay.filter.groups.filter',
    (w) => w.castRay({ ...ray, filter: { groups: { filter: -1 } } }),
  ],
  ['castRays', 'wrong-type', 'World.castRays.rays', (w) => w.castRays([1] as Loose)],
  ['castRays length', 'wrong-length', 'World.castRays.rays', (w) => w.castRays(new Float32Array(8))],
  [
    'castRays NaN',
    'not-finite',
    'World.castRays.rays[7]',
    (w) => w.castRays(numbers([0, 0, 0, 1, 0, 0, 9, NaN, 0, 0, 1, 0, 0, 9])),
  ],
  ['castRays direction', 'not-normalised', 'World.castRays.rays[3]', (w) => w.castRays(numbers([0, 0, 0, 2, 0, 0, 9]))],
  ['castRays length < 0', 'out-of-range', 'World.castRays.rays[6]', (w) => w.castRays(numbers([0, 0, 0, 1, 0, 0, -9]))],
  [
    'castShape.shape',
    'out-of-range',
    'World.castShape.shape',
    (w) => w.castShape({ shape: 'ball', direction: [1, 0, 0] } as Loose),
  ],
  [
    'castShape.radius',
    'out-of-range',
    'SphereCollider.radius',
    (w) => w.castShape({ ...sphere, radius: 0, direction: [1, 0, 0] } as Loose),
  ],
  ['castShape.direction', 'wrong-type', 'World.castShape.direction', (w) => w.castShape(sphere as Loose)],
  [
    'castShape surface',
    'unsupported',
    'World.castShape.shape',
    (w) =>
      w.castShape({
        shape: 'trimesh',
        vertices: numbers([0, 0, 0, 1, 0, 0, 0, 0, 1]),
        indices: Uint32Array.from([0, 2, 1]),
        direction: [1, 0, 0],
      } as Loose),
  ],
  [
    'overlapShape',
    'not-normalised',
    'World.overlapShape.rotation',
    (w) => w.overlapShape({ ...sphere, rotation: [0, 0, 0, 0] } as Loose),
  ],
  ['overlapBounds', 'out-of-range', 'World.overlapBounds.max[1]', (w) => w.overlapBounds([0, 1, 0], [1, 0, 1])],
  [
    'castShapes length',
    'wrong-length',
    'World.castShapes.casts',
    (w) => w.castShapes(new Float32Array(10), { shape: 'sphere', radius: 1 }),
  ],
  [
    'castShapes rotation',
    'not-normalised',
    'World.castShapes.casts[14]',
    (w) => w.castShapes(numbers([...cast, ...cast.map((x, i) => (i === 6 ? 0 : x))]), { shape: 'sphere', radius: 1 }),
  ],
  [
    'castShapes direction',
    'not-finite',
    'World.castShapes.casts[9]',
    (w) => w.castShapes(numbers(cast.map((x, i) => (i === 9 ? NaN : x))), { shape: 'sphere', radius: 1 }),
  ],
  [
    'castShapes length < 0',
    'out-of-range',
    'World.castShapes.casts[10]',
    (w) => w.castShapes(numbers(cast.map((x, i) => (i === 10 ? -1 : x))), { shape: 'sphere', radius: 1 }),
  ],
  [
    'castShapes.position',
    'unknown-option',
    'SphereCollider.direction',
    (w) => w.castShapes(numbers(cast), { shape: 'sphere', radius: 1, direction: [1, 0, 0] } as Loose),
  ],
  [
    'castShapes.shape',
    'out-of-range',
    'SphereCollider.radius',
    (w) => w.castShapes(numbers(cast), { shape: { shape: 'sphere', radius: -1 } }),
  ],
  ['overlapShapes', 'wrong-type', 'World.overlapShapes.places', (w) => w.overlapShapes([1] as Loose, sphere as Loose)],
  [
    'overlapShapes rotation',
    'not-normalised',
    'World.overlapShapes.places[3]',
    (w) => w.overlapShapes(new Float32Array(7), { shape: 'sphere', radius: 1 }),
  ],
  [
    'overlapShapes.mode',
    'unknown-option',
    'SphereCollider.mode',
    (w) => w.overlapShapes(new Float32Array(0), { ...sphere, mode: 'all' } as Loose),
  ],
  [
    'overlapManyBounds',
    'out-of-range',
    'World.overlapManyBounds.boxes[10]',
    (w) => w.overlapManyBounds(numbers([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, -1, 1])),
  ],
  [
    'overlapManyBounds options',
    'unknown-option',
    'World.overlapManyBounds.options.types',
    (w) => w.overlapManyBounds(new Float32Array(6), { types: ['static'] } as Loose),
  ],
  [
    'closestPoints',
    'not-finite',
    'World.closestPoints.points[7]',
    (w) => w.closestPoints(numbers([0, 0, 0, Infinity, 0, 0, 0, NaN])),
  ],
  ['closestPoint', 'wrong-type', 'World.closestPoint.point', (w) => w.closestPoint({} as Loose)],
];

it.each(cases)('refuses a bad %s: %s', async (_, problem, where, call) => {
  const world = await testWorld('inline');
  world.createBody({ ...ball(0), type: 'static' });
  const error = await (async () => call(world))().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PhysicsInputError);
  expect((error as PhysicsInputError).problem).toBe(problem);
  expect((error as Error).message).toContain(where);
  expect((await world.castRay({ origin: [0, 9, 0], direction: [0, -1, 0] }))!.distance).toBe(8.5);
});

it('refuses a body of another world, and queries of a world that ended', async () => {
  const [world, other] = [await testWorld('inline'), await testWorld('inline')];
  const stranger = other.createBody(ball(0));
  expect(() => world.castRaySync({ origin: [0, 9, 0], direction: [0, -1, 0], filter: { ignore: [stranger] } })).toThrow(
    'World.castRaySync.filter.ignore[0]',
  );
  await world.dispose();
  expect(() => world.castRaySync({ origin: [0, 9, 0], direction: [0, -1, 0] })).toThrow('disposed');
  await expect(world.castRay({ origin: [0, 9, 0], direction: [0, -1, 0] })).rejects.toThrow('disposed');
});
