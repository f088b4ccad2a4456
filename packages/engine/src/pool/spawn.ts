import type { PageMessage, WorkerMessage } from './messages.js';

/** What the page holds of one thread, in a browser or in Node. */
export interface ThreadPort {
  /** Buffers in `transfer` change hands. */
  post(message: PageMessage, transfer?: ArrayBuffer[]): void;
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
  /** Why threads cannot be used here at all, or undefined where they can. */
  threadObstacle(): string | undefined;
  /** Why memory cannot be shared with them, or undefined where it can. */
  sharingObstacle(): string | undefined;
}
