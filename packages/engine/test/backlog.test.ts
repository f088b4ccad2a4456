import { Event, EventKind } from '@atoll/kernel';
import { expect, it } from 'vitest';
import { Backlog } from '../src/events/backlog.js';

const WORDS = Event.stride >>> 2;

/** Events of these kinds, numbered from `first`, behind some other words. */
function eventsOf(kinds: readonly number[], first: number): Uint32Array {
  const words = new Uint32Array(5 + kinds.length * WORDS);
  kinds.forEach((kind, i) => {
    words[5 + i * WORDS + (Event.kind >>> 2)] = kind;
    words[5 + i * WORDS + (Event.contact >>> 2)] = first + i;
  });
  return words;
}

it('hands everything out once and in order, the first of it slowly, and does not grow while as much goes as comes', () => {
  const backlog = new Backlog();
  const taken: number[] = [];
  const each = (words: Uint32Array, at: number) => void taken.push(words[at + (Event.contact >>> 2)]!);
  let written = 0;
  let most = 0;
  for (let frame = 0; frame < 400; frame++) {
    // A large first frame, then more a frame than is taken in at least.
    const count = frame === 0 ? 12_000 : frame % 3 === 0 ? 20 : 700;
    backlog.takeShare(each);
    // Slowly until there is too much of it.
    if (frame <= 25) expect(taken.length).toBe(16 * frame);
    const kinds = Array.from({ length: count }, () => EventKind.ContactBegin);
    backlog.add(eventsOf(kinds, written), 5, count);
    written += count;
    most = Math.max(most, written - taken.length);
  }
  expect(most).toBeLessThan(32 * 1000);
  expect((backlog as unknown as { words: Uint32Array }).words.length).toBeLessThan(4 * most * WORDS);
  backlog.take(Infinity, each);
  expect(taken.length).toBe(written);
  expect(taken.every((contact, i) => contact === i)).toBe(true);
});

it('puts off what comes before an event of another kind', () => {
  const { ContactBegin, ContactEnd, Sleep } = EventKind;
  expect(Backlog.leading(eventsOf([ContactBegin, ContactEnd, Sleep, ContactBegin], 0), 5, 4)).toBe(2);
  expect(Backlog.leading(eventsOf([ContactBegin, ContactEnd, Sleep, ContactBegin], 0), 5, 1)).toBe(1);
  expect(Backlog.leading(eventsOf([Sleep], 0), 5, 1)).toBe(0);
});
