import { parentPort } from 'node:worker_threads';
import type { RunMessage } from './messages.js';
import { serve } from './serve.js';

/** Entry of a pool thread in Node. */
parentPort!.on('message', (message: RunMessage) => {
  if (message.type === 'run') serve(message, (answer) => parentPort!.postMessage(answer));
});
