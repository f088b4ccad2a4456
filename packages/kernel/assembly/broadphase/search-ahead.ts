import { World } from '../world/world';
import { findPairs } from './find-pairs';
import { WideTree } from './wide-tree';
import { CONTACT_SIZE } from '../contacts/contact';
import { createAhead, takeBack } from '../contacts/create-ahead';
import { reserveFrame } from '../io/outbox';

/** Bodies that must have been created: fewer are quickly found by the step itself. */
const WORTH: i32 = 256;
/** Proxies that must have moved. */
const WORTH_MOVED: i32 = 64;
/** Proxies, and pages of memory, at a time: the conductor looks at its inbox in between. */
const PROXIES: i32 = 512;
const MOVED_PROXIES: i32 = 64;
const PAGES: i32 = 256;
/** Bytes that a pair takes beside its contact when it begins to touch: constraint, event and points, places in lists. */
const BYTES_PER_PAIR: usize = 512;

/**
 * What the next step can be spared once many bodies were created, done while nobody waits for it: their pairs are looked for, contacts are
 * created and collided, and the memory is touched that they will need, which the machine hands out page by page. What the step finds is the same, whenever this happened and
 * however far it came. Returns whether there is more to do.
 */
export function searchAhead(world: World): bool {
  if (world.created < WORTH) return false;
  if (world.searched < world.moved.count) return searchPiece(world, PROXIES);
  if (createAhead(world)) return true;
  const pairs = world.context(0).pairs,
    left = pairs.count - world.aheadPairs;
  if (world.pages.touchAhead((left as usize) * CONTACT_SIZE + (pairs.count as usize) * BYTES_PER_PAIR, PAGES))
    return true;
  reserveFrame(world, pairs.count);
  return false;
}

/** The same where bodies moved in the step before: their pairs alone, since most commands of a running world would undo what follows. */
export function searchMoved(world: World): bool {
  const count = world.moved.count;
  if (count < WORTH_MOVED || world.searched == count) return false;
  if (world.searched == 0 && WideTree.prepare(world, count)) return true;
  return searchPiece(world, MOVED_PROXIES);
}

function searchPiece(world: World, most: i32): bool {
  const count = world.moved.count,
    pairs = world.context(0).pairs;
  // What was found may have been dropped before: never more than twice the work.
  if (world.searchedAhead >= 2 * count || !pairs.reserve(world.pages, max(pairs.count * 2, count * 8))) {
    world.created = 0;
    return false;
  }
  const start = world.searched,
    end = min(start + most, count);
  findPairs(world, 0, end - start, 0);
  world.searched = end;
  world.searchedAhead += end - start;
  if (pairs.count <= pairs.capacity) return true;
  // They stand so close that all workers should look, and nobody should be kept waiting.
  dropSearch(world);
  world.created = 0;
  return false;
}

/** What was found does not hold any more: the step looks for all of it. */
export function dropSearch(world: World): void {
  WideTree.drop(world);
  if (world.searched == 0) return;
  takeBack(world);
  world.searched = 0;
  world.context(0).pairs.count = 0;
}
