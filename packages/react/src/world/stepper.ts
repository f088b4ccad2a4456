import type { World } from '@atoll/engine';

export type BeforeStep = (world: World) => void;
export type AfterStep = (world: World, steps: number) => void;

/** Rounding that still counts as a whole step; as in the engine's own clock. */
const ROUNDING = 1e-6;

/** Feeds real time to the world, and calls those who want to act before each step or after the steps that were read. */
export class Stepper {
  readonly before = new Set<BeforeStep>();
  readonly after = new Set<AfterStep>();
  /** Part of a step that went in since the last one was asked for. */
  private fraction = 0;
  private lastRead = 0;

  constructor(private readonly world: World) {}

  /**
   * Lets `seconds` pass. Where someone acts before each step, time goes in up to each step's edge, so that what they do takes
   * effect in that step alone; `between` runs after each piece.
   */
  advance(seconds: number, maxSteps: number, between: () => void): void {
    const { world } = this;
    const { timeStep } = world;
    let left = seconds;
    if (this.before.size > 0) {
      for (let step = 0; step < maxSteps && this.fraction + left / timeStep >= 1 - ROUNDING; step++) {
        for (const act of this.before) act(world);
        const piece = Math.min(left, (1 - this.fraction) * timeStep);
        world.advance(piece);
        between();
        left -= piece;
        this.fraction = 0;
      }
      // What is left is more than the world may catch up with: all but the fraction is dropped.
      if (left >= timeStep) left %= timeStep;
    }
    this.fraction = (this.fraction + left / timeStep) % 1;
    if (this.fraction > 1 - ROUNDING) this.fraction = 0;
    world.advance(left);
    between();
  }

  /** Calls `after` where steps were read since the last call. */
  settle(): void {
    const { stepCount } = this.world;
    const steps = stepCount - this.lastRead;
    this.lastRead = stepCount;
    if (steps > 0) for (const act of this.after) act(this.world, steps);
  }
}
