import { PhysicsError } from '../errors.js';
import { HostedWorld } from './hosted-world.js';
import type { PageMessage, WorkerMessage } from './messages.js';
import { serve } from './serve.js';

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
        return serve(message, (answer) => post(answer, []));
      case 'host':
        HostedWorld.open(message, post, fail).then((world) => {
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
