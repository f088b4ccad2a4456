/** How a worker tells the page that there is something to read: by a word that the page waits for, or by messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PoolThread } from '../src/pool/pool.js';
import { tellByWord, ToldWord } from '../src/pool/told.js';
import { listenIn } from './support/listen-in.js';
import { withoutWaits } from './support/without-waits.js';
import { pile, testWorld, type TransportName } from './transports.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the word', () => {
  function listened(onTold = (_isForetold: boolean): void => {}) {
    const word = new Int32Array(new SharedArrayBuffer(4));
    const heard: boolean[] = [];
    const told = new ToldWord(word, (isForetold) => {
      heard.push(isForetold);
      onTold(isForetold);
    });
    return { word, heard, told };
  }

  it('says each time whether there is something, or will be in a moment', async () => {
    const { word, heard } = listened();
    const sequence = [false, true, false, false, true, true, false, true];
    for (const isForetold of sequence) {
      tellByWord(word, isForetold);
      await sleep(5);
    }
    expect(heard).toEqual(sequence);
  });

  it.each([
    [[true, false], false],
    [[false, true], true],
    [[false, false, false], false],
  ])('says the last of several, %j, once', async (several, last) => {
    const { word, heard } = listened();
    for (const isForetold of several) tellByWord(word, isForetold);
    await sleep(5);
    expect(heard).toEqual([last]);
  });

  it('is heard while the page reads: it waits again by then', async () => {
    let waiting: number | undefined;
    const { word, heard } = listened(() => {
      if (heard.length < 4) tellByWord(word, heard.length === 3);
      else waiting ??= Atomics.notify(word, 0);
    });
    tellByWord(word, false);
    await sleep(20);
    expect(heard.slice(0, 4)).toEqual([false, false, false, true]);
    expect(waiting).toBe(1);
  });

  it('has changed between the look at it and the wait', async () => {
    const { word, heard, told } = listened();
    tellByWord(word, false);
    const { waitAsync } = Atomics;
    vi.spyOn(Atomics, 'waitAsync').mockImplementationOnce((array, at, value) => {
      tellByWord(word, false);
      return waitAsync(array, at, value);
    });
    await sleep(5);
    expect(heard).toEqual([false]);
    tellByWord(word, false);
    await sleep(5);
    expect(heard).toEqual([false, false]);
    told.end();
  });

  it('keeps nobody waiting behind the end', async () => {
    const { word, heard, told } = listened();
    told.end();
    await sleep(5);
    expect([heard, Atomics.notify(word, 0)]).toEqual([[], 0]);
  });
});

async function fall(transport: TransportName): Promise<bigint> {
  const world = await testWorld(transport, { workers: 2 });
  pile(world, 60);
  for (let step = 1; step <= 100; step++) await world.step();
  expect(world.stepCount).toBe(100);
  return world.hash();
}

describe('a pool', () => {
  it('sends no message to a page that waits for the word', async () => {
    const told = listenIn();
    expect(await fall('shared')).toBe(await fall('inline'));
    expect([...told]).toEqual([]);
  });

  it('sends one for each answer where the page cannot', async () => {
    withoutWaits();
    const told = listenIn();
    expect(await fall('shared')).toBe(await fall('inline'));
    // The hash is an answer, too.
    expect([...told.values()].reduce((a, b) => a + b)).toBe(101);
  });

  it('whose world is over is waited for no more', async () => {
    const waits = vi.spyOn(Atomics, 'waitAsync');
    const world = await testWorld('shared', { workers: 1 });
    await world.step();
    const [word] = waits.mock.lastCall!;
    await world.dispose();
    expect(Atomics.notify(word as unknown as Int32Array, 0)).toBe(0);
  });

  it('whose thread is lost before there is a world is waited for no more', async () => {
    const waits = vi.spyOn(Atomics, 'waitAsync');
    vi.spyOn(PoolThread.prototype, 'run').mockImplementation((_message, listener) => listener.onFailure('lost'));
    await expect(testWorld('shared', { workers: 1 })).rejects.toThrow('lost');
    const [word] = waits.mock.lastCall!;
    expect(Atomics.notify(word as unknown as Int32Array, 0)).toBe(0);
  });
});
