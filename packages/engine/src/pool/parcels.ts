import { RecordHeader } from '@atoll/kernel';
import type { Outbox } from '../outbox/outbox.js';
import type { Parcel } from './messages.js';

const NOTHING = new Uint32Array(0);
const MIN_BYTES = 1 << 14;

/** Buffers for records that change hands. Those that come back are filled again, so that a steady stream makes no new ones. */
export class Parcels {
  private readonly spare: ArrayBuffer[] = [];

  keep(buffer: ArrayBuffer): void {
    this.spare.push(buffer);
  }

  /** Takes every record out of a ring into a buffer, behind `head`. */
  fill(ring: Outbox, head: Uint32Array = NOTHING): Parcel {
    let words = this.take(head.byteLength + ring.unread);
    words.set(head);
    let end = head.length;
    for (let at = ring.peek(); at !== 0; at = ring.peek()) {
      const { u32 } = ring.views;
      const count = u32[(at + RecordHeader.byteLength) >>> 2]! >>> 2;
      if (end + count > words.length) {
        const larger = this.take(2 * (end + count) * 4);
        larger.set(words.subarray(0, end));
        this.spare.push(words.buffer);
        words = larger;
      }
      words.set(u32.subarray(at >>> 2, (at >>> 2) + count), end);
      end += count;
      ring.done(at);
    }
    return { buffer: words.buffer, byteLength: end * 4 };
  }

  private take(bytes: number): Uint32Array<ArrayBuffer> {
    const at = this.spare.findIndex((buffer) => buffer.byteLength >= bytes);
    if (at >= 0) return new Uint32Array(this.spare.splice(at, 1)[0]!);
    // Too small for what is sent now: a larger one takes its place.
    this.spare.pop();
    let size = MIN_BYTES;
    while (size < bytes) size *= 2;
    return new Uint32Array(new ArrayBuffer(size));
  }
}
