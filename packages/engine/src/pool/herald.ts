/** What the word says. */
const NOTHING = 0;
/** The page was told that an answer is about to come. */
const TOLD = 1;
/** It has woken up and watches the word. */
const WATCHED = 2;

/** ms that the page watches at most. */
const PATIENCE = 0.05;
/** Looks between two at the clock. */
const LOOKS = 64;
/** Answers that are not announced after the page has watched in vain: as many at first, and at most. */
const PAUSE = 8;
const LONGEST_PAUSE = 512;

/**
 * A thread that waits for a message runs some tens of microseconds after it was sent. So the conductor sends it while it does the last of
 * the step, and the page, once awake, watches a word in the shared memory for what is left of that. Where cores are scarce the page may wake up
 * on the conductor's own and keep it from coming to an end. Then it watches in vain, and answers are told of when they are there, for a while.
 */
export class Herald {
  private isAnnounced = false;
  private pause = 0;
  private left = 0;

  constructor(
    private readonly words: Int32Array,
    /** Index of the word. */
    private readonly at: number,
  ) {}

  /** Conductor: whether to send the message now. */
  announce(): boolean {
    if (this.left > 0) {
      this.left--;
      return false;
    }
    this.isAnnounced = true;
    Atomics.store(this.words, this.at, TOLD);
    return true;
  }

  /** Conductor, when the answer is there. True where the page finds it by itself: it watches, or has the message yet to come. */
  arrive(): boolean {
    if (!this.isAnnounced) return false;
    this.isAnnounced = false;
    const finds = Atomics.exchange(this.words, this.at, NOTHING) !== NOTHING;
    if (!finds) this.left = this.pause = Math.min(Math.max(PAUSE, 2 * this.pause), LONGEST_PAUSE);
    else this.pause >>= 1;
    return finds;
  }

  /** Page, when the message has come. Returns whether the answer is there; if not, another message tells of it. */
  watch(): boolean {
    const { words, at } = this;
    if (Atomics.compareExchange(words, at, TOLD, WATCHED) === NOTHING) return true;
    const until = performance.now() + PATIENCE;
    do {
      for (let looks = 0; looks < LOOKS; looks++) if (Atomics.load(words, at) !== WATCHED) return true;
    } while (performance.now() < until);
    return Atomics.compareExchange(words, at, WATCHED, NOTHING) !== WATCHED;
  }
}
