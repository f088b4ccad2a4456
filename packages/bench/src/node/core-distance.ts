import { Worker } from 'node:worker_threads';
import { Ball, SPINS } from './ball.ts';

const ROUNDS = 5;
/** Passes of a round: 50 µs where both cores share a cache, 160 where they do not. */
const PASSES = 500;
/** ms that a thread may take to wake up. */
const WAKING = 1;

let partner: Promise<Int32Array> | undefined;

/**
 * ns that a cache line takes from one thread's core to that of another and back: the least of some rounds. Some tens where both cores share a
 * cache, some hundreds where they do not. Nothing where the threads did not get a core each. A look takes 0.3 to 1 ms, and up to 9 beside work that
 * has both cores.
 */
export async function coreDistance(): Promise<number | undefined> {
  const words = await (partner ??= meetPartner());
  let least: number | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const ns = playRound(words);
    if (ns !== undefined) least = Math.min(least ?? Infinity, ns);
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
function playRound(words: Int32Array): number | undefined {
  Atomics.store(words, 0, Ball.THERE);
  Atomics.notify(words, 0);
  const called = performance.now();
  while (Atomics.load(words, 0) !== Ball.BACK) if (performance.now() > called + WAKING) return undefined;

  const start = performance.now();
  for (let pass = 0; pass < PASSES; pass++) {
    Atomics.store(words, 0, Ball.THERE);
    let spins = 0;
    while (Atomics.load(words, 0) !== Ball.BACK) if (++spins > SPINS) return undefined;
  }
  return ((performance.now() - start) * 1e6) / PASSES;
}
