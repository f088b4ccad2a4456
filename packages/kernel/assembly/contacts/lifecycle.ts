import { World } from '../world/world';
import { BodyType, ColliderFlag, EventKind } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { PairSet } from '../broadphase/pair-set';
import { AwakePair, AwakePairs } from './awake-pair';
import { Contact, ContactFlag, Contacts } from './contact';
import { Siblings } from './siblings';
import { Surface } from '../mesh/surface';
import { conveyAlong } from '../narrowphase/anchors';
import { Events } from '../io/events';
import { Graph } from '../solver/graph';
import { Islands } from '../islands/island';
import { wakeBody } from '../islands/sleep';
import { Joints } from '../joints/joint';
import { BodySet, NONE, Tuning } from '../constants';

/** The list is ordered again when this part of it, one over so many, has come or gone. */
const STREWN: i32 = 2;

/** The list of contacts that have an awake body. */
export class AwakeContacts {
  static add(world: World, id: i32): void {
    const list = world.awakeContacts;
    // What is new and comes last is where it belongs.
    if (list.count > 0 && list.id(list.count - 1) > id) world.awakeContactsStrewn++;
    AwakeContacts.push(world, id);
  }

  private static push(world: World, id: i32): void {
    const contact = Contacts.at(world, id);
    contact.awakeIndex = world.awakeContacts.pushId(id);
    const pair = changetype<AwakePair>(world.awakePairs.push());
    pair.colliderA = contact.colliderA;
    pair.colliderB = contact.colliderB;
    pair.bodyA = contact.bodyA;
    const isRemote = contact.pointCount == 0 && (contact.flags & ContactFlag.LINKED) == 0;
    pair.bodyB = isRemote ? contact.bodyB | AwakePairs.REMOTE : contact.bodyB;
  }

  static remove(world: World, id: i32): void {
    world.awakeContactsStrewn++;
    const contact = Contacts.at(world, id);
    const list = world.awakeContacts;
    const last = list.id(--list.count);
    list.setId(contact.awakeIndex, last);
    const pairs = world.awakePairs;
    v128.store(pairs.at(contact.awakeIndex), v128.load(pairs.at(--pairs.count)));
    Contacts.at(world, last).awakeIndex = contact.awakeIndex;
    contact.awakeIndex = NONE;
  }

  /** Orders the list by ids, which is the order in memory, once many have come and gone since: they are read in the order of the list. */
  static order(world: World): void {
    const list = world.awakeContacts;
    if (world.awakeContactsStrewn * STREWN <= list.count) return;
    world.awakeContactsStrewn = 0;
    // Empty between narrowphases, and long enough.
    const bits = world.context(0).touchBits;
    for (let i = 0; i < list.count; i++) bits.set(list.id(i));
    list.count = 0;
    world.awakePairs.count = 0;
    const words = (world.contacts.count + 63) >> 6;
    for (let word = 0; word < words; word++) {
      let left = bits.word(word);
      bits.setWord(word, 0);
      while (left != 0) {
        AwakeContacts.push(world, (word << 6) + (ctz(left) as i32));
        left &= left - 1;
      }
    }
  }

  static wake(world: World, id: i32): void {
    const contact = Contacts.at(world, id);
    if (contact.awakeIndex == NONE) AwakeContacts.add(world, id);
    if ((contact.flags & (ContactFlag.LINKED | ContactFlag.SENSOR)) != ContactFlag.LINKED) return;
    // A kinematic body that woke alone: nothing solves against a sleeper.
    const a = Bodies.body(world, contact.bodyA),
      b = Bodies.body(world, contact.bodyB);
    const movesA = a.type == BodyType.Dynamic && a.set == BodySet.AWAKE,
      movesB = b.type == BodyType.Dynamic && b.set == BodySet.AWAKE;
    if (movesA || movesB) Siblings.solve(world, id);
  }

  static sleep(world: World, id: i32): void {
    Siblings.leaveGraph(world, id);
    AwakeContacts.remove(world, id);
  }
}

