import { WorldHeader, type KernelExports } from '@atoll/kernel';

/** ms of a wait that ends too early rather than too late. */
const EARLY = 0.2;

/** The clock of a world that runs by itself: which steps are due, and how long until the next. */
export class Pace {
  private isRunning = false;
  /** When the next step is due, ms. */
  private next = 0;

  constructor(
    private readonly kernel: Pick<KernelExports, 'tick'>,
    /** Address of the WorldHeader. */
    private readonly world: number,
  ) {}

  /** Tells the kernel of the steps that are due. Returns ms until the next one; Infinity while the world does not run. */
  tick(words: Int32Array, floats: Float32Array): number {
    if (words[(this.world + WorldHeader.running) >>> 2] === 0) {
      this.isRunning = false;
      return Infinity;
    }
    const now = performance.now();
    const interval = floats[(this.world + WorldHeader.interval) >>> 2]! * 1000;
    if (!this.isRunning) {
      this.isRunning = true;
      this.next = now + interval;
    }
    if (now >= this.next) {
      const due = Math.floor((now - this.next) / interval) + 1;
      this.next += due * interval;
      this.kernel.tick(this.world, Math.min(due, 0x7fffffff));
    }
    return Math.max(0, this.next - now - EARLY);
  }
}
