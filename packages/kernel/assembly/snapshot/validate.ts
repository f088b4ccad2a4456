/**
 * Walks a whole world between two steps and checks that its lists, sets and graphs agree with each other. Nothing is taken for granted: a
 * world that was read from a file may hold anything, so every index is checked before it is followed and every walk has an end.
 */
import { Movers } from '../solver/movers';
import { World } from '../world/world';
import { BodyType, ShapeType } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { AwakePairs } from '../contacts/awake-pair';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { Joint, Joints } from '../joints/joint';
import { JointRows } from '../joints/joint-row';
import { Islands } from '../islands/island';
import { Proxies } from '../broadphase/proxies';
import { BodySet, NONE, Tuning } from '../constants';
import { checkTree } from '../broadphase/check-tree';
import { Table } from '../memory/table';

/** Rules by number; packages/kernel/test/support/validate.ts names them. */
function fault(rule: i32, id: i32): i64 {
  return ((rule as i64) << 32) | (id as u32 as i64);
}

function inside(table: Table, index: i32): bool {
  return index >= 0 && index < table.count;
}
function insideOrNone(table: Table, index: i32): bool {
  return index == NONE || inside(table, index);
}
/** The place in a list that a record knows is the one that the list has for it. */
function isListed(list: Table, place: i32, id: i32): bool {
  return inside(list, place) && list.id(place) == id;
}

/** 0, or rule << 32 | the record that breaks it. */
export function validate(world: World): i64 {
  let found = checkNumbers(world);
  if (found == 0) found = checkIndices(world);
  if (found == 0) found = checkBodies(world);
  if (found == 0) found = checkIslands(world);
  if (found == 0) found = checkContacts(world);
  if (found == 0) found = checkJoints(world);
  if (found == 0) found = checkColours(world);
  if (found == 0) found = checkProxies(world);
  return found;
}

/** Frames are counted in 32 bits: two years at 60 Hz, of which the last three days are left out. */
const LAST_STEP: u32 = 0xff000000;

/** What decides how long a step takes, or whether its frame is the next one. */
function checkNumbers(world: World): i64 {
  if (world.stepCount > LAST_STEP) return fault(68, world.stepCount as i32);
  return world.substeps < 1 || world.substeps > Tuning.MAX_SUBSTEPS ? fault(68, world.substeps) : 0;
}

/** Every index that a record holds leads to a record. */
function checkIndices(world: World): i64 {
  const bodies = world.bodies,
    contacts = world.contacts,
    joints = world.joints,
    islands = world.islands,
    colliders = world.colliders;
  if (world.bodySims.count != bodies.count || world.bodyStates.count != bodies.count) return fault(60, bodies.count);
  if (world.bodyMotions.count != 0 && world.bodyMotions.count != bodies.count) return fault(60, bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0) continue;
    if (((body.handle & 0xfffff) as i32) != i || body.type > 2 || (body.set as u32) > 3) return fault(61, i);
    if (!insideOrNone(islands, body.island) || !insideOrNone(bodies, body.islandPrevious)) return fault(61, i);
    if (!insideOrNone(bodies, body.islandNext) || !insideOrNone(colliders, body.colliderHead)) return fault(61, i);
    if (body.contactHead != NONE && !inside(contacts, body.contactHead >> 1)) return fault(61, i);
    if (body.jointHead != NONE && !inside(joints, body.jointHead >> 1)) return fault(61, i);
    if (Bodies.sim(world, i).body != i) return fault(61, i);
  }
  for (let i = 0; i < contacts.count; i++) {
    const contact = Contacts.at(world, i);
    if (contact.key >> 32 == 0) continue;
    if (!inside(bodies, contact.bodyA) || !inside(bodies, contact.bodyB)) return fault(62, i);
    if (!inside(colliders, contact.colliderA) || !inside(colliders, contact.colliderB)) return fault(62, i);
    if (!insideOrNone(contacts, contact.islandPrevious) || !insideOrNone(contacts, contact.islandNext))
      return fault(62, i);
    if ((contact.inIsland as u32) > 1 || contact.colour < NONE || contact.colour > Tuning.COLOURS) return fault(62, i);
    if (contact.nextA != NONE && !inside(contacts, contact.nextA >> 1)) return fault(62, i);
    if (contact.nextB != NONE && !inside(contacts, contact.nextB >> 1)) return fault(62, i);
    if (!inside(contacts, contact.owner) || !insideOrNone(contacts, contact.sibling)) return fault(62, i);
    if ((contact.pointCount as u32) > (Tuning.MANIFOLD_POINTS as u32)) return fault(62, i);
  }
  let rows = 0;
  for (let i = 0; i < joints.count; i++) {
    const joint = Joints.at(world, i);
    if (joint.handle == 0) continue;
    if (((joint.handle & 0xfffff) as i32) != i) return fault(63, i);
    if (!insideOrNone(bodies, joint.bodyA) || !insideOrNone(bodies, joint.bodyB)) return fault(63, i);
    if (!insideOrNone(joints, joint.islandPrevious) || !insideOrNone(joints, joint.islandNext)) return fault(63, i);
    if ((joint.inIsland as u32) > 1 || joint.colour < NONE || joint.colour > Tuning.COLOURS) return fault(63, i);
    if (joint.nextA != NONE && !inside(joints, joint.nextA >> 1)) return fault(63, i);
    if (joint.nextB != NONE && !inside(joints, joint.nextB >> 1)) return fault(63, i);
    const count = rowsOf(world, joint);
    if (count < 0) return fault(63, i);
    rows += count;
  }
  if (rows != world.jointRows.used) return fault(63, rows);
  for (let i = 0; i < bodies.count; i++) {
    if (Bodies.body(world, i).handle != 0 && !collidersInside(world, i)) return fault(64, i);
  }
  if (!insideOrNone(islands, world.splitIsland)) return fault(65, world.splitIsland);
  if (!areFreeSound(contacts) || !areFreeSound(world.jointRows) || !areFreeSound(islands)) return fault(67, 0);
  for (let type = 0; type < 3; type++) if (!areFreeSound(Proxies.tree(world, type).nodes)) return fault(67, type);
  return checkLists(world);
}

