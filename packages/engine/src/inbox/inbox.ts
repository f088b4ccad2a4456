import { CommandKind, RecordHeader, Relocate, RingSegment } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import type { MemoryViews } from '../memory/memory-views.js';

const PAGE = 65536;
/** Kept free in every segment, so that there is always room to say where the next one is. */
const RESERVE = Relocate.stride;
/** How full the ring may get before the pool is woken only to make room. */
const WAKE_FRACTION = 0.5;

/**
 * Writes commands into the inbox: a chain of rings with one writer, the page, and one reader, the conductor. Nothing that was
 * written is visible before `publish`, and everything since the last one becomes visible together.
 */
export class Inbox {
  /** Byte position after the last record; wraps at 2³². */
  private position: number;
  private capacity: number;
  /** Up to where the reader had come when it was last asked. */
  private tail: number;
  /** Segments with records that are not published yet, oldest first; the last one is written to. */
  private readonly open: { segment: number; position: number }[] = [];
  private batches = 0;
  /** Records that were added, of all segments; wraps at 2³². A frame says how many of them were applied before it. */
  count = 0;
  /** Called before a record is added: what is due first adds its own. */
  beforeAdd: () => void = () => {};

  constructor(
    private readonly views: MemoryViews,
    /** Address of the ring segment that is written to. */
    private segment: number,
    /** Called when the ring fills up before anything is asked of the pool. */
    private readonly wake: () => void,
  ) {
    views.reach(segment + RingSegment.stride);
    this.position = Atomics.load(views.u32, (segment + RingSegment.head) >>> 2);
    this.tail = Atomics.load(views.u32, (segment + RingSegment.tail) >>> 2);
    this.capacity = views.u32[(segment + RingSegment.capacity) >>> 2]!;
  }

  /**
   * Makes room for a record and writes its header; the rest is zero. Returns its address. Until the next call of `add` or
   * `publish` the caller fills it through the views.
   * @throws PhysicsInputError out-of-memory, and then nothing was written.
   */
  add(kind: number, byteLength: number): number {
    this.makeRoom(byteLength);
    return this.record(kind, byteLength);
  }

  /** Adds a record that is finished in `words`, header and all. Returns its address: it can be changed there as after `add`. */
  addFinished(words: Uint32Array): number {
    this.makeRoom(words.byteLength);
    const at = this.claim(words.byteLength);
    this.views.u32.set(words, at >>> 2);
    return at;
  }

  /** Whether a record goes in without a larger segment, or nothing better than one can be done. */
  hasRoom(byteLength: number): boolean {
    const room = this.capacity - (this.position & (this.capacity - 1));
    const padding = byteLength > room ? room : 0;
    const { unread } = this;
    return unread === 0 || unread + padding + byteLength + RESERVE <= this.capacity;
  }

  /** Adds a finished record that lies at `word` of `source`. Returns the word behind it. */
  copy(source: Uint32Array, word: number): number {
    const byteLength = source[word + (RecordHeader.byteLength >>> 2)]!;
    const end = word + (byteLength >>> 2);
    this.addFinished(source.subarray(word, end));
    return end;
  }

  /** Bytes in the newest segment that the reader has not taken. */
  get unread(): number {
    this.views.refresh();
    return this.used();
  }

  /** Everything that `fill` adds is published together, at the end of the outermost batch. */
  batch<T>(fill: () => T): T {
    const close = this.openBatch();
    try {
      return fill();
    } finally {
      close();
    }
  }

  /** As `batch`, until the returned function is called for the first time. */
  openBatch(): () => void {
    this.batches++;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.batches--;
      this.publish();
    };
  }

  /** Shows the records to the conductor, unless a batch is open. */
  publish(): void {
    if (this.batches > 0) return;
    const { views } = this;
    // The newest segment first: the store into the oldest is the one that the reader sees, and behind it all is ready.
    Atomics.store(views.u32, (this.segment + RingSegment.head) >>> 2, this.position);
    for (let i = this.open.length - 1; i >= 0; i--) {
      const { segment, position } = this.open[i]!;
      Atomics.store(views.u32, (segment + RingSegment.head) >>> 2, position);
    }
    this.open.length = 0;
    if (this.isFuller(this.capacity * WAKE_FRACTION)) this.wake();
  }

  /** True while a batch holds records back. */
  get isHeld(): boolean {
    return this.batches > 0;
  }

  private used(): number {
    this.tail = Atomics.load(this.views.u32, (this.segment + RingSegment.tail) >>> 2);
    return (this.position - this.tail) >>> 0;
  }

  /** Whether more than `bytes` are used. The reader is only asked where that makes a difference: it has come as far as then, or further. */
  private isFuller(bytes: number): boolean {
    return (this.position - this.tail) >>> 0 > bytes && this.used() > bytes;
  }

  private makeRoom(byteLength: number): void {
    this.beforeAdd();
    this.views.revive();
    const offset = this.position & (this.capacity - 1);
    const room = this.capacity - offset;
    const padding = byteLength > room ? room : 0;
    if (this.isFuller(this.capacity - padding - byteLength - RESERVE)) {
      this.relocate(byteLength);
    } else if (padding > 0) this.record(CommandKind.Pad, padding);
    this.count = (this.count + 1) >>> 0;
  }

  private record(kind: number, byteLength: number): number {
    const at = this.claim(byteLength);
    const { u32 } = this.views;
    const word = at >>> 2;
    u32.fill(0, word, (at + byteLength) >>> 2);
    u32[word + (RecordHeader.kind >>> 2)] = kind;
    u32[word + (RecordHeader.byteLength >>> 2)] = byteLength;
    return at;
  }

  /** The next bytes, as they were left. */
  private claim(byteLength: number): number {
    const at = this.segment + RingSegment.stride + (this.position & (this.capacity - 1));
    this.position = (this.position + byteLength) >>> 0;
    return at;
  }

  /** Goes on in a larger segment that the page takes from the memory's growth. */
  private relocate(byteLength: number): void {
    let capacity = this.capacity * 2;
    while (capacity < byteLength + RESERVE) capacity *= 2;
    const segment = this.allocate(RingSegment.stride + capacity);
    const { u32 } = this.views;
    const at = this.record(CommandKind.Relocate, Relocate.stride);
    u32[(at + Relocate.segment) >>> 2] = segment;
    this.open.push({ segment: this.segment, position: this.position });
    u32[(segment + RingSegment.capacity) >>> 2] = capacity;
    this.segment = segment;
    this.capacity = capacity;
    this.position = 0;
    this.tail = 0;
  }

  private allocate(bytes: number): number {
    try {
      const pages = this.views.memory.grow(Math.ceil(bytes / PAGE));
      this.views.reach(pages * PAGE + bytes);
      return pages * PAGE;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new PhysicsInputError('out-of-memory', 'World.maxMemory', `no room for ${bytes} bytes of commands`);
    }
  }
}
