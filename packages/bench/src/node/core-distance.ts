import { Worker } from 'node:worker_threads';
import { Ball, SPINS } from './ball.ts';

const ROUNDS = 5;
/** Passes of a round: 10 µs where both cores share a cache, 30 where they do not. */
const PASSES = 100;

let partner: Promise<Int32Array> | undefined;

/**
 * ns that a cache line takes from one thread's core to that of another and back: the least of some rounds. Some tens where both cores share a
 * cache, some hundreds where they do not. Nothing where the other thread did not get a core of its own within so many
 * ms: on a machine with nothing else to do it may be called to the core of its caller, until the scheduler moves it.
 */
export async function coreDistance(patience: number): Promise<number | undefined> {
  const words = await (partner ??= meetPartner());
  const end = performance.now() + patience;
  let least: number | undefined;
  for (let round = 0; round < ROUNDS && performance.now() < end;) {
    const ns = playRound(words, end);
    if (ns === undefined) continue;
    least = Math.min(least ?? Infinity, ns);
    round++;
  }
  return least;
}

/** A thread that sleeps between looks, and keeps no process alive. */
async function meetPartner(): Promise<Int32Array> {
  const words = new Int32Array(new SharedArrayBuffer(64));
  const worker = new Worker(new URL('./core-distance-worker.js', import.meta.url), { workerData: words });
  worker.unref();
  while (Atomics.load(words, 0) !== Ball.BACK) await new Promise((resolve) => setTimeout(resolve, 1));
  return words;
}

/** ns a pass, or nothing where the ball did not come back in time. */
function playRound(words: Int32Array, end: number): number | undefined {
  Atomics.store(words, 0, Ball.THERE);
  Atomics.notify(words, 0);
  while (Atomics.load(words, 0) !== Ball.BACK) if (performance.now() > end) return undefined;

  const start = performance.now();
  for (let pass = 0; pass < PASSES; pass++) {
    Atomics.store(words, 0, Ball.THERE);
    let spins = 0;
    while (Atomics.load(words, 0) !== Ball.BACK) if (++spins > SPINS) return undefined;
  }
  return ((performance.now() - start) * 1e6) / PASSES;
}
