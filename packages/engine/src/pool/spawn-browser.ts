import type { WorkerMessage } from './messages.js';
import type { Spawner, ThreadPort } from './spawn.js';

export const spawner: Spawner = {
  spawn(): ThreadPort {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'atoll' });
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      listen(onMessage, onFailure) {
        worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => onMessage(data);
        worker.onmessageerror = () => onFailure('a message to the page could not be read');
        worker.onerror = (event) => {
          event.preventDefault();
          onFailure(event.message || 'its script could not be loaded');
        };
      },
      hold() {},
      terminate: () => worker.terminate(),
    };
  },
  cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,
  threadObstacle: () => (typeof Worker === 'undefined' ? 'there are no workers here' : undefined),
  sharingObstacle: () =>
    typeof SharedArrayBuffer === 'undefined' || !globalThis.crossOriginIsolated
      ? 'the page is not cross-origin isolated'
      : undefined,
};
