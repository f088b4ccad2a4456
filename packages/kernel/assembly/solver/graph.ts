import { World } from '../world/world';
import { BodyType, ProblemCode } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Contacts } from '../contacts/contact';
import { Joints } from '../joints/joint';
import { NONE, Tuning } from '../constants';
import { Movers } from './movers';
import { StandingPlan } from './standing-plan';

/**
 * Greedy colouring of awake constraints, kept between steps: no colour holds two constraints that move the same body, so a
 * colour is solved in parallel. What fits nowhere goes to the overflow set, solved by one worker.
 */
export class Graph {
  /** Room for `total` contacts in any colour, and for the constraint groups that they can need. */
  static reserveContacts(world: World, total: i32): bool {
    for (let colour = 0; colour <= Tuning.COLOURS; colour++) {
      const list = world.colour(colour).contacts;
      const room = min(total, max(list.count + 256, list.count * 2));
      if (list.capacity < total && !list.reserve(world.pages, room)) return false;
      const movers = world.colour(colour).movers;
      if (movers.capacity >= list.capacity) continue;
      // The plan holds addresses in there.
      StandingPlan.lose(world);
      if (!movers.reserve(world.pages, list.capacity)) return false;
    }
    return true;
  }

  /** Room for `total` joints in any colour. */
  static reserveJoints(world: World, total: i32): bool {
    for (let colour = 0; colour <= Tuning.COLOURS; colour++) {
      const list = world.colour(colour).joints;
      if (list.capacity < total && !list.reserve(world.pages, min(total, max(list.count + 256, list.count * 2))))
        return false;
    }
    return true;
  }

  static pick(world: World, a: i32, b: i32, movesA: bool, movesB: bool): i32 {
    if (movesA && movesB) {
      for (let i = 0; i < Tuning.COLOURS - Tuning.STATIC_COLOURS; i++) {
        const bits = world.colour(i).bodies;
        if (!bits.has(a) && !bits.has(b)) {
          bits.set(a);
          bits.set(b);
          return i;
        }
      }
      return Tuning.COLOURS;
    }
    const body = movesA ? a : b;
    for (let i = Tuning.COLOURS - 1; i > 0; i--) {
      const bits = world.colour(i).bodies;
      if (!bits.has(body)) {
        bits.set(body);
        return i;
      }
    }
    return Tuning.COLOURS;
  }

  static release(world: World, colour: i32, a: i32, b: i32, movesA: bool, movesB: bool): void {
    if (colour == Tuning.COLOURS) return;
    const bits = world.colour(colour).bodies;
    if (movesA) bits.clear(a);
    if (movesB) bits.clear(b);
  }

  static addContact(world: World, id: i32): void {
    StandingPlan.change(world);
    const contact = Contacts.at(world, id);
    const movesA = Bodies.body(world, contact.bodyA).type == BodyType.Dynamic;
    const movesB = Bodies.body(world, contact.bodyB).type == BodyType.Dynamic;
    const colour = Graph.pick(world, contact.bodyA, contact.bodyB, movesA, movesB);
    const list = world.colour(colour).contacts,
      movers = world.colour(colour).movers;
    // Where many come at once they need more than was reserved. Without memory for it the world ends.
    if (!list.makeRoom(world.pages) || !movers.makeRoom(world.pages)) {
      world.failed = ProblemCode.OutOfMemory;
      return;
    }
    contact.colour = colour;
    contact.colourIndex = list.pushId(id);
    movers.pushId(Movers.entry(contact, movesA ? contact.bodyA : contact.bodyB));
    if (contact.owner == id) world.touchingCount++;
  }

  static removeContact(world: World, id: i32): void {
    StandingPlan.change(world);
    const contact = Contacts.at(world, id);
    const movesA = Bodies.body(world, contact.bodyA).type == BodyType.Dynamic;
    const movesB = Bodies.body(world, contact.bodyB).type == BodyType.Dynamic;
    Graph.release(world, contact.colour, contact.bodyA, contact.bodyB, movesA, movesB);
    const list = world.colour(contact.colour).contacts;
    const last = list.id(--list.count);
    list.setId(contact.colourIndex, last);
    const movers = world.colour(contact.colour).movers;
    movers.setId(contact.colourIndex, movers.id(--movers.count));
    Contacts.at(world, last).colourIndex = contact.colourIndex;
    contact.colour = NONE;
    if (contact.owner == id) world.touchingCount--;
  }

  static addJoint(world: World, id: i32): void {
    StandingPlan.change(world);
    const joint = Joints.at(world, id);
    const movesA = Bodies.body(world, joint.bodyA).type == BodyType.Dynamic;
    const movesB = Bodies.body(world, joint.bodyB).type == BodyType.Dynamic;
    const colour = Graph.pick(world, joint.bodyA, joint.bodyB, movesA, movesB);
    const list = world.colour(colour).joints;
    if (!list.makeRoom(world.pages)) {
      world.failed = ProblemCode.OutOfMemory;
      return;
    }
    joint.colour = colour;
    joint.colourIndex = list.pushId(id);
  }

  static removeJoint(world: World, id: i32): void {
    const joint = Joints.at(world, id);
    const movesA = Bodies.body(world, joint.bodyA).type == BodyType.Dynamic;
    const movesB = Bodies.body(world, joint.bodyB).type == BodyType.Dynamic;
    Graph.release(world, joint.colour, joint.bodyA, joint.bodyB, movesA, movesB);
    const list = world.colour(joint.colour).joints;
    const last = list.id(--list.count);
    list.setId(joint.colourIndex, last);
    Joints.at(world, last).colourIndex = joint.colourIndex;
    joint.colour = NONE;
    world.jointsLeft++;
  }
}
