import { World } from '../world/world';
import { rebuildWhereWorth } from './bulk-build';
import { Proxies } from './proxies';

/** Stage 10. Proxies that left their fat bounds get their new place in the trees, in bit order; a tree of many new static ones is built anew. */
export function refitTrees(world: World): void {
  const words = (world.colliders.count + 63) >> 6;
  let moved = 0;
  for (let word = 0; word < words; word++) {
    let bits: u64 = 0;
    for (let worker = 0; worker < world.workers; worker++) {
      const own = world.context(worker).movedBits;
      bits |= own.word(word);
      own.setWord(word, 0);
    }
    while (bits != 0) {
      const id = (word << 6) + (ctz(bits) as i32);
      bits &= bits - 1;
      Proxies.move(world, id);
      moved++;
    }
  }
  world.figures.proxiesMoved += moved;
  rebuildWhereWorth(world.staticTree, world.context(0).scratch);
}
