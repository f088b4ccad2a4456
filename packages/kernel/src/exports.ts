/** What a kernel instance offers. Addresses are bytes from the start of its memory. */
export interface KernelExports extends WebAssembly.Exports {
  /** Lays out a world in the memory. `maxPages` of 64 KiB. Its address, or 0 when there is no memory for it. */
  createWorld(workers: number, cores: number, maxPages: number): number;
  /**
   * Conductor: reads the inbox and runs at most one step.
   * Bits: 1 there is more to do, 2 a Reply was written, 4 the outbox is full until the page reads, 8 another worker tells the page of the Reply.
   */
  pump(world: number): number;
  /** Conductor, while it has nothing else to do: does a piece of the next step's work. Not 0: there may be more of it. */
  workAhead(world: number): number;
  /** While the world runs by the host's clock: so many more steps are due. `pump` runs them. */
  tick(world: number, steps: number): void;
  /** Not 0 once there was a step or a question for other workers than the conductor, or the world is over. */
  isCalled(world: number): number;
  /**
   * Conductor: not 0 where the doorbell's number is not `rings`, or becomes another within `us` or a little more. `works`, 0 or 1: does what `workAhead` does meanwhile.
   * A loop of the host's own for this is compiled well in the first steps, beside them, which costs them milliseconds.
   */
  hasRung(world: number, rings: number, us: number, works: number): number;
  /** Takes part in the steps of a world as worker 1 or above. 0: it is over. Not 0: the page is to be told of a Reply, then it goes on with the next call. */
  work(world: number, worker: number): number;
  /** Conductor: not 0 where another worker was to tell the page of a Reply and has not begun to. It will not any more. */
  takeTelling(world: number): number;
  /**
   * Answers a QuerySettings record on the calling thread, which is no worker, with a QueryResult of at most `capacity` bytes.
   * 0: the pool would not let go of the world. 1: done. 2: `byteLength` of the result says how much room there must be.
   */
  query(world: number, settings: number, result: number, capacity: number): number;
  /** Ends a world: every worker returns. From any instance on the same memory. */
  shutdown(world: number): void;
  /** Equals LAYOUT_HASH where kernel and host were built from the same records. */
  layoutHash(): number;
}

/** What a kernel instance needs. */
export interface KernelImports extends WebAssembly.Imports {
  env: {
    memory: WebAssembly.Memory;
    /** µs as an integer of 32 bits, which wraps. For figures, for when the page is told and for how long the conductor looks at the doorbell: no result depends on it. */
    now(): number;
    /** Conductor: the answer to a step comes in a moment. */
    foretell(): void;
  };
}
