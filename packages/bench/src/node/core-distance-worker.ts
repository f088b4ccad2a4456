import { workerData } from 'node:worker_threads';
import { Ball, SPINS } from './ball.ts';

/** Sends the ball back, and sleeps where none comes. */
const words = workerData as Int32Array;
Atomics.store(words, 0, Ball.BACK);
for (let spins = 0; ; spins++) {
  if (Atomics.load(words, 0) === Ball.THERE) {
    Atomics.store(words, 0, Ball.BACK);
    spins = 0;
  } else if (spins > SPINS) {
    Atomics.wait(words, 0, Ball.BACK);
    spins = 0;
  }
}