/** The chain of free ids: as many as are not in use, each a record's. */
function areFreeSound(table: Table): bool {
  let count = 0;
  for (let next = table.freeHead; next != 0; next = load<i32>(table.at(next - 1))) {
    if (!inside(table, next - 1) || ++count > table.count) return false;
  }
  return count == table.count - table.used;
}

/** How many rows a joint has; negative where its list leads elsewhere, or nowhere. */
function rowsOf(world: World, joint: Joint): i32 {
  const rows = world.jointRows;
  let count = 0;
  for (let id = joint.rows; id != NONE; id = JointRows.at(world, id).next) {
    if (!inside(rows, id) || ++count > rows.count) return -1;
  }
  return count;
}

function collidersInside(world: World, index: i32): bool {
  const colliders = world.colliders;
  const body = Bodies.body(world, index);
  let count = 0;
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) {
    if (!inside(colliders, id) || ++count > body.colliderCount) return false;
    const collider = Colliders.at(world, id);
    if (collider.tree > 2 || collider.shape > ShapeType.HeightField) return false;
    if (collider.movedIndex < 0 || collider.movedIndex > world.moved.count) return false;
    if (collider.proxy != NONE && !inside(Proxies.tree(world, collider.tree).nodes, collider.proxy)) return false;
  }
  return true;
}

/** Every list of ids. */
function checkLists(world: World): i64 {
  let found = checkList(world.awakeBodies, world.bodies, false);
  if (found == 0) found = checkList(world.targets, world.bodies, false);
  if (found == 0) found = checkList(world.teleported, world.bodies, false);
  if (found == 0) found = checkList(world.awakeContacts, world.contacts, false);
  if (found == 0) found = checkList(world.awakeIslands, world.islands, false);
  if (found == 0) found = checkList(world.moved, world.colliders, true);
  for (let i = 0; i <= Tuning.COLOURS; i++) {
    if (found == 0) found = checkList(world.colour(i).contacts, world.contacts, false);
    if (found == 0) found = checkList(world.colour(i).joints, world.joints, false);
    if (found == 0 && i < Tuning.COLOURS && world.colour(i).bodies.wordCapacity << 6 < world.bodies.count)
      found = fault(66, i);
  }
  for (let i = 0; i < world.awakeIslands.count && found == 0; i++) {
    const island = Islands.at(world, world.awakeIslands.id(i));
    if (!insideOrNone(world.bodies, island.bodyHead) || !insideOrNone(world.contacts, island.contactHead))
      found = fault(66, i);
  }
  return found;
}

