import type { KernelExports } from '@atoll/kernel';

/** µs after which a helper that was asked to tell the page must have begun. */
const HELPER_PATIENCE = 60;

/** Tells the page that there is something to read, or that there will be in a moment: then it wakes up meanwhile, looks, and is not told again. */
export class Teller {
  private isForetold = false;

  constructor(
    /** The word of the header that the page sets where it looked in vain. */
    private readonly isMissed: Int32Array,
    /** Wakes the page: to read, or to look for what comes in a moment. */
    private readonly wake: (isForetold: boolean) => void,
  ) {}

  foretell(): void {
    this.isForetold = true;
    Atomics.store(this.isMissed, 0, 0);
    this.wake(true);
  }

  /** What there is to read has been written. */
  tell(): void {
    if (!this.isForetold || Atomics.load(this.isMissed, 0) !== 0) this.wake(false);
    this.isForetold = false;
  }

  /**
   * A helper was asked to tell the page of what has been written. The conductor goes on meanwhile with what can be done ahead; it tells itself
   * where the helper has lost its core, or the bell rings and no one has told yet.
   */
  leave(kernel: Pick<KernelExports, 'hasRung' | 'takeTelling'>, world: number, rings: number): void {
    kernel.hasRung(world, rings, HELPER_PATIENCE, 1);
    if (kernel.takeTelling(world) !== 0) this.tell();
  }
}
