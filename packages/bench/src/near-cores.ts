/** ns there and back, between two cores that share a cache at most. */
const NEAR = 200;
/** ms between two looks while they do not, and the most looks. */
const [REST, LOOKS] = [2000, 15];
const TRIES = 5;

/**
 * A virtual machine of two cores may be put on two that share no cache, and back, within seconds. What two threads pass to each other then takes five times as long, and
 * a run of one thread is the same as before. So a run of several threads waits until the cores share one, and is done again where they do not any more behind it; after
 * some tries it counts as it came.
 */
export class NearCores {
  private again = 0;
  private apart = 0;

  constructor(
    /** ns, as `coreDistance`. */
    private readonly distance: () => Promise<number>,
    private readonly rest: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const wereNear = await this.waitForThem();
      const result = await work();
      if (wereNear && (await this.areNear())) return result;
      if (tries === TRIES) {
        this.apart++;
        return result;
      }
      this.again++;
    }
  }

  /** For whoever reads the figures; nothing where there is nothing to say. */
  get report(): string {
    if (this.again === 0) return '';
    const counted = this.apart === 0 ? '' : `, and ${this.apart} counted all the same`;
    return `Runs of several threads that were done again, since the machine's cores shared no cache: ${this.again}${counted}.`;
  }

  private async waitForThem(): Promise<boolean> {
    for (let looks = 1; looks < LOOKS; looks++) {
      if (await this.areNear()) return true;
      await this.rest(REST);
    }
    return this.areNear();
  }

  private async areNear(): Promise<boolean> {
    return (await this.distance()) <= NEAR;
  }
}
