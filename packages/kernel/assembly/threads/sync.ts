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
  pad38: u64;
  pad39: u64;
  pad40: u64;
  pad41: u64;
  pad42: u64;
  pad43: u64;
  pad44: u64;
  /** Who tells the page that the step has been answered (tell.ts). */
  telling: u32;
}

const SYNC_SIZE: usize = 448;
const LINE: usize = 64;

/** What is claimed of a worker's part of a stage: the stage, then blocks from the upper end of the part, then from the lower one. No part has 4 million. */
export class Claim {
  // @ts-ignore: decorator
  @inline private static readonly BITS: i32 = 22;
  // @ts-ignore: decorator
  @inline private static readonly MASK: u64 = (1 << 22) - 1;

  /** Nothing of this stage. Of its number the last bits are kept: a step has fewer stages than half of what they count. */
  // @ts-ignore: decorator
  @inline static of(stage: u32): u64 {
    return (stage as u64) << (2 * Claim.BITS);
  }

  /** Stages from this one to that of the claim: negative where it is an older one. */
  // @ts-ignore: decorator
  @inline static since(claim: u64, stage: u32): i32 {
    const unused = 2 * Claim.BITS - 32;
    return ((((claim >> (2 * Claim.BITS)) as u32) - stage) << unused) as i32;
  }

  // @ts-ignore: decorator
  @inline static below(claim: u64): i32 {
    return (claim & Claim.MASK) as i32;
  }

  // @ts-ignore: decorator
  @inline static above(claim: u64): i32 {
    return ((claim >> Claim.BITS) & Claim.MASK) as i32;
  }

  // @ts-ignore: decorator
  @inline static more(claim: u64, blocks: i32, upwards: bool): u64 {
    return claim + ((blocks as u64) << (upwards ? 0 : Claim.BITS));
  }
}

/** Behind them a claim for each worker, a line each, too. */
export class Syncs {
  static sizeFor(workers: i32): usize {
    return SYNC_SIZE + (workers as usize) * LINE;
  }

  /** A Claim. Of an older stage: nothing is claimed yet of the running one. */
  // @ts-ignore: decorator
  @inline static claim(sync: Sync, worker: i32): usize {
    return changetype<usize>(sync) + SYNC_SIZE + (worker as usize) * LINE;
  }
}
