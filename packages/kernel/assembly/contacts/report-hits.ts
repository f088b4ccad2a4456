import { World } from '../world/world';
import { EventKind } from '../generated/layout';
import { Events } from '../io/events';
import { Contact, Contacts } from './contact';
import { NONE } from '../constants';

/** Serial. Writes a hit event for each contact whose surfaces met faster than the threshold, in order of their ids. */
export function reportHits(world: World): void {
  const words = (world.contacts.count + 63) >> 6;
  for (let word = 0; word < words; word++) {
    let bits: u64 = 0;
    for (let worker = 0; worker < world.workers; worker++) {
      const own = world.context(worker).hitBits;
      bits |= own.word(word);
      own.setWord(word, 0);
    }
    while (bits != 0) {
      const contact = Contacts.at(world, (word << 6) + (ctz(bits) as i32));
      bits &= bits - 1;
      Events.contact(world, EventKind.ContactHit, contact, true).value = takeSpeed(world, contact);
    }
  }
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
