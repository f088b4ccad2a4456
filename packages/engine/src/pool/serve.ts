import { WorldHeader, type KernelExports } from '@atoll/kernel';
import { Pace } from './pace.js';
import { kernelImports } from '../transport/kernel.js';
import type { WarmUp } from '../transport/warm-up.js';
import type { RunMessage, WorkerMessage } from './messages.js';

/** Bits that `pump` returns. */
const MORE = 1;
const REPLIED = 2;
const STALLED = 4;

/** Takes part in one world from start to end. Blocks this thread for as long as that lasts. */
export function serve(
  { module, memory, world, worker }: RunMessage,
  post: (message: WorkerMessage) => void,
  warmUp: WarmUp | undefined,
): void {
  try {
    const exports = new WebAssembly.Instance(module, kernelImports(memory)).exports as KernelExports;
    post({ type: 'running' });
    if (worker === 0) conduct(exports, memory, world, post, warmUp);
    else exports.work(world, worker);
    post({ type: 'idle' });
  } catch (error) {
    post({ type: 'failed', message: String(error) });
  }
}

/** Worker 0: runs what the inbox says, and sleeps on the doorbell when it says nothing. */
function conduct(
  exports: KernelExports,
  memory: WebAssembly.Memory,
  world: number,
  post: (message: WorkerMessage) => void,
  warmUp: WarmUp | undefined,
): void {
  const words = new Int32Array(memory.buffer);
  const pace = new Pace(exports, world);
  const floats = new Float32Array(memory.buffer);
  const doorbell = (world + WorldHeader.doorbell) >>> 2;
  const quit = (world + WorldHeader.quit) >>> 2;
  const failed = (world + WorldHeader.failed) >>> 2;
  let reported = false;
  while (Atomics.load(words, quit) === 0) {
    // Read before the inbox is: a ring in between makes the wait below return at once.
    const rings = Atomics.load(words, doorbell);
    pace.tick(words, floats);
    const bits = exports.pump(world);
    const failure: boolean = !reported && Atomics.load(words, failed) !== 0;
    reported ||= failure;
    if (bits & (REPLIED | STALLED) || failure) post({ type: 'readable' });
    if (bits & STALLED) Atomics.wait(words, doorbell, rings);
    else if (bits & MORE) continue;
    else if (warmUp && !warmUp.isDone) warmUp.step();
    else Atomics.wait(words, doorbell, rings, pace.tick(words, floats));
  }
}
