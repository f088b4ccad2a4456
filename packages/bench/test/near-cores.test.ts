import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NearCores } from '../src/near-cores.ts';
import { coreDistance } from '../src/node/core-distance.ts';

const [NEAR, FAR] = [80, 380];

describe('near cores', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Cores whose distance is what `at` says of the ms since the start. */
  function along(at: (ms: number) => number | undefined, wait = 30) {
    const start = Date.now();
    const distance = vi.fn(async (_patience: number) => at(Date.now() - start));
    return { cores: new NearCores(distance, wait), distance };
  }

  /** Runs of so many ms, numbered from 1; `of` says when each began, in ms. */
  function runs(length = 3000) {
    const start = Date.now();
    const of: number[] = [];
    const work = async () => {
      of.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, length));
      return of.length;
    };
    return { of, work };
  }

  async function toItsEnd<Result>(promise: Promise<Result>): Promise<Result> {
    await vi.runAllTimersAsync();
    return promise;
  }

  it('runs once where they stay near, and looks four times a second', async () => {
    const { cores, distance } = along(() => NEAR);
    const { of, work } = runs();
    expect(await toItsEnd(cores.run(work))).toBe(1);
    expect(of).toEqual([0]);
    const patience = distance.mock.calls.map(([ms]) => ms);
    expect(patience).toEqual([100, ...Array.from({ length: 12 }, () => 0.25), 100]);
    expect(cores.report).toBe('');
  });

  it('waits until they are near', async () => {
    const { cores } = along((ms) => (ms < 3000 ? FAR : NEAR));
    const { of, work } = runs();
    expect(await toItsEnd(cores.run(work))).toBe(1);
    expect(of).toEqual([4000]);
  });

  it('does a run again during which they were apart', async () => {
    const { cores } = along((ms) => (ms > 1000 && ms < 1600 ? FAR : NEAR));
    const { of, work } = runs();
    expect(await toItsEnd(cores.run(work))).toBe(2);
    expect(of).toEqual([0, 3000]);
    expect(cores.report).toMatch(/again.*: 1; .*: 0\.$/);
  });

  it('takes a run that they were apart in for one look of twelve', async () => {
    const { cores } = along((ms) => (ms > 1100 && ms < 1300 ? FAR : NEAR));
    expect(await toItsEnd(cores.run(runs().work))).toBe(1);
  });

  it('does a run again behind which they are apart', async () => {
    const { cores } = along((ms) => (ms > 3000 && ms < 3200 ? FAR : NEAR));
    const { of, work } = runs(3100);
    expect(await toItsEnd(cores.run(work))).toBe(2);
    expect(of).toEqual([0, 5100]);
  });

  it('counts a run as it came where they are not near for as long as it waits, and says so', async () => {
    const { cores } = along((ms) => (ms <= 20_000 ? FAR : NEAR), 20);
    const { of, work } = runs();
    expect(await toItsEnd(cores.run(work))).toBe(1);
    expect(of).toEqual([20_000]);
    expect(cores.report).toMatch(/again.*: 0; .*: 1\.$/);
  });

  it('waits for as long as it is told to', async () => {
    const { cores } = along((ms) => (ms < 599_000 ? FAR : NEAR), 600);
    const { of, work } = runs();
    expect(await toItsEnd(cores.run(work))).toBe(1);
    expect(of).toEqual([600_000]);
    expect(cores.report).toBe('');
  });

  it('counts a run as it came after five tries, and says so', async () => {
    const { cores } = along((ms) => (ms % 10_000 > 1000 ? FAR : NEAR));
    const { of, work } = runs();
    expect(await toItsEnd(cores.run(work))).toBe(5);
    expect(of).toEqual([0, 11_000, 20_000, 31_000, 40_000]);
    expect(cores.report).toMatch(/again.*: 4; .*: 1\.$/);
  });

  it('does not hold looks that say nothing against a run', async () => {
    const { cores } = along((ms) => (ms > 0 ? undefined : NEAR));
    expect(await toItsEnd(cores.run(runs().work))).toBe(1);
  });

  it('hands on what goes wrong, and looks no more', async () => {
    const { cores, distance } = along(() => NEAR);
    await expect(cores.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const looks = distance.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(distance).toHaveBeenCalledTimes(looks);
  });
});

it('measures how long a word takes to another core and back', async () => {
  // Other tests run meanwhile, on the same cores.
  const ns = await coreDistance(50_000);
  expect(ns).toBeGreaterThan(5);
  expect(ns).toBeLessThan(50_000);
}, 60_000);
