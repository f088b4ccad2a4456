import type { WorkerMessage } from './messages.js';

/** Tells the page that there is something to read, or that there will be in a moment: then it wakes up meanwhile, looks, and is not told again. */
export class Teller {
  private isForetold = false;

  constructor(
    /** The word of the header that the page sets where it looked in vain. */
    private readonly isMissed: Int32Array,
    private readonly post: (message: WorkerMessage) => void,
  ) {}

  foretell(): void {
    this.isForetold = true;
    Atomics.store(this.isMissed, 0, 0);
    this.post({ type: 'readable', isForetold: true });
  }

  /** What there is to read has been written. */
  tell(): void {
    if (!this.isForetold || Atomics.load(this.isMissed, 0) !== 0) this.post({ type: 'readable', isForetold: false });
    this.isForetold = false;
  }
}
