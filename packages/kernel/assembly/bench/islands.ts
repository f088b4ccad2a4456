/**
 * Three ways to find islands from nothing, to measure the persistent ones against: full depth-first search, serial and parallel
 * union-find. Each writes, for every awake dynamic body, the smallest body index of its component, so partitions compare word by word.
 */
import { World } from '../world/world';
import { BodyType } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { Joints } from '../joints/joint';
import { Islands } from '../islands/island';
import { applySplit, findComponents } from '../islands/split';
import { awaitHelpers, closeGate, enterGate, leaveGate, openGate } from '../threads/gate';
import { parallel, serial, startStages } from '../threads/stages';
import { Sync } from '../threads/sync';
import { NONE } from '../constants';

/** Bytes that the search needs: labels and a stack. */
export function islandScratch(world: World): usize {
  return world.pages.allocate((world.bodies.count as usize) << 3);
}

function isLink(world: World, contact: Contact): bool {
  return (
    (contact.flags & (ContactFlag.LINKED | ContactFlag.SENSOR)) == ContactFlag.LINKED &&
    Bodies.body(world, contact.bodyA).type == BodyType.Dynamic &&
    Bodies.body(world, contact.bodyB).type == BodyType.Dynamic
  );
}

function label(labels: usize, index: i32): i32 {
  return load<i32>(labels + ((index as usize) << 2));
}

function setLabel(labels: usize, index: i32, value: i32): void {
  store<i32>(labels + ((index as usize) << 2), value);
}

/** Full depth-first search over bodies and their contact and joint edges. */
export function islandsByDepthFirst(world: World, labels: usize): void {
  const stack = labels + ((world.bodies.count as usize) << 2);
  const awake = world.awakeBodies;
  for (let i = 0; i < awake.count; i++) setLabel(labels, awake.id(i), NONE);
  for (let i = 0; i < awake.count; i++) {
    const seed = awake.id(i);
    if (label(labels, seed) != NONE || Bodies.body(world, seed).type != BodyType.Dynamic) continue;
    setLabel(labels, seed, seed);
    let top = 0,
      least = seed,
      found = 0;
    // The stack keeps what it has popped behind the top, so that the smallest index can be written at the end.
    setLabel(stack, top++, seed);
    while (found < top) {
      const at = label(stack, found++);
      if (at < least) least = at;
      const body = Bodies.body(world, at);
      for (let edge = body.contactHead; edge != NONE;) {
        const contact = Contacts.at(world, edge >> 1);
        const other = (edge & 1) == 0 ? contact.bodyB : contact.bodyA;
        edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
        // Most have been found already. A static body's label is never set: whatever it is, it is no link.
        if (label(labels, other) != NONE || !isLink(world, contact)) continue;
        setLabel(labels, other, seed);
        setLabel(stack, top++, other);
      }
      for (let edge = body.jointHead; edge != NONE;) {
        const joint = Joints.at(world, edge >> 1);
        const other = (edge & 1) == 0 ? joint.bodyB : joint.bodyA;
        edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
        if (joint.inIsland == 0 || label(labels, other) != NONE) continue;
        setLabel(labels, other, seed);
        setLabel(stack, top++, other);
      }
    }
    for (let k = 0; k < top; k++) setLabel(labels, label(stack, k), least);
  }
}

function find(labels: usize, index: i32): i32 {
  while (true) {
    const parent = label(labels, index);
    if (parent == index) return index;
    const grand = label(labels, parent);
    setLabel(labels, index, grand);
    index = grand;
  }
}

function unite(labels: usize, a: i32, b: i32): void {
  const rootA = find(labels, a),
    rootB = find(labels, b);
  // The smaller index is the root, so that the label comes out by itself.
  if (rootA < rootB) setLabel(labels, rootB, rootA);
  else setLabel(labels, rootA, rootB);
}

/** Serial union-find over all awake constraints. */
export function islandsByUnionFind(world: World, labels: usize): void {
  const awake = world.awakeBodies;
  for (let i = 0; i < awake.count; i++) setLabel(labels, awake.id(i), awake.id(i));
  for (let i = 0; i < world.awakeContacts.count; i++) {
    const contact = Contacts.at(world, world.awakeContacts.id(i));
    if (isLink(world, contact)) unite(labels, contact.bodyA, contact.bodyB);
  }
  for (let i = 0; i < world.joints.count; i++) {
    const joint = Joints.at(world, i);
    if (joint.handle != 0 && joint.inIsland != 0 && joint.colour != NONE) unite(labels, joint.bodyA, joint.bodyB);
  }
  for (let i = 0; i < awake.count; i++) setLabel(labels, awake.id(i), find(labels, awake.id(i)));
}

