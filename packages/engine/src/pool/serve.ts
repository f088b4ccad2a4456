import { WorldHeader, type KernelExports } from '@atoll/kernel';
import { Bell } from './bell.js';
import { Pace } from './pace.js';
import { Teller } from './teller.js';
import { tellByWord } from './told.js';
import { kernelImports } from '../transport/kernel.js';
import type { WarmUp } from '../transport/warm-up.js';
import type { RunMessage, WorkerMessage } from './messages.js';

/** Bits that `pump` returns. */
const MORE = 1;
const REPLIED = 2;
const STALLED = 4;
const HANDED = 8;

/** ms after an answer in which the warm-up does not go on: what was asked for comes first, and reading it. */
const QUIET = 3;

/** Takes part in one world from start to end. Blocks this thread for as long as that lasts. */
export function serve(
  { module, memory, world, worker, isAwaited }: RunMessage,
  post: (message: WorkerMessage) => void,
  warmUp: WarmUp | undefined,
): void {
  try {
    const wordAt = (field: number) => new Int32Array(memory.buffer, world + field, 1);
    const told = wordAt(WorldHeader.told);
    const teller = new Teller(
      wordAt(WorldHeader.isMissed),
      isAwaited ? (isForetold) => tellByWord(told, isForetold) : (isForetold) => post({ type: 'readable', isForetold }),
    );
    const imports = kernelImports(memory, () => teller.foretell());
    const exports = new WebAssembly.Instance(module, imports).exports as KernelExports;
    if (worker === 0) warmUp?.begin();
    post({ type: 'running' });
    if (worker === 0) conduct(exports, memory, world, teller, warmUp);
    else help(exports, world, worker, warmUp, teller);
    post({ type: 'idle' });
  } catch (error) {
    post({ type: 'failed', message: String(error) });
  }
}

/** The other workers: in the steps that are worth sharing, and until the first of them the one with a warm-up goes on with it. */
function help(exports: KernelExports, world: number, worker: number, warmUp: WarmUp | undefined, teller: Teller): void {
  if (warmUp) while (!warmUp.isDone && exports.isCalled(world) === 0) warmUp.step();
  while (exports.work(world, worker) !== 0) teller.tell();
}

/** Worker 0: runs what the inbox says, and sleeps on the doorbell when it says nothing. */
function conduct(
  exports: KernelExports,
  memory: WebAssembly.Memory,
  world: number,
  teller: Teller,
  warmUp: WarmUp | undefined,
): void {
  const words = new Int32Array(memory.buffer);
  const pace = new Pace(exports, world);
  const floats = new Float32Array(memory.buffer);
  const bell = new Bell(
    words,
    (world + WorldHeader.doorbell) >>> 2,
    (rings, us) => exports.hasRung(world, rings, us, 0) !== 0,
  );
  const quit = (world + WorldHeader.quit) >>> 2;
  const failed = (world + WorldHeader.failed) >>> 2;
  let reported = false;
  // That it runs is an answer, too.
  let answered = true;
  while (Atomics.load(words, quit) === 0) {
    const { rings } = bell;
    pace.tick(words, floats);
    const bits = exports.pump(world);
    const failure: boolean = !reported && Atomics.load(words, failed) !== 0;
    reported ||= failure;
    if (bits & HANDED && !failure) teller.leave(exports, world, rings);
    else if (bits & (REPLIED | STALLED) || failure) teller.tell();
    answered ||= (bits & REPLIED) !== 0;
    if (bits & STALLED) bell.wait(rings);
    else if (bits & MORE || exports.workAhead(world) !== 0) continue;
    else {
      const isCold = warmUp !== undefined && !warmUp.isDone;
      const timeout = pace.tick(words, floats);
      if (answered) bell.waitForMore(rings, isCold ? Math.min(QUIET, timeout) : timeout);
      else if (isCold) warmUp.step();
      else bell.wait(rings, timeout);
      answered = false;
    }
  }
}
