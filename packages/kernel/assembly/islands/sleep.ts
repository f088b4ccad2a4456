import { World } from '../world/world';
import { Bodies, Body } from '../bodies/body';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { AwakeContacts } from '../contacts/lifecycle';
import { Siblings } from '../contacts/siblings';
import { Joints } from '../joints/joint';
import { Graph } from '../solver/graph';
import { StandingPlan } from '../solver/standing-plan';
import { Events } from '../io/events';
import { BodyType, EventKind } from '../generated/layout';
import { Islands } from './island';
import { Bits } from '../memory/bits';
import { BodySet, NONE } from '../constants';
import { V } from '../math/vec';

/** Puts a body on the awake list; room was reserved at its creation. */
export function joinAwakeBodies(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  body.set = BodySet.AWAKE;
  body.sleepTime = 0;
  body.awakeIndex = world.awakeBodies.pushId(index);
  StandingPlan.change(world);
}

export function leaveAwakeBodies(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  const list = world.awakeBodies;
  const last = list.id(--list.count);
  list.setId(body.awakeIndex, last);
  Bodies.body(world, last).awakeIndex = body.awakeIndex;
  body.awakeIndex = NONE;
  StandingPlan.change(world);
}

/** Wakes the whole island of a sleeping body, at once. Awake, static and disabled bodies: nothing happens, timers restart. */
export function wakeBody(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  if (body.set == BodySet.AWAKE) {
    body.sleepTime = 0;
    return;
  }
  if (body.set != BodySet.ASLEEP) return;
  if (body.island == NONE) {
    // A kinematic body has no island.
    wakeOne(world, index);
    return;
  }
  const id = body.island;
  const island = Islands.at(world, id);
  island.awakeIndex = world.awakeIslands.pushId(id);
  for (let i = island.bodyHead; i != NONE; i = Bodies.body(world, i).islandNext) wakeOne(world, i);
  for (let i = island.jointHead; i != NONE; i = Joints.at(world, i).islandNext) {
    if (Joints.at(world, i).colour == NONE) Graph.addJoint(world, i);
  }
}

function wakeOne(world: World, index: i32): void {
  joinAwakeBodies(world, index);
  const body = Bodies.body(world, index);
  Events.body(world, EventKind.Wake, body.handle);
  for (let edge = body.contactHead; edge != NONE;) {
    const contact = Contacts.at(world, edge >> 1);
    AwakeContacts.wake(world, edge >> 1);
    edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
  }
  Joints.wakeOf(world, index);
}

/** Takes a whole island out of the awake set. */
export function sleepIsland(world: World, id: i32): void {
  const island = Islands.at(world, id);
  if (world.splitIsland == id) world.splitIsland = NONE;
  Islands.leaveAwakeList(world, id);
  for (let i = island.bodyHead; i != NONE; i = Bodies.body(world, i).islandNext) {
    leaveAwakeBodies(world, i);
    Bodies.body(world, i).set = BodySet.ASLEEP;
  }
  for (let i = island.bodyHead; i != NONE; i = Bodies.body(world, i).islandNext) sleepOne(world, i);
}

/** The body has left the awake list already. */
export function sleepOne(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  const state = Bodies.state(world, index);
  state.linear = V.withW(V.zero(), V.w(state.linear));
  state.angular = V.zero();
  Events.body(world, EventKind.Sleep, body.handle);
  for (let edge = body.contactHead; edge != NONE;) {
    const id = edge >> 1;
    const contact = Contacts.at(world, id);
    const other = (edge & 1) == 0 ? contact.bodyB : contact.bodyA;
    edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
    if (contact.awakeIndex == NONE) continue;
    // Beside an awake kinematic body the pair is still watched, but nothing solves against a sleeper. An awake dynamic one beside a sleeping
    // kinematic body still rests on it.
    if (Bodies.body(world, other).set != BodySet.AWAKE) AwakeContacts.sleep(world, id);
    else if (Bodies.body(world, other).type != BodyType.Dynamic) Siblings.leaveGraph(world, id);
  }
  Joints.sleepOf(world, index);
}

function mayAnySleep(world: World, awake: Bits): bool {
  for (let i = 0; i < world.awakeIslands.count; i++) if (!awake.has(world.awakeIslands.id(i))) return true;
  return false;
}

/** What a moving kinematic body touches does not fall asleep on it. A drum touches much, so this is asked only where something might. */
function keepTouchedAwake(world: World, awake: Bits): void {
  for (let i = 0; i < world.awakeBodies.count; i++) {
    const index = world.awakeBodies.id(i);
    const body = Bodies.body(world, index),
      state = Bodies.state(world, index);
    if (body.type != BodyType.Kinematic || V.lengthSquared(state.linear) + V.lengthSquared(state.angular) == 0)
      continue;
    for (let edge = body.contactHead; edge != NONE;) {
      const contact = Contacts.at(world, edge >> 1);
      if ((contact.flags & ContactFlag.LINKED) != 0) {
        const other = Bodies.body(world, (edge & 1) == 0 ? contact.bodyB : contact.bodyA);
        if (other.set == BodySet.AWAKE && other.island != NONE) awake.set(other.island);
      }
      edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
    }
  }
}

/** Stage 12. Islands with no awake bit leave; one that may have come apart is split first, in the next step. */
export function sleepIslands(world: World): void {
  if ((world.flags & 1) == 0) return;
  const words = (world.islands.count + 63) >> 6;
  const bits = world.context(0).awakeIslandBits;
  for (let worker = 1; worker < world.workers; worker++) {
    const other = world.context(worker).awakeIslandBits;
    for (let word = 0; word < words; word++) bits.setWord(word, bits.word(word) | other.word(word));
  }
  if (mayAnySleep(world, bits)) keepTouchedAwake(world, bits);
  let candidate = NONE,
    candidateBodies = 0;
  for (let i = world.awakeIslands.count - 1; i >= 0; i--) {
    const id = world.awakeIslands.id(i);
    if (bits.has(id)) continue;
    const island = Islands.at(world, id);
    if (island.removedCount > 0) {
      if (island.bodyCount > candidateBodies) {
        candidate = id;
        candidateBodies = island.bodyCount;
      }
    } else sleepIsland(world, id);
  }
  if (candidate != NONE && world.splitStack.reserve(world.pages, candidateBodies)) world.splitIsland = candidate;
}
