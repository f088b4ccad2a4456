import { World } from '../world/world';
import { areHelpersAway } from './gate';

/** Tells the page that the answer to its call comes in some tens of microseconds, which is as long as a thread takes to wake up. */
// @ts-ignore: decorator
@external('env', 'herald')
declare function herald(): void;

/**
 * Of the conductor alone, near the end of a step. Returns false while it is better to wait: a page that wakes up while all cores are in use may
 * take the conductor's own, and look for what it keeps from coming.
 */
export function heraldAnswer(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return true;
  if (world.stepRequest == 0 || world.stepsPending != 1) return true;
  if (world.workers >= world.cores && !areHelpersAway(world)) return false;
  herald();
  return true;
}
