import { RecordHeader, RingSegment } from '@atoll/kernel';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Inbox } from '../src/inbox/inbox.js';
import { Outbox } from '../src/outbox/outbox.js';
import { RingModel, ringMemory } from './ring-model.js';

/** A record that stays: its address and words. */
type Kept = [address: number, words: readonly number[]];

const sizes = fc.integer({ min: 1, max: 40 }).map((n) => n * 16);
const starts = fc.constantFrom(0, 64, 2 ** 32 - 512, 2 ** 32 - 16);

it('hands every command to the reader once, in order and whole, through wraps and growth', () => {
  let grew = 0;
  let wrapped = 0;
  fc.assert(
    fc.property(
      starts,
      fc.array(
        fc.oneof(
          fc.record({ write: sizes }),
          fc.constant('publish'),
          fc.record({ read: fc.nat(6) }),
          fc.constant('batch'),
        ),
        { minLength: 20, maxLength: 200 },
      ),
      (start, actions) => {
        const { views, segment } = ringMemory(1024);
        views.u32[(segment + RingSegment.head) >>> 2] = start;
        views.u32[(segment + RingSegment.tail) >>> 2] = start;
        const inbox = new Inbox(views, segment, () => {});
        const reader = new RingModel(views, segment);
        const expected: number[] = [];
        const received: number[] = [];
        let serial = 0;
        let published = 0;
        const write = (bytes: number): void => {
          const at = inbox.add(16, bytes);
          const id = ++serial;
          views.u32.fill(id, (at + 8) >>> 2, (at + bytes) >>> 2);
          expected.push(id);
        };
        const read = (): boolean => {
          const record = reader.take();
          if (!record) return false;
          expect(record.kind).toBe(16);
          expect(new Set(record.words).size).toBe(1);
          received.push(record.words[0]!);
          return true;
        };
        for (const action of actions) {
          if (action === 'publish') {
            inbox.publish();
            published = serial;
          } else if (action === 'batch') {
            inbox.batch(() => {
              for (let i = 0; i < 5; i++) {
                write(160);
                inbox.publish();
              }
            });
            published = serial;
          } else if ('write' in action) write(action.write);
          else for (let i = 0; i < action.read && read(); i++);
          expect(received.length).toBeLessThanOrEqual(published);
        }
        inbox.publish();
        while (read());
        expect(received).toEqual(expected);
        if (reader.segment !== segment) grew++;
        if (reader.head < start) wrapped++;
      },
    ),
  );
  expect(grew).toBeGreaterThan(0);
  expect(wrapped).toBeGreaterThan(0);
});

it('shows the records of a batch together, also across segments', () => {
  const { views, segment } = ringMemory(256);
  const inbox = new Inbox(views, segment, () => {});
  const reader = new RingModel(views, segment);
  inbox.batch(() => {
    for (let i = 0; i < 100; i++) {
      inbox.add(16, 64);
      inbox.publish();
      expect(reader.take()).toBeUndefined();
    }
  });
  for (let i = 0; i < 100; i++) expect(reader.take()).toBeDefined();
});

it('wakes the reader when half of the ring is full', () => {
  const { views, segment } = ringMemory(1024);
  let wakes = 0;
  const inbox = new Inbox(views, segment, () => wakes++);
  for (let i = 0; i < 8; i++) inbox.add(16, 64);
  inbox.publish();
  expect(wakes).toBe(0);
  inbox.add(16, 64);
  inbox.publish();
  expect(wakes).toBe(1);
});

it('goes round and wakes nobody while the reader keeps up', () => {
  const { views, segment } = ringMemory(1024);
  let wakes = 0;
  const inbox = new Inbox(views, segment, () => wakes++);
  const reader = new RingModel(views, segment);
  for (let i = 0; i < 100; i++) {
    inbox.add(16, 64);
    inbox.publish();
    expect(reader.take()).toBeDefined();
  }
  expect(reader.segment).toBe(segment);
  expect(wakes).toBe(0);
});

