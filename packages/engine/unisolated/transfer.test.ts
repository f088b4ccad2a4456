import { expect, it, vi } from 'vitest';
import { createWorld, type World } from '../src/index.js';

const pile = (world: World): void => {
  world.createBody({ type: 'static', position: [0, -1, 0], colliders: [{ shape: 'box', halfExtents: [20, 1, 20] }] });
  for (let i = 0; i < 60; i++) {
    world.createBody({
      position: [(i % 4) * 0.8, 1 + i * 0.6, 0],
      colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }],
    });
  }
};

it('is not isolated: chooses one worker, and says once why and what to do', async () => {
  expect(crossOriginIsolated).toBe(false);
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  for (let i = 0; i < 2; i++) {
    const world = await createWorld();
    expect([world.transport, world.workers]).toEqual(['transfer', 1]);
    await world.dispose();
  }
  expect(info).toHaveBeenCalledTimes(1);
  expect(info.mock.calls[0]![0]).toMatch(
    /'transfer'.*not cross-origin isolated.*Cross-Origin-Opener-Policy.*isolation/s,
  );
  info.mockRestore();
});

it('refuses shared memory where the page may not have it', async () => {
  await expect(createWorld({ transport: 'shared' })).rejects.toMatchObject({ problem: 'unsupported' });
});

it('gives the same bits in the worker as on this thread', async () => {
  const hashes = new Set<bigint>();
  for (const transport of ['inline', 'transfer'] as const) {
    const world = await createWorld({ transport, maxMemory: 2 ** 28 });
    pile(world);
    await world.step(60);
    hashes.add(await world.hash());
    await world.dispose();
  }
  expect(hashes.size).toBe(1);
});

it('advances frame by frame without waiting', async () => {
  const world = await createWorld();
  pile(world);
  for (let i = 0; i < 30; i++) {
    world.advance(1 / 60);
    await new Promise(requestAnimationFrame);
  }
  expect(world.stepCount).toBeGreaterThan(15);
  await world.dispose();
});

it('carries 20,000 moving bodies', async () => {
  const world = await createWorld({ maxMemory: 2 ** 29, gravity: [0, 0, 0], sleep: false });
  const bodies = world.batch(() =>
    Array.from({ length: 20000 }, (_, i) =>
      world.createBody({
        position: [i * 2, 0, 0],
        linearVelocity: [0, 60, 0],
        colliders: [{ shape: 'sphere', radius: 0.5 }],
      }),
    ),
  );
  await world.step(10);
  expect(bodies.every((body) => Math.abs(body.position[1] - 10) < 1e-3)).toBe(true);
  await world.dispose();
});
