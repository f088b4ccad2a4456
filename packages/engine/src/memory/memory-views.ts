/** What is viewed: a WebAssembly.Memory, or what is used as one. */
type ViewedMemory = Pick<WebAssembly.Memory, 'buffer' | 'grow'>;

/** Typed views of a memory that may grow under the page's hands: grown, it has another buffer, and the old views end early. */
export class MemoryViews {
  u8!: Uint8Array;
  u32!: Uint32Array;
  i32!: Int32Array;
  f32!: Float32Array;
  f64!: Float64Array;
  u64!: BigUint64Array;
  private buffer: ArrayBufferLike | undefined;

  constructor(readonly memory: ViewedMemory) {
    this.refresh();
  }

  /** Before touching memory that may have grown since the last look. */
  refresh(): void {
    const { buffer } = this.memory;
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
  }

  /** As `refresh`, only where the old views hold nothing any more, as of a memory that is not shared: cheaper, and enough for what lies where they reached. */
  revive(): void {
    if (this.u32.length === 0) this.refresh();
  }

  /** As `refresh`, and reaches at least `end` bytes. A thread may hear of growth by another one a moment late. */
  reach(end: number): void {
    this.refresh();
    if (end <= this.u32.byteLength) return;
    this.memory.grow(0);
    this.refresh();
    if (end > this.u32.byteLength)
      throw new RangeError(`address ${end} lies outside the memory of ${this.u32.byteLength} bytes`);
  }
}
