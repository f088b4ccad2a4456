import { NEAR_PAIRS, World, WorkerContext } from '../world/world';
import { BodyType, ProblemCode } from '../generated/layout';
import { Collider, Colliders } from '../bodies/collider';
import { comesBehind, takeBack } from '../contacts/create-ahead';
import { createContact, mayCollide, reserveContacts } from '../contacts/lifecycle';
import { Events } from '../io/events';
import { Siblings } from '../contacts/siblings';
import { Surface } from '../mesh/surface';
import { PairSet } from './pair-set';
import { Proxies } from './proxies';
import { Tree, TreeNode } from './tree';
import { sortKeys } from './sort';
import { WideTree } from './wide-tree';
import { NONE } from '../constants';

/** Entries of a query stack: twice log2 of any number of nodes there can be, and room. */
const STACK: i32 = 128;

/** Reads: trees, colliders, pair set. Writes: the worker's list of new pairs. Items: moved proxies behind those that were searched ahead. */
export function findPairs(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  for (let i = start; i < end; i++) {
    const id = world.moved.id(world.searched + i);
    if (id == NONE) continue;
    const collider = Colliders.at(world, id);
    if (world.wideNodes.count > 0) Wide.query(world, context, id, collider);
    else query(world, context, world.dynamicTree, id, collider);
    // Kinematic bodies meet static ones too where a collider asks to hear of it.
    query(world, context, world.kinematicTree, id, collider);
    if (collider.tree != BodyType.Static) query(world, context, world.staticTree, id, collider);
  }
  Met.lookUp(world, context);
}

function query(world: World, context: WorkerContext, tree: Tree, id: i32, collider: Collider): void {
  if (tree.root == NONE) return;
  const low = collider.fatMin,
    high = collider.fatMax;
  const searchedLow = collider.searchedMin,
    searchedHigh = collider.searchedMax;
  if (isApart(tree.node(tree.root), low, high)) return;
  const stack = context.scratch;
  let top = 0,
    visited = 1,
    next = tree.root;
  while (true) {
    const node = tree.node(next);
    if (node.height > 0) {
      // Both children at once: only what overlaps is walked to.
      visited += 2;
      const first = node.child1,
        second = node.child2;
      const goesFirst = !isApart(tree.node(first), low, high),
        goesSecond = !isApart(tree.node(second), low, high);
      if (goesFirst) {
        if (goesSecond && top < STACK) store<i32>(stack + ((top++ as usize) << 2), second);
        next = first;
        continue;
      }
      if (goesSecond) {
        next = second;
        continue;
      }
    } else if (node.moved != 0 || isApart(node, searchedLow, searchedHigh)) {
      // What was met by the last search is known, and nearly all is.
      Met.note(world, context, id, node.collider);
    }
    if (top == 0) break;
    next = load<i32>(stack + ((--top as usize) << 2));
  }
  context.nodesVisited += visited;
}

class Wide {
  /** The same in the copy of the dynamic tree. */
  // @ts-ignore: decorator
  @inline static query(world: World, context: WorkerContext, id: i32, collider: Collider): void {
    const low = collider.fatMin,
      high = collider.fatMax;
    const stack = context.scratch;
    let top = 0,
      next = 0;
    while (true) {
      context.nodesVisited++;
      const node = WideTree.at(world, next);
      const met = ~WideTree.apart(node, low, high) & 15;
      const leaves = met & WideTree.leaves(node);
      if (leaves != 0) {
        let unknown =
          leaves & (WideTree.moved(node) | WideTree.apart(node, collider.searchedMin, collider.searchedMax));
        for (; unknown != 0; unknown &= unknown - 1) {
          Met.note(world, context, id, WideTree.collider(WideTree.child(node, ctz(unknown))));
        }
      }
      // At most three more a level than there were.
      for (let inner = met & ~leaves; inner != 0; inner &= inner - 1) {
        store<i32>(stack + ((top++ as usize) << 2), WideTree.child(node, ctz(inner)));
      }
      if (top == 0) return;
      next = load<i32>(stack + ((--top as usize) << 2));
    }
  }
}

function isApart(node: TreeNode, low: v128, high: v128): bool {
  const gap = v128.or(f32x4.gt(node.boundsMin, high), f32x4.gt(low, node.boundsMax));
  return (i32x4.bitmask(gap) & 7) != 0;
}

/** Colliders whose bounds overlap. Nearly all of them are known as pairs, and to look for one is a cache miss: these overlap. */
class Met {
  // @ts-ignore: decorator
  @inline static note(world: World, context: WorkerContext, id: i32, other: i32): void {
    if (other == id) return;
    const at = context.near + ((context.met as usize) << 3);
    store<i32>(at, id);
    store<i32>(at, other, 4);
    if (++context.met == NEAR_PAIRS) Met.lookUp(world, context);
  }

