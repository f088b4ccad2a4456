/** What is counted, and done, outside of the worlds: it differs between a browser and Node. */
export interface Outside {
  /** Threads that live. */
  threads(): number;
  /** Listeners on what is in the page. */
  listeners(): Promise<number>;
  /** bytes that live objects of the page take, with all else given back. */
  heapBytes(): Promise<number>;
  /** Has a thread that works for a world die. */
  crash(): void;
}

/** Those of `live` that work for a world. */
export const busyThreads = <T>(live: readonly T[], idle: readonly T[]): T[] =>
  live.filter((thread) => !idle.includes(thread));

/** A thread of the pool as its platform has it. */
export const portOf = (thread: object): { terminate(): void } => (thread as { port: { terminate(): void } }).port;