function checkList(list: Table, records: Table, orNone: bool): i64 {
  for (let i = 0; i < list.count; i++) {
    if (!inside(records, list.id(i)) && !(orNone && list.id(i) == NONE)) return fault(66, i);
  }
  return 0;
}

function checkBodies(world: World): i64 {
  let awake = 0,
    bodies = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0) continue;
    bodies++;
    if (body.mark != 0) return fault(1, i);
    if ((body.set == BodySet.AWAKE) != (body.awakeIndex != NONE)) return fault(2, i);
    if (body.set == BodySet.AWAKE) {
      awake++;
      if (!isListed(world.awakeBodies, body.awakeIndex, i)) return fault(3, i);
    }
    if (body.set == BodySet.STATIC && body.type != BodyType.Static) return fault(4, i);
    if (body.type == BodyType.Static && body.set != BodySet.STATIC && body.set != BodySet.DISABLED) return fault(4, i);
    const moves = body.type == BodyType.Dynamic && body.set != BodySet.DISABLED;
    if (moves != (body.island != NONE)) return fault(5, i);
    if (moves && (body.set == BodySet.AWAKE) != (Islands.at(world, body.island).awakeIndex != NONE)) return fault(6, i);
    let edges = 0;
    let before = NONE;
    for (let edge = body.contactHead; edge != NONE;) {
      const contact = Contacts.at(world, edge >> 1);
      const first = (edge & 1) == 0;
      if (contact.key >> 32 == 0 || (first ? contact.bodyA : contact.bodyB) != i) return fault(7, i);
      if ((first ? contact.previousA : contact.previousB) != before) return fault(7, i);
      if (++edges > body.contactCount) return fault(7, i);
      before = edge;
      edge = first ? contact.nextA : contact.nextB;
    }
    if (edges != body.contactCount) return fault(7, i);
    edges = 0;
    for (let edge = body.jointHead; edge != NONE;) {
      const joint = Joints.at(world, edge >> 1);
      const first = (edge & 1) == 0;
      if (joint.handle == 0 || (first ? joint.bodyA : joint.bodyB) != i) return fault(8, i);
      if (++edges > body.jointCount) return fault(8, i);
      edge = first ? joint.nextA : joint.nextB;
    }
    if (edges != body.jointCount) return fault(8, i);
  }
  if (awake != world.awakeBodies.count) return fault(9, awake);
  return bodies != world.bodyCount ? fault(10, bodies) : 0;
}

function checkIslands(world: World): i64 {
  if (world.linkedIslands.count != 0) return fault(11, world.linkedIslands.count);
  for (let i = 0; i < world.awakeIslands.count; i++) {
    const id = world.awakeIslands.id(i);
    if (Islands.at(world, id).awakeIndex != i) return fault(12, id);
    if (Islands.at(world, id).bodyCount == 0) return fault(13, id);
  }
  const split = world.splitIsland;
  if (split != NONE && !isListed(world.awakeIslands, Islands.at(world, split).awakeIndex, split))
    return fault(65, split);
  let islands = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0 || body.island == NONE || body.islandPrevious != NONE) continue;
    islands++;
    const found = checkIsland(world, body.island, i);
    if (found != 0) return found;
  }
  return islands != world.islandCount ? fault(14, islands) : 0;
}

function checkIsland(world: World, id: i32, head: i32): i64 {
  const island = Islands.at(world, id);
  if (island.parent != NONE || island.bodyHead != head) return fault(15, id);
  if (!insideOrNone(world.contacts, island.contactHead) || !insideOrNone(world.joints, island.jointHead))
    return fault(15, id);
  let count = 0,
    before = NONE;
  for (let i = island.bodyHead; i != NONE; i = Bodies.body(world, i).islandNext) {
    const body = Bodies.body(world, i);
    if (body.island != id || body.islandPrevious != before || ++count > island.bodyCount) return fault(16, id);
    before = i;
  }
  if (count != island.bodyCount || island.bodyTail != before) return fault(16, id);
  count = 0;
  before = NONE;
  for (let i = island.contactHead; i != NONE; i = Contacts.at(world, i).islandNext) {
    const contact = Contacts.at(world, i);
    if (contact.inIsland == 0 || contact.islandPrevious != before || ++count > island.contactCount)
      return fault(17, id);
    if (Bodies.body(world, contact.bodyA).island != id || Bodies.body(world, contact.bodyB).island != id)
      return fault(18, i);
    before = i;
  }
  if (count != island.contactCount || island.contactTail != before) return fault(17, id);
  count = 0;
  before = NONE;
  for (let i = island.jointHead; i != NONE; i = Joints.at(world, i).islandNext) {
    const joint = Joints.at(world, i);
    if (joint.inIsland == 0 || joint.islandPrevious != before || ++count > island.jointCount) return fault(19, id);
    if (Bodies.body(world, joint.bodyA).island != id || Bodies.body(world, joint.bodyB).island != id)
      return fault(20, i);
    before = i;
  }
  return count != island.jointCount || island.jointTail != before ? fault(19, id) : 0;
}

