import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { Contacts } from '../contacts/contact';
import { Joints } from '../joints/joint';
import { Island, Islands } from './island';
import { NONE } from '../constants';

/** Union-find root, with path halving. */
function findRoot(world: World, id: i32): i32 {
  while (true) {
    const island = Islands.at(world, id);
    if (island.parent == NONE) return id;
    const grand = Islands.at(world, island.parent).parent;
    if (grand == NONE) return island.parent;
    island.parent = grand;
    id = grand;
  }
}

/** Makes one tree of the islands of two dynamic bodies. Both are awake by now. Returns the island that the constraint joins. */
export function linkIslands(world: World, bodyA: i32, bodyB: i32): i32 {
  const islandA = Bodies.body(world, bodyA).island;
  const islandB = Bodies.body(world, bodyB).island;
  if (islandA != islandB) {
    const rootA = findRoot(world, islandA),
      rootB = findRoot(world, islandB);
    if (rootA != rootB) {
      // The larger one stays, so that fewer records change hands; ids break ties.
      const a = Islands.at(world, rootA),
        b = Islands.at(world, rootB);
      const keepA = a.bodyCount != b.bodyCount ? a.bodyCount > b.bodyCount : rootA < rootB;
      const child = keepA ? rootB : rootA;
      Islands.at(world, child).parent = keepA ? rootA : rootB;
      world.linkedIslands.pushId(child);
    }
  }
  return islandA;
}

/** Takes the links back that `linkIslands` has made since islands were merged last. */
export function unlinkIslands(world: World): void {
  const linked = world.linkedIslands;
  while (linked.count > 0) Islands.at(world, linked.id(--linked.count)).parent = NONE;
}

/** Collapses every linked island into its root, in the order in which they were linked. */
export function mergeIslands(world: World): void {
  const linked = world.linkedIslands;
  for (let i = 0; i < linked.count; i++) {
    const id = linked.id(i);
    mergeInto(world, id, findRoot(world, id));
  }
  // Only now: a merged island may have been on the way from another to its root.
  for (let i = 0; i < linked.count; i++) Islands.destroy(world, linked.id(i));
  linked.count = 0;
}

function mergeInto(world: World, from: i32, to: i32): void {
  const source = Islands.at(world, from),
    target = Islands.at(world, to);
  for (let i = source.bodyHead; i != NONE; i = Bodies.body(world, i).islandNext) Bodies.body(world, i).island = to;
  if (source.bodyHead != NONE) {
    if (target.bodyTail == NONE) target.bodyHead = source.bodyHead;
    else {
      Bodies.body(world, target.bodyTail).islandNext = source.bodyHead;
      Bodies.body(world, source.bodyHead).islandPrevious = target.bodyTail;
    }
    target.bodyTail = source.bodyTail;
  }
  if (source.contactHead != NONE) {
    if (target.contactTail == NONE) target.contactHead = source.contactHead;
    else {
      Contacts.at(world, target.contactTail).islandNext = source.contactHead;
      Contacts.at(world, source.contactHead).islandPrevious = target.contactTail;
    }
    target.contactTail = source.contactTail;
  }
  if (source.jointHead != NONE) {
    if (target.jointTail == NONE) target.jointHead = source.jointHead;
    else {
      Joints.at(world, target.jointTail).islandNext = source.jointHead;
      Joints.at(world, source.jointHead).islandPrevious = target.jointTail;
    }
    target.jointTail = source.jointTail;
  }
  target.bodyCount += source.bodyCount;
  target.contactCount += source.contactCount;
  target.jointCount += source.jointCount;
  target.removedCount += source.removedCount;
}
