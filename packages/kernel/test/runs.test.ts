/** Runs of set bits in a word, against a scan bit by bit. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantiate } from './support/kernel.js';
import { runs } from './support/random.js';

const { kernel } = instantiate();
const bits = (word: bigint) => Array.from({ length: 64 }, (_, i) => (word >> BigInt(i)) & 1n);
const word = (starts: number[]) => starts.reduce((sum, i) => sum | (1n << BigInt(i)), 0n);

/** Starts of maximal runs, with their lengths. */
function maximalRuns(value: bigint): [number, number][] {
  const found: [number, number][] = [];
  const set = bits(value);
  for (let i = 0; i < 64; i++) {
    if (set[i] === 0n || (i > 0 && set[i - 1] === 1n)) continue;
    let length = 1;
    while (i + length < 64 && set[i + length] === 1n) length++;
    found.push([i, length]);
  }
  return found;
}
const atLeast = (value: bigint, n: number) =>
  maximalRuns(value).flatMap(([at, length]) => Array.from({ length: Math.max(0, length - n + 1) }, (_, i) => at + i));

/** Words with long runs: independent bits hardly ever have any. */
const runny = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 64 })), { maxLength: 6 })
  .map((parts) =>
    BigInt.asUintN(
      64,
      parts.reduce((sum, [at, n]) => sum ^ (((1n << BigInt(n)) - 1n) << BigInt(at)), 0n),
    ),
  );
const words = fc.oneof(
  runny,
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  fc.constant((1n << 64n) - 1n),
  fc.constant(0n),
);
const lengths = fc.integer({ min: 1, max: 64 });

it('marks the starts of runs of at least n', () => {
  fc.assert(
    fc.property(words, lengths, (value, n) => {
      expect(BigInt.asUintN(64, kernel.runsAtLeast(value, n))).toBe(word(atLeast(value, n)));
    }),
    runs('runs of at least n', 3000),
  );
});

it('marks the starts of runs of exactly n', () => {
  fc.assert(
    fc.property(words, lengths, (value, n) => {
      expect(BigInt.asUintN(64, kernel.runsExactly(value, n))).toBe(
        word(
          maximalRuns(value)
            .filter(([, length]) => length === n)
            .map(([at]) => at),
        ),
      );
    }),
    runs('runs of exactly n', 3000),
  );
});

it('marks aligned starts of runs of at least n', () => {
  fc.assert(
    fc.property(words, lengths, fc.constantFrom(1, 2, 4, 8, 16, 32, 64), (value, n, alignment) => {
      expect(BigInt.asUintN(64, kernel.runsAligned(value, n, alignment))).toBe(
        word(atLeast(value, n).filter((at) => at % alignment === 0)),
      );
    }),
    runs('aligned runs', 3000),
  );
});