  /** Lists those that are new. */
  static lookUp(world: World, context: WorkerContext): void {
    const first = context.near,
      end = first + ((context.met as usize) << 3);
    context.met = 0;
    let seen: u64 = 0;
    for (let at = first; at < end; at += 8) seen |= world.pairs.touch(PairSet.key(load<i32>(at), load<i32>(at, 4)));
    // A use of what was read, or the compiler would leave it out.
    store<u64>(end, seen);
    for (let at = first; at < end; at += 8) report(world, context, load<i32>(at), load<i32>(at, 4));
  }
}

/** Lists a pair, unless it is known or may not collide. */
function report(world: World, context: WorkerContext, id: i32, other: i32): void {
  // Asked before anything of the colliders is read.
  const key = PairSet.key(id, other);
  if (world.pairs.has(key)) return;
  const collider = Colliders.at(world, id),
    otherCollider = Colliders.at(world, other);
  // Both moved: the one that is listed later reports the pair. The other one may have been searched for before this one was there.
  if (otherCollider.movedIndex > collider.movedIndex) return;
  if (!mayCollide(world, collider, otherCollider)) return;
  if (context.pairs.count < context.pairs.capacity)
    store<u64>(context.pairs.at(context.pairs.count), PairSet.ordered(key));
  // Counted beyond the capacity too: the count says how much room was missing.
  context.pairs.count++;
}

/** Room for the pairs that the moved proxies are likely to find. What was found ahead stays. */
export function reservePairs(world: World): void {
  const expected = (world.moved.count - world.searched) * 8 + 256;
  for (let worker = 0; worker < world.workers; worker++) {
    const pairs = world.context(worker).pairs;
    pairs.reserve(world.pages, pairs.count + expected);
  }
}

/** Contacts of the pairs from `keys` on, with the siblings of those that have a surface. */
export function countContacts(world: World, keys: usize, pairs: i32): i32 {
  let contacts = pairs;
  for (let i = 0; i < pairs; i++) {
    const key = load<u64>(keys + ((i as usize) << 3));
    const a = Colliders.at(world, PairSet.lower(key)),
      b = Colliders.at(world, PairSet.higher(key));
    if (Surface.is(a.shape) || Surface.is(b.shape)) contacts += Siblings.PER_PAIR - 1;
  }
  return contacts;
}

/**
 * Stage 3. Sorts the pairs and makes room for their contacts, behind those that were created ahead of the step. Where there is no room
 * the proxies stay listed and are asked again next step.
 */
export function sortPairs(world: World): void {
  world.hasPairs = 0;
  const hasAll = gatherPairs(world);
  for (let worker = 0; worker < world.workers; worker++) world.context(worker).pairs.count = 0;
  world.searched = 0;
  world.aheadPairs = 0;
  world.aheadSorted = 0;
  world.aheadLinked = 0;
  world.isTakenBack = 0;
  const all = world.pairList;
  if (!hasAll || !reserveContacts(world, all.count, countContacts(world, all.data, all.count)))
    Events.problem(world, ProblemCode.OutOfMemory, 0);
  else world.hasPairs = 1;
}

/** ...and creates them in that order. Moves no table: others may read contacts meanwhile. */
export function createContacts(world: World): void {
  if (world.hasPairs == 0) return;
  const all = world.pairList;
  for (let i = 0; i < all.count; i++) {
    const key = load<u64>(all.at(i));
    createContact(world, PairSet.lower(key), PairSet.higher(key));
  }
  Proxies.endSearch(world);
}

/** The pairs without a contact, sorted, into `pairList`. False: no memory. */
function gatherPairs(world: World): bool {
  const all = world.pairList,
    own = world.context(0).pairs;
  let total = 0;
  let missing = false;
  for (let worker = 0; worker < world.workers; worker++) {
    const pairs = world.context(worker).pairs;
    total += pairs.count;
    if (pairs.count > pairs.capacity) missing = true;
  }
  if (missing) {
    // Some list was too short. Once more, alone, into one that is long enough.
    takeBack(world);
    own.count = 0;
    world.searched = 0;
    if (!own.reserve(world.pages, total)) return false;
    findPairs(world, 0, world.moved.count, 0);
    total = own.count;
  }
  all.count = 0;
  if (!all.reserve(world.pages, total - world.aheadPairs)) return false;
  collectPairs(world, world.aheadPairs, missing ? 1 : world.workers);
  if (!comesBehind(world, all.data, all.count)) {
    takeBack(world);
    if (!all.reserve(world.pages, total)) return false;
    collectPairs(world, 0, world.workers);
  }
  return true;
}

/** Of the first worker's list only what stands behind the first `from`. */
function collectPairs(world: World, from: i32, workers: i32): void {
  const all = world.pairList;
  all.count = 0;
  for (let worker = 0; worker < workers; worker++) {
    const pairs = world.context(worker).pairs;
    const first = worker == 0 ? from : 0;
    memory.copy(all.at(all.count), pairs.at(first), ((pairs.count - first) as usize) << 3);
    all.count += pairs.count - first;
  }
  sortKeys(all.data, all.count);
}
