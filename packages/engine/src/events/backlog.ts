import { Event, EventKind } from '@atoll/kernel';

const EVENT_WORDS = Event.stride >>> 2;
const KIND = Event.kind >>> 2;
/** Events that are kept room for. */
const ROOM = 1024;
/** Events that are taken in with a frame, at least, and the part of all that wait. */
const LEAST = 256;
const PART = 32;
/** Of the first ones so few with a frame: what they run is compiled meanwhile, and in a frame of its own each, not beside the first steps of a world. */
const GENTLY = 16;
const FIRST = 3072;
/** Events that may wait meanwhile: a scene in which more come and go is not put off. */
const MANY = 24_000;
/** Events that are copied without a view of them, which would be an object for the collector. */
const FEW = 64;

/**
 * Begin and end events that nobody waits for, as they stand in the frame, oldest first. The first step of a large scene begins all its
 * contacts at once: they are taken in later, beside other frames.
 */
export class Backlog {
  private words = new Uint32Array(ROOM * EVENT_WORDS);
  private first = 0;
  private end = 0;
  private taken = 0;

  /** How many of the `count` events from word `at` on come before one that cannot be put off. */
  static leading(from: Uint32Array, at: number, count: number): number {
    let events = 0;
    for (let word = at + KIND; events < count; events++, word += EVENT_WORDS) {
      const kind = from[word];
      if (kind !== EventKind.ContactBegin && kind !== EventKind.ContactEnd) break;
    }
    return events;
  }

  /** Room for so many, touched: what takes it within a step may have to wait for the collector, and for the machine. */
  makeRoom(events: number): void {
    const length = events * EVENT_WORDS;
    if (this.end === 0 && this.words.length < length) this.words = new Uint32Array(length).fill(0);
  }

  /** Puts off the `events` from word `at` on. */
  add(from: Uint32Array, at: number, events: number): void {
    const length = events * EVENT_WORDS;
    this.reserve(length);
    if (events > FEW) this.words.set(from.subarray(at, at + length), this.end);
    else for (let i = 0; i < length; i++) this.words[this.end + i] = from[at + i]!;
    this.end += length;
  }

  /** Takes in what is due with a frame: so much that it does not become more and more. */
  takeShare(each: (words: Uint32Array, at: number) => void): void {
    const waiting = (this.end - this.first) / EVENT_WORDS;
    const isGentle = this.taken < FIRST && waiting < MANY;
    this.take(isGentle ? GENTLY : Math.max(LEAST, Math.ceil(waiting / PART)), each);
  }

  /** Hands out the oldest `most` events and forgets them. */
  take(most: number, each: (words: Uint32Array, at: number) => void): void {
    if (this.first === this.end) return;
    const { words } = this;
    const end = Math.min(this.end, this.first + most * EVENT_WORDS);
    this.taken += (end - this.first) / EVENT_WORDS;
    for (; this.first < end; this.first += EVENT_WORDS) each(words, this.first);
    if (this.first === this.end) this.clear();
  }

  /** Room for so many words more. */
  private reserve(length: number): void {
    const { words, first, end } = this;
    if (end + length <= words.length) return;
    const waiting = end - first;
    // To the front where that makes room for as much again, and not for much more; what was taken out is not kept for ever.
    const wanted = Math.max(ROOM * EVENT_WORDS, (waiting + length) * 2);
    if (wanted > words.length || wanted * 2 < words.length) this.words = new Uint32Array(wanted);
    this.words.set(words.subarray(first, end));
    this.first = 0;
    this.end = waiting;
  }

  clear(): void {
    this.first = this.end = 0;
    if (this.words.length > ROOM * EVENT_WORDS) this.words = new Uint32Array(ROOM * EVENT_WORDS);
  }
}
