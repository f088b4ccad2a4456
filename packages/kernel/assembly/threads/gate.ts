import { World } from '../world/world';
import { Sync } from './sync';
import { sinceStart } from '../world/clock';
import { waitWhile, wake } from './wait';

/**
 * The gate that helpers enter a step through. The conductor opens it once it knows that a step is due and worth sharing, and
 * closes it at the end. A helper that comes too late stays outside: nobody waits for it. Those inside leave on their own, and before the
 * conductor does anything else it waits for them: a step is answered while one that has lost its core is still on its way out.
 */
export function openGate(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const gate = changetype<usize>(world.sync) + offsetof<Sync>('gate');
  atomic.store<u32>(changetype<usize>(world.sync) + offsetof<Sync>('entered'), 0);
  atomic.store<u32>(gate, atomic.load<u32>(gate) + 1);
  wake(gate, changetype<usize>(world.sync) + offsetof<Sync>('gateParked'));
}

export function closeGate(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const gate = changetype<usize>(world.sync) + offsetof<Sync>('gate');
  atomic.store<u32>(gate, atomic.load<u32>(gate) + 1);
}

/** Until the last helper is out. What they go by on their way, the world's lists and counts, stays as it is until then. */
export function awaitHelpers(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const inside = changetype<usize>(world.sync) + offsetof<Sync>('inside');
  let looks = 0;
  while (true) {
    const count = atomic.load<u32>(inside);
    if (count == 0) return;
    // A helper may have lost its core in here; give it ours rather than spin.
    if (++looks > 10000) memory.atomic.wait32(inside, count as i32, 200000);
  }
}

/** Waits for the next open gate and enters. False when the world is over. `last` is the gate word of the step it left. */
export function enterGate(world: World, worker: i32, last: u32): u32 {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return 0;
  const sync = world.sync;
  const gate = changetype<usize>(sync) + offsetof<Sync>('gate');
  const inside = changetype<usize>(sync) + offsetof<Sync>('inside');
  // Between two steps the page reads: a core that nothing else would use is left to it.
  const mayLinger = world.workers < world.cores;
  let seen = last;
  while (true) {
    waitWhile(world, worker, gate, seen, changetype<usize>(sync) + offsetof<Sync>('gateParked'), mayLinger);
    if (atomic.load<u32>(changetype<usize>(world) + offsetof<World>('quit')) != 0) return 0;
    seen = atomic.load<u32>(gate);
    if ((seen & 1) == 0) continue;
    atomic.add<u32>(inside, 1);
    if (atomic.load<u32>(gate) == seen) {
      atomic.add<u32>(changetype<usize>(sync) + offsetof<Sync>('entered'), 1);
      world.context(worker).stage = atomic.load<u32>(changetype<usize>(sync) + offsetof<Sync>('baseStage'));
      return seen;
    }
    leaveGate(world);
  }
}

export function leaveGate(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const inside = changetype<usize>(world.sync) + offsetof<Sync>('inside');
  if (atomic.sub<u32>(inside, 1) == 1) atomic.notify(inside, -1);
}

/** Steps in a row. Fewer say nothing: in its first ones a world shares the cores with the host's compilers, and who naps then loses its own. */
const HELPLESS: i32 = 8;
/** µs after which helpers that were called should be in. */
const LATE: i32 = 100;
/** ns that the conductor gives up its core for where they are not; waking up takes longer. */
const NAP: i64 = 1000;

/** Counts the steps in a row that not all helpers came to, of those that they were called to. Returns how many workers took part. */
export function countHelp(world: World): u32 {
  const workers: u32 = 1 + (world.activeWorkers > 1 ? world.sync.entered : 0);
  if (world.activeWorkers > 1) world.helpless = workers < (world.workers as u32) ? world.helpless + 1 : 0;
  return workers;
}

/**
 * Called by the conductor before each shared stage. A helper that was woken while the page still ran on the other core waits behind the conductor on
 * this one, for the whole step and in every step: the scheduler moves no thread that ran a moment ago. If many steps lacked help, and this one does,
 * the conductor sleeps for a moment; the helper takes its core, and it wakes up on the one that is idle.
 */
export function letHelpersIn(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  if (world.helpless < HELPLESS || world.workers > world.cores) return;
  const entered = changetype<usize>(world.sync) + offsetof<Sync>('entered');
  const count = atomic.load<u32>(entered);
  if (count + 1 < (world.workers as u32)) {
    if (sinceStart(world) < LATE) return;
    memory.atomic.wait32(entered, count as i32, NAP);
  }
  world.helpless = 0;
}
