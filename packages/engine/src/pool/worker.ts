import type { RunMessage } from './messages.js';
import { serve } from './serve.js';

/** Entry of a pool thread in a browser. */
addEventListener('message', ({ data }: MessageEvent<RunMessage>) => {
  if (data.type === 'run') serve(data, (message) => postMessage(message));
});
