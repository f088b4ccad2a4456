import { CommandKind, QueryMode as Modes, QuerySettings } from '@atoll/kernel';
import type { MemoryViews } from '../memory/memory-views.js';
import { shapeCode, type Collider } from '../shapes/collider.js';
import { writeVec3 } from '../inbox/encode.js';
import type { ResolvedFilter } from './filter.js';
import type { QueryMode } from './options.js';

/** A query whose options were checked. */
export interface Query {
  /** QueryType. */
  readonly type: number;
  readonly mode: QueryMode;
  readonly filter: ResolvedFilter;
  /** f32 as the QueryType says. */
  readonly items: ArrayLike<number>;
  readonly itemCount: number;
  readonly shape?: Collider;
}

const modes: Record<QueryMode, number> = { closest: Modes.Closest, any: Modes.Any, all: Modes.All };

const roundUp16 = (bytes: number): number => (bytes + 15) & ~15;
const itemsEnd = ({ filter, items }: Query): number =>
  roundUp16(QuerySettings.stride + 4 * (filter.ignored.length + items.length));

/** Bytes of its record. */
export const querySize = (query: Query): number => itemsEnd(query) + roundUp16(query.shape?.geometry?.data.length ?? 0);

/** Fills a record that is zero. `request` 0: nobody waits for the answer. */
export function writeQuery(views: MemoryViews, at: number, query: Query, request: number): void {
  const { u8, u32, f32 } = views;
  const { type, mode, filter, items, itemCount, shape } = query;
  u32[(at + QuerySettings.kind) >>> 2] = CommandKind.Query;
  u32[(at + QuerySettings.byteLength) >>> 2] = querySize(query);
  u32[(at + QuerySettings.request) >>> 2] = request;
  u32[(at + QuerySettings.type) >>> 2] = type;
  u32[(at + QuerySettings.mode) >>> 2] = modes[mode];
  u32[(at + QuerySettings.flags) >>> 2] = filter.flags;
  u32[(at + QuerySettings.memberships) >>> 2] = filter.memberships;
  u32[(at + QuerySettings.filter) >>> 2] = filter.filter;
  u32[(at + QuerySettings.ignoreCount) >>> 2] = filter.ignored.length;
  u32[(at + QuerySettings.count) >>> 2] = itemCount;
  if (shape) {
    u32[(at + QuerySettings.shape) >>> 2] = shapeCode(shape);
    f32[(at + QuerySettings.rounding) >>> 2] = shape.rounding;
    writeVec3(views, at + QuerySettings.size, shape.size);
    if (shape.geometry) {
      u32[(at + QuerySettings.geometry) >>> 2] = itemsEnd(query);
      u8.set(shape.geometry.data, at + itemsEnd(query));
    }
  }
  const word = (at + QuerySettings.stride) >>> 2;
  u32.set(filter.ignored, word);
  f32.set(items, word + filter.ignored.length);
}
