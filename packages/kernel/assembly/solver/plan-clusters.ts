import { World } from '../world/world';
import { BodyType } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Contacts } from '../contacts/contact';
import { Islands } from '../islands/island';
import { Joints } from '../joints/joint';
import { isGrouped, placeGroups } from '../joints/plan-groups';
import { BodySet, NONE, Tuning } from '../constants';
import { CLUSTER_SIZE, ClusterColour, Clusters } from './cluster';
import { KINDS, Movers } from './movers';
import { PlainGroups } from './plain-group';
import { SharedGroups } from './shared-groups';
import { SharedPlaces } from './shared-places';
import { Slabs } from './slabs';
import { StandingPlan } from './standing-plan';

/** Bodies and constraints of a cluster: enough to fill the lanes of its groups, few enough for the cache that a core has for itself. */
const CLUSTER_WORK: i32 = 600;
/**
 * An island that has more than this part of what small islands have together is shared: nobody waits for the one that solves it. A cluster need
 * not be smaller than CLUSTER_PART of it. All this whatever the number of workers: who shares a group with whom is part of the result, if
 * only by the sign of a zero.
 */
const LARGE_PART: i32 = 8;
const CLUSTER_PART: i32 = 64;
/**
 * Sections of what small islands have together, and the eighths of what is left of one that the next cluster takes: they become smaller, so that
 * workers end at about the same time (after C. Polychronopoulos and D. Kuck, "Guided self-scheduling", 1987). They are taken in the order of their
 * bodies, as bodies and contacts lie in memory: a worker begins each stage with its own part of all there is, and finds what it solves in its cache.
 */
const SECTIONS: i32 = 8;
const SHARE: i32 = 5;

/**
 * Groups between the rooms of two workers. What a core reads at a constant stride it fetches ahead of, some sixteen strides past the last one, in
 * every pass; what it fetched so, the core next to it has to take back before it can write.
 */
const APART: i32 = 24;

/** While clusters are planned, in place of the island of a kinematic body: it has none. */
const DRIVER: i32 = NONE - 1;

/** Serial. Room for what the plan of the step asks of bodies and islands. False: no memory. */
export function startClusters(world: World): bool {
  const pages = world.pages,
    clusterOf = world.bodyClusters;
  if (!clusterOf.reserve(pages, world.bodies.count) || !world.islandClusters.reserve(pages, world.islands.count))
    return false;
  memory.fill(world.islandClusters.data, 0, (world.islands.count as usize) << 2);
  // Bodies that cannot move are in no cluster: 0. The others hold the number of theirs, and one more.
  memory.fill(clusterOf.data - clusterOf.before, 0, clusterOf.before + ((world.bodies.count as usize) << 2));
  if (StandingPlan.isDue(world)) Slabs.cut(world);
  return true;
}

/**
 * Reads: bodies, most of them by the worker that wrote them last. Writes: their islands, and the slabs of those in large ones, in the places of their clusters, and the
 * worker's word on whether any is kinematic. Items: awake bodies.
 */
export function listIslands(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const index = world.awakeBodies.id(i);
    const body = Bodies.body(world, index);
    const isDriver = body.type == BodyType.Kinematic;
    if (isDriver) world.context(worker).anyDriver = 1;
    let entry = isDriver ? DRIVER : body.island;
    if (!isDriver && workOf(world, entry) > CLUSTER_WORK) entry = Clusters.entry(entry, Slabs.of(world, index));
    world.bodyClusters.setId(index, entry);
  }
}

/**
 * Serial. Sorts the awake bodies into clusters. Islands do not act on each other within a step, so who solves them, and when, changes
 * nothing. A small one is solved whole by one worker; large ones, and those that a kinematic body touches, are shared by all, since that body
 * moves between the substeps. False: no memory.
 */
