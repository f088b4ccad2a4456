import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NearCores } from '../src/near-cores.ts';
import { coreDistance } from '../src/node/core-distance.ts';

const [NEAR, FAR] = [80, 380];

describe('runs of several threads', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Cores whose distance is what `at` says of the ms since the start. */
  function along(at: (ms: number) => number | undefined, wait = 30) {
    const start = Date.now();
    const distance = vi.fn(async (_patience: number) => at(Date.now() - start));
    return { cores: new NearCores(distance, wait), distance };
  }

  /** Runs of so many ms, numbered from 1; `began` says when, in ms, and with how many workers. */
  function runs(length = 3000) {
    const start = Date.now();
    const began: [ms: number, workers: number][] = [];
    const work = async ({ workers }: { workers: number }) => {
      began.push([Date.now() - start, workers]);
      await new Promise((resolve) => setTimeout(resolve, length));
      return began.length;
    };
    return { began, work };
  }

  const two = { workers: 2 };

  async function toItsEnd<Result>(promise: Promise<Result>): Promise<Result> {
    await vi.runAllTimersAsync();
    return promise;
  }

  it('runs once where they stay near, and looks four times a second', async () => {
    const { cores, distance } = along(() => NEAR);
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([1]);
    expect(began.map(([ms]) => ms)).toEqual([0]);
    const patience = distance.mock.calls.map(([ms]) => ms);
    expect(patience).toEqual([100, ...Array.from({ length: 12 }, () => 0.25), 100]);
    expect(cores.report).toBe('');
  });

  it('waits until they are near', async () => {
    const { cores } = along((ms) => (ms < 3000 ? FAR : NEAR));
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([1]);
    expect(began.map(([ms]) => ms)).toEqual([4000]);
  });

  it('does a run again during which they were apart', async () => {
    const { cores } = along((ms) => (ms > 1000 && ms < 1600 ? FAR : NEAR));
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([2]);
    expect(began.map(([ms]) => ms)).toEqual([0, 3000]);
    expect(cores.report).toMatch(/again.*: 1; .*: 0\.$/);
  });

  it('takes a run that they were apart in for one look of twelve', async () => {
    const { cores } = along((ms) => (ms > 1100 && ms < 1300 ? FAR : NEAR));
    expect(await toItsEnd(cores.runAll([two], runs().work))).toEqual([1]);
  });

  it('does a run again behind which they are apart', async () => {
    const { cores } = along((ms) => (ms > 3000 && ms < 3200 ? FAR : NEAR));
    const { began, work } = runs(3100);
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([2]);
    expect(began.map(([ms]) => ms)).toEqual([0, 5100]);
  });

  it('counts a run as it came where they are not near for as long as it waits, and says so', async () => {
    const { cores } = along((ms) => (ms <= 20_000 ? FAR : NEAR), 20);
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([1]);
    expect(began.map(([ms]) => ms)).toEqual([20_000]);
    expect(cores.report).toMatch(/again.*: 0; .*: 1\.$/);
  });

  it('waits for as long as it is told to', async () => {
    const { cores } = along((ms) => (ms < 599_000 ? FAR : NEAR), 600);
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([1]);
    expect(began.map(([ms]) => ms)).toEqual([600_000]);
    expect(cores.report).toBe('');
  });

  it('counts a run as it came after five tries, and says so', async () => {
    const { cores } = along((ms) => (ms % 10_000 > 1000 ? FAR : NEAR));
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two], work))).toEqual([5]);
    expect(began.map(([ms]) => ms)).toEqual([0, 11_000, 20_000, 31_000, 40_000]);
    expect(cores.report).toMatch(/again.*: 4; .*: 1\.$/);
  });

  it('lets runs of one thread go ahead while they are apart', async () => {
    const { cores } = along((ms) => (ms < 5000 || (ms > 10_000 && ms < 20_000) ? FAR : NEAR));
    const { began, work } = runs();
    const turns = [2, 1, 1, 2, 1].map((workers) => ({ workers }));
    // The second of several was apart at its end, and is done again once they are near.
    expect(await toItsEnd(cores.runAll(turns, work))).toEqual([3, 1, 2, 6, 5]);
    expect(began).toEqual([
      [0, 1],
      [3000, 1],
      [6000, 2],
      [9000, 2],
      [12_000, 1],
      [21_000, 2],
    ]);
    expect(cores.report).toMatch(/again.*: 1; .*: 0\.$/);
  });

  it('runs all as they come where they stay near', async () => {
    const { began, work } = runs();
    const workers = [1, 2, 1, 1, 2];
    await toItsEnd(
      along(() => NEAR).cores.runAll(
        workers.map((workers) => ({ workers })),
        work,
      ),
    );
    expect(began.map(([, workers]) => workers)).toEqual(workers);
  });

  it('gives each run of several threads five tries of its own', async () => {
    const { cores } = along((ms) => (ms % 10_000 > 1000 ? FAR : NEAR));
    const { began, work } = runs();
    expect(await toItsEnd(cores.runAll([two, { workers: 2 }], work))).toEqual([5, 10]);
    expect(began).toHaveLength(10);
    expect(cores.report).toMatch(/again.*: 8; .*: 2\.$/);
  });

  it('does not look for runs of one thread', async () => {
    const { cores, distance } = along(() => FAR);
    const turns = [{ workers: 1 }, { workers: 1 }];
    expect(await toItsEnd(cores.runAll(turns, runs().work))).toEqual([1, 2]);
    expect(distance).not.toHaveBeenCalled();
  });

  it('does not hold looks that say nothing against a run', async () => {
    const { cores } = along((ms) => (ms > 0 ? undefined : NEAR));
    expect(await toItsEnd(cores.runAll([two], runs().work))).toEqual([1]);
  });

  it('hands on what goes wrong, and looks no more', async () => {
    const { cores, distance } = along(() => NEAR);
    await expect(cores.runAll([two], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
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
