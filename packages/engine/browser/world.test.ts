import { expect, it } from 'vitest';
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

it('is cross-origin isolated, and chooses shared memory', async () => {
  expect(crossOriginIsolated).toBe(true);
  const world = await createWorld();
  expect(world.transport).toBe('shared');
  await world.dispose();
});

it('gives the same bits in workers as on this thread', async () => {
  const hashes = new Set<bigint>();
  for (const options of [
    { transport: 'inline' },
    { transport: 'shared', workers: 1 },
    { transport: 'shared', workers: 2 },
  ] as const) {
    const world = await createWorld({ ...options, maxMemory: 2 ** 28 });
    pile(world);
    await world.step(60);
    hashes.add(await world.hash());
    await world.dispose();
  }
  expect(hashes.size).toBe(1);
});

it('grows its memory under the reader and the writer', async () => {
  const world = await createWorld({
    transport: 'shared',
    workers: 2,
    maxMemory: 2 ** 29,
    gravity: [0, 0, 0],
    sleep: false,
  });
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

it('advances frame by frame without waiting', async () => {
  const world = await createWorld({ transport: 'shared', workers: 2 });
  pile(world);
  for (let i = 0; i < 30; i++) {
    world.advance(1 / 60);
    await new Promise(requestAnimationFrame);
  }
  expect(world.stepCount).toBeGreaterThan(15);
  expect(world.alpha).toBeGreaterThanOrEqual(0);
  expect(world.alpha).toBeLessThanOrEqual(1);
  await world.dispose();
});

it('survives worlds that come and go', async () => {
  for (let i = 0; i < 12; i++) {
    const world = await createWorld({ transport: 'shared', workers: 2, maxMemory: 2 ** 27 });
    pile(world);
    const outcome = world.step(1000).catch((error: Error) => error.message);
    await world.dispose();
    expect(await outcome).toMatch(/disposed/);
  }
});
