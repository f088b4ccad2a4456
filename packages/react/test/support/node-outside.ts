import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { idleThreads, liveThreads } from '../../../engine/src/pool/pool.js';
import { busyThreads, portOf, type Outside } from '../everywhere/outside.js';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

let listeners = 0;

/** Counts what is added to the page itself, which outlives all that is rendered. */
function countListeners(target: Window | Document): void {
  const { addEventListener, removeEventListener } = target;
  target.addEventListener = function add(this: unknown, ...args: unknown[]) {
    listeners++;
    Reflect.apply(addEventListener, target, args);
  };
  target.removeEventListener = function remove(this: unknown, ...args: unknown[]) {
    listeners--;
    Reflect.apply(removeEventListener, target, args);
  };
}
countListeners(window);
countListeners(document);

/** Node's, with the page of jsdom. */
export const nodeOutside: Outside = {
  threads: () => liveThreads().length,
  listeners: async () => listeners,
  async heapBytes() {
    for (let i = 0; i < 3; i++) {
      await new Promise((done) => setTimeout(done, 10));
      collect();
    }
    return process.memoryUsage().heapUsed;
  },
  crash() {
    portOf(busyThreads(liveThreads(), idleThreads()).at(-1)!).terminate();
  },
};
