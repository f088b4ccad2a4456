import { World } from '../world/world';
import { EventKind } from '../generated/layout';
import { Events } from '../io/events';
import { Islands } from '../islands/island';
import { mergeIslands } from '../islands/merge';
import { wakeBody } from '../islands/sleep';
import { AwakePairs } from './awake-pair';
import { ContactFlag, Contacts } from './contact';
import { destroyContact, endTouch, isSensed } from './lifecycle';
import { link } from './link-ahead';
import { Siblings } from './siblings';
import { NONE, Tuning } from '../constants';

/** New contacts in one step, from which on room is made for the points of all before any is told of. */
const MANY: i32 = 1024;

/** Stage 5. ORs the workers' bits and handles the contacts that changed, in order of their ids. What begins is told in full by `fillBegins`. */
export function applyTouchChanges(world: World): void {
  world.firstTold = world.events.count;
  const created = world.awakeContacts.count - world.knownContacts;
  // Where there is no memory for so much, there may be for what they have.
  if (world.isHeard != 0 && created > MANY)
    world.eventPoints.reserve(world.pages, world.eventPoints.count + created * Tuning.MANIFOLD_POINTS);
  const words = (world.contacts.count + 63) >> 6;
  for (let word = 0; word < words; word++) {
    let bits: u64 = 0;
    for (let worker = 0; worker < world.workers; worker++) bits |= world.context(worker).touchBits.take(word);
    while (bits != 0) {
      const id = (word << 6) + (ctz(bits) as i32);
      bits &= bits - 1;
      const contact = Contacts.at(world, id);
      const linked = (contact.flags & ContactFlag.LINKED) != 0;
      if (contact.owner != id) Siblings.applyTouch(world, id);
      else if ((AwakePairs.at(world, contact.awakeIndex).bodyB & AwakePairs.DISJOINT) != 0)
        destroyContact(world, id, false);
      else if ((contact.flags & ContactFlag.TOUCHING) != 0) {
        if (!linked) beginTouch(world, id);
      } else if (linked) endTouch(world, id);
    }
  }
  world.toldCount = world.events.count - world.firstTold;
  mergeIslands(world);
  const candidate = world.splitIsland;
  if (candidate != NONE && !world.splitStack.reserve(world.pages, Islands.at(world, candidate).bodyCount))
    world.splitIsland = NONE;
}

function beginTouch(world: World, id: i32): void {
  const contact = Contacts.at(world, id);
  contact.flags |= ContactFlag.LINKED;
  const sensor = (contact.flags & ContactFlag.SENSOR) != 0;
  // With a colour it was linked ahead of the step.
  if (!sensor && contact.colour == NONE) {
    wakeBody(world, contact.bodyA);
    wakeBody(world, contact.bodyB);
    link(world, contact, id);
  }
  if ((contact.flags & ContactFlag.EVENTS) != 0) {
    const sensed = isSensed(contact);
    Events.begin(world, sensed ? EventKind.SensorEnter : EventKind.ContactBegin, id, !sensed && world.isHeard != 0);
  }
}