export function planClusters(world: World): bool {
  const awake = world.awakeBodies,
    clusterOf = world.bodyClusters,
    islands = world.islandClusters,
    order = world.bodyOrder;
  shareDriven(world);
  const total = smallWork(world);
  const least = min(CLUSTER_WORK, total / CLUSTER_PART),
    section = max(1, total / SECTIONS);
  world.clusters.count = 0;
  if (!Clusters.start(world, 0)) return false;
  let next = shareLarge(world, total / LARGE_PART);
  let room = 0,
    work = 0,
    done = 0,
    end = 0;
  for (let i = 0, n = awake.count; i < n; i++) {
    const index = awake.id(i);
    const entry = clusterOf.id(index),
      island = entry < 0 ? entry : Clusters.id(entry);
    let number = island < 0 ? 1 : islands.id(island);
    if (number == 0) {
      const own = workOf(world, island);
      if (work + own > room) {
        while (end <= done) end += section;
        room = max(least, min(CLUSTER_WORK, ((end - done) * SHARE) >> 3));
        work = 0;
        if (!Clusters.start(world, next)) return false;
      }
      work += own;
      done += own;
      next += Islands.at(world, island).bodyCount;
      number = world.clusters.count;
      islands.setId(island, number);
    }
    clusterOf.setId(index, entry < 0 ? number : entry + number - island);
    const home = Clusters.at(world, number - 1);
    order.setId(home.firstBody + home.bodyCount++, index);
  }
  return true;
}

/** Without memory for the constraints of this step: bodies move freely, nothing is solved, nothing is written out of bounds. */
export function planNothing(world: World): void {
  world.clusters.count = 1;
  memory.fill(world.clusters.data, 0, CLUSTER_SIZE);
  const bodies = world.awakeBodies.count;
  memory.copy(world.bodyOrder.data, world.awakeBodies.data, (bodies as usize) << 2);
  Clusters.shared(world).bodyCount = bodies;
  world.solvedJoints = 0;
  world.colourCount = 0;
}

/** A body of a small island has about so many contacts and joints for each that is solved. */
const EDGES: i32 = 4;

/**
 * Marks the islands that a kinematic body acts on, those that are small enough to matter. The walls of a drum touch thousands of bodies that are
 * one large island: then the few others are asked.
 */
function shareDriven(world: World): void {
  let any: u32 = 0;
  for (let i = 0; i < world.workers; i++) any |= world.context(i).anyDriver;
  if (any == 0) return;
  const awake = world.awakeBodies,
    clusterOf = world.bodyClusters,
    list = world.awakeIslands;
  // Contacts and joints of the kinematic bodies that are awake.
  let edges = 0;
  for (let i = 0; i < awake.count; i++) {
    if (clusterOf.id(awake.id(i)) != DRIVER) continue;
    const body = Bodies.body(world, awake.id(i));
    edges += body.contactCount + (body.jointHead != NONE ? 1 : 0);
  }
  if (edges > EDGES * smallWork(world)) {
    for (let i = 0; i < list.count; i++) {
      const id = list.id(i);
      if (workOf(world, id) <= CLUSTER_WORK && isDriven(world, id)) world.islandClusters.setId(id, 1);
    }
    return;
  }
  for (let i = 0; i < awake.count; i++) {
    if (clusterOf.id(awake.id(i)) != DRIVER) continue;
    const body = Bodies.body(world, awake.id(i));
    shareTouched(world, body.contactHead, body.jointHead);
  }
}

/** Does an awake kinematic body act on some body of the island? */
function isDriven(world: World, island: i32): bool {
  for (let id = Islands.at(world, island).bodyHead; id != NONE;) {
    const body = Bodies.body(world, id);
    for (let edge = body.contactHead; edge != NONE;) {
      const contact = Contacts.at(world, edge >> 1);
      const isA = (edge & 1) == 0;
      if (contact.colour != NONE && drives(world, isA ? contact.bodyB : contact.bodyA)) return true;
      edge = isA ? contact.nextA : contact.nextB;
    }
    for (let edge = body.jointHead; edge != NONE;) {
      const joint = Joints.at(world, edge >> 1);
      const isA = (edge & 1) == 0;
      if (joint.colour != NONE && drives(world, isA ? joint.bodyB : joint.bodyA)) return true;
      edge = isA ? joint.nextA : joint.nextB;
    }
    id = body.islandNext;
  }
  return false;
}

