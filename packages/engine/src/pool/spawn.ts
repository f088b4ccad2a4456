import type { RunMessage, WorkerMessage } from './messages.js';

/** What the page holds of one thread, in a browser or in Node. */
export interface ThreadPort {
  post(message: RunMessage): void;
  /** `onFailure` says that the thread is gone, or useless. */
  listen(onMessage: (message: WorkerMessage) => void, onFailure: (reason: string) => void): void;
  /** Whether Node keeps running for its sake. */
  hold(yes: boolean): void;
  terminate(): void;
}

/** What `#spawn` offers in a browser and in Node. */
export interface Spawner {
  spawn(): ThreadPort;
  /** Cores of this machine. */
  cores(): number;
  /** Why threads with shared memory cannot be used here, or undefined where they can. */
  obstacle(): string | undefined;
}
