/** Contacts that are solved four at a time: each in one group, without bodies that a group shares, in the order of their colours, behind their joints. */
import { expect, it } from 'vitest';
import { BodyType } from '../src/index.js';
import { generator } from './support/random.js';
import { Sim } from './support/sim.js';

const NONE = -1,
  LINKED = 8,
  /** Contacts that found no colour: one a group. */
  OVERFLOW = 24;

/** Heaps of boxes far apart: small islands, which one worker each solves whole. */
function heaps(count: number, boxes: number): Sim {
  const random = generator(7);
  const sim = new Sim({ sleep: false });
  sim.body({ type: BodyType.Static, size: [600, 1, 600], position: [0, -1, 0] });
  for (let heap = 0; heap < count; heap++) {
    const bodies: number[] = [];
    for (let i = 0; i < boxes; i++) {
      const x = 20 * heap + 5 * random() - 2.5,
        z = 5 * random() - 2.5;
      bodies.push(sim.body({ size: [0.4, 0.3 + 0.2 * random(), 0.5], position: [x, 0.5 + 0.3 * i, z] }));
    }
    // Rings of them, in every third heap.
    if (heap % 3 !== 0) continue;
    for (let i = 0; i < boxes; i++) sim.joint(bodies[i]!, bodies[(i + 7) % boxes]!, [0.4, 0, 0.5], [-0.4, 0, -0.5]);
  }
  // A tray with more on it than there are colours.
  sim.body({ size: [3, 0.2, 3], position: [-20, 0.3, 0] });
  for (let i = 0; i < 90; i++) {
    const position = [5 * random() - 22.5, 0.75 + 0.1 * i, 5 * random() - 2.5] as const;
    sim.body({ size: [0.25, 0.2, 0.2], position: [...position] });
  }
  return sim;
}

it('puts each contact into one group, without a body that moves in two lanes', () => {
  const sim = heaps(24, 60);
  let filled = 0,
    lanes = 0,
    overflowed = false;
  for (let step = 0; step < 90; step++) {
    sim.step();
    const contacts = new Map(sim.dump('Contacts').map((row) => [row[0]!, row]));
    const moves = new Set(
      sim
        .dump('Bodies')
        .filter((row) => row[2] === BodyType.Dynamic)
        .map((row) => row[0]!),
    );
    const left = new Set([...contacts.values()].filter((row) => (row[3]! & LINKED) !== 0).map((row) => row[0]!));
    const lastColour = new Map<number, number>();
    for (const [, colour, ...group] of sim.dump('Groups')) {
      expect(group[4]).toBe(0);
      const ids = group.slice(0, 4).filter((id) => id !== NONE);
      const bodies = ids.flatMap((id) => contacts.get(id)!.slice(1, 3)).filter((body) => moves.has(body));
      expect(new Set(bodies).size).toBe(bodies.length);
      for (const id of ids) {
        expect(left.delete(id)).toBe(true);
        for (const body of contacts.get(id)!.slice(1, 3)) {
          if (!moves.has(body)) continue;
          if (colour! < OVERFLOW) expect(contacts.get(id)![4]).toBeGreaterThan(lastColour.get(body) ?? -1);
          lastColour.set(body, contacts.get(id)![4]!);
        }
      }
      if (step >= 60 && colour! < OVERFLOW) {
        filled += ids.length;
        lanes += 4;
      }
    }
    expect(left.size).toBe(0);
    // Clusters in the order of memory.
    const firsts: number[] = [];
    for (const [cluster, , ...group] of sim.dump('Groups')) {
      if (cluster === 0) continue;
      for (const id of group.slice(0, 4).filter((id) => id !== NONE)) {
        const bodies = contacts
          .get(id)!
          .slice(1, 3)
          .filter((body) => moves.has(body));
        firsts[cluster! - 1] = Math.min(firsts[cluster! - 1] ?? Infinity, ...bodies);
      }
    }
    const known = firsts.filter((first) => first !== undefined);
    expect(known).toEqual([...known].sort((a, b) => a - b));
    overflowed ||= sim.dump('Groups').some((row) => row[1] === OVERFLOW);
  }
  expect(overflowed).toBe(true);
  // 0.74 where each colour has groups of its own.
  expect(filled / lanes).toBeGreaterThan(0.85);
});

