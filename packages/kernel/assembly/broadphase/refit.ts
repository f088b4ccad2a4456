import { NEAR_PAIRS, World } from '../world/world';
import { rebuildWhereWorth } from './bulk-build';
import { Proxies } from './proxies';

/**
 * Stage 10. Proxies that left their fat bounds get their new place in the trees, in the order of their ids; a tree of many new static ones is
 * built anew.
 */
export function refitTrees(world: World): void {
  const words = (world.colliders.count + 63) >> 6,
    list = world.context(0).near;
  let count = 0;
  for (let word = 0; word < words; word++) {
    let bits: u64 = 0;
    for (let worker = 0; worker < world.workers; worker++) bits |= world.context(worker).movedBits.take(word);
    for (; bits != 0; bits &= bits - 1) {
      store<i32>(list + ((count++ as usize) << 2), (word << 6) + (ctz(bits) as i32));
      if (count < NEAR_PAIRS) continue;
      moveAll(world, list, count);
      count = 0;
    }
  }
  moveAll(world, list, count);
  rebuildWhereWorth(world.staticTree, world.context(0).scratch);
}

/** Asks for what all of them need before the first is moved: their cache misses overlap. */
function moveAll(world: World, list: usize, count: i32): void {
  const end = list + ((count as usize) << 2);
  let seen = i32x4.splat(0);
  for (let at = list; at < end; at += 4) seen = v128.or(seen, Proxies.touch(world, load<i32>(at)));
  for (let at = list; at < end; at += 4) seen = v128.or(seen, Proxies.touchBeside(world, load<i32>(at)));
  // A use of what was read, or the compiler would leave it out.
  v128.store(world.context(0).scratch, seen);
  for (let at = list; at < end; at += 4) Proxies.move(world, load<i32>(at));
}