function drives(world: World, id: i32): bool {
  const body = Bodies.body(world, id);
  return body.type == BodyType.Kinematic && body.set == BodySet.AWAKE;
}

/** Marks the islands that one kinematic body acts on. */
function shareTouched(world: World, contactHead: i32, jointHead: i32): void {
  for (let edge = contactHead; edge != NONE;) {
    const contact = Contacts.at(world, edge >> 1);
    const isA = (edge & 1) == 0;
    if (contact.colour != NONE) share(world, isA ? contact.bodyB : contact.bodyA);
    edge = isA ? contact.nextA : contact.nextB;
  }
  for (let edge = jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    const isA = (edge & 1) == 0;
    if (joint.colour != NONE) share(world, isA ? joint.bodyB : joint.bodyA);
    edge = isA ? joint.nextA : joint.nextB;
  }
}

function share(world: World, body: i32): void {
  world.islandClusters.setId(Bodies.body(world, body).island, 1);
}

/** Marks the islands that have more than `most` work, too. Returns how many bodies are in no small island. */
function shareLarge(world: World, most: i32): i32 {
  const list = world.awakeIslands;
  let bodies = world.awakeBodies.count;
  for (let i = 0; i < list.count; i++) {
    const id = list.id(i);
    if (workOf(world, id) > min(CLUSTER_WORK, most)) world.islandClusters.setId(id, 1);
    else bodies -= Islands.at(world, id).bodyCount;
  }
  return bodies;
}

/** Of all islands that are small enough for a cluster. */
function smallWork(world: World): i32 {
  const list = world.awakeIslands;
  let total = 0;
  for (let i = 0; i < list.count; i++) {
    const own = workOf(world, list.id(i));
    if (own <= CLUSTER_WORK) total += own;
  }
  return total;
}

/** In bodies and constraints. More than a cluster takes for one that all share. */
function workOf(world: World, id: i32): i32 {
  if (world.islandClusters.id(id) != 0) return CLUSTER_WORK + 1;
  const island = Islands.at(world, id);
  return island.bodyCount + island.contactCount + island.jointCount;
}

/** Where contacts like that of an entry are counted, and then placed, in a cluster: by kind, in the shared one by slab, too. The overflow set keeps its order. */
function placeOf(world: World, id: i32, colour: i32, entry: i32): usize {
  if (colour == Tuning.COLOURS)
    return Clusters.at(world, id - 1)
      .colour(colour)
      .contacts(0);
  if (id == 1) return SharedPlaces.at(world, colour, entry);
  return Clusters.at(world, id - 1)
    .colour(colour)
    .contacts(Movers.kind(entry));
}

/** Does the colour have contacts by slabs? */
function hasSlabs(world: World, colour: i32): bool {
  return colour < Tuning.COLOURS && Clusters.shared(world).bodyCount > 0;
}

/** Reads: bodies' clusters, colours. Writes: sizes of the colours' parts. Items: colours, the overflow set last. */
export function countColours(world: World, start: i32, end: i32, worker: i32): void {
  for (let colour = start; colour < end; colour++) {
    const movers = world.colour(colour).movers,
      joints = world.colour(colour).joints;
    for (let i = 0; i < world.clusters.count; i++) Clusters.at(world, i).colour(colour).clear();
    if (hasSlabs(world, colour)) SharedPlaces.clear(world, colour);
    for (let i = 0; i < movers.count; i++) {
      let entry = movers.id(i);
      const home = world.bodyClusters.id(Movers.body(entry));
      if (world.sortsContacts != 0) entry = Movers.resort(movers.at(i), Clusters.slab(home));
      const count = placeOf(world, Clusters.id(home), colour, entry);
      store<i32>(count, load<i32>(count) + 1);
    }
    if (hasSlabs(world, colour))
      store<i32>(Clusters.shared(world).colour(colour).contacts(0), SharedPlaces.arrange(world, colour));
    for (let i = 0; i < joints.count; i++) {
      const id = joints.id(i);
      if (!isGrouped(world, Joints.at(world, id)))
        Clusters.at(world, Clusters.ofJoint(world, id)).colour(colour).jointCount++;
    }
  }
}

