import { PhysicsError } from '../errors.js';
import { HostedWorld } from './hosted-world.js';
import type { HostMessage, PageMessage, RunMessage, WorkerMessage } from './messages.js';
import { WarmUp } from '../transport/warm-up.js';
import { serve } from './serve.js';

const warmUpOf = ({ module, warmUp }: RunMessage | HostMessage, shared: boolean): WarmUp | undefined =>
  warmUp && new WarmUp(module, shared, warmUp);

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
      case 'run': {
        const warmUp = warmUpOf(message, true);
        serve(message, (answer) => post(answer, []), warmUp);
        // The most of what is left is for the worlds to come.
        warmUp?.hurry();
        return;
      }
      case 'host':
        HostedWorld.open(message, post, fail, warmUpOf(message, false)).then((world) => {
          hosted = world;
          world.warmUp?.begin();
          post({ type: 'running' }, []);
        }, fail);
        return;
      case 'commands':
        hosted?.receive(message);
        return;
      case 'end':
        hosted?.end();
        post({ type: 'idle' }, []);
        hosted?.warmUp?.hurry();
        hosted = undefined;
    }
  };
}