/** Root under concurrent unions; halves paths with compare-and-swap, which may fail and then does nothing. */
function findShared(labels: usize, index: i32): i32 {
  while (true) {
    const parent = atomic.load<i32>(labels + ((index as usize) << 2));
    if (parent == index) return index;
    const grand = atomic.load<i32>(labels + ((parent as usize) << 2));
    if (grand != parent) atomic.cmpxchg<i32>(labels + ((index as usize) << 2), parent, grand);
    index = grand;
  }
}

/**
 * Lock-free union: the larger root is hung below the smaller one by compare-and-swap. The result does not depend on the order.
 * Source of the idea: R. Anderson and H. Woll, "Wait-free Parallel Algorithms for the Union-Find Problem" (STOC 1991).
 */
function uniteShared(labels: usize, a: i32, b: i32): void {
  while (true) {
    const rootA = findShared(labels, a),
      rootB = findShared(labels, b);
    if (rootA == rootB) return;
    const low = min(rootA, rootB),
      high = max(rootA, rootB);
    if (atomic.cmpxchg<i32>(labels + ((high as usize) << 2), high, low) == high) return;
  }
}

function resetBlock(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) setLabel(world.benchLabels, world.awakeBodies.id(i), world.awakeBodies.id(i));
}

function uniteBlock(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const contact = Contacts.at(world, world.awakeContacts.id(i));
    if (isLink(world, contact)) uniteShared(world.benchLabels, contact.bodyA, contact.bodyB);
  }
}

function uniteJoints(world: World): void {
  for (let i = 0; i < world.joints.count; i++) {
    const joint = Joints.at(world, i);
    if (joint.handle != 0 && joint.inIsland != 0 && joint.colour != NONE)
      uniteShared(world.benchLabels, joint.bodyA, joint.bodyB);
  }
}

function flattenBlock(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const index = world.awakeBodies.id(i);
    atomic.store<i32>(world.benchLabels + ((index as usize) << 2), findShared(world.benchLabels, index));
  }
}

function begin(world: World): void {}

function search(world: World, worker: i32): void {
  // Nobody starts before the conductor, whose time is taken.
  serial(world, worker, begin);
  parallel(world, worker, world.awakeBodies.count, 256, resetBlock);
  parallel(world, worker, world.awakeContacts.count, 128, uniteBlock);
  if (world.joints.count > 0) serial(world, worker, uniteJoints);
  parallel(world, worker, world.awakeBodies.count, 256, flattenBlock);
}

/**
 * Lets the workers into the next parallel search and waits until all are in, as they are amid a step: waking them is not what is measured.
 * They sit in `islandsWork`.
 */
export function openIslandSearch(world: World, labels: usize): void {
  world.benchLabels = labels;
  world.activeWorkers = world.workers;
  if (world.workers == 1) return;
  startStages(world);
  openGate(world);
  const inside = changetype<usize>(world.sync) + offsetof<Sync>('inside');
  while (true) {
    const count = atomic.load<u32>(inside);
    if (count == ((world.workers - 1) as u32)) return;
    memory.atomic.wait32(inside, count as i32, 100000);
  }
}

/** The conductor's side of an open search. */
export function islandsByParallelUnionFind(world: World): void {
  search(world, 0);
}

export function closeIslandSearch(world: World): void {
  if (world.workers == 1) return;
  closeGate(world);
  awaitHelpers(world);
}

/** Life of a worker in this benchmark: joins every parallel search until the world shuts down. */
export function islandsWork(world: World, worker: i32): void {
  let last: u32 = 0;
  while (true) {
    last = enterGate(world, worker, last);
    if (last == 0) return;
    search(world, worker);
    leaveGate(world);
  }
}

/** Splits the largest island that may have come apart, as a step does at most once. Returns whether there was one. */
export function splitLargestIsland(world: World): bool {
  let candidate = NONE,
    bodies = 0;
  for (let i = 0; i < world.awakeIslands.count; i++) {
    const id = world.awakeIslands.id(i);
    const island = Islands.at(world, id);
    if (island.removedCount == 0 || island.bodyCount <= bodies) continue;
    candidate = id;
    bodies = island.bodyCount;
  }
  if (candidate == NONE || !world.splitStack.reserve(world.pages, bodies)) return false;
  world.splitIsland = candidate;
  findComponents(world);
  applySplit(world);
  return true;
}

/** The partition that the persistent islands stand for, once every pending split is done. */
export function islandsPersistent(world: World, labels: usize): void {
  while (splitLargestIsland(world)) {}
  for (let i = 0; i < world.awakeIslands.count; i++) {
    const island = Islands.at(world, world.awakeIslands.id(i));
    let least = i32.MAX_VALUE;
    for (let body = island.bodyHead; body != NONE; body = Bodies.body(world, body).islandNext) least = min(least, body);
    for (let body = island.bodyHead; body != NONE; body = Bodies.body(world, body).islandNext)
      setLabel(labels, body, least);
  }
}
