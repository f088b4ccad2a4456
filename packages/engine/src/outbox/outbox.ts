import { OutboxKind, RecordHeader, Relocate, RingSegment } from '@atoll/kernel';
import type { MemoryViews } from '../memory/memory-views.js';

/** Bytes of a record that is kept, and of what was read behind it: where much is not given back, the conductor waits. Never more than half of the ring. */
const MOST_KEPT = 1 << 20;

/** Reads the records that the conductor writes: a chain of rings with one reader, the page. */
export class Outbox {
  /** Byte position after the last record that is done with; wraps at 2³². */
  private position: number;
  /** That of the record that is kept, if any. */
  private kept: number | undefined;
  private capacity: number;

  constructor(
    readonly views: MemoryViews,
    /** Address of the ring segment that is read. */
    private segment: number,
    /** Called before a record that is kept goes: it is in the way of much else, or the conductor went on in another segment. */
    private readonly onGo: () => void = () => {},
  ) {
    views.reach(segment + RingSegment.stride);
    this.position = Atomics.load(views.u32, (segment + RingSegment.tail) >>> 2);
    this.capacity = views.u32[(segment + RingSegment.capacity) >>> 2]!;
    views.reach(segment + RingSegment.stride + this.capacity);
  }

  /** Address of the next Frame or Reply, or 0 where there is none yet. It stays where it is until `done`. */
  peek(): number {
    const { views } = this;
    views.refresh();
    for (;;) {
      if (Atomics.load(views.u32, (this.segment + RingSegment.head) >>> 2) === this.position) return 0;
      const at = this.segment + RingSegment.stride + (this.position & (this.capacity - 1));
      const kind = views.u32[at >>> 2]!;
      if (kind === OutboxKind.Relocate) this.follow(views.u32[(at + Relocate.segment) >>> 2]!);
      else if (kind === OutboxKind.Pad) this.skip(views.u32[(at + RecordHeader.byteLength) >>> 2]!);
      else return at;
    }
  }

  /** Gives the space of the record that `peek` found back to the conductor. */
  done(at: number): void {
    this.skip(this.views.u32[(at + RecordHeader.byteLength) >>> 2]!);
  }

  /** As `done`, but the record itself stays where it is: until the next one is kept, or `onGo` is called. */
  keep(at: number): void {
    this.kept = this.position;
    this.done(at);
  }

  /** Bytes up to what can be seen, in the segment that is read now and in those behind it. */
  get unread(): number {
    const { views } = this;
    views.refresh();
    let bytes = this.headOf(this.segment) - this.position;
    for (let next = this.after(this.segment); next !== 0; next = this.after(next)) {
      views.reach(next + RingSegment.stride);
      bytes += this.headOf(next);
    }
    return bytes >>> 0;
  }

  private headOf(segment: number): number {
    return Atomics.load(this.views.u32, (segment + RingSegment.head) >>> 2);
  }

  /** The segment that the kernel went on in, or 0. */
  private after(segment: number): number {
    return Atomics.load(this.views.u32, (segment + RingSegment.next) >>> 2);
  }

  private letGo(): void {
    this.onGo();
    this.kept = undefined;
  }

  private skip(byteLength: number): void {
    this.position = (this.position + byteLength) >>> 0;
    const most = Math.min(MOST_KEPT, this.capacity >>> 1);
    if (this.kept !== undefined && (this.position - this.kept) >>> 0 > most) this.letGo();
    Atomics.store(this.views.u32, (this.segment + RingSegment.tail) >>> 2, this.kept ?? this.position);
  }

  /** The old segment belongs to the kernel once `left` is set. */
  private follow(segment: number): void {
    const { views } = this;
    this.letGo();
    views.reach(segment + RingSegment.stride);
    const capacity = views.u32[(segment + RingSegment.capacity) >>> 2]!;
    views.reach(segment + RingSegment.stride + capacity);
    Atomics.store(views.u32, (this.segment + RingSegment.left) >>> 2, 1);
    this.segment = segment;
    this.capacity = capacity;
    this.position = 0;
  }
}
