import { World } from '../world/world';
import { MAX_MANIFOLDS } from '../mesh/patches';
import { wakeBody } from '../islands/sleep';
import { Graph } from '../solver/graph';
import { ContactFlag, Contacts } from './contact';
import { NONE } from '../constants';

/**
 * The further manifolds of a pair with a surface: records of the same table, made and freed with the pair's contact and linked behind it, each
 * a constraint of its own in the graph. Pair set, edges of the bodies, awake list, islands, events and counts know the first alone.
 */
export class Siblings {
  /** Contacts a pair takes. */
  // @ts-ignore: decorator
  @inline static readonly PER_PAIR: i32 = MAX_MANIFOLDS;

  /** Room was reserved. */
  static create(world: World, owner: i32): void {
    let last = owner;
    for (let i = 1; i < MAX_MANIFOLDS; i++) {
      const id = world.contacts.take();
      const contact = Contacts.at(world, id),
        first = Contacts.at(world, owner);
      contact.key = first.key;
      contact.colliderA = first.colliderA;
      contact.colliderB = first.colliderB;
      contact.bodyA = first.bodyA;
      contact.bodyB = first.bodyB;
      contact.flags = first.flags;
      contact.awakeIndex = NONE;
      contact.colour = NONE;
      contact.inIsland = 0;
      contact.islandPrevious = NONE;
      contact.islandNext = NONE;
      contact.previousA = NONE;
      contact.nextA = NONE;
      contact.previousB = NONE;
      contact.nextB = NONE;
      contact.friction = first.friction;
      contact.restitution = first.restitution;
      contact.rollingResistance = first.rollingResistance;
      contact.owner = owner;
      contact.sibling = NONE;
      Contacts.at(world, last).sibling = id;
      last = id;
    }
  }

  /** Those of a pair that is destroyed; the first is freed by its owner. */
  static free(world: World, owner: i32): void {
    for (let id = Contacts.at(world, owner).sibling; id != NONE;) {
      const next = Contacts.at(world, id).sibling;
      world.contacts.free(id);
      id = next;
    }
  }

  /** Every touching manifold of a pair enters the graph. */
  static solve(world: World, owner: i32): void {
    for (let id = owner; id != NONE; id = Contacts.at(world, id).sibling) {
      const contact = Contacts.at(world, id);
      if ((contact.flags & ContactFlag.LINKED) != 0 && contact.colour == NONE) Graph.addContact(world, id);
    }
  }

  /** Every manifold of a pair leaves the graph. */
  static leaveGraph(world: World, owner: i32): void {
    for (let id = owner; id != NONE; id = Contacts.at(world, id).sibling)
      if (Contacts.at(world, id).colour != NONE) Graph.removeContact(world, id);
  }

  /** A sibling began or ended to touch. */
  static applyTouch(world: World, id: i32): void {
    const contact = Contacts.at(world, id);
    const touching = (contact.flags & ContactFlag.TOUCHING) != 0;
    if (touching) contact.flags |= ContactFlag.LINKED;
    else contact.flags &= ~ContactFlag.LINKED;
    if ((contact.flags & ContactFlag.SENSOR) != 0) return;
    if (!touching) {
      if (contact.colour != NONE) Graph.removeContact(world, id);
      return;
    }
    wakeBody(world, contact.bodyA);
    wakeBody(world, contact.bodyB);
    if (contact.colour == NONE) Graph.addContact(world, id);
  }
}
