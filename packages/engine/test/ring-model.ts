import { RecordHeader, Relocate, RingSegment } from '@atoll/kernel';
import { MemoryViews } from '../src/memory/memory-views.js';

/** Memory with one empty ring segment at `address`. */
export function ringMemory(capacity: number, address = 1024): { views: MemoryViews; segment: number } {
  const views = new MemoryViews(new WebAssembly.Memory({ initial: 1, maximum: 4096, shared: true }));
  views.u32[(address + RingSegment.capacity) >>> 2] = capacity;
  return { views, segment: address };
}

/** The slow, plain reader and writer of a ring that the real ones are compared with. Byte positions do not wrap in it. */
export class RingModel {
  constructor(
    readonly views: MemoryViews,
    public segment: number,
  ) {}

  private word(offset: number): number {
    return (this.segment + offset) >>> 2;
  }

  get head(): number {
    return Atomics.load(this.views.u32, this.word(RingSegment.head));
  }

  get tail(): number {
    return Atomics.load(this.views.u32, this.word(RingSegment.tail));
  }

  get capacity(): number {
    return this.views.u32[this.word(RingSegment.capacity)]!;
  }

  /** Takes the next record that is neither padding nor a relocation, or undefined. Checks the form on the way. */
  take(): { kind: number; words: number[] } | undefined {
    for (;;) {
      this.views.refresh();
      const { head, tail, capacity } = this;
      if (head === tail) return undefined;
      if ((head - tail) >>> 0 > capacity) throw new Error('the writer overtook the reader');
      const offset = tail % capacity;
      const at = this.segment + RingSegment.stride + offset;
      const kind = this.views.u32[at >>> 2]!;
      const length = this.views.u32[(at + RecordHeader.byteLength) >>> 2]!;
      if (length === 0 || length % 16 !== 0) throw new Error(`a record of ${length} bytes`);
      if (offset + length > capacity) throw new Error('a record in two pieces');
      if (kind === 1) {
        if ((head - tail) >>> 0 !== 16) throw new Error('a relocation is not the last record');
        const next = this.views.u32[(at + Relocate.segment) >>> 2]!;
        this.views.u32[this.word(RingSegment.left)] = 1;
        // Whoever still writes here now destroys foreign memory: make it visible.
        this.views.u32.fill(0xdeadbeef, this.segment >>> 2, (this.segment + RingSegment.stride + capacity) >>> 2);
        this.segment = next;
        continue;
      }
      const words = [...this.views.u32.slice((at + 8) >>> 2, (at + length) >>> 2)];
      Atomics.store(this.views.u32, this.word(RingSegment.tail), (tail + length) >>> 0);
      if (kind !== 0) return { kind, words };
    }
  }

  /** Writes a record the way the kernel does; false where there is no room. */
  put(kind: number, words: readonly number[]): boolean {
    const length = 8 + words.length * 4;
    const { head, tail, capacity } = this;
    const toEnd = capacity - (head % capacity);
    const pad = toEnd < length ? toEnd : 0;
    if (((head - tail) >>> 0) + pad + length + 16 > capacity) return false;
    if (pad > 0) this.record(0, pad, []);
    this.record(kind, length, words);
    return true;
  }

  /** Goes on in another segment. */
  relocate(next: number): void {
    this.record(1, 16, [next, 0]);
    this.segment = next;
  }

  private record(kind: number, length: number, words: readonly number[]): void {
    const at = (this.segment + RingSegment.stride + (this.head % this.capacity)) >>> 2;
    this.views.u32[at] = kind;
    this.views.u32[at + 1] = length;
    this.views.u32.set(words, at + 2);
    Atomics.store(this.views.u32, this.word(RingSegment.head), (this.head + length) >>> 0);
  }
}
