import { describe, expect, it, vi } from 'vitest';
import { NearCores } from '../src/near-cores.ts';
import { coreDistance } from '../src/node/core-distance.ts';

const [NEAR, FAR] = [80, 380];

/** Cores that are so far apart in one look after the other, and as in the last one from then on. */
function along(distances: readonly number[]) {
  let looks = 0;
  const rest = vi.fn(async () => {});
  const cores = new NearCores(async () => distances[Math.min(looks++, distances.length - 1)]!, rest);
  return { cores, rest };
}

describe('near cores', () => {
  it('runs once where they stay near', async () => {
    const { cores, rest } = along([NEAR]);
    const work = vi.fn(async () => 7);
    expect(await cores.run(work)).toBe(7);
    expect(work).toHaveBeenCalledTimes(1);
    expect(rest).not.toHaveBeenCalled();
    expect(cores.report).toBe('');
  });

  it('waits until they are, and takes the run that they were near before and behind', async () => {
    const { cores, rest } = along([FAR, FAR, NEAR, FAR, NEAR]);
    let runs = 0;
    expect(await cores.run(async () => ++runs)).toBe(2);
    expect(rest).toHaveBeenCalledTimes(2);
    expect(cores.report).toMatch(/: 1\.$/);
  });

  it('does not take the run that they were only near behind', async () => {
    const { cores } = along([...Array.from({ length: 15 }, () => FAR), NEAR]);
    let runs = 0;
    expect(await cores.run(async () => ++runs)).toBe(2);
  });

  it('counts a run as it came after some tries, and says so', async () => {
    const { cores } = along([FAR]);
    let runs = 0;
    expect(await cores.run(async () => ++runs)).toBe(5);
    expect(cores.report).toMatch(/: 4, and 1 counted all the same\.$/);
  });

  it('hands on what goes wrong', async () => {
    const { cores } = along([NEAR]);
    await expect(cores.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

it('measures how long a word takes to another core and back', async () => {
  const ns = await coreDistance();
  expect(ns).toBeGreaterThan(5);
  // Many thousand times as long where both threads have one core.
  expect(ns).toBeLessThan(1e9);
});
