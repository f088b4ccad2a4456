import { World } from '../world/world';
import { Tuning } from '../constants';
import { Movers, SORTS } from './movers';
import { SLABS, Slabs } from './slabs';

/** The contacts of one sort (Movers), of a colour of the shared cluster. */
@unmanaged
class Places {
  /** How many there are; then the next one, as those of the colour are counted along by their sorts. */
  next: i32;
  /** The first of the groups of four that begin with them, counted the same way, and by how much these are moved. */
  firstGroup: i32;
  moved: i32;
  /** How many these are; then where the group is that ends with them, and begins with others. */
  openGroup: i32;
}

const COLOUR_PLACES: usize = (SORTS as usize) * offsetof<Places>();
export const SHARED_PLACES: usize = (Tuning.COLOURS as usize) * COLOUR_PLACES;

/**
 * Where contacts of the shared cluster go. Which four share a group is the same for any number of workers: those of a kind follow each other slab by
 * slab, since a group of several kinds costs as much as its worst. In which order the groups of a colour are solved changes nothing. They lie by the
 * part of all slabs that is a worker's own, and in there by kinds: for one worker as they are counted along.
 */
export class SharedPlaces {
  /** Of the colour: nothing is counted. */
  static clear(world: World, colour: i32): void {
    memory.fill(SharedPlaces.of(world, colour), 0, COLOUR_PLACES);
  }

  // @ts-ignore: decorator
  @inline static of(world: World, colour: i32): usize {
    return world.sharedPlaces + (colour as usize) * COLOUR_PLACES;
  }

  /** Where contacts like that of an entry are counted, and then placed. */
  // @ts-ignore: decorator
  @inline static at(world: World, colour: i32, entry: i32): usize {
    return SharedPlaces.of(world, colour) + (Movers.sort(entry) as usize) * offsetof<Places>();
  }

  /** From numbers of contacts to their places in the colour. Returns how many there are. */
  static arrange(world: World, colour: i32): i32 {
    const first = SharedPlaces.of(world, colour),
      end = first + COLOUR_PLACES;
    let count = 0;
    for (let at = first; at < end; at += offsetof<Places>()) {
      const places = changetype<Places>(at),
        own = places.next;
      places.next = count;
      places.firstGroup = (count + 3) >> 2;
      count += own;
      places.openGroup = ((count + 3) >> 2) - places.firstGroup;
    }
    if (count == 0) return 0;
    let group = 0;
    const own = Slabs.perWorker(world);
    for (let slab = 0; slab < SLABS; slab += own) {
      for (let i = 0; i < SORTS; i++) {
        if ((((i & (SLABS - 1)) - slab) as u32) >= (own as u32)) continue;
        const places = changetype<Places>(first + (i as usize) * offsetof<Places>());
        places.moved = group - places.firstGroup;
        group += places.openGroup;
      }
    }
    let open = 0;
    for (let at = first; at < end; at += offsetof<Places>()) {
      const places = changetype<Places>(at),
        groups = places.openGroup;
      places.openGroup = open;
      if (groups > 0) open = places.firstGroup + groups - 1 + places.moved;
    }
    return count;
  }

  /** Where in its colour a contact goes that comes `next` there. */
  static moved(at: usize, next: i32): i32 {
    const places = changetype<Places>(at),
      group = next >> 2;
    return ((group < places.firstGroup ? places.openGroup : group + places.moved) << 2) | (next & 3);
  }
}
