import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { spawner } from '#spawn';
import { Herald } from '../src/pool/herald.js';
import { ball, testWorld } from './transports.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('herald', () => {
  const words = new Int32Array(new SharedArrayBuffer(8));
  const herald = new Herald(words, 1);

  it('is not watched for where the answer came before its message was read', () => {
    herald.announce();
    expect(herald.arrive()).toBe(true);
    expect(herald.watch()).toBe(true);
  });

  it('is watched for a moment, and then told of again', () => {
    herald.announce();
    expect(herald.watch()).toBe(false);
    expect(herald.arrive()).toBe(false);
  });

  it('is told of where nothing was announced', () => {
    expect(new Herald(words, 1).arrive()).toBe(false);
  });

  it('is announced less often while the page watches in vain, and more often again when it does not', () => {
    const herald = new Herald(words, 1);
    /** Answers that are told of in the usual way before the next one is announced. */
    const untilNext = (watched: boolean): number => {
      if (!watched) Atomics.store(words, 1, 0);
      herald.arrive();
      for (let i = 0; ; i++) {
        if (herald.announce()) return i;
        expect(herald.arrive()).toBe(false);
      }
    };
    herald.announce();
    expect([true, false, false, false].map(untilNext)).toEqual([0, 8, 16, 32]);
    expect(Array.from({ length: 10 }, () => untilNext(false)).at(-1)).toBe(512);
    expect(Array.from({ length: 10 }, () => untilNext(true))).toEqual(Array(10).fill(0));
    expect(untilNext(false)).toBe(8);
  });

  it('ends the watch when it arrives', () => {
    const herald = new Herald(words, 1);
    let looks = 0;
    const load = Atomics.load.bind(Atomics);
    vi.spyOn(performance, 'now').mockReturnValue(0);
    vi.spyOn(Atomics, 'load').mockImplementation(((array: Int32Array, at: number) => {
      if (++looks === 1000) expect(herald.arrive()).toBe(true);
      return load(array, at);
    }) as typeof Atomics.load);
    herald.announce();
    expect(herald.watch()).toBe(true);
    expect(looks).toBe(1000);
  });
});

describe('a step that the page waits for', () => {
  it.skipIf(availableParallelism() === 1)('is announced', async () => {
    const watch = vi.spyOn(Herald.prototype, 'watch');
    const world = await testWorld('shared', { workers: 1 });
    world.createBody(ball(0));
    for (let i = 0; i < 20; i++) await world.step();
    // How often depends on what else the machine does.
    expect(watch).toHaveBeenCalled();
    expect(world.stepCount).toBe(20);
  });

  it('is not announced on one core', async () => {
    vi.spyOn(spawner, 'cores').mockReturnValue(1);
    const watch = vi.spyOn(Herald.prototype, 'watch');
    const world = await testWorld('shared', { workers: 1 });
    world.createBody(ball(0));
    for (let i = 0; i < 20; i++) await world.step();
    expect(watch).not.toHaveBeenCalled();
  });

  it('is told of again where the page does not wait for the end', async () => {
    const watch = vi.spyOn(Herald.prototype, 'watch').mockImplementation(function (this: Herald) {
      // As `watch`, without any patience.
      const { words, at } = this as unknown as { words: Int32Array; at: number };
      return Atomics.exchange(words, at, 0) === 0;
    });
    const world = await testWorld('shared', { workers: 1 });
    for (let i = 0; i < 2000; i++) world.createBody(ball(3 * i));
    for (let i = 0; i < 30; i++) await world.step();
    expect(world.stepCount).toBe(30);
    if (availableParallelism() > 1) expect(watch).toHaveBeenCalled();
  });

  it('is not announced where it is one of many that nobody waits for', async () => {
    const watch = vi.spyOn(Herald.prototype, 'watch');
    const world = await testWorld('shared', { workers: 1 });
    world.createBody(ball(0));
    await world.step(50);
    expect(watch.mock.calls.length).toBeLessThanOrEqual(1);
  });
});