/** Solved by the graph: touches for real, and some body that can move is awake. */
function movesNow(world: World, index: i32): bool {
  const body = Bodies.body(world, index);
  return body.type == BodyType.Dynamic && body.set == BodySet.AWAKE;
}

function checkContacts(world: World): i64 {
  let contacts = 0,
    awake = 0;
  for (let i = 0; i < world.contacts.count; i++) {
    const contact = Contacts.at(world, i);
    if (contact.key >> 32 == 0) continue;
    if (contact.owner != i) {
      if (!isSiblingSound(world, contact, i)) return fault(48, i);
      continue;
    }
    contacts++;
    if (!world.pairs.has(contact.key)) return fault(21, i);
    const a = Bodies.body(world, contact.bodyA),
      b = Bodies.body(world, contact.bodyB);
    if (a.handle == 0 || b.handle == 0 || a.set == BodySet.DISABLED || b.set == BodySet.DISABLED) return fault(22, i);
    if (contact.awakeIndex != NONE) {
      awake++;
      if (!isListed(world.awakeContacts, contact.awakeIndex, i)) return fault(23, i);
      const pair = AwakePairs.at(world, contact.awakeIndex);
      if (pair.colliderA != contact.colliderA || pair.colliderB != contact.colliderB) return fault(23, i);
      if (pair.bodyA != contact.bodyA || (pair.bodyB & ~AwakePairs.REMOTE) != contact.bodyB) return fault(23, i);
    } else if (a.set == BodySet.AWAKE || b.set == BodySet.AWAKE) return fault(24, i);
    const solid = isSolid(contact);
    const links = solid && a.type == BodyType.Dynamic && b.type == BodyType.Dynamic;
    if (links != (contact.inIsland != 0)) return fault(25, i);
    const solved = solid && (movesNow(world, contact.bodyA) || movesNow(world, contact.bodyB));
    if (solved != (contact.colour != NONE)) return fault(26, i);
  }
  if (contacts != world.contactCount || contacts != world.pairs.count) return fault(27, contacts);
  return awake != world.awakeContacts.count || awake != world.awakePairs.count ? fault(28, awake) : 0;
}

/** A sibling: reached from its owner, of the same pair, in no list but the graph, and touching only while the pair does. */
function isSiblingSound(world: World, contact: Contact, id: i32): bool {
  const owner = Contacts.at(world, contact.owner);
  if (owner.owner != contact.owner || owner.key != contact.key) return false;
  let at = owner.sibling;
  for (let steps = 0; at != NONE && at != id; at = Contacts.at(world, at).sibling) {
    if (!inside(world.contacts, at) || ++steps > world.contacts.count) return false;
  }
  if (at != id || contact.awakeIndex != NONE || contact.inIsland != 0) return false;
  const touches = (contact.flags & ContactFlag.LINKED) != 0;
  if (touches && (owner.flags & ContactFlag.LINKED) == 0) return false;
  const solved = isSolid(contact) && (movesNow(world, contact.bodyA) || movesNow(world, contact.bodyB));
  return solved == (contact.colour != NONE);
}

/** Counts as touching since the last narrowphase, and is no sensor. */
function isSolid(contact: Contact): bool {
  return (contact.flags & (ContactFlag.LINKED | ContactFlag.SENSOR)) == ContactFlag.LINKED;
}

function checkJoints(world: World): i64 {
  let joints = 0;
  for (let i = 0; i < world.joints.count; i++) {
    const joint = Joints.at(world, i);
    if (joint.handle == 0) continue;
    joints++;
    const a = Bodies.body(world, joint.bodyA),
      b = Bodies.body(world, joint.bodyB);
    if ((a.handle == 0 && joint.bodyA != NONE) || (b.handle == 0 && joint.bodyB != NONE)) return fault(29, i);
    const acts = (joint.flags & 2) != 0 && a.set != BodySet.DISABLED && b.set != BodySet.DISABLED;
    const links = acts && a.type == BodyType.Dynamic && b.type == BodyType.Dynamic;
    if (links != (joint.inIsland != 0)) return fault(30, i);
    const solved = acts && (movesNow(world, joint.bodyA) || movesNow(world, joint.bodyB));
    if (solved != (joint.colour != NONE)) return fault(31, i);
  }
  return joints != world.jointCount ? fault(32, joints) : 0;
}

