import { Runs } from './runs';

export const PAGE_SIZE: usize = 4096;
const WASM_PAGE: usize = 65536;
/** Grown at once, at least: fewer, larger steps. */
const GROW_BYTES: usize = 1 << 20;
/** And by this part of what there is. */
const GROW_FRACTION: usize = 8;
/** So many times as much must be left of what could be done without. */
const SPARE: usize = 8;

/** Hands out runs of 4 KiB pages. A set bit is a free page that belongs to the kernel. Serial stages only. */
@unmanaged
export class Pages {
  bitmap: usize;
  wordCount: i32;
  /** No word before this one has a set bit. */
  firstWord: i32;
  usedPages: i32;
  maxWasmPages: i32;
  /** From here on nothing was ever written: these pages are zero, and the machine has not even handed them out yet. */
  fresh: usize;
  /** From `fresh` to here they were touched. */
  touched: usize;

  static sizeFor(maxWasmPages: i32): usize {
    return (((maxWasmPages as usize) * (WASM_PAGE / PAGE_SIZE) + 63) / 64) * 8;
  }

  /** `end` is the first byte that is not in use; memory behind it was never written, and becomes free up to the current size. */
  setUp(bitmap: usize, maxWasmPages: i32, end: usize): void {
    this.bitmap = bitmap;
    this.wordCount = (Pages.sizeFor(maxWasmPages) >> 3) as i32;
    this.firstWord = this.wordCount;
    this.usedPages = 0;
    this.maxWasmPages = maxWasmPages;
    memory.fill(bitmap, 0, (this.wordCount as usize) << 3);
    const from = (end + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1);
    const to = (memory.size() as usize) * WASM_PAGE;
    this.mark(from / PAGE_SIZE, (to - from) / PAGE_SIZE, true);
    this.fresh = from;
    this.touched = from;
  }

  /** Address of at least `bytes` zeroed bytes, aligned to a page, or 0 when the limit is reached. */
  allocate(bytes: usize): usize {
    const n = ((bytes + PAGE_SIZE - 1) / PAGE_SIZE) as i32;
    let page = this.find(n);
    while (page < 0) {
      if (!this.grow((n as usize) * PAGE_SIZE)) return 0;
      // Not yet, where the page's thread grew the memory meanwhile: the free tail then ends before what is new.
      page = this.find(n);
    }
    this.mark(page as usize, n as usize, false);
    this.usedPages += n;
    const address = (page as usize) * PAGE_SIZE;
    const end = address + (n as usize) * PAGE_SIZE;
    if (address < this.fresh) memory.fill(address, 0, min(end, this.fresh) - address);
    this.fresh = max(this.fresh, end);
    return address;
  }

  /** Bytes that may still be handed out, in pieces. */
  get left(): usize {
    return (this.maxWasmPages as usize) * WASM_PAGE - (this.usedPages as usize) * PAGE_SIZE;
  }

  /** Whether so much may be taken that could be done without: what has to be there still finds room. */
  canSpare(bytes: usize): bool {
    return this.left / SPARE > bytes;
  }

  release(address: usize, bytes: usize): void {
    const n = (bytes + PAGE_SIZE - 1) / PAGE_SIZE;
    this.mark(address / PAGE_SIZE, n, true);
    this.usedPages -= n as i32;
  }

  /** Takes over pages that the page's thread had grown for itself. */
  adopt(address: usize, bytes: usize): void {
    const from = (address + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1);
    const to = (address + bytes) & ~(PAGE_SIZE - 1);
    this.fresh = max(this.fresh, address + bytes);
    if (to > from) this.mark(from / PAGE_SIZE, (to - from) / PAGE_SIZE, true);
  }

  /** First page of the first run of at least n free pages, or -1. */
  find(n: i32): i32 {
    let carry = 0;
    for (let word = this.firstWord; word < this.wordCount; word++) {
      const bits = load<u64>(this.bitmap + ((word as usize) << 3));
      if (bits == 0) {
        carry = 0;
        continue;
      }
      const low = bits == u64.MAX_VALUE ? 64 : (ctz(~bits) as i32);
      if (carry + low >= n) return (word << 6) - carry;
      if (bits == u64.MAX_VALUE) {
        carry += 64;
        continue;
      }
      if (n <= 64) {
        const starts = Runs.atLeast(bits, n);
        if (starts != 0) return (word << 6) + (ctz(starts) as i32);
      }
      carry = clz(~bits) as i32;
    }
    return -1;
  }

  /**
   * Touches some of the next `bytes` that were never handed out, and grows the memory for them: the machine gives a page out when it is first
   * touched, which takes longer than to fill it. True while there are more. Pages are written to and not read before: what is read first is a page of
   * zeros that all share, and to part with it the machine interrupts every core that runs a thread of this process.
   */
  touchAhead(bytes: usize, most: i32): bool {
    const end = min(this.fresh + bytes, (this.maxWasmPages as usize) * WASM_PAGE);
    let current = (memory.size() as usize) * WASM_PAGE;
    if (end > current) {
      if (!this.grow(this.freeTail(current) + end - current)) return false;
      current = (memory.size() as usize) * WASM_PAGE;
    }
    let at = max(this.fresh, this.touched);
    for (let i = 0; i < most && at < end; i++) {
      // Not what the page's thread grew for itself.
      if (this.isFree(at / PAGE_SIZE)) store<u32>(at, 0);
      at += PAGE_SIZE;
    }
    this.touched = at;
    return at < end;
  }

  private mark(page: usize, n: usize, free: bool): void {
    let word = (page >> 6) as i32;
    if (free && word < this.firstWord) this.firstWord = word;
    let bit = page & 63;
    while (n > 0) {
      const count = min<usize>(64 - bit, n);
      const mask = (count == 64 ? u64.MAX_VALUE : ((1 as u64) << (count as u64)) - 1) << (bit as u64);
      const at = this.bitmap + ((word as usize) << 3);
      const bits = load<u64>(at);
      store<u64>(at, free ? bits | mask : bits & ~mask);
      n -= count;
      bit = 0;
      word++;
    }
    while (this.firstWord < this.wordCount && load<u64>(this.bitmap + ((this.firstWord as usize) << 3)) == 0)
      this.firstWord++;
  }

  private isFree(page: usize): bool {
    return (load<u64>(this.bitmap + ((page >> 6) << 3)) & ((1 as u64) << ((page & 63) as u64))) != 0;
  }

  /** Bytes at the end of the memory that are free. */
  private freeTail(current: usize): usize {
    let page = current / PAGE_SIZE;
    while (page > 0 && this.isFree(page - 1)) page--;
    return current - page * PAGE_SIZE;
  }

  /** So that a run of `bytes` fits behind what is free at the end. */
  private grow(bytes: usize): bool {
    const current = (memory.size() as usize) * WASM_PAGE;
    const missing = bytes - this.freeTail(current);
    const wanted = max<usize>(max<usize>(missing, GROW_BYTES), current / GROW_FRACTION);
    let pages = ((wanted + WASM_PAGE - 1) / WASM_PAGE) as i32;
    const most = this.maxWasmPages - ((current / WASM_PAGE) as i32);
    if (pages > most) pages = most;
    if ((pages as usize) * WASM_PAGE < missing) return false;
    const old = memory.grow(pages);
    if ((old as i32) < 0) return false;
    this.mark(((old as usize) * WASM_PAGE) / PAGE_SIZE, ((pages as usize) * WASM_PAGE) / PAGE_SIZE, true);
    return true;
  }
}
