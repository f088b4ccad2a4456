import { World } from '../world/world';
import { EventKind } from '../generated/layout';
import { Events } from '../io/events';
import { V } from '../math/vec';
import { Contact, ContactFlag, Contacts } from './contact';
import { NONE } from '../constants';

/** Serial. Writes a hit event for each contact whose surfaces met faster than the threshold, in order of their ids. */
export function reportHits(world: World): void {
  const words = (world.contacts.count + 63) >> 6;
  for (let word = 0; word < words; word++) {
    let bits: u64 = 0;
    for (let worker = 0; worker < world.workers; worker++) bits |= world.context(worker).hitBits.take(word);
    while (bits != 0) {
      const id = (word << 6) + (ctz(bits) as i32);
      bits &= bits - 1;
      Events.contact(world, EventKind.ContactHit, id, true).value = takeSpeed(world, Contacts.at(world, id));
    }
  }
}

/** Serial. Writes a force event for each contact of a collider that asks for it, in the order of the awake list. */
export function reportForces(world: World): void {
  if (world.forceColliders == 0) return;
  for (let i = 0; i < world.awakeContacts.count; i++) {
    const id = world.awakeContacts.id(i);
    const contact = Contacts.at(world, id);
    const told = ContactFlag.FORCES | ContactFlag.LINKED;
    if ((contact.flags & (told | ContactFlag.SENSOR)) != told) continue;
    const impulse = impulseOf(world, contact);
    if (impulse > 0) Events.contact(world, EventKind.ContactForce, id, true).value = impulse / world.h;
  }
}

/** N s: along the normals, of all manifolds of a pair, in the last substep. */
function impulseOf(world: World, contact: Contact): f32 {
  let sum: f32 = 0;
  for (let id = contact.owner; id != NONE;) {
    const manifold = Contacts.at(world, id);
    for (let i = 0; i < manifold.pointCount; i++) sum += V.w(manifold.point(i).onA);
    id = manifold.sibling;
  }
  return sum;
}

/** The fastest of the pair's manifolds, which forget it. */
function takeSpeed(world: World, contact: Contact): f32 {
  let speed: f32 = 0;
  for (let id = contact.owner; id != NONE;) {
    const manifold = Contacts.at(world, id);
    speed = max(speed, manifold.hitSpeed);
    manifold.hitSpeed = 0;
    id = manifold.sibling;
  }
  return speed;
}
