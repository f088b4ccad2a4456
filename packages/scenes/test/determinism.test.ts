import { createWorld, type WorldOptions } from '@atoll/engine';
import {
  buildScene,
  drop,
  mixedPile,
  pyramid,
  ragdolls,
  worldOptions,
  wreckingBall,
  type SceneDescription,
} from '@atoll/scenes';
import { beforeAll, describe, expect, it } from 'vitest';

const CASES: readonly { name: string; build: () => SceneDescription; steps: number }[] = [
  { name: 'drop', build: drop, steps: 300 },
  { name: 'pyramid', build: () => pyramid(20, { sleep: false }), steps: 60 },
  { name: 'mixed pile', build: () => mixedPile(240), steps: 120 },
  { name: 'small islands', build: ragdolls, steps: 20 },
  { name: 'ragdolls in heaps', build: ragdolls, steps: 90 },
  { name: 'wrecking ball', build: wreckingBall, steps: 240 },
];

async function hashAfter(description: SceneDescription, steps: number, options: WorldOptions): Promise<bigint> {
  const world = await createWorld({ ...worldOptions(description), ...options });
  try {
    expect([world.transport, world.workers]).toEqual([options.transport, options.workers ?? 1]);
    await buildScene(world, description).step(steps);
    return await world.hash();
  } finally {
    await world.dispose();
  }
}

describe.each(CASES)('$name ends in the same bits', ({ build, steps }) => {
  let expected: bigint;
  beforeAll(async () => {
    expected = await hashAfter(build(), steps, { transport: 'inline' });
  }, 30_000);

  it('when it runs again', { timeout: 30_000 }, async () => {
    expect(await hashAfter(build(), steps, { transport: 'inline' })).toBe(expected);
  });

  it.each([1, 2, 4, 8])('with %i workers and shared memory', { timeout: 120_000 }, async (workers) => {
    expect(await hashAfter(build(), steps, { transport: 'shared', workers })).toBe(expected);
  });

  it.each([1, 2, 3, 12345, 0xffffffff])('in block order %i', { timeout: 30_000 }, async (blockOrderSeed) => {
    expect(await hashAfter(build(), steps, { transport: 'inline', blockOrderSeed })).toBe(expected);
  });

  it('only if nothing moved otherwise: one step more is another hash', { timeout: 30_000 }, async () => {
    expect(await hashAfter(build(), steps + 1, { transport: 'inline' })).not.toBe(expected);
  });
});