/** Room for `pairs` more pairs, `n` contacts with their siblings, everywhere a contact may go: no later stage can run out. */
export function reserveContacts(world: World, pairs: i32, n: i32): bool {
  const pages = world.pages;
  const total = world.contacts.used + n;
  if (!world.contacts.reserveMore(pages, n)) return false;
  if (!world.awakeContacts.reserve(pages, total) || !world.awakePairs.reserve(pages, total)) return false;
  if (!world.pairs.reserveMore(pages, pairs)) return false;
  if (!Graph.reserveContacts(world, total)) return false;
  if (!world.events.reserve(pages, world.events.count + total)) return false;
  for (let worker = 0; worker < world.workers; worker++) {
    const context = world.context(worker);
    if (!context.touchBits.reserve(pages, world.contacts.count + n)) return false;
    if (!context.hitBits.reserve(pages, world.contacts.count + n)) return false;
  }
  return true;
}

/** May these two colliders touch at all? */
export function mayCollide(world: World, a: Collider, b: Collider): bool {
  if (a.body == b.body || (Surface.is(a.shape) && Surface.is(b.shape))) return false;
  if ((a.memberships & b.filter) == 0 || (b.memberships & a.filter) == 0) return false;
  const bodyA = Bodies.body(world, a.body),
    bodyB = Bodies.body(world, b.body);
  if (bodyA.type != BodyType.Dynamic && bodyB.type != BodyType.Dynamic) {
    // Only where a collider asks to hear of it, and one of the two can move at all.
    if (bodyA.type == bodyB.type && bodyA.type == BodyType.Static) return false;
    if (((a.flags | b.flags) & ColliderFlag.Still) == 0) return false;
  }
  return !Joints.separates(world, a.body, b.body);
}

function isDynamic(world: World, collider: Collider): bool {
  return Bodies.body(world, collider.body).type == BodyType.Dynamic;
}

/** Is one of its colliders a sensor? */
export function isSensed(contact: Contact): bool {
  return (contact.flags & (ContactFlag.SENSOR | ContactFlag.STILL)) == ContactFlag.SENSOR;
}

/** Creates the contact of a pair; room was reserved. Not touching yet. */
export function createContact(world: World, colliderA: i32, colliderB: i32): void {
  const a = Colliders.at(world, colliderA),
    b = Colliders.at(world, colliderB);
  const id = world.contacts.take();
  const contact = Contacts.at(world, id);
  contact.owner = id;
  contact.sibling = NONE;
  contact.key = PairSet.key(colliderA, colliderB);
  contact.colliderA = colliderA;
  contact.colliderB = colliderB;
  contact.bodyA = a.body;
  contact.bodyB = b.body;
  contact.awakeIndex = NONE;
  contact.colour = NONE;
  contact.inIsland = 0;
  contact.islandPrevious = NONE;
  contact.islandNext = NONE;
  const wants = a.flags | b.flags;
  contact.flags = (wants & ColliderFlag.Sensor) != 0 ? ContactFlag.SENSOR : 0;
  if (contact.flags == 0 && !isDynamic(world, a) && !isDynamic(world, b))
    contact.flags = ContactFlag.SENSOR | ContactFlag.STILL;
  if ((wants & ColliderFlag.Events) != 0) contact.flags |= ContactFlag.EVENTS;
  if ((wants & ColliderFlag.Forces) != 0) contact.flags |= ContactFlag.FORCES;
  mixSurfaces(contact, a, b);
  contact.reuseDistance = min(
    Tuning.REUSE_DISTANCE,
    Tuning.REUSE_EXTENT_FRACTION * min(Colliders.minExtent(a), Colliders.minExtent(b)),
  );
  contact.cachedAxis = NONE;
  world.pairs.insert(contact.key);
  linkEdges(world, id);
  world.contactCount++;
  AwakeContacts.add(world, id);
  if (Surface.is(a.shape) || Surface.is(b.shape)) Siblings.create(world, id);
}

