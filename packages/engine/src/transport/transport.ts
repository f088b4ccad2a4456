import type { PhysicsError } from '../errors.js';

export type TransportKind = 'inline' | 'transfer' | 'shared';

/** What a transport tells the world that it carries. */
export interface TransportListener {
  /**
   * The outbox has something that the page should read now: a reply, or the ring is full. `isForetold`: it will have the answer to a step in a
   * moment. Who does not wait for that any more says so in the header, and is told again.
   */
  onReadable(isForetold: boolean): void;
  /** The world cannot go on. Called at most once. */
  onFailure(error: PhysicsError): void;
}

/** Brings the inbox to a kernel and its frames back. */
export interface Transport {
  readonly kind: TransportKind;
  /** Solver threads. */
  readonly workers: number;
  readonly memory: WebAssembly.Memory;
  /** Address of the WorldHeader. */
  readonly world: number;
  /** True where `ring` returns after all that was asked for is done. */
  readonly isSynchronous: boolean;
  listen(listener: TransportListener): void;
  /** There is something in the inbox, or room in the outbox. */
  ring(): void;
  /**
   * Answers a query record on this thread, from the world that the pool works on: the kernel's export. Not where the world is in
   * another memory.
   */
  query?(settings: number, result: number, capacity: number): number;
  /** Whether the process should stay alive for an answer. */
  hold(yes: boolean): void;
  /** Ends the world. Resolves when nobody uses its memory any more. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly workers: number;
  /** bytes */
  readonly maxMemory: number;
}
