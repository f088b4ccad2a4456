import { Pages } from '../memory/pages';
import { PAGE_SIZE } from '../memory/pages';

/** Hash set of collider pairs that have a contact. Open addressing, backward-shift deletion; key 0 is no pair. */
@unmanaged
export class PairSet {
  data: usize;
  /** A power of two. */
  capacity: i32;
  count: i32;

  /** Smaller id high, so that sorted keys run by it; + 1 keeps 0 free. */
  // @ts-ignore: decorator
  @inline static key(a: i32, b: i32): u64 {
    return a < b ? (((a + 1) as u64) << 32) | ((b + 1) as u64) : (((b + 1) as u64) << 32) | ((a + 1) as u64);
  }

  /** The pairs of a collider that comes last come last: what is found later stays behind what was found before. */
  // @ts-ignore: decorator
  @inline static ordered(key: u64): u64 {
    return rotl<u64>(key, 32);
  }

  /** The colliders of an `ordered` key. */
  // @ts-ignore: decorator
  @inline static lower(ordered: u64): i32 {
    return (ordered as i32) - 1;
  }
  // @ts-ignore: decorator
  @inline static higher(ordered: u64): i32 {
    return ((ordered >> 32) as i32) - 1;
  }

  /** Room for `n` more at a load of at most one half. */
  reserveMore(pages: Pages, n: i32): bool {
    if ((this.count + n) * 2 <= this.capacity) return true;
    let capacity = max<i32>(256, this.capacity);
    while (capacity < (this.count + n) * 2) capacity <<= 1;
    const data = pages.allocate((capacity as usize) << 3);
    if (data == 0) return false;
    const old = this.data,
      oldCapacity = this.capacity;
    this.data = data;
    this.capacity = capacity;
    this.count = 0;
    for (let i = 0; i < oldCapacity; i++) {
      const key = load<u64>(old + ((i as usize) << 3));
      if (key != 0) this.insert(key);
    }
    if (old != 0) pages.release(old, (((oldCapacity as usize) << 3) + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1));
    return true;
  }

  // @ts-ignore: decorator
  @inline private slotOf(key: u64): i32 {
    let x = key * 0x9e3779b97f4a7c15;
    x ^= x >> 32;
    return (x as i32) & (this.capacity - 1);
  }

  insert(key: u64): void {
    let slot = this.slotOf(key);
    while (load<u64>(this.data + ((slot as usize) << 3)) != 0) slot = (slot + 1) & (this.capacity - 1);
    store<u64>(this.data + ((slot as usize) << 3), key);
    this.count++;
  }

  /** Some of the cache line that `has` reads. */
  // @ts-ignore: decorator
  @inline touch(key: u64): u64 {
    return this.capacity == 0 ? 0 : load<u64>(this.data + ((this.slotOf(key) as usize) << 3));
  }

  has(key: u64): bool {
    if (this.capacity == 0) return false;
    let slot = this.slotOf(key);
    while (true) {
      const found = load<u64>(this.data + ((slot as usize) << 3));
      if (found == key) return true;
      if (found == 0) return false;
      slot = (slot + 1) & (this.capacity - 1);
    }
  }

  remove(key: u64): void {
    const mask = this.capacity - 1;
    let slot = this.slotOf(key);
    while (true) {
      const found = load<u64>(this.data + ((slot as usize) << 3));
      if (found == 0) return;
      if (found == key) break;
      slot = (slot + 1) & mask;
    }
    this.count--;
    // Close the gap: move back every following entry that may stand earlier.
    let next = slot;
    while (true) {
      next = (next + 1) & mask;
      const key2 = load<u64>(this.data + ((next as usize) << 3));
      if (key2 == 0) break;
      const home = this.slotOf(key2);
      if (((next - home) & mask) < ((next - slot) & mask)) continue;
      store<u64>(this.data + ((slot as usize) << 3), key2);
      slot = next;
    }
    store<u64>(this.data + ((slot as usize) << 3), 0);
  }
}
