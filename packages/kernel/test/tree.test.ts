/** The bounding volume tree: its invariants, its height, and queries against every leaf one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPages } from './support/kernel.js';
import { between, generator, runs } from './support/random.js';

type Box = [number, number, number, number, number, number];

class Forest {
  readonly setup = withPages(1024);
  readonly tree = this.setup.free;
  readonly boxes = new Map<number, { leaf: number; box: Box }>();
  private readonly out: number;
  private next = 0;

  constructor() {
    const { kernel, memory, pages, free } = this.setup;
    new Uint8Array(memory.buffer, free, 256).fill(0);
    kernel.treeSetUp(this.tree, free + 64, free + 128);
    this.out = kernel.pagesAllocate(pages, 1 << 16);
  }
  insert(box: Box): number {
    const { kernel, pages } = this.setup;
    if (kernel.treeReserveMore(this.tree, pages, 1) !== 1) throw new Error('no memory for a leaf');
    const id = this.next++;
    this.boxes.set(id, { leaf: kernel.treeInsert(this.tree, id, ...box), box });
    return id;
  }
  move(id: number, box: Box): void {
    const entry = this.boxes.get(id)!;
    entry.box = box;
    this.setup.kernel.treeMove(this.tree, entry.leaf, ...box);
  }
  remove(id: number): void {
    this.setup.kernel.treeRemove(this.tree, this.boxes.get(id)!.leaf);
    this.boxes.delete(id);
  }
  get height(): number {
    return this.setup.kernel.treeHeight(this.tree);
  }
  get fault(): number {
    return this.setup.kernel.treeFault(this.tree);
  }
  rebuild(): void {
    this.setup.kernel.treeRebuild(this.tree, this.out);
  }
  query(box: Box): number[] {
    const count = this.setup.kernel.treeQuery(this.tree, ...box, this.out);
    return Array.from(new Int32Array(this.setup.memory.buffer, this.out, count)).sort((a, b) => a - b);
  }
  slowQuery(q: Box): number[] {
    const found: number[] = [];
    for (const [id, { box: b }] of this.boxes)
      if ([0, 1, 2].every((axis) => b[axis]! <= q[axis + 3]! && q[axis]! <= b[axis + 3]!)) found.push(id);
    return found.sort((a, b) => a - b);
  }
}

const allowedHeight = (leaves: number) => Math.ceil(2 * Math.log2(Math.max(2, leaves)));
const box = fc
  .tuple(between(-5, 5), between(-5, 5), between(-5, 5), between(0, 3), between(0, 3), between(0, 3))
  .map(([x, y, z, a, b, c]): Box => [x, y, z, Math.fround(x + a), Math.fround(y + b), Math.fround(z + c)]);

describe('tree', () => {
  it('stays sound and finds what a brute-force search finds, through random edits', () => {
    let most = 0,
      found = 0;
    const edit = fc.oneof(
      { weight: 4, arbitrary: fc.record({ insert: box }) },
      { weight: 3, arbitrary: fc.record({ move: fc.nat(), box }) },
      { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
    );
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 250, size: 'max' }),
        fc.array(box, { minLength: 1, maxLength: 5 }),
        (edits, queries) => {
          const forest = new Forest();
          for (const edit of edits) {
            const ids = [...forest.boxes.keys()];
            if ('insert' in edit) forest.insert(edit.insert);
            else if (ids.length === 0) continue;
            else if ('move' in edit) forest.move(ids[edit.move % ids.length]!, edit.box);
            else forest.remove(ids[edit.remove % ids.length]!);
            expect(forest.fault).toBe(0);
          }
          for (const query of queries) {
            const slow = forest.slowQuery(query);
            found += slow.length;
            expect(forest.query(query)).toEqual(slow);
          }
          expect(forest.height).toBeLessThanOrEqual(allowedHeight(forest.boxes.size));
          most = Math.max(most, forest.boxes.size);
        },
      ),
      runs('tree', 150),
    );
    expect(most).toBeGreaterThan(60);
    expect(found).toBeGreaterThan(100);
  });

  const orders: [string, (i: number) => Box][] = [
    ['along a line', (i) => [i, 0, 0, i + 0.9, 1, 1]],
    ['along a diagonal, overlapping', (i) => [i, i, i, i + 3, i + 3, i + 3]],
    ['row by row on a grid', (i) => [i % 45, Math.floor(i / 45), 0, (i % 45) + 0.9, Math.floor(i / 45) + 0.9, 1]],
    ['growing around the origin', (i) => [-i, -i, -i, i, i, i]],
    ['at doubling distances', (i) => [1.01 ** i, 0, 0, 1.01 ** i + 0.5, 1, 1]],
    ['all at one place', () => [0, 0, 0, 1, 1, 1]],
  ];
  it.each(orders)('stays low after 2,000 inserts in order: %s', (_, boxAt) => {
    const forest = new Forest();
    for (let i = 0; i < 2000; i++) forest.insert(boxAt(i));
    expect(forest.fault).toBe(0);
    expect(forest.height).toBeLessThanOrEqual(allowedHeight(2000));
  });

  it.each(orders)(
    'built anew of 2,000 leaves it is sound, as low as one that is halved, and stays so: %s',
    (_, boxAt) => {
      const forest = new Forest();
      for (let i = 0; i < 2000; i++) forest.insert(boxAt(i));
      forest.rebuild();
      expect([forest.fault, forest.height]).toEqual([0, 11]);
      const query: Box = [3, 0, 0, 9, 8, 2];
      expect(forest.query(query)).toEqual(forest.slowQuery(query));
      for (let i = 0; i < 500; i++) forest.insert(boxAt(2000 + i));
      for (let i = 0; i < 2000; i += 2) forest.remove(i);
      expect(forest.fault).toBe(0);
      expect(forest.height).toBeLessThanOrEqual(allowedHeight(1500));
      expect(forest.query(query)).toEqual(forest.slowQuery(query));
    },
  );

  const ROOM = [40, 10, 40];
  const anywhere = (random: () => number): number[] => ROOM.map((size) => random() * size);
  const wanderings: [string, (random: () => number, at: number[]) => number[]][] = [
    ['jump', anywhere],
    ['creep', (random, at) => at.map((x, axis) => Math.min(ROOM[axis]!, Math.max(0, x + (random() - 0.5) * 0.6)))],
  ];
  it.each(wanderings)('stays low while 1,000 leaves wander: they %s', (_, goOn) => {
    const seed = Number(process.env['ATOLL_SEED'] ?? 1);
    console.info(`wandering leaves: seed ${seed}`);
    const random = generator(seed),
      forest = new Forest();
    const boxAt = ([x, y, z]: number[]): Box => [x!, y!, z!, x! + 1, y! + 1, z! + 1];
    const places = Array.from({ length: 1000 }, () => anywhere(random));
    for (const place of places) forest.insert(boxAt(place));
    for (let i = 0; i < 30_000; i++) {
      const id = Math.floor(random() * 1000);
      places[id] = goOn(random, places[id]!);
      forest.move(id, boxAt(places[id]!));
    }
    expect(forest.fault).toBe(0);
    expect(forest.height).toBeLessThanOrEqual(allowedHeight(1000));
    const fresh = new Forest();
    for (const place of places) fresh.insert(boxAt(place));
    const cost = ({ setup, tree }: Forest): number => setup.kernel.treeCost(tree);
    // Moved about, it is as good a tree as one that was just filled.
    expect(cost(forest)).toBeLessThan(1.1 * cost(fresh));
  });
});
