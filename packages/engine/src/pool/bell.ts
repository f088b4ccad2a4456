/** ms that a thread looks at the bell after it has answered: what a page takes to read some thousand bodies and ask again. */
const PATIENCE = 0.3;
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
    /** Whether it rang since it had rung so often; looks for some microseconds. In the kernel: as a loop of the page's language it is compiled well in the first steps, which costs them milliseconds. */
    private readonly hasRung: (rings: number) => boolean,
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
    if (this.isQuick) {
      const until = start + Math.min(PATIENCE, timeout);
      do {
        if (this.hasRung(rings)) return;
      } while (performance.now() < until);
    }
    this.wait(rings, timeout);
    this.isQuick = performance.now() - start < PATIENCE;
  }
}
