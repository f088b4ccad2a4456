/** A page that waits for a step is told a little before it ends, where there is a core for it: it looks for the answer then. */
import { WorldHeader } from '@atoll/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Teller } from '../src/pool/teller.js';
import { conductedWorld } from './support/conducted.js';
import { ball, pile, testWorld, type TransportName } from './transports.js';

vi.mock('#spawn', async (original) => {
  const { spawner } = await original<typeof import('../src/pool/spawn-node.js')>();
  return { spawner: { ...spawner, cores: () => 8 } };
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A world whose conductor this thread is, when `pump` is called. */
async function pumped(workers: number, coreCount: number) {
  const foretell = vi.fn(() => {});
  const { world, memory, address, kernel, told } = await conductedWorld({ workers, cores: coreCount, foretell });
  for (let i = 0; i < 20; i++) world.createBody(ball(5, 2 * i));
  const missed = new Int32Array(memory.buffer, address + WorldHeader.isMissed, 1);
  return {
    world,
    foretell,
    missed,
    pump: () => {
      while (kernel.pump(address) & 1);
    },
    told,
  };
}

/** A clock that goes on by `ms` with each look. */
function clockOf(ms: number, look = (): void => {}) {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    look();
    return (time += ms);
  });
}

describe('the conductor', () => {
  it.each([
    [1, 3, 1],
    [6, 8, 1],
    // The page would wake up on a worker's core.
    [1, 2, 0],
    [7, 8, 0],
  ])('of %i worker(s) on %i cores tells once a step, from the second on', async (workers, coreCount, times) => {
    const { world, foretell, pump, told } = await pumped(workers, coreCount);
    clockOf(0.004);
    for (let step = 1; step <= 4; step++) {
      const stepping = world.step();
      pump();
      told(false);
      await stepping;
      expect(foretell).toHaveBeenCalledTimes(step === 1 ? 0 : times);
      foretell.mockClear();
    }
    // Of several steps somebody waits for the last.
    const many = world.step(5);
    pump();
    told(false);
    await many;
    expect(foretell).toHaveBeenCalledTimes(times);
  });

  it('tells of no step that nobody waits for, and of none whose stages are long', async () => {
    const { world, foretell, pump, told } = await pumped(1, 8);
    clockOf(0.004);
    for (let step = 0; step < 4; step++) {
      world.advance(1 / 60);
      pump();
      told(false);
    }
    expect(world.stepCount).toBeGreaterThan(2);
    expect(foretell).not.toHaveBeenCalled();
    const slow = await pumped(1, 8);
    clockOf(1);
    for (let step = 0; step < 4; step++) {
      const stepping = slow.world.step();
      slow.pump();
      slow.told(false);
      await stepping;
    }
    expect(slow.foretell).not.toHaveBeenCalled();
  });
});

describe('the page', () => {
  it('looks until the answer is there', async () => {
    const { world, missed, pump, told } = await pumped(1, 8);
    const stepping = world.step();
    let looks = 0;
    clockOf(0.004, () => {
      if (++looks === 10) pump();
    });
    told(true);
    expect([looks, missed[0]]).toEqual([expect.toSatisfy((count: number) => count >= 10), 0]);
    await stepping;
    expect(world.stepCount).toBe(1);
  });

  it('says so where it has looked for long, and reads when it is told again', async () => {
    const { world, missed, pump, told } = await pumped(1, 8);
    const stepping = world.step();
    told(true);
    expect([missed[0], world.stepCount]).toEqual([1, 0]);
    pump();
    told(false);
    await stepping;
    expect(world.stepCount).toBe(1);
  });
});

it('who was told before is told again only where it looked in vain', () => {
  const posted: string[] = [];
  const missed = new Int32Array(new SharedArrayBuffer(4));
  const before = 'foretold',
    after = 'told';
  const teller = new Teller(missed, (isForetold) => posted.push(isForetold ? before : after));
  teller.tell();
  expect(posted.splice(0)).toEqual([after]);
  teller.foretell();
  teller.tell();
  expect(posted.splice(0)).toEqual([before]);
  teller.tell();
  expect(posted.splice(0)).toEqual([after]);
  teller.foretell();
  missed[0] = 1;
  teller.tell();
  expect(posted.splice(0)).toEqual([before, after]);
  // What was missed then says nothing of what comes now.
  teller.foretell();
  teller.tell();
  expect(posted).toEqual([before]);
});

async function fall(transport: TransportName, workers: number): Promise<bigint> {
  const world = await testWorld(transport, { workers });
  pile(world, 100);
  for (let step = 1; step <= 300; step++) {
    // Also where something else is asked for meanwhile.
    const [hit] = await Promise.all([
      step % 7 === 0 ? world.castRay({ origin: [0, 50, 0], direction: [0, -1, 0] }) : undefined,
      world.step(),
    ]);
    if (step % 7 === 0) expect(hit).toBeTruthy();
    expect(world.stepCount).toBe(step);
  }
  return world.hash();
}

it.each([1, 2])('every step is answered, and is the same: %i workers', async (workers) => {
  const expected = await fall('inline', 1);
  expect(await fall('shared', workers)).toBe(expected);
  // Who never looks for long.
  const real = performance.now.bind(performance);
  let jumps = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ++jumps);
  expect(await fall('shared', workers)).toBe(expected);
});
