import { cdp } from 'vitest/browser';
import { idleThreads, liveThreads } from '../../../engine/src/pool/pool.js';
import { busyThreads, portOf, type Outside } from '../../test/everywhere/outside.js';

const workers = new Set<Worker>();

/** Every worker that is made from now on is known here while it lives. */
class KnownWorker extends globalThis.Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    workers.add(this);
  }
  override terminate(): void {
    super.terminate();
    workers.delete(this);
  }
}
globalThis.Worker = KnownWorker;

/** vitest types the session by the provider, and leaves the commands open. */
const send = (command: string): Promise<Record<string, number>> =>
  (cdp() as unknown as { send(command: string): Promise<Record<string, number>> }).send(command);

async function collect(): Promise<void> {
  for (let i = 0; i < 2; i++) await send('HeapProfiler.collectGarbage');
}

/** Chromium's, counted by the browser itself. */
export const browserOutside: Outside = {
  threads: () => workers.size,
  async listeners() {
    await collect();
    return (await send('Memory.getDOMCounters'))['jsEventListeners']!;
  },
  async heapBytes() {
    await collect();
    return (await send('Runtime.getHeapUsage'))['usedSize']!;
  },
  crash() {
    const before = [...workers];
    portOf(busyThreads(liveThreads(), idleThreads()).at(-1)!).terminate();
    const ended = before.find((worker) => !workers.has(worker))!;
    // What Chromium tells of a worker that it ends for want of memory.
    ended.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory' }));
  },
};
