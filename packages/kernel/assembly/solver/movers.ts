import { World } from '../world/world';
import { Contact } from '../contacts/contact';
import { Tuning } from '../constants';
import { SLABS } from './slabs';
import { StandingPlan } from './standing-plan';

const BODY: i32 = 0xfffff;
const SLAB: i32 = 20;
const KIND: i32 = 23;
const IDLE: i32 = 1 << 26;

/** Kinds of contacts that share groups: 0 to 3 for four points to one, 4 to 7 for one to four of those that are idle. */
export const KINDS: i32 = 2 * Tuning.MANIFOLD_POINTS;
/** From the kind of what is idle to that of what is not, and back. */
const OTHER: i32 = (KINDS - 1) << KIND;
const SORTED_IDLE: i32 = Tuning.MANIFOLD_POINTS << KIND;

/** Contacts of one kind in one slab (slabs.ts). */
export const SORTS: i32 = KINDS * SLABS;

/**
 * What the plan of a step asks of a contact, in the lists of its colour: it need not read the contact. A body index; whether it is idle: nothing pressed
 * at the end of the last step that solved it; its kind, by the number of its points and whether it was idle when contacts were sorted; and the slab of its body then.
 */
export class Movers {
  /** `body`: one of the contact's, that can move. */
  static entry(contact: Contact, body: i32): i32 {
    return body | ((Tuning.MANIFOLD_POINTS - max(1, contact.pointCount)) << KIND);
  }

  /** The entry as it was at first. */
  static unmarked(entry: i32): i32 {
    return (entry & SORTED_IDLE ? entry ^ OTHER : entry) & ~(IDLE | ((SLABS - 1) << SLAB));
  }

  // @ts-ignore: decorator
  @inline static isIdle(entry: i32): bool {
    return (entry & IDLE) != 0;
  }

  // @ts-ignore: decorator
  @inline static body(entry: i32): i32 {
    return entry & BODY;
  }

  // @ts-ignore: decorator
  @inline static kind(entry: i32): i32 {
    return (entry >> KIND) & (KINDS - 1);
  }

  /** Which of the SORTS, kind by kind. */
  // @ts-ignore: decorator
  @inline static sort(entry: i32): i32 {
    return (entry >> SLAB) & (SORTS - 1);
  }

  /** The contact of a graph has another number of points. */
  static recount(world: World, contact: Contact): void {
    const list = world.colour(contact.colour).movers;
    const entry = list.id(contact.colourIndex);
    // What marks have changed of the old entry they change of the new one.
    list.setId(contact.colourIndex, Movers.entry(contact, Movers.body(entry)) ^ Movers.unmarked(entry) ^ entry);
    StandingPlan.change(world);
  }

  /** Whether the contact is idle, by the address of its entry. */
  // @ts-ignore: decorator
  @inline static mark(at: usize, isIdle: bool): void {
    const entry = load<i32>(at),
      marked = (entry & ~IDLE) | (isIdle ? IDLE : 0);
    if (entry != marked) store<i32>(at, marked);
  }

  /** From now on the contact is sorted by whether it is idle now, and by this slab, by the address of its entry. Returns it. */
  static resort(at: usize, slab: i32): i32 {
    const entry = load<i32>(at);
    let sorted = Movers.unmarked(entry) | (slab << SLAB);
    if (Movers.isIdle(entry)) sorted = (sorted | IDLE) ^ OTHER;
    if (entry != sorted) store<i32>(at, sorted);
    return sorted;
  }
}
