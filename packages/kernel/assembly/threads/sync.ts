/** Words that workers wait on, a cache line each so that a write wakes only its readers. */
@unmanaged
export class Sync {
  /** Number of the running stage: who has nothing more to do waits until it is another. */
  stage: u32;
  padStage: u32;
  pad0: u64;
  pad1: u64;
  pad2: u64;
  pad3: u64;
  pad4: u64;
  pad5: u64;
  pad6: u64;
  /** Items of the running stage that are done. */
  done: u32;
  pad7: u32;
  pad8: u64;
  pad9: u64;
  pad10: u64;
  pad11: u64;
  pad12: u64;
  pad13: u64;
  pad14: u64;
  /** Workers parked on the stage. */
  parked: u32;
  pad15: u32;
  pad16: u64;
  pad17: u64;
  pad18: u64;
  pad19: u64;
  pad20: u64;
  pad21: u64;
  pad22: u64;
  /** Odd while a step runs that workers may join. */
  gate: u32;
  /** Stage number at the start of the running step. */
  baseStage: u32;
  /** Helpers parked on the gate. */
  gateParked: u32;
  pad23: u32;
  pad24: u64;
  pad25: u64;
  pad26: u64;
  pad27: u64;
  pad28: u64;
  pad29: u64;
  /** Helpers inside the running step. */
  inside: u32;
  /** Helpers that entered it so far. */
  entered: u32;
  pad31: u64;
  pad32: u64;
  pad33: u64;
  pad34: u64;
  pad35: u64;
  pad36: u64;
  pad37: u64;
  /** Threads that are no workers and read the live world, or wait to. */
  readers: u32;
  /** 1 while the pool changes what they read; 2: some of that is left for whoever comes first (live.ts). */
  writing: u32;
}

const SYNC_SIZE: usize = 448;
const LINE: usize = 64;

/** Behind them a claim for each worker, a line each, too. */
export class Syncs {
  static sizeFor(workers: i32): usize {
    return SYNC_SIZE + (workers as usize) * LINE;
  }

  /** stage << 32 | how many items are claimed of the worker's part of that stage. Older stages: none yet. */
  // @ts-ignore: decorator
  @inline static claim(sync: Sync, worker: i32): usize {
    return changetype<usize>(sync) + SYNC_SIZE + (worker as usize) * LINE;
  }
}
