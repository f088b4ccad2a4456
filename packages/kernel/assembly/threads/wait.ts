import { World } from '../world/world';

/** Longest pause between two looks, in dummy reads. */
const MAX_BACKOFF: i32 = 64;
/** Reads before parking when every worker has a core to itself: some microseconds, and at most the length of a serial stage. */
const LEAST_PATIENCE: i32 = 4000;
const MOST_PATIENCE: i32 = 400000;
/** Reads before parking where workers share cores, or one and the page: the one waited for may need this very core. */
const PATIENCE_CROWDED: i32 = 400;

/**
 * Waits until the word at `address` is no longer `value`: test-and-test-and-set reading with exponential back-off, then parking.
 * Method: D. Geier, "Test-and-set spinlocks" (geidav, 2016). WebAssembly has no pause instruction; the dummy reads
 * of a line that this worker already shares stand in for it. Parking costs whoever wakes the worker a system call, and the worker some
 * tens of microseconds until it runs again; reading in vain holds up the one that is waited for, where both have to share a core. So a
 * worker waits twice as long after that has paid, and half as long after it has not (A. Karlin et al., "Competitive randomized algorithms
 * for non-uniform problems", 1990, on how long to spin before one blocks). `mayLinger`: false where it parks at once.
 * A function of its own that nothing is inlined into: V8's baseline compiler (Node 20) lets a thread sleep on that waits in a function that never returns.
 */
export function waitWhile(world: World, worker: i32, address: usize, value: u32, parked: usize, mayLinger: bool): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const context = world.context(worker);
  const lingers = mayLinger && world.workers <= world.cores;
  const patience = lingers ? max(LEAST_PATIENCE, context.patience) : PATIENCE_CROWDED;
  let reads = 0;
  let backoff = 1;
  while (true) {
    if (atomic.load<u32>(address) != value) break;
    for (let i = 0; i < backoff; i++) {
      atomic.load<u32>(address);
    }
    reads += backoff + 1;
    if (backoff < MAX_BACKOFF) backoff <<= 1;
    if (reads > patience) {
      atomic.add<u32>(parked, 1);
      memory.atomic.wait32(address, value as i32, -1);
      atomic.sub<u32>(parked, 1);
    }
  }
  if (!lingers) return;
  if (reads > patience) context.patience = patience >> 1;
  else if (reads > MAX_BACKOFF) context.patience = min(MOST_PATIENCE, patience << 1);
}

export function wake(address: usize, parked: usize): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  if (atomic.load<u32>(parked) != 0) atomic.notify(address, -1);
}
