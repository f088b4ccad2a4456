import { RecordHeader, Relocate, RingSegment } from '../generated/layout';
import { World } from '../world/world';

/** Bytes kept free for the record that leads to the next segment. */
const RESERVE: u32 = 16;
const RELOCATE: u32 = 1;

/** One side of a ring of records; docs/internals/protocol.md says how it works. */
export class Ring {
  // @ts-ignore: decorator
  @inline static loadWord(address: usize): u32 {
    // @ts-ignore: constant of the compiler
    return ASC_FEATURE_THREADS ? atomic.load<u32>(address) : load<u32>(address);
  }
  // @ts-ignore: decorator
  @inline static storeWord(address: usize, value: u32): void {
    // @ts-ignore: constant of the compiler
    if (ASC_FEATURE_THREADS) atomic.store<u32>(address, value);
    else store<u32>(address, value);
  }
  static head(segment: usize): u32 {
    return Ring.loadWord(segment + offsetof<RingSegment>('head'));
  }
  static tail(segment: usize): u32 {
    return Ring.loadWord(segment + offsetof<RingSegment>('tail'));
  }
  static capacity(segment: usize): u32 {
    return changetype<RingSegment>(segment).capacity;
  }
  static at(segment: usize, position: u32): usize {
    return segment + RingSegment.STRIDE + ((position & (Ring.capacity(segment) - 1)) as usize);
  }

  /** A segment of at least `bytes`, or 0. */
  static create(world: World, bytes: u32): usize {
    let capacity: u32 = 1 << 16;
    while (capacity < bytes) capacity <<= 1;
    const segment = world.pages.allocate((capacity as usize) + RingSegment.STRIDE);
    if (segment != 0) changetype<RingSegment>(segment).capacity = capacity;
    return segment;
  }

  /** Address for a record of `bytes` in the outbox, which grows where it must; 0 when there is no memory. */
  static reserve(world: World, bytes: u32): usize {
    const segment = world.outboxSegment;
    const capacity = Ring.capacity(segment);
    const head = Ring.head(segment);
    const toEnd = capacity - (head & (capacity - 1));
    const pad: u32 = toEnd < bytes ? toEnd : 0;
    const free = capacity - (head - Ring.tail(segment));
    if (bytes + pad + RESERVE <= free) {
      if (pad != 0) {
        const filler = changetype<RecordHeader>(Ring.at(segment, head));
        filler.kind = 0;
        filler.byteLength = pad;
        Ring.storeWord(segment + offsetof<RingSegment>('head'), head + pad);
      }
      return Ring.at(segment, head + pad);
    }
    // Room to spare, or just enough where memory is short.
    let next = Ring.create(world, max<u32>(capacity * 2, bytes * 2));
    if (next == 0) next = Ring.create(world, bytes + RESERVE);
    if (next == 0) return 0;
    changetype<RingSegment>(segment).next = next as u32;
    const link = changetype<Relocate>(Ring.at(segment, head));
    link.kind = RELOCATE;
    link.byteLength = Relocate.STRIDE as u32;
    link.segment = next as u32;
    link.reserved = 0;
    world.outboxSegment = next;
    Ring.storeWord(segment + offsetof<RingSegment>('head'), head + (Relocate.STRIDE as u32));
    return Ring.at(next, 0);
  }

  /** Shows the record that was written at the reserved address. */
  static commit(world: World, bytes: u32): void {
    const segment = world.outboxSegment;
    Ring.storeWord(segment + offsetof<RingSegment>('head'), Ring.head(segment) + bytes);
  }

  /** Frees the segments that the page has left, and returns the bytes that it has not read. */
  static unread(world: World): u32 {
    while (
      world.outboxOldest != world.outboxSegment &&
      Ring.loadWord(world.outboxOldest + offsetof<RingSegment>('left')) != 0
    ) {
      const old = world.outboxOldest;
      world.outboxOldest = changetype<RingSegment>(old).next as usize;
      world.pages.release(old, (Ring.capacity(old) as usize) + RingSegment.STRIDE);
    }
    let bytes: u32 = 0;
    let segment = world.outboxOldest;
    while (segment != world.outboxSegment) {
      bytes += Ring.head(segment) - Ring.tail(segment);
      segment = changetype<RingSegment>(segment).next as usize;
    }
    return bytes + Ring.head(segment) - Ring.tail(segment);
  }
}