/** Every body at most once in a colour, and the colour's bits exactly those bodies. */
function checkColours(world: World): i64 {
  let touching = 0;
  for (let at = 0; at <= Tuning.COLOURS; at++) {
    const colour = world.colour(at);
    if (colour.movers.count != colour.contacts.count) return fault(33, at);
    let moving = 0;
    for (let i = 0; i < colour.contacts.count; i++) {
      const id = colour.contacts.id(i),
        contact = Contacts.at(world, id);
      if (contact.colour != at || contact.colourIndex != i) return fault(33, id);
      const entry = colour.movers.id(i),
        mover = Movers.body(entry);
      if (mover != contact.bodyA && mover != contact.bodyB) return fault(33, id);
      if (Movers.unmarked(entry) != Movers.entry(contact, mover)) return fault(33, id);
      if (contact.owner == id) touching++;
      if (at == Tuning.COLOURS) continue;
      for (let side = 0; side < 2; side++) {
        const index = side == 0 ? contact.bodyA : contact.bodyB;
        if (Bodies.body(world, index).type != BodyType.Dynamic) continue;
        if (!colour.bodies.has(index)) return fault(34, id);
        moving++;
      }
    }
    for (let i = 0; i < colour.joints.count; i++) {
      const id = colour.joints.id(i),
        joint = Joints.at(world, id);
      if (joint.colour != at || joint.colourIndex != i) return fault(35, id);
      if (at == Tuning.COLOURS) continue;
      for (let side = 0; side < 2; side++) {
        const index = side == 0 ? joint.bodyA : joint.bodyB;
        if (Bodies.body(world, index).type != BodyType.Dynamic) continue;
        if (!colour.bodies.has(index)) return fault(36, id);
        moving++;
      }
    }
    if (at == Tuning.COLOURS) continue;
    // Each member has its bit: as many bits as members means that none is there twice and no bit is left over.
    let bits = 0;
    for (let word = 0; word < (world.bodies.count + 63) >> 6; word++) bits += popcnt(colour.bodies.word(word)) as i32;
    if (bits != moving) return fault(37, at);
  }
  return touching != world.touchingCount ? fault(38, touching) : 0;
}

function checkProxies(world: World): i64 {
  let leaves = 0,
    colliders = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0) continue;
    let count = 0;
    for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) {
      const collider = Colliders.at(world, id);
      colliders++;
      if (collider.body != i || ++count > body.colliderCount) return fault(39, id);
      if ((body.set == BodySet.DISABLED) != (collider.proxy == NONE)) return fault(40, id);
      if (collider.movedIndex != 0 && (collider.proxy == NONE || world.moved.id(collider.movedIndex - 1) != id))
        return fault(41, id);
      if (collider.proxy == NONE) continue;
      leaves++;
      if (collider.tree != body.type) return fault(42, id);
      const node = Proxies.tree(world, collider.tree).node(collider.proxy);
      if (node.collider != id || node.height != 0) return fault(42, id);
      if (node.moved != (collider.movedIndex != 0 ? 1 : 0)) return fault(41, id);
      const wrong = v128.or(f32x4.ne(node.boundsMin, collider.fatMin), f32x4.ne(node.boundsMax, collider.fatMax));
      if ((i32x4.bitmask(wrong) & 7) != 0) return fault(43, id);
      const out = v128.or(f32x4.lt(collider.boundsMin, collider.fatMin), f32x4.gt(collider.boundsMax, collider.fatMax));
      if ((i32x4.bitmask(out) & 7) != 0) return fault(44, id);
    }
    if (count != body.colliderCount) return fault(39, i);
  }
  if (colliders != world.colliderCount) return fault(45, colliders);
  for (let type = 0; type < 3; type++) {
    const broken = checkTree(Proxies.tree(world, type));
    if (broken != 0) return fault(46, (type << 8) | broken);
  }
  const inTrees = world.staticTree.leafCount + world.kinematicTree.leafCount + world.dynamicTree.leafCount;
  return leaves != inTrees ? fault(47, inTrees) : 0;
}