/** What two colliders feel like to each other. */
export function mixSurfaces(contact: Contact, a: Collider, b: Collider): void {
  contact.friction = sqrt<f32>(a.friction * b.friction);
  contact.restitution = max(a.restitution, b.restitution);
  // A surface has no radius: what rolls on it gives one.
  contact.rollingResistance = max(
    a.rollingResistance * Colliders.minExtent(Surface.is(a.shape) ? b : a),
    b.rollingResistance * Colliders.minExtent(Surface.is(b.shape) ? a : b),
  );
  conveyAlong(contact, a, b);
}

/** Takes a contact out of everything. `wakeBodies`: a support may have gone. */
export function destroyContact(world: World, id: i32, wakeBodies: bool): void {
  const contact = Contacts.at(world, id);
  if ((contact.flags & ContactFlag.LINKED) != 0) {
    endTouch(world, id);
    if (wakeBodies && (contact.flags & ContactFlag.SENSOR) == 0) {
      wakeBody(world, contact.bodyA);
      wakeBody(world, contact.bodyB);
    }
  }
  Siblings.leaveGraph(world, id);
  if (contact.awakeIndex != NONE) AwakeContacts.remove(world, id);
  unlinkEdges(world, id);
  Siblings.free(world, id);
  world.pairs.remove(contact.key);
  world.contacts.free(id);
  world.contactCount--;
}

/** A touching contact lets go: out of graph and island, with its event. */
export function endTouch(world: World, id: i32): void {
  const contact = Contacts.at(world, id);
  contact.flags &= ~ContactFlag.LINKED;
  if (contact.colour != NONE) Graph.removeContact(world, id);
  Islands.removeContact(world, id);
  const sensor = isSensed(contact);
  if ((contact.flags & ContactFlag.EVENTS) != 0)
    Events.contact(world, sensor ? EventKind.SensorExit : EventKind.ContactEnd, id, false);
}

function linkEdges(world: World, id: i32): void {
  const contact = Contacts.at(world, id);
  const bodyA = Bodies.body(world, contact.bodyA),
    bodyB = Bodies.body(world, contact.bodyB);
  const edgeA = id << 1,
    edgeB = (id << 1) | 1;
  contact.previousA = NONE;
  contact.nextA = bodyA.contactHead;
  if (bodyA.contactHead != NONE) setPrevious(world, bodyA.contactHead, edgeA);
  bodyA.contactHead = edgeA;
  bodyA.contactCount++;
  contact.previousB = NONE;
  contact.nextB = bodyB.contactHead;
  if (bodyB.contactHead != NONE) setPrevious(world, bodyB.contactHead, edgeB);
  bodyB.contactHead = edgeB;
  bodyB.contactCount++;
}

export function unlinkEdges(world: World, id: i32): void {
  const contact = Contacts.at(world, id);
  const bodyA = Bodies.body(world, contact.bodyA),
    bodyB = Bodies.body(world, contact.bodyB);
  if (contact.previousA != NONE) setNext(world, contact.previousA, contact.nextA);
  else bodyA.contactHead = contact.nextA;
  if (contact.nextA != NONE) setPrevious(world, contact.nextA, contact.previousA);
  bodyA.contactCount--;
  if (contact.previousB != NONE) setNext(world, contact.previousB, contact.nextB);
  else bodyB.contactHead = contact.nextB;
  if (contact.nextB != NONE) setPrevious(world, contact.nextB, contact.previousB);
  bodyB.contactCount--;
}

function setPrevious(world: World, edge: i32, to: i32): void {
  const contact = Contacts.at(world, edge >> 1);
  if ((edge & 1) == 0) contact.previousA = to;
  else contact.previousB = to;
}

function setNext(world: World, edge: i32, to: i32): void {
  const contact = Contacts.at(world, edge >> 1);
  if ((edge & 1) == 0) contact.nextA = to;
  else contact.nextB = to;
}

/** Every contact of a body goes; its neighbours wake. */
export function destroyContactsOf(world: World, index: i32): void {
  while (true) {
    const edge = Bodies.body(world, index).contactHead;
    if (edge == NONE) return;
    destroyContact(world, edge >> 1, true);
  }
}
