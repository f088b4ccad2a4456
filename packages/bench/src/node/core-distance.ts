import { Worker } from 'node:worker_threads';
import { Ball } from './ball.ts';

const ROUNDS = 5;
/** Passes between two looks at the clock, and all of a round. */
const [PASSES, MOST] = [50, 5000];
/** ms after which a round ends: two threads that have one core between them pass a word a few hundred times a second. */
const LIMIT = 20;

/**
 * ns that a cache line takes from one thread's core to that of another and back: the least of some rounds. Some tens where both cores share a
 * cache, some hundreds where they do not.
 */
export async function coreDistance(): Promise<number> {
  const words = new Int32Array(new SharedArrayBuffer(64));
  const worker = new Worker(new URL('./core-distance-worker.js', import.meta.url), { workerData: words });
  while (Atomics.load(words, 0) !== Ball.BACK) await new Promise((resolve) => setTimeout(resolve, 1));
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    let passes = 0;
    for (; passes < MOST && performance.now() < start + LIMIT; passes += PASSES) {
      for (let i = 0; i < PASSES; i++) {
        Atomics.store(words, 0, Ball.THERE);
        while (Atomics.load(words, 0) !== Ball.BACK);
      }
    }
    least = Math.min(least, ((performance.now() - start) * 1e6) / passes);
  }
  Atomics.store(words, 0, Ball.OUT);
  await new Promise((resolve) => worker.once('exit', resolve));
  return least;
}
