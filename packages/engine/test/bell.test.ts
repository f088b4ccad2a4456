import { WorldHeader } from '@atoll/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Bell } from '../src/pool/bell.js';
import { createKernelWorld, loadKernel } from '../src/transport/kernel.js';

describe('bell', () => {
  afterEach(() => void vi.restoreAllMocks());

  const words = new Int32Array(new SharedArrayBuffer(8));
  const hasRung = vi.fn((rings: number, _us: number) => Atomics.load(words, 1) !== rings);
  /** For how many µs a bell looks at its word while it waits. */
  const looks = (wait: () => void): number => {
    hasRung.mockClear();
    wait();
    return hasRung.mock.calls.reduce((sum, [, us]) => sum + us, 0);
  };
  const ring = (): void => void Atomics.add(words, 1, 1);

  it('returns at once where it has rung since', () => {
    const bell = new Bell(words, 1, hasRung);
    const { rings } = bell;
    ring();
    const start = performance.now();
    bell.wait(rings, 10_000);
    bell.waitForMore(rings, 10_000);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('waits as long as it was told where it does not ring', () => {
    const bell = new Bell(words, 1, hasRung);
    for (const wait of ['wait', 'waitForMore'] as const) {
      const start = performance.now();
      bell[wait](bell.rings, 20);
      expect(performance.now() - start).toBeGreaterThan(15);
    }
  });

  it('looks before it sleeps, but not after a wait that took long, until one was short again', () => {
    // A clock that only looks and waits advance: whoever else has the core takes no time.
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    vi.spyOn(Atomics, 'wait').mockImplementation((_words, _at, rings, timeout = 0) => {
      if (bell.rings !== Number(rings)) return 'not-equal';
      time += timeout;
      return 'timed-out';
    });
    const bell = new Bell(words, 1, (rings, us) => {
      time += us / 1000;
      return hasRung(rings, us);
    });
    expect(looks(() => bell.waitForMore(bell.rings, 20))).toBe(300);
    expect(looks(() => bell.waitForMore(bell.rings, 20))).toBe(0);
    const { rings } = bell;
    ring();
    bell.waitForMore(rings, 20);
    expect(looks(() => bell.waitForMore(bell.rings, 0.25))).toBe(250);
  });

  it('is looked at by the kernel', async () => {
    const options = { shared: true, workers: 2, cores: 2, maxMemory: 1 << 24 };
    const { exports, memory, world } = await createKernelWorld(await loadKernel('shared'), options);
    const doorbell = new Int32Array(memory.buffer, world + WorldHeader.doorbell, 1);
    const rings = Atomics.load(doorbell, 0);
    const start = performance.now();
    expect(exports.hasRung(world, rings, 3000, 0)).toBe(0);
    expect(performance.now() - start).toBeGreaterThan(2);
    Atomics.add(doorbell, 0, 1);
    expect(exports.hasRung(world, rings, 1e9, 0)).toBe(1);
    // Rung 2³² times it starts again.
    Atomics.store(doorbell, 0, -1);
    expect(exports.hasRung(world, -1, 0, 0)).toBe(0);
    expect(exports.hasRung(world, 0, 0, 0)).toBe(1);
  });
});
