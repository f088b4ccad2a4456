/** The page allocator against an array of booleans. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPages } from './support/kernel.js';
import { runs } from './support/random.js';

const PAGE = 4096;
const WASM_PAGE = 65536;

/** First fit over one flag a page; grows like the kernel: what the free tail lacks, 1 MiB or an eighth of the memory. */
class SlowPages {
  readonly free: boolean[];
  used = 0;
  constructor(
    end: number,
    private size: number,
    private readonly limit: number,
  ) {
    this.free = Array.from({ length: limit * 16 }, (_, i) => i * PAGE >= end && i * PAGE < size * WASM_PAGE);
  }
  find(n: number): number {
    for (let at = 0, length = 0; at < this.free.length; at++) {
      length = this.free[at] ? length + 1 : 0;
      if (length === n) return at - n + 1;
    }
    return -1;
  }
  allocate(n: number): number {
    let at = this.find(n);
    if (at < 0) {
      let tail = 0;
      while (this.free[this.size * 16 - 1 - tail]) tail++;
      const missing = (n - tail) * PAGE;
      const wanted = Math.ceil(Math.max(missing, 1 << 20, Math.floor((this.size * WASM_PAGE) / 8)) / WASM_PAGE);
      const grown = Math.min(wanted, this.limit - this.size);
      if (grown * WASM_PAGE < missing) return 0;
      this.free.fill(true, this.size * 16, (this.size + grown) * 16);
      this.size += grown;
      at = this.find(n);
    }
    this.free.fill(false, at, at + n);
    this.used += n;
    return at * PAGE;
  }
  release(address: number, n: number): void {
    this.free.fill(true, address / PAGE, address / PAGE + n);
    this.used -= n;
  }
}

describe('page allocator', () => {
  it(
    'allocates and releases like a slow bitmap, across words, until the limit and after it',
    { timeout: 60_000 },
    () => {
      let grown = 0,
        refused = 0,
        acrossWords = 0;
      const operation = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            take: fc.oneof(
              fc.integer({ min: 1, max: 8 }),
              fc.integer({ min: 50, max: 200 }),
              fc.constantFrom(63, 64, 65, 128),
            ),
          }),
        },
        { weight: 2, arbitrary: fc.record({ drop: fc.nat() }) },
      );
      fc.assert(
        fc.property(fc.array(operation, { minLength: 1, maxLength: 120, size: 'max' }), (operations) => {
          const { kernel, memory, pages, end } = withPages(96);
          const slow = new SlowPages(end, memory.buffer.byteLength / WASM_PAGE, 96);
          const live: [number, number][] = [];
          for (const operation of operations) {
            if ('take' in operation) {
              const n = operation.take,
                before = memory.buffer.byteLength;
              const address = kernel.pagesAllocate(pages, n * PAGE - (n % 3));
              expect(address).toBe(slow.allocate(n));
              if (address === 0) {
                refused++;
                expect(memory.buffer.byteLength).toBe(before);
              } else {
                if (memory.buffer.byteLength > before) grown++;
                if (Math.floor(address / PAGE / 64) !== Math.floor((address / PAGE + n - 1) / 64)) acrossWords++;
                const bytes = new Uint8Array(memory.buffer, address, n * PAGE);
                expect(bytes.indexOf(0xff)).toBe(-1);
                bytes.fill(0xff);
                live.push([address, n]);
              }
            } else if (live.length > 0) {
              const [[address, n]] = live.splice(operation.drop % live.length, 1) as [[number, number]];
              kernel.pagesRelease(pages, address, n * PAGE - (n % 3));
              slow.release(address, n);
            }
            expect(kernel.pagesUsed(pages)).toBe(slow.used);
            for (const n of [1, 3, 64, 65, 150]) expect(kernel.pagesFind(pages, n)).toBe(slow.find(n));
          }
        }),
        runs('page allocator', 25),
      );
      expect(Math.min(grown, refused, acrossWords)).toBeGreaterThan(0);
    },
  );

  it('returns 0 at the limit, changes nothing, and still serves what fits', () => {
    const { kernel, memory, pages } = withPages(32);
    const first = kernel.pagesAllocate(pages, 14 * WASM_PAGE);
    expect(first).toBeGreaterThan(0);
    const size = memory.buffer.byteLength,
      used = kernel.pagesUsed(pages),
      hole = kernel.pagesFind(pages, 1);
    expect(kernel.pagesAllocate(pages, 20 * WASM_PAGE)).toBe(0);
    expect([memory.buffer.byteLength, kernel.pagesUsed(pages), kernel.pagesFind(pages, 1)]).toEqual([size, used, hole]);
    expect(kernel.pagesAllocate(pages, PAGE)).toBe(hole * PAGE);
  });

  it('takes over whole pages alone of a piece that it is given', () => {
    const { kernel, memory, pages } = withPages(64);
    while (kernel.pagesFind(pages, 1) >= 0) kernel.pagesAllocate(pages, PAGE);
    const own = memory.grow(1) * WASM_PAGE;
    kernel.pagesAdopt(pages, own + 100, 5 * PAGE);
    expect(kernel.pagesFind(pages, 4)).toBe(own / PAGE + 1);
    expect(kernel.pagesFind(pages, 5)).toBe(-1);
  });

  it('touches what it will hand out, piece by piece, and changes none of it', () => {
    const { kernel, memory, pages, end } = withPages(96);
    const last = memory.buffer.byteLength - 8;
    new Uint8Array(memory.buffer)[last] = 7;
    let pieces = 1;
    while (kernel.pagesTouchAhead(pages, 20 * WASM_PAGE, 64)) pieces++;
    expect(pieces).toBe(Math.ceil((20 * WASM_PAGE) / (64 * PAGE)));
    expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(end + 20 * WASM_PAGE);
    expect(new Uint8Array(memory.buffer)[last]).toBe(7);
    const size = memory.buffer.byteLength;
    expect(kernel.pagesAllocate(pages, 20 * WASM_PAGE)).toBe(Math.ceil(end / PAGE) * PAGE);
    expect(memory.buffer.byteLength).toBe(size);
  });

  it('leaves alone what the page grew for itself, on its way to what it will hand out', () => {
    const { kernel, memory, pages } = withPages(96);
    const own = memory.grow(2) * WASM_PAGE;
    new Uint8Array(memory.buffer).fill(7, own, own + 2 * WASM_PAGE);
    while (kernel.pagesTouchAhead(pages, 20 * WASM_PAGE, 64));
    expect(memory.buffer.byteLength).toBeGreaterThan(own + 4 * WASM_PAGE);
    expect(new Uint8Array(memory.buffer, own, 2 * WASM_PAGE).every((byte) => byte === 7)).toBe(true);
  });

  it('touches no more than there may be', () => {
    const { kernel, memory, pages } = withPages(32);
    while (kernel.pagesTouchAhead(pages, 64 * WASM_PAGE, 64));
    expect(memory.buffer.byteLength).toBe(32 * WASM_PAGE);
    expect(kernel.pagesUsed(pages)).toBe(0);
  });
});
