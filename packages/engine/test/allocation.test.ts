import { afterEach, beforeEach, expect, it } from 'vitest';
import type { World } from '../src/index.js';
import { ground, testWorld } from './transports.js';

/** The host makes an object for each reading of its clock. That is not ours: here the clock stands still. */
const { now } = performance;
beforeEach(() => {
  performance.now = () => 0;
});
afterEach(() => {
  performance.now = now;
});

/** What the two readings of the heap make themselves, a call. */
const NOISE = 12;

/** Bodies that touch and keep moving, and no pair that comes or goes for long. */
async function movingWorld(): Promise<World> {
  const world = await testWorld('inline', { sleep: false });
  world.createBody(ground);
  for (let i = 0; i < 300; i++) {
    world.createBody({
      position: [(i % 20) * 2, 0.5 + Math.floor(i / 100), Math.floor((i % 100) / 20) * 2],
      colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }],
    });
  }
  for (let i = 0; i < 20; i++) {
    world.createBody({
      type: 'kinematic',
      position: [2 * i, 20, 0],
      colliders: [{ shape: 'sphere', radius: 0.5 }],
      angularVelocity: [0, 1, 0],
    });
  }
  return world;
}

/** Bytes that a call of `work` leaves on the heap of this thread, once all is compiled well: the median of some rounds. */
function bytesPerCall(work: () => void): number {
  const calls = 400;
  const until = now.call(performance) + 1500;
  while (now.call(performance) < until) for (let i = 0; i < calls; i++) work();
  const rounds: number[] = [];
  for (let round = 0; round < 25; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < calls; i++) work();
    // Below zero it was collected in between: no measure.
    const bytes = process.memoryUsage().heapUsed - before;
    if (bytes >= 0) rounds.push(bytes / calls);
  }
  return rounds.toSorted((a, b) => a - b)[rounds.length >> 1]!;
}

it('tells a step that makes objects from one that makes none', () => {
  const kept: unknown[] = [];
  let made = 0;
  expect(bytesPerCall(() => {})).toBeLessThan(NOISE);
  expect(bytesPerCall(() => void (kept[made++ % 100] = { made }))).toBeGreaterThan(NOISE);
});

it('a step makes no object, and takes no page of memory', async () => {
  const world = await movingWorld();
  world.stepSync(600);
  const { memoryBytes, memoryReserved } = world.stats;
  expect(bytesPerCall(() => world.stepSync())).toBeLessThan(NOISE);
  expect(world.stats).toMatchObject({ memoryBytes, memoryReserved, awakeBodyCount: 320 });
});

it('advancing, and reading poses, makes no object but a few numbers for all bodies together', async () => {
  const world = await movingWorld();
  world.stepSync(600);
  const pose = new Float32Array(7);
  expect(
    bytesPerCall(() => {
      world.advance(1 / 120);
      const { moved, movedCount } = world.poses;
      for (let i = 0; i < movedCount; i++) world.poses.sample(moved[i]!, pose);
    }),
  ).toBeLessThan(NOISE + 100);
  expect(world.stepCount).toBeGreaterThan(5000);
});

it('a step of a world that sleeps makes no object', async () => {
  const world = await testWorld('inline');
  world.createBody(ground);
  for (let i = 0; i < 50; i++)
    world.createBody({
      position: [(i - 25) * 1.5, 0.5, 0],
      colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }],
    });
  world.stepSync(200);
  expect(world.awakeBodyCount).toBe(0);
  expect(bytesPerCall(() => world.stepSync())).toBeLessThan(NOISE);
});
