import { describe, expect, it, vi } from 'vitest';
import type { World } from '../src/index.js';
import { ball, ground, testWorld, transports } from './transports.js';

const frame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** Steps after which everything sleeps. */
const ASLEEP = 200;

async function asleep(world: World): Promise<void> {
  await world.step(ASLEEP);
  expect(world.awakeBodyCount).toBe(0);
}

/** Frames of 1/60 s, on a machine that keeps up: each waits for the steps that were asked for by then. */
async function draw(world: World, count: number, mayRest = true): Promise<void> {
  for (let i = 0; i < count; i++) {
    world.advance(1 / 60, { mayRest });
    do await frame();
    while (world.pendingSteps > 0);
  }
  expect(world.stats.droppedTime).toBe(0);
}

const ringsOf = (world: World) =>
  vi.spyOn((world as unknown as { core: { transport: { ring(): void } } }).core.transport, 'ring');

describe.each(transports)('a world at rest (%s)', (transport) => {
  it('counts no work', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    for (let i = 0; i < 4; i++) world.createBody(ball(0.51, 2 * i));
    await world.step(20);
    expect(world.stats.rowsSolved).toBeGreaterThan(0);
    expect(world.stats.kibStreamed).toBeGreaterThan(0);
    await asleep(world);
    await world.step();
    const { pairsTested, manifoldsReused, rowsSolved, nodesVisited, proxiesMoved, kibStreamed } = world.stats;
    expect([pairsTested, manifoldsReused, rowsSolved, nodesVisited, proxiesMoved, kibStreamed]).toEqual(
      Array(6).fill(0),
    );
  });

  it('is asked for its steps half a second at a time, and loses none', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    world.createBody(ball(0.5));
    await asleep(world);
    const rings = ringsOf(world);
    await draw(world, 120);
    // With transfer the page also rings to give back what an answer came in.
    expect(rings.mock.calls.length).toBeLessThanOrEqual(15);
    await draw(world, 3, false);
    await vi.waitFor(() => {
      world.read();
      expect(world.stepCount).toBe(ASLEEP + 123);
    });
    expect(world.time).toBeCloseTo((ASLEEP + 123) / 60, 4);
  });

  it('is told something only after the steps that were due before', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(0.5));
    await asleep(world);
    const woken: number[] = [];
    world.on('wake', ({ step }) => woken.push(step));
    await draw(world, 20);
    expect(world.lastStepAsked).toBeLessThan(ASLEEP + 5);
    const due = ASLEEP + 20;
    body.applyImpulse([0, 2 * body.mass, 0]);
    expect(world.lastStepAsked).toBe(due);
    await draw(world, 12);
    expect(woken).toEqual([due + 1]);
    expect(body.position[1]).toBeGreaterThan(0.6);
  });

  it('ends in the same bits as one that is asked for each step', async () => {
    const hashes: bigint[] = [];
    for (const mayRest of [false, true]) {
      const world = await testWorld(transport);
      world.createBody(ground);
      const body = world.createBody(ball(0.5));
      await asleep(world);
      await draw(world, 45, mayRest);
      body.applyImpulse([3, 2 * body.mass, 0]);
      await draw(world, 30, mayRest);
      hashes.push(await world.hash());
    }
    expect(hashes[1]).toBe(hashes[0]);
  });

  it('does not rest while a beforestep listener wants each step', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    world.createBody(ball(0.5));
    await asleep(world);
    let steps = 0;
    world.on('beforestep', () => void steps++);
    await draw(world, 20);
    expect(steps).toBe(20);
  });

  it('goes on being drawn as late as before', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const body = world.createBody(ball(0.5));
    await asleep(world);
    await draw(world, 40);
    body.applyImpulse([0, 2 * body.mass, 0]);
    await draw(world, 3);
    const { clock } = (world as unknown as { stepping: { clock: { lag: number } } }).stepping;
    expect(clock.lag).toBeLessThan(2.5);
  });
});
