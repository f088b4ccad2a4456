import { letHelpersIn } from './gate';
import { World } from '../world/world';
import { Claim, Sync, Syncs } from './sync';
import { waitWhile, wake } from './wait';

/** Handles items [start, end) of a stage. Writes only slots that belong to these items, and the worker's own context. */
export type Task = (world: World, start: i32, end: i32, worker: i32) => void;
export type SerialTask = (world: World) => void;

/** Pieces that what is left of a worker's part is claimed in, and the most blocks of a piece. */
const PIECES: i32 = 2;
const PIECE_BLOCKS: i32 = 16;

/** Before the gate opens: stages go on from the last one that ran, and nothing is claimed of those to come. */
export function startStages(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const sync = world.sync;
  const stage = atomic.load<u32>(changetype<usize>(sync) + offsetof<Sync>('stage'));
  atomic.store<u32>(changetype<usize>(sync) + offsetof<Sync>('baseStage'), stage);
  world.context(0).stage = stage;
  // Every step: a worker whose part was empty for ages would else be left with a number so old that it looks new.
  for (let i = 0; i < world.workers; i++) atomic.store<u64>(Syncs.claim(sync, i), Claim.of(stage));
}

/**
 * Runs `task` over `count` items in blocks of `block`, shared by all workers of the step; one that is alone takes them in one piece.
 * Each worker begins with its own part, which is in the same place in every stage: bodies and constraints that it wrote are mostly those
 * that it reads next, and lie in its own cache. Then it helps the others with theirs, its neighbour first: two neighbours begin at the outer ends
 * of their parts, so that what one does of the other's lies beside its own, and is much the same in the next stage.
 * The stage ends when its last item is done, not when the last worker arrives: a worker that lost its core holds nobody up
 * unless it holds a block, and finds on return that the stage has passed.
 */
export function parallel(world: World, worker: i32, count: i32, block: i32, task: Task): void {
  share(world, worker, null, count, block, task);
}

/** As `parallel`, while worker 0 first runs `first` alone: neither may write what the other reads. */
export function alongside(world: World, worker: i32, first: SerialTask, count: i32, block: i32, task: Task): void {
  share(world, worker, first, count, block, task);
}

function share(world: World, worker: i32, first: SerialTask | null, count: i32, block: i32, task: Task): void {
  if (world.activeWorkers == 1) {
    if (first !== null) first(world);
    alone(world, count, block, task);
    return;
  }
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const sync = world.sync;
  if (worker == 0) letHelpersIn(world);
  const stage = world.context(worker).stage++;
  const all = first === null ? count : count + 1;
  if (all == 0) {
    if (worker == 0) finish(world, stage);
  } else {
    // Passed: the count, too, may be another by now.
    if (atomic.load<u32>(changetype<usize>(sync) + offsetof<Sync>('stage')) != stage) return;
    let items = 0;
    if (first !== null && worker == 0) {
      first(world);
      items = 1;
    }
    const done = changetype<usize>(sync) + offsetof<Sync>('done'),
      parts = world.activeWorkers;
    // Its own, its neighbour's, those of the pair beside it, and so on.
    for (let i = 0, left = parts; left > 0; i++) {
      const part = worker ^ i;
      if (part >= parts) continue;
      left--;
      const did = claimAll(world, worker, part, stage, count, block, task);
      if (did < 0) return;
      items += did;
      if (items == 0) continue;
      // Before a look at what others claim, which is in their caches: mostly nothing is left of it.
      if (atomic.add<u32>(done, items) + items == (all as u32)) {
        finish(world, stage);
        return;
      }
      items = 0;
    }
  }
  awaitEnd(world, worker, stage);
}

/** Of the blocks of a stage: the first in the part of a worker. */
export function firstBlock(blocks: i32, part: i32, parts: i32): i32 {
  return (((blocks as i64) * part) / parts) as i32;
}

/** Does what nobody else does of a worker's part. Returns how many items; negative where the stage has passed. */
function claimAll(world: World, worker: i32, part: i32, stage: u32, count: i32, block: i32, task: Task): i32 {
  const blocks = (count + block - 1) / block,
    first = firstBlock(blocks, part, world.activeWorkers),
    end = firstBlock(blocks, part + 1, world.activeWorkers);
  if (first == end) return 0;
  const claim = Syncs.claim(world.sync, part);
  // Memory is read in long runs, and less is claimed, where large pieces come first. Not where items are large and differ, nor where workers
  // share cores: one may lose its own with a piece.
  const pieces = block == 1 || world.workers > world.cores ? i32.MAX_VALUE : PIECES;
  const upwards = (part == worker) == ((part & 1) == 0);
  let items = 0;
  while (true) {
    const seen = atomic.load<u64>(claim);
    const since = Claim.since(seen, stage);
    if (since > 0) return -1;
    // An older stage: nothing is claimed yet, and this one cannot have passed.
    const claimed = since < 0 ? Claim.of(stage) : seen;
    const low = first + Claim.below(claimed),
      high = end - Claim.above(claimed);
    if (low >= high) return items;
    const share = min(max(1, (high - low) / pieces), PIECE_BLOCKS);
    if (atomic.cmpxchg<u64>(claim, seen, Claim.more(claimed, share, upwards)) != seen) continue;
    const start = (upwards ? low : high - share) * block,
      stop = min(start + share * block, count);
    task(world, start, stop, worker);
    items += stop - start;
  }
}

/** Runs `task` on worker 0 while the others wait. */
export function serial(world: World, worker: i32, task: SerialTask): void {
  if (world.activeWorkers == 1) {
    task(world);
    return;
  }
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const stage = world.context(worker).stage++;
  if (worker == 0) {
    task(world);
    finish(world, stage);
  } else awaitEnd(world, worker, stage);
}

function awaitEnd(world: World, worker: i32, stage: u32): void {
  const sync = changetype<usize>(world.sync);
  waitWhile(world, worker, sync + offsetof<Sync>('stage'), stage, sync + offsetof<Sync>('parked'), true);
}

function finish(world: World, stage: u32): void {
  const sync = world.sync;
  const running = changetype<usize>(sync) + offsetof<Sync>('stage');
  atomic.store<u32>(changetype<usize>(sync) + offsetof<Sync>('done'), 0);
  atomic.store<u32>(running, stage + 1);
  wake(running, changetype<usize>(sync) + offsetof<Sync>('parked'));
}

/** One worker: all of it, or blocks in an order drawn from the seed, which must not matter. */
function alone(world: World, count: i32, block: i32, task: Task): void {
  const seed = world.blockOrderSeed;
  if (seed == 0) {
    if (count > 0) task(world, 0, count, 0);
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
