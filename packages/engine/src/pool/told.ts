/*
 * The word of the header by which a worker tells the page that it should read the outbox: twice the number of times that it was told, and 1 more where
 * an answer is foretold. A page that waits for the word to change (`Atomics.waitAsync`) is there sooner than one that has a message to take in.
 */

/** Whether this host's pages can wait for a word to change. */
export const canAwaitWords = (): boolean => typeof Atomics.waitAsync === 'function';

/** From a worker. Where an answer is foretold, from no other at the same time. */
export function tellByWord(word: Int32Array, isForetold: boolean): void {
  const wasForetold = Atomics.load(word, 0) & 1;
  Atomics.add(word, 0, 2 - wasForetold + Number(isForetold));
  Atomics.notify(word, 0);
}

/** On the page: `onTold` is called after each change of the word, or once after several, until `end`. */
export class ToldWord {
  private isOver = false;

  constructor(
    private readonly word: Int32Array,
    private readonly onTold: (isForetold: boolean) => void,
  ) {
    this.wait();
  }

  /** Who waits for ever keeps the memory. */
  end(): void {
    this.isOver = true;
    Atomics.notify(this.word, 0);
  }

  private readonly wake = (): void => {
    if (this.isOver) return;
    // It waits again before the page reads: what is written meanwhile is heard of.
    const seen = this.wait();
    this.onTold((seen & 1) !== 0);
  };

  /** Waits for the next change. Returns what the word is until then. */
  private wait(): number {
    for (;;) {
      const seen = Atomics.load(this.word, 0);
      const { async, value } = Atomics.waitAsync(this.word, 0, seen);
      if (!async) continue;
      void value.then(this.wake);
      return seen;
    }
  }
}
