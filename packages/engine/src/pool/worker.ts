import { attend } from './attend.js';
import type { PageMessage } from './messages.js';

/** Entry of a pool thread in a browser. */
const onMessage = attend((message, transfer) => postMessage(message, { transfer }));
addEventListener('message', ({ data }: MessageEvent<PageMessage>) => onMessage(data));
