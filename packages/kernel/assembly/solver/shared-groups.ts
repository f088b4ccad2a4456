import { MAX_WORKERS, World } from '../world/world';
import { firstBlock } from '../threads/stages';
import { Clusters } from './cluster';
import { Tuning } from '../constants';

/** Constraints of a colour that are claimed at once: a few microseconds of work, so that claiming it is cheap beside it. */
export const COLOUR_BLOCK: i32 = 4;

export const SHARED_GROUPS: usize = ((Tuning.COLOURS * MAX_WORKERS) as usize) << 2;

/**
 * Where the groups of the shared cluster lie: by the workers that begin with them, and in there colour by colour. A pass reads at the stride of a
 * group, and a processor fetches many strides ahead: past the part of its worker it would fetch what another is about to write. So it fetches the
 * part of the next colour.
 */
export class SharedGroups {
  /** Serial, once the constraints of each colour are counted. */
  static place(world: World): void {
    if (Clusters.shared(world).groupCount == 0) return;
    let next = 0;
    for (let part = 0; part < world.workers; part++) {
      for (let colour = 0; colour < Tuning.COLOURS; colour++) {
        const first = SharedGroups.first(world, colour, part);
        store<i32>(SharedGroups.shiftAt(world, colour, part), next - first);
        next += SharedGroups.first(world, colour, part + 1) - first;
      }
    }
  }

  /** Of the groups of a colour: the first in the part of a worker. */
  static first(world: World, colour: i32, part: i32): i32 {
    const own = Clusters.shared(world).colour(colour);
    const start = firstBlock(SharedGroups.blocks(world, colour), part, world.workers) * COLOUR_BLOCK;
    return min(max(start - own.jointCount, 0), own.groupCount);
  }

  /** The part that a group of a colour is in. */
  static part(world: World, colour: i32, group: i32): i32 {
    if (world.workers == 1) return 0;
    const block = (Clusters.shared(world).colour(colour).jointCount + group) / COLOUR_BLOCK;
    return ((block + 1) * world.workers - 1) / SharedGroups.blocks(world, colour);
  }

  /** From a group's number in its colour, and its part, to that in the cluster. */
  // @ts-ignore: decorator
  @inline static shift(world: World, colour: i32, part: i32): i32 {
    return load<i32>(SharedGroups.shiftAt(world, colour, part));
  }

  static index(world: World, colour: i32, group: i32): i32 {
    return group + SharedGroups.shift(world, colour, SharedGroups.part(world, colour, group));
  }

  private static blocks(world: World, colour: i32): i32 {
    const own = Clusters.shared(world).colour(colour);
    return (own.jointCount + own.groupCount + COLOUR_BLOCK - 1) / COLOUR_BLOCK;
  }

  // @ts-ignore: decorator
  @inline private static shiftAt(world: World, colour: i32, part: i32): usize {
    return world.sharedGroups + ((colour * MAX_WORKERS + part) << 2);
  }
}
