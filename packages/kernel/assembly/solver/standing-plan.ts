import { World } from '../world/world';

/** Steps; a power of two. */
const LIFE: u32 = 16;

/**
 * The plan of a step, which says who solves what and in which order (plan-clusters.ts), stands until something changes that it depends on: what is awake,
 * what touches, with how many points, and islands. A pile at rest needs none for most of its steps, and each worker finds what it solves in its own cache.
 * Whether it was made anew must not matter, since it does not outlive a snapshot. Only whether contacts are idle changes all the time, and where they are: they
 * are sorted by that where a plan is made for another reason, and after so many steps.
 */
export class StandingPlan {
  /** For whatever changes what a plan depends on; workers may do so at the same time. */
  // @ts-ignore: decorator
  @inline static change(world: World): void {
    world.planChanged = 1;
  }

  /** For what overwrites or moves what a plan consists of: the same is made once more. */
  // @ts-ignore: decorator
  @inline static lose(world: World): void {
    world.planStands = 0;
  }

  /** One step in LIFE, which has a plan of its own whatever has changed. */
  // @ts-ignore: decorator
  @inline static isDue(world: World): bool {
    return (world.stepCount & (LIFE - 1)) == 0;
  }

  /** Serial, once all that touches in the step is known. Whether a plan is made stands for the rest of the step. */
  static decide(world: World): void {
    world.sortsContacts = world.planChanged != 0 || StandingPlan.isDue(world) ? 1 : 0;
    world.plans = world.sortsContacts | (world.planStands ^ 1);
    world.planChanged = 0;
    if (world.plans != 0) world.planStands = 0;
  }

  /** The plan of this step is complete. Joints ask for a new one each time: which of them are solved in groups depends on how they are strained. */
  static keep(world: World): void {
    world.planStands = world.solvedJoints == 0 ? 1 : 0;
  }
}
