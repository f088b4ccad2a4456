import { PhysicsError } from '../errors.js';
import { HostedWorld } from './hosted-world.js';
import type { HostMessage, PageMessage, RunMessage, WorkerMessage } from './messages.js';
import { warmUp } from '../transport/warm-up.js';
import { serve } from './serve.js';

/** Never fails: without it the first steps are slower. */
async function prepare({ module, warmUp: isDue }: RunMessage | HostMessage, shared: boolean): Promise<void> {
  if (isDue) await warmUp(module, shared).catch(() => {});
}

export type Post = (message: WorkerMessage, transfer: ArrayBuffer[]) => void;

/** What a pool thread does with the page's messages: it takes part in a world in shared memory, or hosts one of its own. */
export function attend(post: Post): (message: PageMessage) => void {
  let hosted: HostedWorld | undefined;
  const fail = (error: unknown): void => {
    hosted = undefined;
    post(
      { type: 'failed', message: String(error), ...(error instanceof PhysicsError && { problem: error.problem }) },
      [],
    );
  };
  return (message) => {
    switch (message.type) {
      case 'run':
        void prepare(message, true).then(() => serve(message, (answer) => post(answer, [])));
        return;
      case 'host':
        prepare(message, false)
          .then(() => HostedWorld.open(message, post, fail))
          .then((world) => {
            hosted = world;
            post({ type: 'running' }, []);
          }, fail);
        return;
      case 'commands':
        hosted?.receive(message);
        return;
      case 'end':
        hosted?.end();
        hosted = undefined;
        post({ type: 'idle' }, []);
    }
  };
}
