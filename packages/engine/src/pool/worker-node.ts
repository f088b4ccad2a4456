import { parentPort } from 'node:worker_threads';
import { attend } from './attend.js';
import type { PageMessage } from './messages.js';

/** Entry of a pool thread in Node. */
const onMessage = attend((message, transfer) => parentPort!.postMessage(message, transfer));
parentPort!.on('message', (message: PageMessage) => onMessage(message));
