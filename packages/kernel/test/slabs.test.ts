/** Contacts of what all workers solve together lie by slabs of space: each worker begins with those that are near each other. */
import { describe, expect, it } from 'vitest';
import { BodyType } from '../src/index.js';
import { Forgetful } from './support/forgetful.js';
import { Sim, type BodyOptions, type SimOptions, type Vec } from './support/sim.js';

const NONE = -1;
const LENGTH = 40,
  HEIGHT = 9,
  BRICKS = LENGTH * HEIGHT;

/** A vector along x, as one along the axis. */
const turned = ([x, y, z]: Vec, axis: 0 | 2): Vec => (axis === 0 ? [x, y, z] : [z, y, x]);

/** A wall that lies along an axis, on the ground: one island, too large for a worker. Brick by brick, in no order of where they are. */
function wall(options: SimOptions, axis: 0 | 2, SimOf = Sim, bricks: BodyOptions = {}): Sim {
  const sim = new SimOf({ sleep: false, maxPages: 1024, ...options });
  sim.body({ type: BodyType.Static, size: [100, 0.5, 100], position: [0, -0.5, 0] });
  // A step that has no divisor in common with their number comes by each once.
  for (let i = 0; i < BRICKS; i++) {
    const brick = (i * 143) % BRICKS;
    const row = Math.floor(brick / LENGTH),
      along = 2 * (brick % LENGTH) + (row % 2) - LENGTH;
    sim.body({ size: turned([0.98, 0.5, 0.5], axis), position: turned([along, 0.5 + row, 0], axis), ...bricks });
  }
  return sim;
}

/** Knocks a hole into it: contacts come and go. */
function shoot(sim: Sim, axis: 0 | 2): void {
  const position = turned([3, 4, -4], axis),
    linear = turned([0, 0, 40], axis);
  sim.body({ shape: 'sphere', size: [1, 0, 0], density: 3000, position, linear });
}

/** Of the groups of what all solve: their colour and their contacts. */
const groupsOf = (sim: Sim): number[][] =>
  sim
    .dump('Groups')
    .filter(([cluster]) => cluster === 0)
    .map((row) => row.slice(1, 6));

describe.each([0, 2] as const)('a wall along axis %i', (axis) => {
  it('is solved in the same groups by any number of workers, with the same result', () => {
    const walls = [1, 2, 3, 8, 32].map((workers) => wall({ workers }, axis));
    let otherOrders = 0;
    for (let step = 0; step < 60; step++) {
      if (step === 20) walls.forEach((sim) => shoot(sim, axis));
      for (const sim of walls) sim.step();
      const [first, ...others] = walls.map((sim) => groupsOf(sim).map(String));
      expect(first!.length).toBeGreaterThan(BRICKS / 4);
      for (const groups of others) {
        if (String(groups) !== String(first)) otherOrders++;
        expect(groups.toSorted()).toEqual(first!.toSorted());
      }
      expect(new Set(walls.map((sim) => sim.hash())).size).toBe(1);
    }
    expect(otherOrders).toBeGreaterThan(100);
  });

  it('lies in memory by the workers that begin with its groups, colour by colour', () => {
    for (const workers of [1, 2, 3, 8]) {
      const sim = wall({ workers }, axis);
      sim.step();
      const places = sim.dump('Places').map(([colour, worker, place]) => ({ colour, worker, place }));
      const inMemory = places.toSorted((a, b) => a.place! - b.place!);
      expect(inMemory.map(({ place }) => place)).toEqual(places.map((_, i) => i));
      expect(inMemory).toEqual(
        places.toSorted((a, b) => a.worker! - b.worker! || a.colour! - b.colour! || a.place! - b.place!),
      );
      expect(new Set(places.map(({ worker }) => worker)).size).toBe(workers);
    }
  });

  it('lies in parts that have few bricks in common', () => {
    const workers = 4;
    const sim = wall({ workers }, axis);
    sim.step(20);
    const contacts = new Map(sim.dump('Contacts').map((row) => [row[0]!, row]));
    const colours = new Map<number, number[][]>();
    for (const [colour, ...ids] of groupsOf(sim)) colours.set(colour!, [...(colours.get(colour!) ?? []), ids]);
    // Which parts of the workers a brick is met in.
    const met = new Map<number, Set<number>>();
    for (const groups of colours.values()) {
      groups.forEach((ids, i) => {
        const part = Math.floor((workers * i) / groups.length);
        for (const id of ids.filter((each) => each !== NONE)) {
          const bricks = contacts
            .get(id)!
            .slice(1, 3)
            .filter((body) => body > 0);
          for (const brick of bricks) met.set(brick, (met.get(brick) ?? new Set()).add(part));
        }
      });
    }
    expect(met.size).toBe(BRICKS);
    const own = [...met.values()].filter((parts) => parts.size === 1).length;
    console.info('bricks that one worker meets', own / BRICKS);
    expect(own / BRICKS).toBeGreaterThan(0.6);
  });
});

it('are part of the state: whoever takes it over goes on with the same groups', () => {
  const sim = wall({}, 0);
  for (let round = 0; round < 6; round++) {
    const other = new Sim({ sleep: false, maxPages: 1024 });
    other.load(sim.save(), sim.frame.step);
    for (const each of [sim, other]) {
      each.body({
        handle: (1 << 20) | (BRICKS + 1 + round),
        shape: 'sphere',
        size: [0.8, 0, 0],
        density: 300,
        position: [5 * round, 4, -2],
        linear: [9, 0, 30],
      });
      each.step(7);
    }
    expect(groupsOf(other)).toEqual(groupsOf(sim));
    expect(other.hash()).toBe(sim.hash());
  }
});

it('a contact keeps its slab until contacts are sorted, also where a plan is made anew', () => {
  // It slides, and bricks come into other slabs while nothing else changes.
  const bricks = { friction: 0, linear: [20, 0, 0] } as const;
  const walls = [Sim, Forgetful].map((SimOf) => wall({}, 0, SimOf, bricks));
  let kept = 0;
  for (let step = 0; step < 80; step++) {
    for (const sim of walls) sim.step();
    if (walls[0]!.kernel.madePlan(walls[0]!.world) === 0) kept++;
    expect(groupsOf(walls[1]!)).toEqual(groupsOf(walls[0]!));
    expect(walls[1]!.hash()).toBe(walls[0]!.hash());
  }
  console.info('plans that stood', kept);
  expect(kept).toBeGreaterThan(20);
});
