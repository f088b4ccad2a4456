import { World } from '../world/world';
import { Contact } from '../contacts/contact';

const BODY: i32 = 0xfffff;
const POINTS: i32 = 20;

/** What the plan of a step asks of a contact, in the lists of its colour: it need not read the contact. A body index, and the number of points. */
export class Movers {
  /** `body`: one of the contact's, that can move. */
  static entry(contact: Contact, body: i32): i32 {
    return body | (contact.pointCount << POINTS);
  }

  // @ts-ignore: decorator
  @inline static body(entry: i32): i32 {
    return entry & BODY;
  }

  /** 1 to 4. */
  // @ts-ignore: decorator
  @inline static points(entry: i32): i32 {
    return max(1, entry >> POINTS);
  }

  /** The contact of a graph has another number of points. */
  static recount(world: World, contact: Contact): void {
    const list = world.colour(contact.colour).movers;
    list.setId(contact.colourIndex, Movers.entry(contact, Movers.body(list.id(contact.colourIndex))));
  }
}
