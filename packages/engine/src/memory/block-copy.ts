/** Elements of a block. */
const BLOCK = 1024;

type Elements = Float64Array | Int32Array;

/**
 * Copies parts of an array by the host's own code, which takes half the time of a loop or less, and leaves nothing to the collector: the views
 * that it wants are of whole blocks of the array, and kept. What does not fill its block is copied by a loop.
 */
export class BlockCopy<T extends Elements> {
  private source: T | undefined;
  private views: (T | undefined)[] = [];

  /**
   * `length` elements of `source` from `from` on into `target`, another array, from `to` on. Out of another source than the last in one piece: the
   * loop, run for the first time in the first step of a large world, is compiled at once, by a thread that takes the core from the caller.
   */
  copy(source: T, from: number, target: T, to: number, length: number): void {
    const end = from + length;
    if (source !== this.source) {
      this.source = source;
      this.views = [];
      target.set(source.subarray(from, end), to);
      return;
    }
    const offset = to - from;
    const whole = Math.ceil(from / BLOCK) * BLOCK,
      rest = Math.max(whole, Math.floor(end / BLOCK) * BLOCK);
    copyEach(source, from, Math.min(whole, end), target, offset);
    copyBlocks(source, whole, rest, target, offset, this.views);
    copyEach(source, rest, end, target, offset);
  }
}

// Functions of their own: see `PoseTable.readFrame`.

function copyEach<T extends Elements>(source: T, from: number, end: number, target: T, offset: number): void {
  for (let i = from; i < end; i++) target[i + offset] = source[i]!;
}

function copyBlocks<T extends Elements>(
  source: T,
  from: number,
  end: number,
  target: T,
  offset: number,
  views: (T | undefined)[],
): void {
  for (let at = from; at < end; at += BLOCK)
    target.set((views[at / BLOCK] ??= source.subarray(at, at + BLOCK) as T), at + offset);
}
