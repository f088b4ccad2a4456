import { World } from '../world/world';
import { QueryResult, QuerySettings } from '../generated/layout';
import { refitFirst } from '../broadphase/late-refit';
import { enterLive, leaveLive } from '../threads/live';
import { answerItems, layOut, resultBytes, sumCounts } from './answer';

/** What `query` returns. */
namespace Status {
  /** The pool is changing what is read: ask again. */
  export const BUSY: i32 = 0;
  export const DONE: i32 = 1;
  /** `byteLength` of the result says how much room its hits need. */
  export const TOO_SMALL: i32 = 2;
}

/**
 * Answers a query on the calling thread, which is no worker, from the live world. `result` has room for `capacity` bytes, at least for
 * the head and the first entries. The pool waits with changing what queries read until this is done, and goes on with all else.
 */
export function answerHere(world: World, settings: QuerySettings, result: QueryResult, capacity: usize): i32 {
  refitFirst(world);
  if (!enterLive(world)) return Status.BUSY;
  const host = world.context(world.workers);
  const job = host.query;
  job.open(settings);
  job.result = result;
  let hitCount = job.count;
  if (job.isMany != 0) {
    job.counts = changetype<usize>(result) + QueryResult.STRIDE;
    job.counting = 1;
    answerItems(world, 0, job.count, world.workers);
    hitCount = sumCounts(job);
  }
  const fits = (resultBytes(job, hitCount) as usize) <= capacity;
  layOut(job, hitCount, world.liveStep);
  if (fits) answerItems(world, 0, job.count, world.workers);
  leaveLive(world);
  return fits ? Status.DONE : Status.TOO_SMALL;
}
