import { describe, expect, it, vi } from 'vitest';
import { ball, ground, testWorld } from './transports.js';

/** Holds this thread, with its timers, as a page that is hidden or busy does. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(['shared', 'transfer'] as const)("the pool's own clock (%s)", (transport) => {
  it('keeps the rhythm while this thread does nothing', async () => {
    const world = await testWorld(transport, { workers: 1, timeStep: 1 / 100, maxCatchUp: 100 });
    world.createBody(ball(0));
    const start = performance.now();
    const done = () => (world as unknown as { core: { done: number } }).core.done;
    const stepsSince = (time: number) => (performance.now() - time) / 10;
    world.start();
    // Other tests may have the cores: before the clock hears of it, and while it catches up.
    const patience = { timeout: 5000, interval: 20 };
    await vi.waitFor(() => {
      world.read();
      expect(done()).toBeGreaterThan(0);
    }, 2000);
    const began = performance.now(),
      first = done();
    hold(500);
    if (transport === 'shared') {
      for (let more = 0; more < 20 && done() < first + 35; more++) hold(100);
      expect(done()).toBeGreaterThanOrEqual(first + 35);
    }
    await vi.waitFor(() => {
      world.read();
      expect(done() - first).toBeGreaterThan(stepsSince(began) - 25);
    }, patience);
    expect(done()).toBeLessThanOrEqual(stepsSince(start) + 1);
    world.stop();
    await world.step(1);
    const { stepCount } = world;
    await rest(60);
    world.read();
    expect(world.stepCount).toBe(stepCount);
  });

  it('gives every frame in order, also bodies that come and go while it runs', async () => {
    const world = await testWorld(transport, {
      workers: 1,
      timeStep: 1 / 500,
      gravity: [0, 0, 0],
      maxCatchUp: 50,
      sleep: false,
    });
    const seen: number[] = [];
    world.createBody(ground);
    world.on('contactbegin', ({ step }) => seen.push(step));
    world.start();
    for (let i = 0; i < 60; i++) {
      const body = world.createBody({ ...ball(0.505, i % 7), linearVelocity: [0, -5, 0] });
      const x = i % 7;
      await rest(6);
      world.read();
      // A slot that is used again never shows where its last owner was.
      expect(body.position[0]).toBeCloseTo(x, 2);
      body.destroy();
    }
    world.stop();
    await world.step(1);
    expect(world.failure).toBeUndefined();
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('leaves out what it cannot do, and says so', async () => {
    const world = await testWorld(transport, {
      workers: 1,
      timeStep: 1 / 4000,
      substeps: 16,
      sleep: false,
      maxCatchUp: 3,
    });
    world.createBody(ground);
    world.batch(() => {
      for (let i = 0; i < 300; i++)
        world.createBody({
          position: [(i % 20) * 1.01, 0.5 + Math.floor(i / 20), 0],
          colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }],
        });
    });
    await world.step(1);
    let dropped = 0;
    world.on('stall', ({ droppedTime }) => (dropped += droppedTime));
    const { time } = world;
    world.start();
    const start = performance.now();
    while (performance.now() - start < 400) {
      await rest(10);
      world.read();
    }
    world.stop();
    const seconds = (performance.now() - start) / 1000;
    await world.step(1);
    expect(dropped).toBeGreaterThan(seconds / 4);
    expect(world.time - time + dropped).toBeGreaterThan(seconds * 0.8);
    expect(world.time - time + dropped).toBeLessThan(seconds * 1.1 + 0.01);
  });

  it('blends poses by it', async () => {
    const world = await testWorld(transport, { workers: 1, timeStep: 1 / 50, gravity: [0, 0, 0], sleep: false });
    const body = world.createBody({ ...ball(0), linearVelocity: [10, 0, 0] });
    world.start();
    const pose = new Float32Array(7);
    const drawn: number[] = [];
    for (let i = 0; i < 80; i++) {
      await rest(4);
      world.read();
      world.poses.sample(body.index, pose);
      drawn.push(pose[0]!);
    }
    world.stop();
    for (let i = 1; i < drawn.length; i++) expect(drawn[i]!).toBeGreaterThanOrEqual(drawn[i - 1]!);
    // Far more places than there were steps.
    expect(new Set(drawn.slice(20)).size).toBeGreaterThan(30);
  });

  it('leaves it to this thread while something acts before each step, without a gap', async () => {
    const world = await testWorld(transport, { workers: 1, timeStep: 1 / 100, maxCatchUp: 50, gravity: [0, 0, 0] });
    const body = world.createBody({ ...ball(0), mass: 2, canSleep: false });
    world.start();
    await vi.waitFor(() => {
      world.read();
      expect(world.stepCount).toBeGreaterThan(10);
    });
    const told: number[] = [];
    const end = world.on('beforestep', ({ step }) => {
      told.push(step);
      body.applyForce([20, 0, 0]);
    });
    await vi.waitFor(() => {
      world.read();
      expect(told.length).toBeGreaterThan(20);
    });
    end();
    const last = told.at(-1)!;
    await vi.waitFor(() => {
      world.read();
      expect(world.stepCount).toBeGreaterThan(last + 20);
    });
    world.stop();
    // Each step that was told of had the force: 20 N for 0.01 s on 2 kg.
    expect(body.linearVelocity[0]).toBeCloseTo(told.length * 0.1, 3);
    expect(told.slice(2)).toEqual(told.slice(2).map((_, i) => told[2]! + i));
  });

  it('goes on from a restored snapshot, and ends with the world', async () => {
    const world = await testWorld(transport, { workers: 1 });
    world.createBody(ball(0));
    await world.step(30);
    const bytes = await world.snapshot();
    world.start();
    await vi.waitFor(() => expect(world.stepCount).toBeGreaterThan(40), { timeout: 5000 });
    await world.restore(bytes);
    expect(world.stepCount).toBeLessThan(40);
    await vi.waitFor(() => expect(world.stepCount).toBeGreaterThan(50), { timeout: 5000 });
    await world.dispose();
  });
});
