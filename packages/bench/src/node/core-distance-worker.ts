import { workerData } from 'node:worker_threads';
import { Ball } from './ball.ts';

/** Sends the ball back until it is told to stop. */
const words = workerData as Int32Array;
Atomics.store(words, 0, Ball.BACK);
for (let ball = Atomics.load(words, 0); ball !== Ball.OUT; ball = Atomics.load(words, 0)) {
  if (ball === Ball.THERE) Atomics.store(words, 0, Ball.BACK);
}
