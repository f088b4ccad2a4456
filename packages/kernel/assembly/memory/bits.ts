import { PAGE_SIZE, Pages } from './pages';

/** A growable array of bits in 64-bit words. */
@unmanaged
export class Bits {
  data: usize;
  wordCapacity: i32;

  reserve(pages: Pages, bitCount: i32): bool {
    const words = (bitCount + 63) >> 6;
    if (words <= this.wordCapacity) return true;
    const bytes = ((max<i32>(words, this.wordCapacity * 2) as usize) * 8 + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1);
    const data = pages.allocate(bytes);
    if (data == 0) return false;
    if (this.data != 0) {
      memory.copy(data, this.data, (this.wordCapacity as usize) << 3);
      pages.release(this.data, (this.wordCapacity as usize) << 3);
    }
    this.data = data;
    this.wordCapacity = (bytes >> 3) as i32;
    return true;
  }
  // @ts-ignore: decorator
  @inline word(index: i32): u64 {
    return load<u64>(this.data + ((index as usize) << 3));
  }
  // @ts-ignore: decorator
  @inline setWord(index: i32, value: u64): void {
    store<u64>(this.data + ((index as usize) << 3), value);
  }
  /** The word, which is zero then. It is written only where it was not: another worker has it in its cache. */
  // @ts-ignore: decorator
  @inline take(index: i32): u64 {
    const bits = this.word(index);
    if (bits != 0) this.setWord(index, 0);
    return bits;
  }
  // @ts-ignore: decorator
  @inline set(bit: i32): void {
    this.setWord(bit >> 6, this.word(bit >> 6) | ((1 as u64) << ((bit & 63) as u64)));
  }
  // @ts-ignore: decorator
  @inline clear(bit: i32): void {
    this.setWord(bit >> 6, this.word(bit >> 6) & ~((1 as u64) << ((bit & 63) as u64)));
  }
  // @ts-ignore: decorator
  @inline has(bit: i32): bool {
    return ((this.word(bit >> 6) >> ((bit & 63) as u64)) & 1) != 0;
  }
  zero(bitCount: i32): void {
    memory.fill(this.data, 0, (((bitCount + 63) >> 6) as usize) << 3);
  }
}
