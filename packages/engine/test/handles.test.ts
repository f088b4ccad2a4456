import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HandleTable, indexOf } from '../src/body/handles.js';

it('gives every live item a handle of its own, and finds nothing under a stale one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(20)), { maxLength: 300 }), (actions) => {
      const table = new HandleTable<object>('Body');
      const live = new Map<number, object>();
      const stale = new Set<number>();
      for (const [create, pick] of actions) {
        if (create || live.size === 0) {
          const handle = table.next();
          expect(live.has(handle)).toBe(false);
          expect(stale.has(handle)).toBe(false);
          const item = {};
          table.add(handle, item);
          live.set(handle, item);
        } else {
          const handle = [...live.keys()][pick % live.size]!;
          table.remove(handle);
          table.remove(handle);
          live.delete(handle);
          stale.add(handle);
        }
        expect(table.size).toBe(live.size);
      }
      for (const [handle, item] of live) expect(table.get(handle)).toBe(item);
      for (const handle of stale) expect(table.get(handle)).toBeUndefined();
      expect([...table]).toHaveLength(live.size);
    }),
  );
});

it('uses indices again, with generations from 1 to 2047 and then from 1', () => {
  const table = new HandleTable<number>('Body');
  const generations = new Set<number>();
  for (let i = 0; i < 5000; i++) {
    const handle = table.next();
    expect(handle).toBeGreaterThan(0);
    expect(handle).toBeLessThan(2 ** 31);
    expect(indexOf(handle)).toBe(0);
    generations.add(handle >>> 20);
    table.add(handle, i);
    table.remove(handle);
  }
  expect([Math.min(...generations), Math.max(...generations), generations.size]).toEqual([1, 2047, 2047]);
});
