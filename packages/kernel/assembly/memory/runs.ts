/**
 * Runs of set bits in one 64-bit word, by halving shifts.
 * After x &= x >> k every set bit marks a run that is k longer than before; shifts that sum to n - 1 leave one bit at the
 * start of each run of at least n. Source of the idea: D. Geier, "Finding runs of n set bits" (geidav, 2014).
 */
export class Runs {
  /** Bits that start a run of at least n set bits, 1 <= n <= 64. */
  static atLeast(word: u64, n: i32): u64 {
    let x = word;
    while (n > 1) {
      const shift = n >> 1;
      x &= x >> (shift as u64);
      n -= shift;
    }
    return x;
  }
  /** Bits that start a run of exactly n set bits. */
  static exactly(word: u64, n: i32): u64 {
    const starts = Runs.atLeast(word, n);
    // A start with a neighbour that is a start too belongs to a longer run.
    return starts & ~(starts << 1) & ~(starts >> 1);
  }
  /** Bits at multiples of `alignment` (a power of two) that start a run of at least n set bits. */
  static aligned(word: u64, n: i32, alignment: i32): u64 {
    let mask: u64 = 1;
    for (let width = alignment; width < 64; width <<= 1) mask |= mask << (width as u64);
    return Runs.atLeast(word, n) & mask;
  }
}
