/** Walks a whole world between two steps and checks that its lists, sets and graphs agree with each other. */
import { World } from '../world/world';
import { BodyType } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { Joints } from '../joints/joint';
import { Islands } from '../islands/island';
import { Proxies } from '../broadphase/proxies';
import { BodySet, NONE, Tuning } from '../constants';
import { checkTree } from './broadphase';

/** Rules by number; packages/kernel/test/support/validate.ts names them. */
function fault(rule: i32, id: i32): i64 {
  return ((rule as i64) << 32) | (id as u32 as i64);
}

/** 0, or rule << 32 | the record that breaks it. */
export function validate(address: usize): i64 {
  const world = changetype<World>(address);
  let found = checkBodies(world);
  if (found == 0) found = checkIslands(world);
  if (found == 0) found = checkContacts(world);
  if (found == 0) found = checkJoints(world);
  if (found == 0) found = checkColours(world);
  if (found == 0) found = checkProxies(world);
  return found;
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
      if (body.awakeIndex >= world.awakeBodies.count || world.awakeBodies.id(body.awakeIndex) != i) return fault(3, i);
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
    if (contact.island != id || contact.islandPrevious != before || ++count > island.contactCount) return fault(17, id);
    if (Bodies.body(world, contact.bodyA).island != id || Bodies.body(world, contact.bodyB).island != id)
      return fault(18, i);
    before = i;
  }
  if (count != island.contactCount || island.contactTail != before) return fault(17, id);
  count = 0;
  before = NONE;
  for (let i = island.jointHead; i != NONE; i = Joints.at(world, i).islandNext) {
    const joint = Joints.at(world, i);
    if (joint.island != id || joint.islandPrevious != before || ++count > island.jointCount) return fault(19, id);
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
      if (contact.awakeIndex >= world.awakeContacts.count || world.awakeContacts.id(contact.awakeIndex) != i)
        return fault(23, i);
    } else if (a.set == BodySet.AWAKE || b.set == BodySet.AWAKE) return fault(24, i);
    const solid = isSolid(contact);
    const links = solid && a.type == BodyType.Dynamic && b.type == BodyType.Dynamic;
    if (links != (contact.island != NONE)) return fault(25, i);
    const solved = solid && (movesNow(world, contact.bodyA) || movesNow(world, contact.bodyB));
    if (solved != (contact.colour != NONE)) return fault(26, i);
  }
  if (contacts != world.contactCount || contacts != world.pairs.count) return fault(27, contacts);
  return awake != world.awakeContacts.count ? fault(28, awake) : 0;
}

/** A sibling: reached from its owner, of the same pair, in no list but the graph, and touching only while the pair does. */
function isSiblingSound(world: World, contact: Contact, id: i32): bool {
  const owner = Contacts.at(world, contact.owner);
  if (owner.owner != contact.owner || owner.key != contact.key) return false;
  let at = owner.sibling;
  while (at != NONE && at != id) at = Contacts.at(world, at).sibling;
  if (at != id || contact.awakeIndex != NONE || contact.island != NONE) return false;
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
    if (links != (joint.island != NONE)) return fault(30, i);
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
    let moving = 0;
    for (let i = 0; i < colour.contacts.count; i++) {
      const id = colour.contacts.id(i),
        contact = Contacts.at(world, id);
      if (contact.colour != at || contact.colourIndex != i) return fault(33, id);
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

// What a slow island finder in the test needs: rows of 8 i32 at `out`.

/** Body index, handle, type, set, island, removed constraints of the island, awake index of the island, collider count. */
export function dumpBodies(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0) continue;
    const at = out + ((rows++ as usize) << 5);
    store<i32>(at, i);
    store<u32>(at, body.handle, 4);
    store<u32>(at, body.type, 8);
    store<i32>(at, body.set, 12);
    store<i32>(at, body.island, 16);
    store<i32>(at, body.island == NONE ? 0 : Islands.at(world, body.island).removedCount, 20);
    store<i32>(at, body.island == NONE ? NONE : Islands.at(world, body.island).awakeIndex, 24);
    store<i32>(at, body.colliderCount, 28);
  }
  return rows;
}
/** Contact, body A, body B, flags, colour, island, points, collider A << 16 | collider B. */
export function dumpContacts(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.contacts.count; i++) {
    const contact = Contacts.at(world, i);
    if (contact.key >> 32 == 0 || contact.owner != i) continue;
    const at = out + ((rows++ as usize) << 5);
    store<i32>(at, i);
    store<i32>(at, contact.bodyA, 4);
    store<i32>(at, contact.bodyB, 8);
    store<u32>(at, contact.flags, 12);
    store<i32>(at, contact.colour, 16);
    store<i32>(at, contact.island, 20);
    store<i32>(at, contact.pointCount, 24);
    store<i32>(at, (contact.colliderA << 16) | contact.colliderB, 28);
  }
  return rows;
}
/** Joint, body A, body B, flags, colour, island. */
export function dumpJoints(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.joints.count; i++) {
    const joint = Joints.at(world, i);
    if (joint.handle == 0) continue;
    const at = out + ((rows++ as usize) << 5);
    store<i32>(at, i);
    store<i32>(at, joint.bodyA, 4);
    store<i32>(at, joint.bodyB, 8);
    store<u32>(at, joint.flags, 12);
    store<i32>(at, joint.colour, 16);
    store<i32>(at, joint.island, 20);
  }
  return rows;
}
export function awakeContactCount(address: usize): i32 {
  return changetype<World>(address).awakeContacts.count;
}
export function pagesInUse(address: usize): i32 {
  return changetype<World>(address).pages.usedPages;
}
/** Further manifolds that touch now. */
export function linkedSiblings(address: usize): i32 {
  const world = changetype<World>(address);
  let count = 0;
  for (let i = 0; i < world.contacts.count; i++) {
    const contact = Contacts.at(world, i);
    if (contact.key >> 32 != 0 && contact.owner != i && (contact.flags & ContactFlag.LINKED) != 0) count++;
  }
  return count;
}
