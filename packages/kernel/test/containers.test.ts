/** Table, Bits, PairSet and the sort of keys, each against its plain JavaScript counterpart. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPages } from './support/kernel.js';
import { runs } from './support/random.js';

describe('table', () => {
  it('hands out zeroed records, last freed first, and keeps their content when it grows', () => {
    let moved = 0,
      reused = 0;
    const operation = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 2, arbitrary: fc.nat() });
    fc.assert(
      fc.property(
        fc.constantFrom(4, 64, 208, 464),
        fc.array(operation, { maxLength: 300, size: 'max' }),
        (stride, operations) => {
          const { kernel, memory, pages, free: table } = withPages();
          kernel.tableSetUp(table, stride);
          const freed: number[] = [],
            live = new Map<number, number>();
          let next = 0,
            stamp = 1;
          for (const operation of operations) {
            if (operation < 0) {
              const before = kernel.tableAt(table, 0);
              expect(kernel.tableReserveMore(table, pages, 1)).toBe(1);
              if (kernel.tableAt(table, 0) !== before && next > 0) moved++;
              const id = kernel.tableTake(table);
              if (freed.length > 0) reused++;
              expect(id).toBe(freed.pop() ?? next++);
              const record = new Uint8Array(memory.buffer, kernel.tableAt(table, id), stride);
              expect(record.every((byte) => byte === 0)).toBe(true);
              record.fill((stamp = (stamp % 255) + 1));
              live.set(id, stamp);
            } else if (live.size > 0) {
              const id = [...live.keys()][operation % live.size]!;
              kernel.tableFree(table, id);
              live.delete(id);
              freed.push(id);
            }
            expect(kernel.tableUsed(table)).toBe(live.size);
          }
          for (const [id, value] of live)
            expect(
              new Uint8Array(memory.buffer, kernel.tableAt(table, id), stride).every((byte) => byte === value),
            ).toBe(true);
        },
      ),
      runs('table', 150),
    );
    expect(Math.min(moved, reused)).toBeGreaterThan(0);
  });

  it('leaves everything as it was when there is no memory to grow', () => {
    const { kernel, memory, pages, free: table } = withPages(20);
    kernel.tableSetUp(table, 64);
    expect(kernel.tableReserve(table, pages, 10)).toBe(1);
    const id = kernel.tableTake(table);
    const at = kernel.tableAt(table, id),
      capacity = kernel.tableCapacity(table),
      used = kernel.pagesUsed(pages);
    new Uint8Array(memory.buffer, at, 64).fill(7);
    expect(kernel.tableReserve(table, pages, 1 << 20)).toBe(0);
    expect([kernel.tableAt(table, id), kernel.tableCapacity(table), kernel.pagesUsed(pages)]).toEqual([
      at,
      capacity,
      used,
    ]);
    expect(new Uint8Array(memory.buffer, at, 64).every((byte) => byte === 7)).toBe(true);
  });

  it('takes the exact size where twice the size does not fit', () => {
    const { kernel, pages, free: table } = withPages(16);
    kernel.tableSetUp(table, 64);
    expect(kernel.tableReserve(table, pages, 6000)).toBe(1);
    expect(kernel.tableReserve(table, pages, 7000)).toBe(1);
    expect(kernel.tableCapacity(table)).toBeGreaterThanOrEqual(7000);
    expect(kernel.tableCapacity(table)).toBeLessThan(12000);
  });
});

describe('bits', () => {
  it('sets, clears and keeps bits like a set of numbers while it grows', () => {
    const operation = fc.record({ bit: fc.integer({ min: 0, max: 100_000 }), on: fc.boolean() });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200, size: 'max' }), (operations) => {
        const { kernel, memory, pages, free: bits } = withPages();
        new Uint8Array(memory.buffer, bits, 16).fill(0);
        const model = new Set<number>();
        for (const { bit, on } of operations) {
          expect(kernel.bitsReserve(bits, pages, bit + 1)).toBe(1);
          if (on) kernel.bitsSet(bits, bit);
          else kernel.bitsClear(bits, bit);
          if (on) model.add(bit);
          else model.delete(bit);
        }
        for (const { bit } of operations)
          for (const near of [bit - 1, bit, bit + 1])
            if (near >= 0 && near <= 100_000) {
              kernel.bitsReserve(bits, pages, near + 1);
              expect(kernel.bitsHas(bits, near)).toBe(model.has(near) ? 1 : 0);
            }
      }),
      runs('bits', 100),
    );
  });
});

describe('pair set', () => {
  /** The slot that a key would like best: the table's hash in JavaScript. */
  const home = (key: bigint, capacity: number) => {
    let x = BigInt.asUintN(64, key * 0x9e3779b97f4a7c15n);
    x ^= x >> 32n;
    return Number(x & BigInt(capacity - 1));
  };

  it('holds what a Map holds, through clusters that wrap around and through growth', () => {
    let wrapped = 0,
      grown = 0,
      removed = 0;
    // Pairs whose keys want the last or first slots of the smallest table: long clusters over its end.
    const crowded: [number, number][] = [];
    const probe = withPages();
    for (let a = 0; crowded.length < 60; a++)
      for (let b = a + 1; b < a + 20; b++) {
        const slot = home(BigInt.asUintN(64, probe.kernel.pairKey(a, b)), 256);
        if (slot > 250 || slot < 2) crowded.push([a, b]);
      }
    const pair = fc.oneof(
      fc.constantFrom(...crowded),
      fc.tuple(fc.nat(400), fc.nat(400)).filter(([a, b]) => a !== b),
    );
    const operation = fc.record({ pair, what: fc.constantFrom('insert', 'insert', 'remove') });
    fc.assert(
      fc.property(fc.array(operation, { minLength: 50, maxLength: 500, size: 'max' }), (operations) => {
        const { kernel, memory, pages, free: set } = withPages();
        new Uint8Array(memory.buffer, set, 64).fill(0);
        const model = new Set<bigint>();
        operations.forEach(({ pair: [a, b], what }) => {
          const key = BigInt.asUintN(64, kernel.pairKey(a, b));
          expect(BigInt.asUintN(64, kernel.pairKey(b, a))).toBe(key);
          if (what === 'insert' && !model.has(key)) {
            const before = kernel.pairsCapacity(set);
            expect(kernel.pairsReserveMore(set, pages, 1)).toBe(1);
            if (before > 0 && kernel.pairsCapacity(set) > before) grown++;
            kernel.pairsInsert(set, key);
            model.add(key);
          } else if (what === 'remove' && kernel.pairsCapacity(set) > 0) {
            kernel.pairsRemove(set, key);
            if (model.delete(key)) removed++;
          }
          expect(kernel.pairsHas(set, key)).toBe(model.has(key) ? 1 : 0);
        });
        expect(kernel.pairsCount(set)).toBe(model.size);
        for (const key of model) expect(kernel.pairsHas(set, key)).toBe(1);
        // The table itself: each key once.
        const capacity = kernel.pairsCapacity(set),
          view = new DataView(memory.buffer, kernel.pairsSlots(set), capacity * 8);
        const stored = new Set<bigint>();
        for (let slot = 0; slot < capacity; slot++) {
          const key = view.getBigUint64(slot * 8, true);
          if (key === 0n) continue;
          expect(stored.has(key)).toBe(false);
          stored.add(key);
          if (home(key, capacity) > slot) wrapped++;
        }
        expect(stored).toEqual(model);
      }),
      runs('pair set', 150),
    );
    expect(Math.min(wrapped, grown, removed)).toBeGreaterThan(0);
  });
});

describe('sortKeys', () => {
  it('sorts 64-bit keys like a comparison sort', () => {
    const key = fc.oneof(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), fc.bigInt({ min: 0n, max: 7n }));
    const { kernel, memory, pages } = withPages();
    const data = kernel.pagesAllocate(pages, 1 << 16);
    fc.assert(
      fc.property(fc.array(key, { maxLength: 2000, size: 'max' }), (keys) => {
        const view = new BigUint64Array(memory.buffer, data, keys.length);
        view.set(keys);
        kernel.sortKeys(data, keys.length);
        expect(Array.from(view)).toEqual(Array.from(BigUint64Array.from(keys).sort()));
      }),
      runs('sortKeys', 100),
    );
  });
});
