import type { WorldProblem } from '../errors.js';
import type { HiddenScene } from '../transport/hidden-scene.js';

/** To a worker: take part in a world in shared memory until it is shut down. */
export interface RunMessage {
  readonly type: 'run';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the WorldHeader. */
  readonly world: number;
  /** 0: the conductor. */
  readonly worker: number;
  /** The page waits for the word of the header that says when it should read, and takes no message for that. */
  readonly isAwaited: boolean;
  /** What to run while there is nothing else to do, so that the kernel is compiled well. */
  readonly warmUp: HiddenScene | undefined;
}

/** To a worker: make a world in a memory of your own and simulate it until `end`. */
export interface HostMessage {
  readonly type: 'host';
  readonly module: WebAssembly.Module;
  /** bytes */
  readonly maxMemory: number;
  readonly warmUp: HiddenScene | undefined;
}

/** To a worker that hosts a world: records for its inbox, and buffers of its own that the page is done with. */
export interface CommandsMessage {
  readonly type: 'commands';
  readonly parcel: Parcel | undefined;
  readonly returned: readonly ArrayBuffer[];
}

/** To a worker that hosts a world: it is over. */
interface EndMessage {
  readonly type: 'end';
}

export type PageMessage = RunMessage | HostMessage | CommandsMessage | EndMessage;

/** A buffer that changes hands, filled with whole records up to `byteLength`. */
export interface Parcel {
  readonly buffer: ArrayBuffer;
  readonly byteLength: number;
}

/** From a worker that hosts a world: what its outbox held, behind a copy of the WorldHeader. */
export interface FramesMessage {
  readonly type: 'frames';
  readonly parcel: Parcel;
  /** The page should read at once. */
  readonly readable: boolean;
  readonly returned: readonly ArrayBuffer[];
}

/**
 * From a worker. Running: it has joined, or the world is there. Readable, where the page does not wait for the word: it should read the outbox,
 * or look there until the answer to a step comes in a moment (`isForetold`). Idle: it can be given
 * another world. Failed: `problem` where it is known.
 */
export type WorkerMessage =
  | { readonly type: 'running' }
  | { readonly type: 'readable'; readonly isForetold: boolean }
  | { readonly type: 'idle' }
  | { readonly type: 'failed'; readonly message: string; readonly problem?: WorldProblem }
  | FramesMessage;
