/** To a worker: take part in a world until it is shut down. */
export interface RunMessage {
  readonly type: 'run';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the WorldHeader. */
  readonly world: number;
  /** 0: the conductor. */
  readonly worker: number;
}

/** From a worker. Running: it has joined. Readable: the page should read the outbox. Idle: it can be given another world. */
export type WorkerMessage =
  | { readonly type: 'running' }
  | { readonly type: 'readable' }
  | { readonly type: 'idle' }
  | { readonly type: 'failed'; readonly message: string };
