/** Where each core has a worker, a helper that is out of a step tells the page of its answer, and the conductor goes on. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorldHeader } from '@atoll/kernel';
import { Teller } from '../src/pool/teller.js';
import { conductedWorld } from './support/conducted.js';
import { listenIn } from './support/listen-in.js';
import { withoutWaits } from './support/without-waits.js';
import { pile, testWorld } from './transports.js';

const machine = vi.hoisted(() => ({ cores: 2 }));
vi.mock('#spawn', async (original) => {
  const { spawner } = await original<typeof import('../src/pool/spawn-node.js')>();
  return { spawner: { ...spawner, cores: () => machine.cores } };
});
afterEach(() => {
  machine.cores = 2;
  vi.restoreAllMocks();
});

describe('the pool', () => {
  // By messages: a word does not say who changed it.
  beforeEach(withoutWaits);

  it('tells of each step once, be it by a helper or by the conductor', async () => {
    const told = listenIn();
    const world = await testWorld('shared', { workers: 2, sleep: false });
    pile(world, 120);
    await world.step();
    told.clear();
    let steps = 0;
    while (steps < 100 || (!told.get(1) && steps < 20_000)) {
      await world.step();
      expect(world.stepCount).toBe(++steps + 1);
    }
    expect(told.get(1)).toBeGreaterThan(0);
    expect((told.get(0) ?? 0) + told.get(1)!).toBe(steps);
    // What comes of others than steps is for the conductor.
    told.clear();
    await world.hash();
    expect([...told]).toEqual([[0, 1]]);
  });

  it.each([
    ['fewer', 1],
    ['more', 4],
  ])('leaves it to the conductor with %s cores than workers', async (_, cores) => {
    machine.cores = cores;
    const told = listenIn();
    const world = await testWorld('shared', { workers: 2, sleep: false });
    pile(world, 120);
    await world.step(3);
    for (let i = 0; i < 1000; i++) await world.step();
    expect([...told.keys()]).toEqual([0]);
  });

  it('does not tell of steps that nobody waits for', async () => {
    const told = listenIn();
    const world = await testWorld('shared', { workers: 2, sleep: false });
    pile(world, 120);
    await world.step();
    told.clear();
    for (let i = 0; i < 30; i++) {
      world.advance(1 / 60);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(world.stepCount).toBeGreaterThan(10);
    expect(told.get(1)).toBeUndefined();
  });
});

/** A helper of its own thread. Words: how often it was to tell, and 1 once it is over. */
const HELPER = `
  const { workerData: { module, memory, address, words }, parentPort } = require('node:worker_threads');
  const { exports } = new WebAssembly.Instance(module, { env: { memory, now: () => 0, foretell: () => {} } });
  parentPort.postMessage('ready');
  while (exports.work(address, 1) !== 0) {
    Atomics.add(words, 0, 1);
    Atomics.notify(words, 0);
  }
  Atomics.store(words, 1, 1);
`;

/** A world whose conductor this thread is, when `pump` is called, and that has a helper. */
async function pumped() {
  const { world, module, memory, address, kernel, told } = await conductedWorld({ workers: 2, cores: 2, sleep: false });
  pile(world, 120);
  const words = new Int32Array(new SharedArrayBuffer(8));
  const helper = new Worker(HELPER, { eval: true, workerData: { module, memory, address, words } });
  await once(helper, 'message');
  return {
    world,
    words,
    takeTelling: () => kernel.takeTelling(address) !== 0,
    /** One call of the kernel. */
    pump: () => kernel.pump(address),
    read: () => told(false),
    async end() {
      const exit = once(helper, 'exit');
      kernel.shutdown(address);
      await exit;
    },
  };
}

const MORE = 1;
const REPLIED = 2;
const HANDED = 8;

describe('the kernel', () => {
  it('lets one of both tell, whoever comes first', async () => {
    const { world, words, takeTelling, pump, read, end } = await pumped();
    let handed = 0;
    let taken = 0;
    // Where other programs have the cores, a helper seldom comes in time.
    for (let step = 0; step < (handed > 0 ? 1000 : 20_000) && (step < 300 || taken === 0 || taken === handed); step++) {
      const stepping = world.step();
      let bits = 0;
      do bits |= pump();
      while (bits & MORE && (bits & REPLIED) === 0);
      expect(bits & REPLIED).toBe(REPLIED);
      if (bits & HANDED) {
        handed++;
        // In every second step the helper has time to.
        if (step % 2 === 1) Atomics.wait(words, 0, handed - taken - 1, 1000);
        if (takeTelling()) taken++;
      }
      expect(takeTelling()).toBe(false);
      read();
      await stepping;
    }
    expect(handed).toBeGreaterThan(0);
    await end();
    expect([words[0]! + taken, words[1]]).toEqual([handed, 1]);
  });

  it('asks a helper of the last of some steps alone', async () => {
    const { world, takeTelling, pump, read, end } = await pumped();
    for (let round = 0; round < 50; round++) {
      const stepping = world.step(4);
      const bits: number[] = [];
      do bits.push(pump());
      while (((bits.at(-1) ?? 0) & REPLIED) === 0);
      expect(bits.slice(0, -1).filter((value) => value & HANDED)).toEqual([]);
      takeTelling();
      read();
      await stepping;
    }
    await end();
  });
});

describe('the conductor', () => {
  /** A kernel in which a helper was asked to tell, and has begun to or not. */
  function left(hasBegun: boolean) {
    const posted: boolean[] = [];
    const looks: number[][] = [];
    const kernel = {
      hasRung: (...look: number[]) => looks.push(look),
      takeTelling: () => (looks.length > 0 && !hasBegun ? 1 : 0),
    };
    new Teller(new Int32Array(1), (isForetold) => posted.push(isForetold)).leave(kernel, 7, 5);
    return { posted, looks };
  }
  const lookedAhead = [[7, 5, 60, 1]];

  it('goes on while a helper tells', () => {
    expect(left(true)).toEqual({ posted: [], looks: lookedAhead });
  });

  it('tells itself where none has begun to', () => {
    expect(left(false)).toEqual({ posted: [false], looks: lookedAhead });
  });

  it('works ahead while it looks at the doorbell, where it is to, until that rings', async () => {
    const { world, address, kernel, memory, told } = await conductedWorld({ workers: 1, cores: 2, sleep: false });
    for (let i = 0; i < 500; i++)
      world.createBody({
        position: [3 * i, 0, 0],
        linearVelocity: [0, 100, 0],
        colliders: [{ shape: 'sphere', radius: 1 }],
      });
    const doorbell = (address + WorldHeader.doorbell) >>> 2;
    /** Whether there is more to do after it looked so long. */
    const after = async (us: number, works: number, isRung = false): Promise<boolean> => {
      do {
        const stepping = world.step();
        while ((kernel.pump(address) & REPLIED) === 0);
        told(false);
        await stepping;
      } while (world.stats.proxiesMoved < 500);
      const rings = Atomics.load(new Int32Array(memory.buffer), doorbell);
      expect(kernel.hasRung(address, isRung ? rings - 1 : rings, us, works)).toBe(isRung ? 1 : 0);
      return kernel.workAhead(address) !== 0;
    };
    expect(await after(5000, 0)).toBe(true);
    expect(await after(50_000, 1)).toBe(false);
    expect(await after(1e9, 1, true)).toBe(true);
  });
});
