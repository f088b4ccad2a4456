import { World } from '../world/world';
import { Contact } from '../contacts/contact';
import { Tuning } from '../constants';
import { StandingPlan } from './standing-plan';

const BODY: i32 = 0xfffff;
const POINTS: i32 = 20;
const IDLE: i32 = 1 << 23;
const SORTED_IDLE: i32 = 1 << 24;

/** Kinds of contacts that share groups (`Movers.kind`). */
export const KINDS: i32 = 2 * Tuning.MANIFOLD_POINTS;

/**
 * What the plan of a step asks of a contact, in the lists of its colour: it need not read the contact. A body index, the number of points,
 * whether it is idle: nothing pressed at the end of the last step that solved it; and whether it was when idle contacts were sorted from the others.
 */
export class Movers {
  /** `body`: one of the contact's, that can move. */
  static entry(contact: Contact, body: i32): i32 {
    return body | (contact.pointCount << POINTS);
  }

  /** The entry without the marks of what is idle. */
  // @ts-ignore: decorator
  @inline static unmarked(entry: i32): i32 {
    return entry & ~(IDLE | SORTED_IDLE);
  }

  // @ts-ignore: decorator
  @inline static isIdle(entry: i32): bool {
    return (entry & IDLE) != 0;
  }

  // @ts-ignore: decorator
  @inline static body(entry: i32): i32 {
    return entry & BODY;
  }

  /** Contacts of one kind have as many points, and are all idle or none: 0 to 3 for four points to one, 4 to 7 for one to four of those that are. */
  // @ts-ignore: decorator
  @inline static kind(entry: i32): i32 {
    const points = max(1, Movers.unmarked(entry) >> POINTS);
    return entry & SORTED_IDLE ? Tuning.MANIFOLD_POINTS - 1 + points : Tuning.MANIFOLD_POINTS - points;
  }

  /** The contact of a graph has another number of points. */
  static recount(world: World, contact: Contact): void {
    const list = world.colour(contact.colour).movers;
    const entry = list.id(contact.colourIndex);
    list.setId(contact.colourIndex, Movers.entry(contact, Movers.body(entry)) | (entry & (IDLE | SORTED_IDLE)));
    StandingPlan.change(world);
  }

  /** Whether the contact is idle, by the address of its entry. */
  // @ts-ignore: decorator
  @inline static mark(at: usize, isIdle: bool): void {
    const entry = load<i32>(at),
      marked = (entry & ~IDLE) | (isIdle ? IDLE : 0);
    if (entry != marked) store<i32>(at, marked);
  }

  /** From now on the contact is sorted by whether it is idle now, by the address of its entry. */
  // @ts-ignore: decorator
  @inline static sort(at: usize): void {
    const entry = load<i32>(at),
      sorted = Movers.isIdle(entry) ? entry | SORTED_IDLE : entry & ~SORTED_IDLE;
    if (entry != sorted) store<i32>(at, sorted);
  }
}
