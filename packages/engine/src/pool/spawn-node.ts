import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { WorkerMessage } from './messages.js';
import type { Spawner, ThreadPort } from './spawn.js';

export const spawner: Spawner = {
  spawn(): ThreadPort {
    const worker = new Worker(new URL('./worker-node.js', import.meta.url), { name: 'atoll' });
    // Idle or busy, a pool does not keep a finished program from ending; a promise that someone waits for does.
    worker.unref();
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      listen(onMessage, onFailure) {
        worker.on('message', (message: WorkerMessage) => onMessage(message));
        worker.on('messageerror', () => onFailure('a message to the page could not be read'));
        worker.on('error', (error) => onFailure(String(error)));
        worker.on('exit', (code) => onFailure(`it ended with code ${code}`));
      },
      hold: (yes) => (yes ? worker.ref() : worker.unref()),
      terminate: () => void worker.terminate(),
    };
  },
  cores: () => availableParallelism(),
  threadObstacle: () => undefined,
  sharingObstacle: () => (typeof SharedArrayBuffer === 'undefined' ? 'there is no shared memory here' : undefined),
};
