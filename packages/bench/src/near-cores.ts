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
 * a run of one thread is the same as before. So those of several threads wait until the cores share one, while those of one go ahead, and are done again where
 * they did not stay so; where the wait is in vain, and after some tries, a run counts as it came.
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

  /** Runs each turn, one at a time and as they come, those of one thread ahead while the cores are apart; the results in the order of the turns. */
  async runAll<T extends Turn, Result>(turns: readonly T[], runAlone: (turn: T) => Promise<Result>): Promise<Result[]> {
    const results = new Map<T, Result>();
    const left = [...turns];
    let tries = 0;
    while (left.length > 0) {
      const near = left[0]!.workers > 1 && (await this.areNear(PATIENT));
      const single = left.findIndex(({ workers }) => workers === 1);
      const at = near || single < 0 ? 0 : single;
      const turn = left[at]!;
      if (turn.workers === 1) results.set(turn, await runAlone(turn));
      else {
        const wereNear = near || (await this.waitForThem());
        const { result, stayedNear } = await this.watch(() => runAlone(turn));
        if (wereNear && !stayedNear && ++tries < TRIES) {
          this.again++;
          continue;
        }
        if (!wereNear || !stayedNear) this.apart++;
        tries = 0;
        results.set(turn, result);
      }
      left.splice(at, 1);
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
