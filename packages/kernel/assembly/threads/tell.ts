import { World } from '../world/world';
import { Sync } from './sync';

/*
 * Who tells the page that the step it waits for has been answered. Where each core has a worker, the page's thread wakes up on one of theirs, and may
 * take it within the very call that tells it. So the first helper that has nothing to do any more stays for the end of the step and makes that call, while the
 * conductor goes on with the next one. Nobody relies on it: a helper that lost its core is left out.
 */

/** Looks at who tells, of a helper that stays: as long as a step takes behind its last shared stage. With four times as many it tells as often. */
const LOOKS: i32 = 100000;

/** What `telling` says. */
namespace Teller {
  export const CONDUCTOR: u32 = 0;
  /** A helper, if one stays. */
  export const OPEN: u32 = 1;
  /** One has stayed. */
  export const STAYING: u32 = 2;
  /** It has been asked to. */
  export const HELPER: u32 = 3;
}

/** Before a step begins: whether the page waits for this one, and a helper can tell it. */
export function offerTelling(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const isOpen = world.workers == world.cores && world.stepsPending == 1 && world.stepRequest != 0;
  atomic.store<u32>(telling(world), isOpen ? Teller.OPEN : Teller.CONDUCTOR);
}

/** For a helper while it still is inside of the step: whether it stays, as the first one that is done with it. */
export function stayToTell(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  return atomic.cmpxchg<u32>(telling(world), Teller.OPEN, Teller.STAYING) == Teller.OPEN;
}

/** Behind the step, until its answer is written, for a while: whether the helper is to tell the page. */
export function awaitTelling(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  const word = telling(world);
  let looks = 0;
  while (atomic.load<u32>(word) == Teller.STAYING && ++looks < LOOKS);
  atomic.cmpxchg<u32>(word, Teller.STAYING, Teller.CONDUCTOR);
  return takeTelling(world);
}

/** The answer to the step is written: whether a helper has stayed, and is asked to tell the page. One that comes now does not stay. */
export function handTelling(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  const word = telling(world);
  if (atomic.cmpxchg<u32>(word, Teller.OPEN, Teller.CONDUCTOR) == Teller.OPEN) return false;
  return atomic.cmpxchg<u32>(word, Teller.STAYING, Teller.HELPER) == Teller.STAYING;
}

/** Whether the helper was asked, and nobody has begun to tell: now it is for the caller. */
export function takeTelling(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  return atomic.cmpxchg<u32>(telling(world), Teller.HELPER, Teller.CONDUCTOR) == Teller.HELPER;
}

function telling(world: World): usize {
  return changetype<usize>(world.sync) + offsetof<Sync>('telling');
}
