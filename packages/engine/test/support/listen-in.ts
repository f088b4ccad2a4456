import { vi } from 'vitest';
import { PoolThread } from '../../src/pool/pool.js';

/** Of each worker of the worlds to come: how many messages of it said that there is something to read. */
export function listenIn(): Map<number, number> {
  const told = new Map<number, number>();
  const { run } = PoolThread.prototype;
  vi.spyOn(PoolThread.prototype, 'run').mockImplementation(function (this: PoolThread, message, listener) {
    run.call(this, message, {
      ...listener,
      onReadable(isForetold) {
        const worker = message.type === 'run' ? message.worker : 0;
        told.set(worker, (told.get(worker) ?? 0) + 1);
        listener.onReadable(isForetold);
      },
    });
  });
  return told;
}
