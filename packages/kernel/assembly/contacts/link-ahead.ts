import { World } from '../world/world';
import { BodyType } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Graph } from '../solver/graph';
import { Islands } from '../islands/island';
import { linkIslands, unlinkIslands } from '../islands/merge';
import { Contact, ContactFlag, Contacts } from './contact';
import { BodySet, NONE } from '../constants';

/**
 * Links contacts that were created ahead of the step and touch (create-ahead.ts), `most` at a time: as the step would, in the order of their ids, but for
 * their events. In a world that had no contacts before nothing comes between. Returns whether there is more to do.
 */
export function linkAhead(world: World, most: i32): bool {
  if (world.aheadContacts != 0) return false;
  const start = world.aheadLinked,
    end = min(start + most, world.contacts.count);
  for (let id = start; id < end; id++) {
    const contact = Contacts.at(world, id);
    if ((contact.flags & (ContactFlag.TOUCHING | ContactFlag.SENSOR)) == ContactFlag.TOUCHING) {
      // What wakes a body or restarts its timer, and siblings, are left to the step, and with them whatever comes behind.
      if (contact.owner != id || isResting(world, contact.bodyA) || isResting(world, contact.bodyB)) return false;
      link(world, contact, id);
    }
    world.aheadLinked = id + 1;
  }
  // The step asks for this room anyway, in memory that was never touched: that takes time which nobody waits for now.
  if (start == end) Graph.reserveContacts(world, world.contacts.used);
  return start != end;
}

function isResting(world: World, index: i32): bool {
  const body = Bodies.body(world, index);
  return body.set == BodySet.ASLEEP || body.sleepTime != 0;
}

/** A contact that begins to touch gets a colour, and its bodies are of one island from here on. Both are awake. */
export function link(world: World, contact: Contact, id: i32): void {
  // Where one of them has just woken up, it may have one.
  if (contact.colour == NONE) Graph.addContact(world, id);
  const movesA = Bodies.body(world, contact.bodyA).type == BodyType.Dynamic;
  const movesB = Bodies.body(world, contact.bodyB).type == BodyType.Dynamic;
  if (movesA && movesB) Islands.addContact(world, linkIslands(world, contact.bodyA, contact.bodyB), id);
}

/** What was linked ahead never was. */
export function unlinkAhead(world: World): void {
  while (world.aheadLinked > 0) {
    const id = --world.aheadLinked;
    const contact = Contacts.at(world, id);
    if (contact.colour == NONE) continue;
    Graph.removeContact(world, id);
    if (contact.inIsland == 0) continue;
    contact.inIsland = 0;
    // Nothing else was in there.
    const island = Islands.at(world, Bodies.body(world, contact.bodyA).island);
    island.contactHead = NONE;
    island.contactTail = NONE;
    island.contactCount = 0;
  }
  unlinkIslands(world);
}