/** Gives the contacts of a part their places, kind by kind. Returns how many there are. */
function placeContacts(part: ClusterColour, first: i32): i32 {
  let next = first;
  for (let kind = 0; kind < KINDS; kind++) {
    const place = part.contacts(kind);
    const count = load<i32>(place);
    store<i32>(place, next);
    next += count;
  }
  return next - first;
}

/** Gives each part its place, and each worker room for the groups of any cluster. False: no memory. From here to the end of the step these counts stand. */
export function placeColours(world: World): bool {
  let groups = 0,
    joints = 0,
    largest = 0,
    colours = 0;
  for (let i = 0; i < world.clusters.count; i++) {
    const cluster = Clusters.at(world, i);
    cluster.firstContact = groups << 2;
    cluster.firstJoint = joints;
    for (let colour = 0; colour <= Tuning.COLOURS; colour++) {
      const part = cluster.colour(colour);
      part.firstGroup = cluster.groupCount;
      if (part.isEmpty) continue;
      // One contact a group in the overflow set: its contacts may share bodies.
      const contacts = placeContacts(part, (groups + part.firstGroup) << 2);
      part.groupCount = colour == Tuning.COLOURS ? contacts : (contacts + 3) >> 2;
      cluster.groupCount += part.groupCount;
      part.firstJoint = joints;
      part.nextJoint = joints;
      joints += part.jointCount;
      if (colour < Tuning.COLOURS && part.groupCount + part.jointCount > 0) colours = max(colours, colour + 1);
    }
    cluster.jointCount = joints - cluster.firstJoint;
    joints += cluster.groupedJointCount;
    groups += cluster.groupCount;
    if (i > 0) largest = max(largest, cluster.groupCount);
  }
  const pages = world.pages,
    shared = Clusters.shared(world);
  if (
    !world.contactOrder.reserve(pages, groups << 2) ||
    !world.moverOrder.reserve(pages, groups << 2) ||
    !world.jointOrder.reserve(pages, joints) ||
    !PlainGroups.reserve(world, world.awakeBodies.count, world.clusters.count) ||
    !world.groups.reserve(pages, shared.groupCount + (largest + APART) * world.workers)
  )
    return false;
  memory.fill(world.contactOrder.data, 0xff, (groups as usize) << 4);
  SharedGroups.place(world);
  shared.groups = world.groups.data;
  for (let i = 0; i < world.workers; i++)
    world.context(i).groups = world.groups.at(shared.groupCount + i * (largest + APART));
  placeGroups(world);
  world.solvedJoints = joints;
  world.colourCount = colours;
  return true;
}

/** Reads: bodies' clusters, colours. Writes: the orders. Items: colours, the overflow set last. */
export function fillColours(world: World, start: i32, end: i32, worker: i32): void {
  for (let colour = start; colour < end; colour++) {
    const contacts = world.colour(colour).contacts,
      movers = world.colour(colour).movers,
      joints = world.colour(colour).joints;
    const stride = colour == Tuning.COLOURS ? 4 : 1;
    for (let i = 0; i < contacts.count; i++) {
      const entry = movers.id(i),
        id = Clusters.id(world.bodyClusters.id(Movers.body(entry)));
      const next = placeOf(world, id, colour, entry);
      let place = load<i32>(next);
      store<i32>(next, place + stride);
      if (id == 1 && colour < Tuning.COLOURS) {
        place = SharedPlaces.moved(next, place);
        place = (SharedGroups.index(world, colour, place >> 2) << 2) | (place & 3);
      }
      world.contactOrder.setId(place, contacts.id(i));
      world.moverOrder.setId(place, movers.at(i) as i32);
    }
    for (let i = 0; i < joints.count; i++) {
      const id = joints.id(i);
      if (isGrouped(world, Joints.at(world, id))) continue;
      const part = Clusters.at(world, Clusters.ofJoint(world, id)).colour(colour);
      world.jointOrder.setId(part.nextJoint++, id);
    }
  }
}
