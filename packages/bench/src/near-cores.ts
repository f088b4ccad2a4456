import type { Turn } from './compare.ts';

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
 * a run of one thread is the same as before. So those of several threads are run while the cores share one, those of one while they do not, and a run is done again where
 * they did not stay so; where a wait is in vain, and after some tries, it counts as it came.
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

  /**
   * Runs each turn, one at a time; the results in the order of the turns. Turns of one thread do not wait for others, those of several come once the next of one
   * thread is of the same run or of a later one.
   */
  async runAll<T extends Turn, Result>(turns: readonly T[], runAlone: (turn: T) => Promise<Result>): Promise<Result[]> {
    const results = new Map<T, Result>();
    const alone = turns.filter(({ workers }) => workers === 1);
    const together = turns.filter(({ workers }) => workers > 1).map((turn) => ({ turn, tries: 0 }));
    while (alone.length + together.length > 0) {
      const [single, several] = [alone[0], together[0]];
      const isDue = several && (!single || several.turn.run <= single.run);
      const near = isDue && (await this.areNear(PATIENT));
      if (single && !near) {
        alone.shift();
        results.set(single, await runAlone(single));
        continue;
      }
      const wereNear = near || (await this.waitForThem());
      const { result, stayedNear } = await this.watch(() => runAlone(several!.turn));
      if (wereNear && !stayedNear && ++several!.tries < TRIES) {
        this.again++;
        continue;
      }
      if (!wereNear || !stayedNear) this.apart++;
      together.shift();
      results.set(several!.turn, result);
    }
    return turns.map((turn) => results.get(turn)!);
  }

  /** For whoever reads the figures; nothing where there is nothing to say. */
  get report(): string {
    if (this.again + this.apart === 0) return '';
    return `Runs of several threads that were done again, since the machine's cores shared no cache: ${this.again}; that counted all the same: ${this.apart}.`;
  }

  private async watch<Result>(work: () => Promise<Result>): Promise<{ result: Result; stayedNear: boolean }> {
    const watch = new Watch((patience) => this.areNear(patience));
    let stayedNear = false;
    const result = await work().finally(async () => {
      stayedNear = await watch.end();
    });
    return { result, stayedNear };
  }

  /** From a look on that found them apart. */
  private async waitForThem(): Promise<boolean> {
    for (let waited = REST; waited <= this.wait * 1000; waited += REST) {
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (await this.areNear(PATIENT)) return true;
    }
    return false;
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
