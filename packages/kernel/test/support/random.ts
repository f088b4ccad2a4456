import fc from 'fast-check';

/** Settings of a random test. Its seed is printed: ATOLL_SEED, or always the same, so that a test which fails has its reason in the change at hand. */
export function runs<T>(name: string, numRuns: number): fc.Parameters<T> {
  const seed = Number(process.env['ATOLL_SEED'] ?? 1);
  console.info(`${name}: seed ${seed}`);
  return { numRuns, seed };
}

/** Numbers all over a range, and now and then ones as tiny as `fc.double` mostly draws: half of all doubles are less than 1e-150 away from 0. */
export function between(least: number, most: number): fc.Arbitrary<number> {
  const parts = 1_000_000;
  return fc
    .oneof(
      { weight: 7, arbitrary: fc.integer({ min: 0, max: parts }).map((i) => least + ((most - least) * i) / parts) },
      { weight: 1, arbitrary: fc.double({ min: least, max: most, noNaN: true }) },
    )
    .map(Math.fround);
}

/** mulberry32: a small generator for tests that draw too many numbers for fast-check to shrink. */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** Numbers for a random test, whose seed is printed: ATOLL_SEED, or one that its name makes, so that every run draws the same. */
export function seeded(about: string): { seed: number; random: () => number } {
  let own = 0;
  for (const letter of about) own = (Math.imul(own, 31) + letter.codePointAt(0)!) | 0;
  const seed = Number(process.env['ATOLL_SEED'] ?? own);
  console.info(`${about}: seed ${seed}`);
  return { seed, random: generator(seed) };
}
