/** ns there and back, between two cores that share a cache at most. */
const NEAR = 200;
/** ms between two looks while they do not. */
const REST = 2000;
/** ms between two looks during a run, and the share of these that may find them apart: a median does not show it. */
const [WATCH, APART] = [250, 0.1];
const TRIES = 5;
/** ms that a look may take: until the scheduler gives two threads a core each, and during a run, which it takes from what is measured. */
const [PATIENT, HURRIED] = [100, 0.25];

/**
 * A virtual machine of two cores may be put on two that share no cache, and back, within seconds. What two threads pass to each other then takes five times as long, and
 * a run of one thread is the same as before. So a run of several threads waits until the cores share one, and is done again where they did not stay so; where the
 * wait is in vain, and after some tries, it counts as it came.
 */
export class NearCores {
  private again = 0;
  private apart = 0;

  constructor(
    /** ns, as `coreDistance`. */
    private readonly distance: (patience: number) => Promise<number | undefined>,
    /** The longest wait before a run, in s. */
    private readonly wait: number,
  ) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const wereNear = await this.waitForThem();
      const watch = new Watch((patience) => this.areNear(patience));
      let stayedNear = false;
      const result = await work().finally(async () => {
        stayedNear = await watch.end();
      });
      if (wereNear && stayedNear) return result;
      if (!wereNear || tries === TRIES) {
        this.apart++;
        return result;
      }
      this.again++;
    }
  }

  /** For whoever reads the figures; nothing where there is nothing to say. */
  get report(): string {
    if (this.again + this.apart === 0) return '';
    return `Runs of several threads that were done again, since the machine's cores shared no cache: ${this.again}; that counted all the same: ${this.apart}.`;
  }

  private async waitForThem(): Promise<boolean> {
    for (let waited = 0; ; waited += REST) {
      if (await this.areNear(PATIENT)) return true;
      if (waited + REST > this.wait * 1000) return false;
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
  }

  /** Nothing where it could not be found out. */
  private async areNear(patience: number): Promise<boolean | undefined> {
    const ns = await this.distance(patience);
    return ns === undefined ? undefined : ns <= NEAR;
  }
}

/** Looks at the cores now and then while something runs. */
class Watch {
  private near = 0;
  private far = 0;
  private readonly timer = setInterval(() => void this.look(HURRIED), WATCH);

  constructor(private readonly areNear: (patience: number) => Promise<boolean | undefined>) {}

  /** Whether they were near all along but for a little, and are now. */
  async end(): Promise<boolean> {
    clearInterval(this.timer);
    const areNear = await this.look(PATIENT);
    return areNear !== false && this.far <= APART * (this.near + this.far);
  }

  private async look(patience: number): Promise<boolean | undefined> {
    const areNear = await this.areNear(patience);
    if (areNear) this.near++;
    else if (areNear === false) this.far++;
    return areNear;
  }
}
