import { afterEach, describe, expect, it, vi } from 'vitest';
import { Bell } from '../src/pool/bell.js';

/** How often a bell looks at its word while it waits. */
function looks(wait: () => void): number {
  const load = vi.spyOn(Atomics, 'load');
  wait();
  return load.mock.calls.length;
}

describe('bell', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const words = new Int32Array(new SharedArrayBuffer(8));
  const ring = (): void => void Atomics.add(words, 1, 1);

  it('returns at once where it has rung since', () => {
    const bell = new Bell(words, 1);
    const { rings } = bell;
    ring();
    const start = performance.now();
    bell.wait(rings, 10_000);
    bell.waitForMore(rings, 10_000);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('waits as long as it was told where it does not ring', () => {
    const bell = new Bell(words, 1);
    for (const wait of ['wait', 'waitForMore'] as const) {
      const start = performance.now();
      bell[wait](bell.rings, 20);
      expect(performance.now() - start).toBeGreaterThan(15);
    }
  });

  it('looks before it sleeps, but not after a wait that took long, until one was short again', () => {
    const bell = new Bell(words, 1);
    expect(looks(() => bell.waitForMore(bell.rings, 20))).toBeGreaterThan(50);
    vi.restoreAllMocks();
    expect(looks(() => bell.waitForMore(bell.rings, 20))).toBeLessThan(3);
    vi.restoreAllMocks();
    const { rings } = bell;
    ring();
    // Some machine may be busy with something else for a while.
    for (let tries = 0; tries < 100; tries++) bell.waitForMore(rings, 20);
    expect(looks(() => bell.waitForMore(bell.rings, 20))).toBeGreaterThan(50);
  });
});
