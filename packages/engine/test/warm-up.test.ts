import { expect, it, vi } from 'vitest';
import { createWorld } from '../src/index.js';
import { serve } from '../src/pool/serve.js';
import { createKernelWorld, loadKernel } from '../src/transport/kernel.js';
import { recordScene } from '../src/transport/hidden-scene.js';
import { takesWarmUp, WarmUp } from '../src/transport/warm-up.js';
import { ball, testWorld, transports } from './transports.js';

it.each(transports)('leaves no trace in the world that is handed out (%s)', async (transport) => {
  const world = await testWorld(transport);
  expect([world.stepCount, world.time, world.bodyCount, world.pendingSteps]).toEqual([0, 0, 0, 0]);
  await world.step(1);
  expect(world.stats).toMatchObject({ bodyCount: 0, contactCount: 0, islandCount: 0, splitCount: 0 });
  expect(world.createBody(ball(0)).index).toBe(0);
});

it('is done once for each compiled kernel', async () => {
  await createWorld({ transport: 'inline' }).then((world) => world.dispose());
  expect(takesWarmUp(await loadKernel('single'))).toBe(false);
});

it.each(['single', 'shared'] as const)('runs the hidden scene to its end (%s)', async (build) => {
  const warmUp = new WarmUp(await loadKernel(build), build === 'shared', recordScene());
  let steps = 0;
  for (; !warmUp.isDone; steps++) {
    if (steps > 0) expect(warmUp['hidden']).toBeDefined();
    warmUp.step();
  }
  expect(warmUp['hidden']).toBeUndefined();
  expect(steps).toBeGreaterThan(1);
  expect(steps).toBeLessThanOrEqual(300);
});

it('ends where the hidden scene finds no room', async () => {
  const scene = recordScene();
  const warmUp = new WarmUp(await loadKernel('single'), false, {
    ...scene,
    pyramid: new Uint32Array(1 << 23),
  });
  const start = performance.now();
  warmUp.hurry();
  expect(performance.now() - start).toBeLessThan(1000);
  expect([warmUp.isDone, warmUp['hidden']]).toEqual([true, undefined]);
});

it.each(transports)('commands are taken in before a step is asked for (%s)', async (transport) => {
  const world = await testWorld(transport);
  const { inbox } = (world as unknown as { core: { inbox: { unread: number } } }).core;
  for (let i = 0; i < 3000; i++) world.createBody(ball(0, 2 * i));
  for (let i = 0; i < 200 && inbox.unread > 0; i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(inbox.unread).toBe(0);
  expect(world.stepCount).toBe(0);
  await world.step(1);
  expect(world.stats.bodyCount).toBe(3000);
});

it.each(transports)('prepares the first step of many bodies, and steps as without that (%s)', async (transport) => {
  const hashes: bigint[] = [];
  for (const isPrepared of [true, false]) {
    const world = await testWorld(transport);
    for (let i = 0; i < 600; i++) world.createBody(ball(0.9 * (i % 24), 0.9 * Math.floor(i / 24)));
    if (isPrepared) {
      await world.prepare();
      expect(world.stepCount).toBe(0);
      // And with a step right behind it.
      void world.prepare();
    }
    await world.step();
    await world.prepare();
    expect([world.stepCount, world.bodyCount]).toEqual([1, 600]);
    hashes.push(await world.hash());
    await world.dispose();
    await expect(world.prepare()).rejects.toMatchObject({ problem: 'disposed' });
  }
  expect(hashes[0]).toBe(hashes[1]);
});

it.each(transports)(
  'waits for those who compile what created many bodies, in a pool and once (%s)',
  async (transport) => {
    const world = await testWorld(transport);
    for (let i = 0; i < 600; i++) world.createBody(ball(0.9 * (i % 24), 0.9 * Math.floor(i / 24)));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    try {
      await world.prepare();
      await world.prepare();
      expect(timers.mock.calls.filter(([, wait]) => wait === 3)).toHaveLength(transport === 'inline' ? 0 : 1);
    } finally {
      timers.mockRestore();
    }
  },
);

it.each([
  ['goes on with it until it is called', 0, 3],
  ['does not begin where it has been called', 1, 0],
])('a worker that is not the conductor %s', async (_, shutDownBefore, steps) => {
  const module = await loadKernel('shared');
  const { memory, world, exports } = await createKernelWorld(module, {
    shared: true,
    workers: 2,
    cores: 2,
    maxMemory: 1 << 24,
  });
  if (shutDownBefore) exports.shutdown(world);
  let done = 0;
  const warmUp = {
    get isDone() {
      return done > 100;
    },
    step() {
      if (++done === 3) exports.shutdown(world);
    },
  };
  const posted: string[] = [];
  serve(
    { type: 'run', module, memory, world, worker: 1, isAwaited: false, warmUp: undefined },
    ({ type }) => posted.push(type),
    warmUp as WarmUp,
  );
  expect(done).toBe(steps);
  expect(posted).toEqual(['running', 'idle']);
});

it('records its scene on a page that has no memory for a world at the moment', () => {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function () {
    throw new RangeError('could not allocate memory');
  } as unknown as typeof Memory;
  try {
    expect(recordScene().bodies.length).toBeGreaterThan(0);
  } finally {
    WebAssembly.Memory = Memory;
  }
});
