/** What becomes of the rhythm of the steps when settings change, a snapshot is restored, or somebody begins to listen. */
import { describe, expect, it, vi } from 'vitest';
import type { World } from '../src/index.js';
import { ball, ground, testWorld } from './transports.js';

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads as a page does that draws, for so many ms. */
async function watch(world: World, ms: number): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until; await rest(5)) world.read();
}

describe('steps that are asked for by real time', () => {
  it('are as long as the world says, from the next on', async () => {
    const world = await testWorld('inline');
    // Half of a step so far; half of the next makes none yet.
    world.advance(0.5 / 60);
    world.update({ timeStep: 1 / 30 });
    world.advance(0.6 / 30);
    expect(world.lastStepAsked).toBe(0);
    world.advance(0.5 / 30);
    expect(world.lastStepAsked).toBe(1);
  });

  it('are as long as in the snapshot that was restored', async () => {
    const world = await testWorld('inline', { timeStep: 1 / 30 });
    const bytes = await world.snapshot();
    world.update({ timeStep: 1 / 60 });
    world.advance(1 / 30);
    expect(world.lastStepAsked).toBe(2);
    await world.restore(bytes);
    expect(world.lastStepAsked).toBe(0);
    world.advance(1 / 30);
    expect(world.lastStepAsked).toBe(1);
  });

  it('are told before from the frame on in which somebody begins to listen, though the world rests', async () => {
    const world = await testWorld('inline');
    world.createBody(ground);
    world.createBody(ball(0.5));
    await world.step(200);
    expect(world.awakeBodyCount).toBe(0);
    for (let i = 0; i < 4; i++) world.advance(1 / 60, { mayRest: true });
    expect(world.lastStepAsked).toBeLessThan(204);
    const told: number[] = [];
    world.on('beforestep', ({ step }) => told.push(step));
    expect(world.lastStepAsked).toBe(204);
    world.advance(1 / 60, { mayRest: true });
    expect(told).toEqual([205]);
  });

  it('are looked at for how late they come after a restore to before the last that were owed', async () => {
    const world = await testWorld('inline');
    world.createBody(ground);
    world.createBody(ball(0.5));
    const bytes = await world.snapshot();
    await world.step(200);
    for (let i = 0; i < 40; i++) world.advance(1 / 60, { mayRest: true });
    await world.restore(bytes);
    const { clock } = (world as unknown as { stepping: { clock: { settle(): void } } }).stepping;
    const settle = vi.spyOn(clock, 'settle');
    world.advance(1 / 60);
    expect(settle).toHaveBeenCalled();
  });
});

describe("steps by the pool's own clock", () => {
  it('go on being read when they become longer', async () => {
    const world = await testWorld('shared', { workers: 1, timeStep: 1 / 200, maxCatchUp: 100 });
    world.start();
    await watch(world, 300);
    const { stepCount } = world;
    expect(stepCount).toBeGreaterThan(20);
    world.update({ timeStep: 1 / 50 });
    await watch(world, 400);
    expect(world.stepCount).toBeGreaterThan(stepCount + 5);
  });

  it('go on being read after a restore to a later one', async () => {
    const later = await testWorld('inline', { timeStep: 1 / 100 });
    await later.step(300);
    const world = await testWorld('shared', { workers: 1, timeStep: 1 / 100 });
    world.start();
    await watch(world, 100);
    const bytes = await later.snapshot();
    // The clock may make a step before the promise is told.
    const restored: number[] = [];
    world.on('restore', () => restored.push(world.stepCount));
    await world.restore(bytes);
    expect(restored).toEqual([300]);
    await watch(world, 300);
    expect(world.stepCount).toBeGreaterThan(303);
  });
});
