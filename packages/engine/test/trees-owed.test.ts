/** On the shared transport the trees are mended after the answer to a step. Nobody notices. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { conductedWorld } from './support/conducted.js';
import { ball, ground, testWorld, type TransportName } from './transports.js';

/** Balls that fly apart. Each step: what rays meet at once that are cast down on them, then all there is. */
async function fly(transport: TransportName, workers: number): Promise<unknown[]> {
  const world = await testWorld(transport, { workers });
  world.createBody(ground);
  const balls = Array.from({ length: 60 }, (_, i) => {
    const linearVelocity = [Math.cos(i), 3, 5 * Math.sin(i)] as const;
    return world.createBody({ ...ball(2, 1.5 * i), linearVelocity, gravityScale: 0.2 });
  });
  const seen: unknown[] = [];
  for (let step = 0; step < 60; step++) {
    await world.step();
    for (const { position } of balls.slice(step % 5, (step % 5) + 12)) {
      const hit = world.castRaySync({ origin: [position[0], 20, position[2]], direction: [0, -1, 0] });
      seen.push([hit?.body.handle, hit?.distance, hit?.step]);
    }
  }
  return [...seen, await world.hash()];
}

it.each([1, 2])(
  'rays that are cast at once, and all that follows, are those of a world inline: %i workers',
  async (workers) => {
    const expected = await fly('inline', 1);
    expect(await fly('shared', workers)).toEqual(expected);
  },
);

const ray = { origin: [-9, 2, 0], direction: [1, 0, 0] } as const;

/** A world that this thread steps, and whose conductor answers but is kept from going on. 200 balls have been created. */
async function halted(ask = (query: () => number) => query()) {
  const { world, module, memory, address, kernel } = await conductedWorld({
    workers: 1,
    cores: 1,
    transport: ({ pump, query }, at, told) => ({
      ring() {
        while (pump(at) & 1);
        told(false);
      },
      query: (...settings) => ask(() => query(at, ...settings)),
    }),
  });
  for (let i = 0; i < 200; i++) world.createBody({ ...ball(2, 2 * i), linearVelocity: [0, 5, 0] });
  // The command is taken in by itself.
  await Promise.resolve();
  return { world, module, memory, address, goOn: () => kernel.workAhead(address) };
}

it.each(['page', 'conductor'])(
  'the %s mends them where it comes first, which is told with the next step',
  async (who) => {
    const { world, goOn } = await halted();
    await world.step();
    if (who === 'conductor') expect(goOn()).toBe(1);
    expect(world.castRaySync(ray)?.step).toBe(1);
    // Once: what comes behind it finds them mended.
    if (who === 'page') expect(goOn()).toBe(1);
    await world.step();
    const { stages, stepTime } = world.stats;
    expect(stages.refitTrees).toBeGreaterThan(0);
    expect(stepTime).toBeGreaterThan(stages.refitTrees);
    await world.dispose();
  },
);

it('a ray waits while poses are written, and no longer than two seconds', async () => {
  const { world } = await halted();
  const seen: unknown[] = [];
  let time = performance.now();
  let isAsking = false;
  // The kernel looks at the clock between the stages of a step: there the page asks. Each look takes a while.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    if (!isAsking) {
      isAsking = true;
      try {
        seen.push(world.castRaySync(ray)?.step);
      } catch (error) {
        expect(error).toMatchObject({ problem: 'worker-failed' });
        seen.push('busy');
      }
      isAsking = false;
    }
    return (time += 500);
  });
  try {
    await world.step();
  } finally {
    clock.mockRestore();
  }
  const first = seen.indexOf('busy');
  expect(new Set(seen.slice(0, first))).toEqual(new Set([0]));
  expect(new Set(seen.slice(first))).toEqual(new Set(['busy']));
  expect(world.castRaySync(ray)?.step).toBe(1);
  await world.dispose();
});

it('a ray that finds the pool writing asks again', async () => {
  let busy = 3;
  const { world } = await halted((query) => (busy-- > 0 ? 0 : query()));
  await world.step();
  expect(world.castRaySync(ray)?.step).toBe(1);
  expect(busy).toBe(-1);
  await world.dispose();
});

/** A thread that goes on in the conductor's place when `turn` becomes 1, and makes it 2 when it is done. */
const CONDUCTOR = `
  const { workerData: { module, memory, address, turn }, parentPort } = require('node:worker_threads');
  const { exports } = new WebAssembly.Instance(module, { env: { memory, now: () => 0, foretell: () => {} } });
  parentPort.postMessage('ready');
  Atomics.wait(turn, 0, 0);
  exports.workAhead(address);
  Atomics.store(turn, 0, 2);
`;

it('the conductor waits for the page that mends them', async () => {
  const { world, module, memory, address } = await halted();
  await world.step();
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { module, memory, address, turn };
  const conductor = new Worker(CONDUCTOR, { eval: true, workerData });
  const ended = once(conductor, 'exit');
  await once(conductor, 'message');
  // The kernel looks at the clock when the page begins to mend.
  const clock = vi.spyOn(performance, 'now').mockImplementationOnce(() => {
    Atomics.store(turn, 0, 1);
    Atomics.notify(turn, 0);
    Atomics.wait(turn, 0, 1, 50);
    return 0;
  });
  const seen: number[] = [];
  clock.mockImplementationOnce(() => {
    seen.push(Atomics.load(turn, 0));
    return 0;
  });
  expect(world.castRaySync(ray)?.step).toBe(1);
  clock.mockRestore();
  await ended;
  expect([...seen, turn[0]]).toEqual([1, 2]);
  await world.dispose();
});
