import { handOver, takeOver, unlockLive, waitUntilFree } from '../threads/live';
import { World } from '../world/world';
import { endLate, startLate } from '../world/clock';
import { refitTrees } from './refit';

/*
 * Stage 10 after the answer to a step, while the page wakes up and reads. What readers wait for stays locked until then; after the answer a
 * reader that finds it so mends the trees itself: it does not wait for a conductor that may have lost its core.
 */

/** Proxies that moved, at most, where the trees may wait: of more the search for their pairs, ahead of the next step, is worth that time. */
const MOST_OWED: u32 = 256;

/** Where nothing in this step needs the trees, and a page is about to wake up and read. */
export function putOffRefit(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  if (world.stepsPending != 1 || world.stepRequest == 0 || world.fastBodies.count > 0) return false;
  // A body that is taken out goes from the trees, too.
  for (let i = 0; i < world.workers; i++) if (world.context(i).nonFinite != 0) return false;
  if (proxiesMoved(world) > MOST_OWED) return false;
  world.refitOwed = 1;
  return true;
}

/** In this step, out of their fat bounds. */
export function proxiesMoved(world: World): u32 {
  let count: u32 = 0;
  for (let i = 0; i < world.workers; i++) count += world.context(i).proxiesMoved;
  return count;
}

/** The step has been answered: from here on whoever comes first mends the trees. */
export function offerRefit(world: World): void {
  if (world.refitOwed != 0) handOver(world);
}

/** For a reader that is no worker, before it waits to read. */
export function refitFirst(world: World): void {
  if (takeOver(world)) mend(world);
}

/** For the conductor, before it does anything else. Returns whether the last step put it off. */
export function endRefit(world: World): bool {
  if (world.refitOwed == 0) return false;
  world.refitOwed = 0;
  if (takeOver(world)) mend(world);
  else waitUntilFree(world);
  return true;
}

function mend(world: World): void {
  const start = startLate();
  refitTrees(world);
  endLate(world, start);
  unlockLive(world);
}
