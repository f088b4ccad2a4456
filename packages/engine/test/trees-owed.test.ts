/** On the shared transport the trees are mended after the answer to a step. Nobody notices. */
import { expect, it } from 'vitest';
import { createKernelWorld, loadKernel } from '../src/transport/kernel.js';
import type { TransportListener } from '../src/transport/transport.js';
import { Core } from '../src/world/core.js';
import { resolveWorld } from '../src/world/options.js';
import { World } from '../src/world/world.js';
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

it('a ray that is cast at once waits until they are mended, which is told with the next step', async () => {
  const options = { shared: true, workers: 1, cores: 1, maxMemory: 2 ** 27 };
  const { exports, memory, world: address } = await createKernelWorld(await loadKernel('shared'), options);
  let listener: TransportListener;
  const world = new World(
    new Core({
      kind: 'shared',
      workers: 1,
      isSynchronous: false,
      memory,
      world: address,
      listen: (its) => (listener = its),
      // A conductor that answers, and is kept from going on.
      ring() {
        while (exports.pump(address) & 1);
        listener.onReadable();
      },
      query: (...query) => exports.query(address, ...query),
      hold() {},
      close: () => Promise.resolve(),
    }),
    resolveWorld({}).settings,
  );
  for (let i = 0; i < 200; i++) world.createBody({ ...ball(2, 2 * i), linearVelocity: [0, 5, 0] });
  // The command is taken in by itself.
  await Promise.resolve();
  await world.step();
  const ray = { origin: [-9, 2, 0], direction: [1, 0, 0] } as const;
  expect(() => world.castRaySync(ray)).toThrow(expect.objectContaining({ problem: 'worker-failed' }));
  expect(exports.workAhead(address)).toBe(1);
  expect(world.castRaySync(ray)?.step).toBe(1);
  await world.step();
  const { stages, stepTime } = world.stats;
  expect(stages.refitTrees).toBeGreaterThan(0);
  expect(stepTime).toBeGreaterThan(stages.refitTrees);
  await world.dispose();
});
