import { World } from '../world/world';
import { Sync } from './sync';

/** Looks before a writer parks until the reader has left, and before it looks again after that. ns */
const LOOKS: i32 = 2000;
const LONGEST_NAP: i64 = 1000000;
/** Looks before a reader is asked whether it goes on waiting. */
const PATIENCE: i32 = 100000;

/** What `writing` says. */
namespace State {
  export const FREE: u32 = 0;
  export const WRITING: u32 = 1;
  /** The rest of it is for whoever takes it over. */
  export const HANDED: u32 = 2;
}

/**
 * What queries read (trees, colliders, bodies) changes only while commands are applied and while a step writes its poses. Between
 * `lockLive` and `unlockLive` the pool may change it; between `enterLive` and `leaveLive` a thread that is no worker may read it.
 * The reader comes first: it never waits for more than the stretch that is under way, and the writer waits for it. Both store
 * before they load, in sequential order, so at least one of them sees the other (E. Dijkstra, "Cooperating sequential processes", 1965).
 */
export function lockLive(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const readers = changetype<usize>(world.sync) + offsetof<Sync>('readers'),
    writing = changetype<usize>(world.sync) + offsetof<Sync>('writing');
  let looks = 0;
  while (true) {
    const count = atomic.load<u32>(readers);
    if (count == 0) {
      atomic.store<u32>(writing, State.WRITING);
      if (atomic.load<u32>(readers) == 0) return;
      atomic.store<u32>(writing, State.FREE);
    } else if (++looks > LOOKS) memory.atomic.wait32(readers, count as i32, LONGEST_NAP);
  }
}

export function unlockLive(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const writing = changetype<usize>(world.sync) + offsetof<Sync>('writing');
  atomic.store<u32>(writing, State.FREE);
  atomic.notify(writing, -1);
}

/** In place of `unlockLive`: what is left to be changed is for the first thread that takes it over, a reader too. */
export function handOver(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  atomic.store<u32>(changetype<usize>(world.sync) + offsetof<Sync>('writing'), State.HANDED);
}

/** Whether there is something left, and it is the caller's now: as after `lockLive`. */
export function takeOver(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return false;
  const writing = changetype<usize>(world.sync) + offsetof<Sync>('writing');
  return atomic.cmpxchg<u32>(writing, State.HANDED, State.WRITING) == State.HANDED;
}

/** Until whoever took it over is done with it. */
export function waitUntilFree(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const writing = changetype<usize>(world.sync) + offsetof<Sync>('writing');
  let looks = 0;
  while (atomic.load<u32>(writing) != State.FREE) {
    if (++looks > LOOKS) memory.atomic.wait32(writing, State.WRITING, LONGEST_NAP);
  }
}

/** False where the writer did not come to an end yet: it has much to change, or it lost its core, or its thread. */
export function enterLive(world: World): bool {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return true;
  const sync = changetype<usize>(world.sync);
  atomic.add<u32>(sync + offsetof<Sync>('readers'), 1);
  for (let looks = 0; looks < PATIENCE; looks++) {
    if (atomic.load<u32>(sync + offsetof<Sync>('writing')) == State.FREE) return true;
  }
  leaveLive(world);
  return false;
}

export function leaveLive(world: World): void {
  // @ts-ignore: constant of the compiler
  if (!ASC_FEATURE_THREADS) return;
  const readers = changetype<usize>(world.sync) + offsetof<Sync>('readers');
  if (atomic.sub<u32>(readers, 1) == 1) atomic.notify(readers, -1);
}
