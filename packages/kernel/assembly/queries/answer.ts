import { World } from '../world/world';
import { OutboxKind, QueryResult, QueryType } from '../generated/layout';
import { Ring } from '../io/ring';
import { parallel, serial } from '../threads/stages';
import { castItem } from './cast';
import { closestItem } from './near';
import { overlapItem } from './overlap';
import { QueryJob } from './query-job';
import { QueryScratch } from './scratch';

/** Items a block: enough to pay for the claim, few enough to share a small batch. */
const BLOCK: i32 = 32;

/** Answers the world's query; run by every worker, like a step. Nothing else moves meanwhile. */
export function answer(world: World, worker: i32): void {
  const job = world.query;
  if (job.isMany != 0) parallel(world, worker, job.count, BLOCK, answerItems);
  serial(world, worker, makeRoom);
  parallel(world, worker, job.result == null ? 0 : job.count, BLOCK, answerItems);
}

/** Reads: trees, colliders, bodies. Writes: the hits of its items, or their number. Items: of the query. */
export function answerItems(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  const job = context.query;
  const scratch = changetype<QueryScratch>(context.queryScratch);
  const type = job.settings.type;
  for (let i = start; i < end; i++) {
    if (type == QueryType.ClosestPoint) closestItem(world, job, scratch, i);
    else if (type == QueryType.OverlapShape || type == QueryType.OverlapBounds) overlapItem(world, job, scratch, i);
    else castItem(world, job, scratch, i);
  }
}

/** Room for the hits, now that their number is known. `result` stays null where there is none. */
function makeRoom(world: World): void {
  const job = world.query;
  const hitCount = job.isMany != 0 ? sumCounts(job) : job.count;
  job.result = changetype<QueryResult>(Ring.reserve(world, resultBytes(job, hitCount)));
  if (job.result != null) layOut(job, hitCount, world.stepCount);
}

/** Turns the numbers of hits into the first entry of each item, and returns their sum. */
export function sumCounts(job: QueryJob): i32 {
  let sum = 0;
  for (let i = 0; i <= job.count; i++) {
    const at = job.counts + ((i as usize) << 2);
    const n = i < job.count ? load<i32>(at) : 0;
    store<i32>(at, sum);
    sum += n;
  }
  job.counting = 0;
  return sum;
}

/** Bytes of a result: its head, the first entries, and six columns that take 40 bytes an entry. */
export function resultBytes(job: QueryJob, hitCount: i32): u32 {
  const first: u32 = job.isMany != 0 ? ((job.count as u32) + 1) << 2 : 0;
  return ((QueryResult.STRIDE as u32) + first + (hitCount as u32) * 40 + 15) & ~15;
}

/** Says in the result where its columns are, and whose answer it is. */
export function layOut(job: QueryJob, hitCount: i32, step: u32): void {
  const result = job.result;
  const start = changetype<usize>(result);
  result.kind = OutboxKind.QueryResult;
  result.byteLength = resultBytes(job, hitCount);
  result.request = job.settings.request;
  result.step = step;
  result.itemCount = job.count as u32;
  result.hitCount = hitCount as u32;
  result.firstHits = job.isMany != 0 ? (QueryResult.STRIDE as u32) : 0;
  let at = start + QueryResult.STRIDE;
  if (job.isMany != 0) {
    const bytes = ((job.count as usize) + 1) << 2;
    if (at != job.counts) memory.copy(at, job.counts, bytes);
    at += bytes;
  }
  const column = (hitCount as usize) << 2;
  job.handles = at;
  job.distances = at + column;
  job.points = at + 2 * column;
  job.normals = at + 5 * column;
  job.colliders = at + 8 * column;
  job.features = at + 9 * column;
  result.handles = (job.handles - start) as u32;
  result.distances = (job.distances - start) as u32;
  result.points = (job.points - start) as u32;
  result.normals = (job.normals - start) as u32;
  result.colliders = (job.colliders - start) as u32;
  result.features = (job.features - start) as u32;
}
