import { describe, expect, it, vi } from 'vitest';
import type { World } from '../src/index.js';
import { ball, testWorld, transports } from './transports.js';

const free = { gravity: [0, 0, 0], sleep: false } as const;

describe.each(transports)('%s transport', (transport) => {
  it('beforestep: what a listener writes takes effect in that step, once a step', async () => {
    const world = await testWorld(transport, { ...free, timeStep: 1 / 64 });
    const body = world.createBody(ball(0));
    const steps: number[] = [];
    world.on('beforestep', ({ step, timeStep }) => {
      steps.push(step);
      expect(timeStep).toBe(1 / 64);
      body.setLinearVelocity([step, 0, 0]);
    });
    await Promise.all([world.step(3), world.step(2)]);
    expect(steps).toEqual([1, 2, 3, 4, 5]);
    expect(body.position[0]).toBeCloseTo((1 + 2 + 3 + 4 + 5) / 64, 6);
    for (let i = 0; i < 200 && world.stepCount < 7; i++) {
      world.advance(steps.length < 7 ? 2 / 64 : 0);
      await new Promise((resolve) => setTimeout(resolve, 5));
      world.read();
    }
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(body.linearVelocity[0]).toBe(7);
  });

  it('beforestep: a listener may end itself, or the world, and steps go on or are rejected', async () => {
    const world = await testWorld(transport, free);
    let calls = 0;
    const off = world.on('beforestep', () => {
      if (++calls === 2) off();
    });
    await world.step(5);
    expect([calls, world.stepCount]).toEqual([2, 5]);
    world.on('beforestep', () => void world.dispose());
    await expect(world.step(5)).rejects.toMatchObject({ problem: 'disposed' });
  });

  it('beforestep: steps from within are refused', async () => {
    const world = await testWorld(transport, free);
    const errors: unknown[] = [];
    world.on('beforestep', () => {
      void world.step().catch((error: unknown) => errors.push(error));
      try {
        world.advance(1);
      } catch (error) {
        errors.push(error);
      }
    });
    await world.step(1);
    expect(world.stepCount).toBe(1);
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toMatchObject({ problem: 'unsupported' });
  });

  it('command: the first one after each advance, read or step is told, steps and questions are not', async () => {
    const world = await testWorld(transport, free);
    let told = 0;
    world.on('command', () => told++);
    const body = world.createBody(ball(0));
    body.setLinearVelocity([1, 0, 0]);
    world.batch(() => body.wake());
    expect(told).toBe(1);
    await world.step(2);
    await world.hash();
    world.advance(0);
    expect(told).toBe(1);
    body.setPosition([0, 1, 0]);
    expect(told).toBe(2);
    world.read();
    body.applyImpulse([1, 0, 0]);
    world.update({ gravity: [0, -1, 0] });
    expect(told).toBe(3);
    await world.step(1);
    body.update({ gravityScale: 0 });
    expect(told).toBe(4);
    await world.step(1);
    body.destroy();
    expect(told).toBe(5);
  });

  it('pendingSteps counts what was asked for and is not done', async () => {
    const world = await testWorld(transport, free);
    world.createBody(ball(0));
    expect(world.pendingSteps).toBe(0);
    const steps = world.step(20000);
    const pending = world.pendingSteps;
    expect(world.lastStepAsked).toBeGreaterThanOrEqual(world.stepCount + pending);
    if (transport === 'inline') expect(pending).toBe(0);
    else expect(pending).toBeGreaterThan(0);
    expect(pending).toBeLessThanOrEqual(20000);
    await steps;
    expect(world.pendingSteps).toBe(0);
  });
});

/** A world whose steps take far longer than the time they stand for. */
async function slowWorld(transport: 'transfer' | 'shared'): Promise<World> {
  const world = await testWorld(transport, { timeStep: 1 / 2000, substeps: 16, sleep: false, maxCatchUp: 4 });
  world.createBody({ type: 'static', position: [0, -1, 0], colliders: [{ shape: 'box', halfExtents: [90, 1, 90] }] });
  world.batch(() => {
    for (let i = 0; i < 600; i++) {
      world.createBody({
        position: [(i % 25) * 1.02, 0.5 + Math.floor(i / 25), 0],
        colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }],
      });
    }
  });
  await world.step(1);
  return world;
}

it.each(['shared', 'transfer'] as const)(
  'a pool over budget slows time down, says so, and never holds the page up (%s)',
  async (transport) => {
    const world = await slowWorld(transport);
    let dropped = 0;
    const stall = vi.fn(({ droppedTime }: { droppedTime: number }) => (dropped += droppedTime));
    world.on('stall', stall);
    const start = performance.now();
    const { time } = world;
    let [last, given, overloads] = [start, 0, 0];
    const calls: number[] = [];
    while (performance.now() - start < 600) {
      await new Promise((resolve) => setTimeout(resolve, 8));
      const now = performance.now();
      const seconds = (now - last) / 1000;
      last = now;
      given += seconds;
      world.advance(seconds);
      calls.push(performance.now() - now);
      expect(world.pendingSteps).toBeLessThanOrEqual(4 + 1);
      if (world.stats.overload) overloads++;
    }
    expect(overloads).toBeGreaterThan(calls.length / 2);
    expect(stall.mock.calls.length).toBeGreaterThan(calls.length / 2);
    expect(world.stats.droppedTime).toBeCloseTo(dropped, 9);
    await vi.waitFor(() => expect(world.pendingSteps).toBe(0), { timeout: 5000 });
    world.read();
    // What was not simulated was dropped, to a step.
    expect(world.time - time + dropped).toBeCloseTo(given, 2);
    expect(world.time - time).toBeLessThan(given / 2);
    // One step alone takes more than this.
    expect(calls.toSorted((a, b) => a - b)[calls.length >> 1]!).toBeLessThan(1);
  },
);