it('shares small islands out in eight sections, in ever smaller clusters: whoever is late waits for little', () => {
  const sim = new Sim({ sleep: false });
  const stacks = 128,
    boxes = 4;
  sim.body({ type: BodyType.Static, size: [600, 1, 600], position: [0, -1, 0] });
  for (let i = 0; i < stacks * boxes; i++)
    sim.body({ size: [0.5, 0.5, 0.5], position: [4 * Math.floor(i / boxes), 0.5 + (i % boxes), 0] });
  sim.step(5);
  // Of a stack each box has a contact below it.
  const sizes: number[] = [];
  for (const [cluster, , ...group] of sim.dump('Groups'))
    sizes[cluster!] = (sizes[cluster!] ?? 0) + group.slice(0, 4).filter((id) => id !== NONE).length / boxes;
  const [shared, ...small] = Array.from(sizes, (size) => size ?? 0);
  expect(shared).toBe(0);
  expect(small.reduce((a, b) => a + b)).toBe(stacks);
  const sections: number[][] = [];
  for (const [i, size] of small.entries()) {
    if (i === 0 || size > small[i - 1]!) sections.push([size]);
    else sections.at(-1)!.push(size);
  }
  expect(sections.length).toBe(8);
  for (const section of sections) {
    expect(section.length).toBeGreaterThan(2);
    expect(section[0]).toBeGreaterThanOrEqual(stacks / 16);
    expect(section.at(-1)).toBeLessThanOrEqual(stacks / 64);
  }
});

it('solves together what a moving kinematic body acts on, and no other small island', () => {
  const sim = new Sim({ sleep: false });
  const stacks = 64,
    boxes = 3,
    ridden = 3;
  sim.body({ type: BodyType.Static, size: [600, 1, 600], position: [0, -1, 0] });
  for (let i = 0; i < stacks * boxes; i++)
    sim.body({ size: [0.5, 0.5, 0.5], position: [4 * Math.floor(i / boxes), 0.5 + (i % boxes), 0] });
  // Below the stacks 20 to 22.
  sim.body({ type: BodyType.Kinematic, size: [5, 0.1, 1], position: [84, -0.09, 0], linear: [0.1, 0, 0] });
  sim.step(5);
  const contacts = new Map(sim.dump('Contacts').map((row) => [row[0]!, row]));
  const shared = new Set<number>(),
    small = new Set<number>();
  for (const [cluster, , ...group] of sim.dump('Groups')) {
    for (const id of group.slice(0, 4).filter((id) => id !== NONE)) {
      // Of the bodies the ground is the first, and the boxes follow.
      const box = Math.max(
        ...contacts
          .get(id)!
          .slice(1, 3)
          .filter((body) => body <= stacks * boxes),
      );
      (cluster === 0 ? shared : small).add(Math.floor((box - 1) / boxes));
    }
  }
  expect([...shared].sort()).toEqual(Array.from({ length: ridden }, (_, i) => 20 + i));
  expect(small.size).toBe(stacks - ridden);
});

it('moves bodies alike whether what is beside them in a group turns as easily about all axes or not', () => {
  const random = generator(11);
  const towers = 64,
    sizes = [
      [0.5, 0.5, 0.5],
      [0.7, 0.3, 0.4],
    ] as const;
  // Each lands on an edge, with another one on it. Two bits: which of both are long.
  const build = (kindOf: (tower: number) => number): Sim => {
    const sim = new Sim({ sleep: false });
    sim.body({ type: BodyType.Static, size: [600, 1, 600], position: [0, -1, 0] });
    for (let i = 0; i < towers; i++) {
      for (const level of [0, 1]) {
        sim.body({
          size: sizes[(kindOf(i) >> level) & 1]!,
          position: [4 * i, 0.9 + 1.3 * level, 0],
          rotation: [0.19, 0.1, 0.04, Math.sqrt(1 - 0.19 ** 2 - 0.1 ** 2 - 0.04 ** 2)],
          angular: [1, 2, -0.5],
        });
      }
    }
    return sim;
  };
  const alike = [0, 1, 2, 3].map((kind) => build(() => kind)),
    kinds = Array.from({ length: towers }, () => Math.max(0, Math.floor(10 * random()) - 6)),
    mixed = build((tower) => kinds[tower]!);
  let together = 0;
  for (let step = 0; step < 60; step++) {
    for (const sim of [mixed, ...alike]) sim.step();
    const bodies = new Map(mixed.dump('Contacts').map((row) => [row[0]!, row.slice(1, 3)]));
    for (const [, , ...group] of mixed.dump('Groups')) {
      const long = group
        .slice(0, 4)
        .filter((id) => id !== NONE)
        .map((id) => bodies.get(id)!.some((body) => body > 0 && isLong(body)));
      if (long.includes(true) && long.includes(false)) together++;
    }
  }
  expect(together).toBeGreaterThan(300);
  for (let i = 0; i < 2 * towers; i++) expect(mixed.at(1 + i)).toEqual(alike[kinds[i >> 1]!]!.at(1 + i));

  function isLong(body: number): boolean {
    const tower = (body - 1) >> 1,
      level = (body - 1) & 1;
    return (kinds[tower]! & (1 << level)) !== 0;
  }
});
