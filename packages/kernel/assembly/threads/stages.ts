import { World } from '../world/world';
import { Sync } from './sync';
import { waitWhile, wake } from './wait';

/** Handles items [start, end) of a stage. Writes only slots that belong to these items, and the worker's own context. */
export type Task = (world: World, start: i32, end: i32, worker: i32) => void;
export type SerialTask = (world: World) => void;

/** Pieces that a worker's share of what is left is claimed in, and the most blocks of a piece. */
const PIECES: i32 = 3;
const PIECE_BLOCKS: i32 = 8;

/**
 * Runs `task` over `count` items in blocks of `block`, shared by all workers of the step. Block edges depend on `block` alone.
 * The stage ends when its last item is done, not when the last worker arrives: a worker that lost its core holds nobody up
 * unless it holds a block, and finds on return that the stage has passed.
 */
export function parallel(world: World, worker: i32, count: i32, block: i32, task: Task): void {
  if (world.activeWorkers == 1) {
    alone(world, count, block, task);
    return;
  }
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const sync = world.sync;
  const context = world.context(worker);
  const stage = context.stage++;
  const claim = changetype<usize>(sync) + offsetof<Sync>('claim');
  const pieces = world.workers > world.cores ? count + 1 : world.activeWorkers * PIECES;
  if (count == 0) {
    if (worker == 0) finish(world, stage);
  } else {
    while (true) {
      const seen = atomic.load<u64>(claim);
      if (((seen >> 32) as u32) != stage) return;
      const start = seen as u32 as i32;
      if (start >= count) break;
      // Large pieces first: memory is read in long runs, and less is claimed. Not where workers share cores: one may lose its own with a piece.
      const share = (count - start) / pieces;
      const end = min(start + min(max(block, share - (share % block)), PIECE_BLOCKS * block), count);
      if (atomic.cmpxchg<u64>(claim, seen, (seen & 0xffffffff00000000) | (end as u64)) != seen) continue;
      task(world, start, end, worker);
      const items = (end - start) as u32;
      const done = atomic.add<u32>(changetype<usize>(sync) + offsetof<Sync>('done'), items) + items;
      if (done == (count as u32)) {
        finish(world, stage);
        return;
      }
    }
  }
  waitWhile(world, claim + 4, stage, changetype<usize>(sync) + offsetof<Sync>('parked'));
}

/** Runs `task` on worker 0 while the others wait. */
export function serial(world: World, worker: i32, task: SerialTask): void {
  if (world.activeWorkers == 1) {
    task(world);
    return;
  }
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const sync = world.sync;
  const stage = world.context(worker).stage++;
  if (worker == 0) {
    task(world);
    finish(world, stage);
  } else {
    waitWhile(
      world,
      changetype<usize>(sync) + offsetof<Sync>('claim') + 4,
      stage,
      changetype<usize>(sync) + offsetof<Sync>('parked'),
    );
  }
}

function finish(world: World, stage: u32): void {
  const sync = world.sync;
  const claim = changetype<usize>(sync) + offsetof<Sync>('claim');
  atomic.store<u32>(changetype<usize>(sync) + offsetof<Sync>('done'), 0);
  atomic.store<u64>(claim, ((stage + 1) as u64) << 32);
  wake(claim + 4, changetype<usize>(sync) + offsetof<Sync>('parked'));
}

/** One worker: blocks in order, or in an order drawn from the seed, which must not matter. */
function alone(world: World, count: i32, block: i32, task: Task): void {
  const seed = world.blockOrderSeed;
  if (seed == 0) {
    if (count > 0) {
      for (let start = 0; start < count; start += block) task(world, start, min(start + block, count), 0);
    }
    return;
  }
  const blocks = (count + block - 1) / block;
  // i → (i · odd + offset) mod 2^k visits every block below `blocks` once when larger results are skipped.
  let size = 1;
  while (size < blocks) size <<= 1;
  const factor = (seed * 0x9e3779b1) | 1;
  const offset = seed * 0x85ebca6b;
  for (let i = 0; i < size; i++) {
    const at = (((i as u32) * factor + offset) & ((size - 1) as u32)) as i32;
    if (at < blocks) task(world, at * block, min(at * block + block, count), 0);
  }
}
