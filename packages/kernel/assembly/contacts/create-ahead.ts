import { World } from '../world/world';
import { countContacts } from '../broadphase/find-pairs';
import { PairSet } from '../broadphase/pair-set';
import { sortKeys } from '../broadphase/sort';
import { Table } from '../memory/table';
import { collide } from '../narrowphase/collide';
import { createContact, reserveContacts, unlinkEdges } from './lifecycle';
import { CONTACT_SIZE, Contacts } from './contact';
import { linkAhead, unlinkAhead } from './link-ahead';

/** Pairs, and contacts, at a time: the conductor looks at its inbox in between. */
const PIECE: i32 = 512;

/**
 * Creates contacts of pairs that were searched for ahead of the step (broadphase/search-ahead.ts), runs the narrowphase over them, and links those that touch. They are
 * those that the step would create, under the same ids: pairs that are found later come behind them in the order of creation. Where that does not
 * hold, and before any command that says something about what exists, they are taken back. Returns whether there is more to do.
 */
export function createAhead(world: World): bool {
  const context = world.context(0),
    pairs = context.pairs;
  const first = world.aheadPairs;
  if (first < pairs.count) {
    if (world.aheadSorted != pairs.count && !plan(world, pairs, pairs.count - first)) return false;
    const end = min(first + PIECE, pairs.count);
    for (let i = first; i < end; i++) {
      const key = load<u64>(pairs.at(i));
      createContact(world, PairSet.lower(key), PairSet.higher(key));
    }
    world.aheadPairs = end;
    return true;
  }
  const start = world.aheadAwake + world.aheadCollided,
    end = min(start + PIECE, world.awakeContacts.count);
  if (first == 0) return false;
  if (start == end) return linkAhead(world, PIECE);
  collide(world, start, end, 0);
  world.aheadCollided += end - start;
  return true;
}

/** Sorts what was found since the last time, and makes room for its contacts. False where they are left to the step. */
function plan(world: World, pairs: Table, left: i32): bool {
  if (!mayCreate(world)) return false;
  const keys = pairs.at(world.aheadPairs);
  sortKeys(keys, left);
  if (!comesBehind(world, keys, left)) {
    takeBack(world);
    return false;
  }
  if (!reserveContacts(world, left, countContacts(world, keys, left))) return false;
  if (world.aheadPairs == 0) {
    world.aheadContacts = world.contacts.count;
    world.aheadAwake = world.awakeContacts.count;
  }
  world.aheadSorted = pairs.count;
  return true;
}

/** Where no ids are free the new ones follow each other, and can be taken back as if they had never been. */
function mayCreate(world: World): bool {
  if (world.isTakenBack != 0 || world.contacts.freeHead != 0) return false;
  return world.pages.canSpare((world.context(0).pairs.count as usize) * CONTACT_SIZE);
}

/** Would the step create the contacts of these sorted pairs after those that exist ahead? */
export function comesBehind(world: World, keys: usize, count: i32): bool {
  if (world.aheadPairs == 0 || count == 0) return true;
  return load<u64>(world.context(0).pairs.at(world.aheadPairs - 1)) < load<u64>(keys);
}

/** The contacts that were created ahead never were; their pairs stay found. */
export function takeBack(world: World): void {
  if (world.aheadPairs == 0) return;
  unlinkAhead(world);
  const context = world.context(0),
    first = world.aheadContacts;
  for (let id = world.contacts.count - 1; id >= first; id--) {
    context.touchBits.clear(id);
    const contact = Contacts.at(world, id);
    if (contact.owner != id) continue;
    world.pairs.remove(contact.key);
    unlinkEdges(world, id);
    world.contactCount--;
  }
  world.contacts.truncate(first);
  world.awakeContacts.count = world.aheadAwake;
  world.awakePairs.count = world.aheadAwake;
  world.aheadPairs = 0;
  world.aheadSorted = 0;
  world.aheadCollided = 0;
  world.isTakenBack = 1;
  context.pairsTested = 0;
  context.manifoldsReused = 0;
  context.satRuns = 0;
  context.gjkRounds = 0;
}
