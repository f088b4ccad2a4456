import { World } from '../world/world';
import { QueryResult, QuerySettings } from '../generated/layout';
import { writeReply } from '../io/outbox';
import { Ring } from '../io/ring';
import { QueryJob } from './query-job';

/** Below this many items the others are not woken. */
const WORTH_SHARING: i32 = 64;

/** Serial. Makes the world ready to answer a query. How many workers it is worth, or 0 where there is no memory to answer it. */
export function openQuery(world: World, settings: QuerySettings): i32 {
  const job = world.query;
  job.open(settings);
  job.result = changetype<QueryResult>(0);
  if (job.isMany != 0) {
    const table = world.queryCounts;
    if (!table.reserve(world.pages, job.count + 1)) return 0;
    job.counts = table.data;
    job.counting = 1;
  }
  return job.count >= WORTH_SHARING ? world.workers : 1;
}

/** Serial. Shows the answer to the page. */
export function closeQuery(world: World): void {
  const job = world.query;
  if (job.result == null) {
    writeReply(world, job.settings.request, 0);
    return;
  }
  Ring.commit(world, job.result.byteLength);
  world.replyWritten = 1;
}