it('says that memory is out, and writes nothing', () => {
  const { views, segment } = ringMemory(256);
  const inbox = new Inbox(views, segment, () => {});
  views.memory.grow(4095);
  for (let i = 0; i < 3; i++) inbox.add(16, 64);
  expect(() => inbox.add(16, 64)).toThrow(/World.maxMemory.*out-of-memory/);
  inbox.publish();
  const reader = new RingModel(views, segment);
  for (let i = 0; i < 3; i++) expect(reader.take()).toBeDefined();
  expect(reader.take()).toBeUndefined();
});

it('reads every record of the kernel once, in order, through wraps and new segments, and leaves in place what is kept', () => {
  let moved = 0,
    dropped = 0,
    outlived = 0;
  fc.assert(
    fc.property(
      starts,
      fc.array(fc.tuple(sizes, fc.constantFrom(0, 0, 1, 2), fc.boolean()), { minLength: 40, maxLength: 200 }),
      (start, actions) => {
        const { views, segment } = ringMemory(2048);
        views.u32[(segment + RingSegment.head) >>> 2] = start;
        views.u32[(segment + RingSegment.tail) >>> 2] = start;
        const isKept = ([from, words]: Kept): boolean => words.every((word, k) => views.u32[(from >>> 2) + k] === word);
        let kept: Kept | undefined;
        const outbox = new Outbox(views, segment, () => {
          if (!kept) return;
          dropped++;
          expect(isKept(kept)).toBe(true);
          kept = undefined;
        });
        const writer = new RingModel(views, segment);
        const received: number[] = [];
        const old: number[] = [];
        const read = (): boolean => {
          const at = outbox.peek();
          // What the reader has left belongs to the kernel.
          for (const from of old.filter((other) => views.u32[(other + RingSegment.left) >>> 2] === 1))
            views.u32.fill(0xdeadbeef, (from + RingSegment.stride) >>> 2, (from + RingSegment.stride + 2048) >>> 2);
          if (at === 0) return false;
          expect(outbox.peek()).toBe(at);
          const number = views.u32[(at + 8) >>> 2]!;
          received.push(number);
          const bytes = views.u32[(at + RecordHeader.byteLength) >>> 2]!;
          if (actions[number]![2]) {
            outbox.keep(at);
            kept = [at, [...views.u32.subarray(at >>> 2, (at + bytes) >>> 2)]];
          } else outbox.done(at);
          return true;
        };
        actions.forEach(([bytes, reads], i) => {
          if (kept) {
            expect(isKept(kept)).toBe(true);
            outlived++;
          }
          const words = new Array<number>((bytes - 8) / 4).fill(i);
          if (!writer.put(2, words)) {
            const next = views.memory.grow(1) * 65536;
            views.refresh();
            views.u32[(next + RingSegment.capacity) >>> 2] = writer.capacity * 2 <= 32768 ? writer.capacity * 2 : 32768;
            old.push(writer.segment);
            writer.relocate(next);
            moved++;
            expect(writer.put(2, words)).toBe(true);
          }
          for (let k = 0; k < reads && read(); k++);
        });
        while (read());
        expect(received).toEqual(actions.map((_, i) => i));
      },
    ),
  );
  expect(Math.min(moved, dropped, outlived)).toBeGreaterThan(0);
});

it.each([
  ['half of the ring', 1024, 512],
  ['1 MiB', 1 << 23, 1 << 20],
])('lets go of what is kept once it and what was read behind it are more than %s', (_, capacity, most) => {
  const { views, segment } = ringMemory(capacity);
  if (capacity > 65536) views.memory.grow(capacity / 65536);
  let gone = 0;
  const outbox = new Outbox(views, segment, () => gone++);
  const writer = new RingModel(views, segment);
  /** Reads a record of so many bytes, and says where the tail is then. */
  const read = (bytes: number, keeps: boolean): number => {
    views.refresh();
    expect(writer.put(2, new Array<number>((bytes - 8) / 4).fill(0))).toBe(true);
    const at = outbox.peek();
    if (keeps) outbox.keep(at);
    else outbox.done(at);
    return writer.tail;
  };
  expect(read(64, true)).toBe(0);
  expect([read(most - 64, false), gone]).toEqual([0, 0]);
  expect([read(16, false), gone]).toEqual([most + 16, 1]);
  // Nothing is kept any more.
  expect(read(16, false)).toBe(most + 32);
  // Too large by itself.
  expect([read(most + 16, true), gone]).toEqual([writer.head, 2]);
});
