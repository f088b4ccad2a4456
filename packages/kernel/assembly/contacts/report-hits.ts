import { World } from '../world/world';
import { EventKind } from '../generated/layout';
import { Events } from '../io/events';
import { Contacts } from './contact';

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
      Events.contact(world, EventKind.ContactHit, contact, true).value = contact.hitSpeed;
      contact.hitSpeed = 0;
    }
  }
}
