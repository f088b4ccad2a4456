import { World } from '../world/world';
import { heraldAnswer } from '../threads/herald';
import { rebuildWhereWorth } from './bulk-build';
import { Proxies } from './proxies';

/** Moves that take as long as the page takes to wake up. */
const MOVES_LEFT: i32 = 100;

/**
 * Stage 10. Proxies that left their fat bounds get their new place in the trees, in bit order; a tree of many new static ones is built anew.
 * `isLast`: little comes after it in the step.
 */
export function refitTrees(world: World, isLast: bool): void {
  const words = (world.colliders.count + 63) >> 6;
  const moved = collect(world, words);
  world.figures.proxiesMoved += moved;
  let left = moved,
    isTold = !isLast || (left <= MOVES_LEFT && heraldAnswer(world));
  const bits = world.context(0).movedBits;
  for (let word = 0; word < words; word++) {
    let rest = bits.word(word);
    if (rest == 0) continue;
    bits.setWord(word, 0);
    for (; rest != 0; rest &= rest - 1) {
      Proxies.move(world, (word << 6) + (ctz(rest) as i32));
      if (--left <= MOVES_LEFT && !isTold) isTold = heraldAnswer(world);
    }
  }
  rebuildWhereWorth(world.staticTree, world.context(0).scratch);
}

/** Brings the bits of all workers to those of the first. Returns how many there are. */
function collect(world: World, words: i32): i32 {
  const all = world.context(0).movedBits;
  let count = 0;
  for (let word = 0; word < words; word++) {
    let bits = all.word(word);
    for (let worker = 1; worker < world.workers; worker++) {
      const own = world.context(worker).movedBits;
      bits |= own.word(word);
      own.setWord(word, 0);
    }
    if (bits == 0) continue;
    all.setWord(word, bits);
    count += popcnt(bits) as i32;
  }
  return count;
}
