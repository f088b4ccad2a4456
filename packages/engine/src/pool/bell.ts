/** µs that a thread looks at the bell after it has answered: what a page takes to read some thousand bodies and ask again. */
const PATIENCE = 300;

/**
 * The word that the page bumps when it has written something. Who has just been answered often asks again at once, so the conductor looks
 * a little longer before it sleeps, unless the last wait has shown that this page takes its time.
 */
export class Bell {
  private isQuick = true;

  constructor(
    private readonly words: Int32Array,
    /** Index of the word. */
    private readonly at: number,
    /** Whether it rings within so many µs, or has since it had rung so often. */
    private readonly hasRung: (rings: number, us: number) => boolean,
  ) {}

  /** How often it rang. Read before the inbox is: a ring in between makes the wait return at once. */
  get rings(): number {
    return Atomics.load(this.words, this.at);
  }

  /** Waits for the next ring, `timeout` ms at most. */
  wait(rings: number, timeout = Infinity): void {
    Atomics.wait(this.words, this.at, rings, timeout);
  }

  /** As `wait`, by a thread that has just answered. */
  waitForMore(rings: number, timeout: number): void {
    const start = performance.now();
    if (this.isQuick && this.hasRung(rings, Math.min(PATIENCE, timeout * 1000))) return;
    this.wait(rings, timeout);
    this.isQuick = (performance.now() - start) * 1000 < PATIENCE;
  }
}
