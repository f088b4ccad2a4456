/** Real time within this of a whole step counts as one: sums of 1/60 s must not lose a step to rounding. */
const ROUNDING = 1e-6;
/** Calls of `settle` after which the lag is looked at again. */
const WINDOW = 240;
/** Steps of lag that are kept in hand against uneven frames. */
const SLACK = 0.25;
/** Steps a call, a call: how gently lag begins and ends to shrink. What is shown then moves by 2 µm unevenly at 7 m/s. */
const EASE = 1 / 65536;

/**
 * Turns real time into whole steps, and says where between two of them the page is. Times are counted in steps.
 *
 * What is shown runs one step behind the real time that went in, so that there are two poses to blend, and further behind by
 * `lag`: the time until a step that was asked for can be read. Frames that come early are left unread until their time is
 * reached. So bodies move smoothly although each frame comes late, as long as it is evenly late.
 */
export class StepClock {
  /** Real time that went in since the last step asked for, below one step. */
  private fraction = 0;
  private spare = Infinity;
  private calls = 0;
  private shrink = 0;
  /** What `shrink` becomes, little by little. */
  private goal = 0;
  /** True: steps are asked for by hand, and the newest pose is shown. */
  private manual = true;

  /** @param lag initial guess; 0 where steps are done at once. */
  constructor(
    private lag: number,
    private readonly maxLag: number,
  ) {}

  /** Whole steps to ask for after `steps` more of real time, at most `room`; what does not fit is dropped. */
  take(steps: number, room: number): { ask: number; dropped: number } {
    if (steps > 0) this.manual = false;
    const total = this.fraction + steps;
    const due = Math.floor(total + ROUNDING);
    this.fraction = total - due;
    const ask = Math.min(due, room);
    return { ask, dropped: due - ask };
  }

  /** Somebody else's clock asks for the steps, and is this far into the next one. */
  follow(fraction: number): void {
    this.manual = false;
    this.fraction = fraction;
  }

  /** Steps are asked for by hand from here on. */
  takeOver(): void {
    this.manual = true;
  }

  /** The time that is shown, when `asked` steps have been asked for. Frames beyond it may wait. */
  shown(asked: number): number {
    return this.manual ? asked : asked + this.fraction - 1 - this.lag;
  }

  /**
   * Adapts the lag. `read`: newest step that was read; `ready`: newest that could have been.
   * Too late at once, by as much as it is late; early little by little, by what was to spare in every call of a window.
   */
  settle(asked: number, read: number, ready: number): void {
    if (this.manual) return;
    const shown = this.shown(asked);
    if (shown > read + ROUNDING) {
      this.lag = Math.min(this.lag + shown - read, this.maxLag);
      this.shrink = this.goal = 0;
    } else {
      // Not faster than it can be stopped where there is no lag left.
      const goal = Math.min(this.goal, Math.sqrt(2 * EASE * this.lag));
      this.shrink = Math.max(this.shrink - EASE, Math.min(this.shrink + EASE, goal));
      this.lag = Math.max(0, this.lag - this.shrink);
    }
    this.spare = Math.min(this.spare, Math.max(0, ready - shown));
    if (++this.calls < WINDOW) return;
    this.goal = this.lag > 0 ? Math.max(0, this.spare - SLACK) / (2 * WINDOW) : 0;
    this.spare = Infinity;
    this.calls = 0;
  }

  /** 0 to 1: where what is shown lies between the last two steps read. */
  alpha(asked: number, read: number): number {
    return this.manual ? 1 : Math.min(1, Math.max(0, this.shown(asked) - (read - 1)));
  }
}
