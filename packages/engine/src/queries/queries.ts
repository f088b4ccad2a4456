import { CommandKind, OutboxKind, QueryResult, QuerySettings, RecordHeader } from '@atoll/kernel';
import { PhysicsError, PhysicsInputError } from '../errors.js';
import type { Vec3 } from '../types.js';
import type { Core } from '../world/core.js';
import { querySize, writeQuery, type Query } from './encode.js';
import type { HitsOf, QueryHit, QueryHits, QueryMode, QueryOverlap, ShapeOverlap } from './options.js';
import { readHits } from './results.js';

const PAGE = 65536;
/** What the kernel's `query` returns. */
const BUSY = 0;
const TOO_SMALL = 2;
/** ms. A writer has far less to do; on a crowded machine it may be without a core for some tens. */
const PATIENCE = 2000;

const vector = (column: Float32Array, i: number): Vec3 => [column[3 * i]!, column[3 * i + 1]!, column[3 * i + 2]!];

/** Where the surface was met. */
const contact = ({ points, normals, features }: QueryHits, i: number) => ({
  point: vector(points, i),
  normal: vector(normals, i),
  feature: features[i]!,
});

/** Asks the world: the pool, by a record in the inbox, or the kernel on this thread, at once. */
export class Queries {
  /** Memory of the page for queries on this thread, and its bytes. */
  private buffer = 0;
  private size = 0;

  constructor(private readonly core: Core) {}

  /**
   * Answered in the order of all that was asked of the world. `tell` makes the answer of what was found, at once: a frame later bodies that were
   * destroyed since are forgotten.
   */
  async ask<T>(query: Query, tell: (found: QueryHits) => T): Promise<T> {
    const { core } = this;
    if (!core.isRunning) throw core.ending;
    return core.requests.send(
      (request) => {
        const at = core.inbox.add(CommandKind.Query, querySize(query));
        writeQuery(core.views, at, query, request);
        core.publish(true);
      },
      (at) => tell(this.read(at)),
    );
  }

  /** Answered by the world as the last finished step left it. */
  askNow(query: Query, where: string): QueryHits {
    const { core } = this;
    core.checkRunning(where);
    const { transport } = core;
    if (!transport.query)
      throw new PhysicsInputError('unsupported', where, `the ${transport.kind} transport has no world on this thread`);
    // Nobody else would apply what was asked for since.
    if (transport.isSynchronous && !core.isDelivering && !core.inbox.isHeld) core.publish(true);
    const record = querySize(query);
    let room = QueryResult.stride + 48 * (query.itemCount + 1) + 1024;
    for (;;) {
      const at = this.reserve(record + room);
      core.views.u32.fill(0, at >>> 2, (at + QuerySettings.stride) >>> 2);
      writeQuery(core.views, at, query, 0);
      const status = this.answer(() => transport.query!(at, at + record, room), where);
      if (status !== TOO_SMALL) return readHits(core.views, at + record);
      room = 2 * core.views.u32[(at + record + QueryResult.byteLength) >>> 2]!;
    }
  }

  /** Of a query that is asked again while the pool changes what it reads. */
  private answer(query: () => number, where: string): number {
    const status = query();
    if (status !== BUSY) return status;
    for (const end = performance.now() + PATIENCE; performance.now() < end;) {
      const later = query();
      if (later !== BUSY) return later;
    }
    throw new PhysicsError('worker-failed', `${where}: the pool did not come to the end of what it was writing`);
  }

  /** The hits of one ray or cast, as objects. */
  hits<M extends QueryMode>(found: QueryHits, mode: M, maxDistance: number): HitsOf<M> {
    if (mode === 'all') return Array.from(found.handles, (_, i) => this.hit(found, i, maxDistance)) as HitsOf<M>;
    return (found.handles[0] === -1 ? null : this.hit(found, 0, maxDistance)) as HitsOf<M>;
  }

  /** What overlaps a shape, as objects. */
  overlaps(found: QueryHits): ShapeOverlap[] {
    return Array.from(found.handles, (_, i) => ({
      ...this.found(found, i),
      ...contact(found, i),
      depth: found.distances[i]!,
    }));
  }

  /** What is in some bounds, as objects. */
  inBounds(found: QueryHits): QueryOverlap[] {
    return Array.from(found.handles, (_, i) => this.found(found, i));
  }

  private hit(found: QueryHits, i: number, maxDistance: number): QueryHit {
    const distance = found.distances[i]!;
    return {
      ...this.found(found, i),
      ...contact(found, i),
      distance,
      fraction: maxDistance > 0 ? distance / maxDistance : 0,
    };
  }

  private found({ handles, colliders, step }: QueryHits, i: number): QueryOverlap {
    const handle = handles[i]!;
    // Destroyed on the page since, it is still known here until the pool has heard of it too.
    return { body: this.core.bodyOf(handle)!, handle, collider: colliders[i]!, step };
  }

  private read(at: number): QueryHits {
    const { views } = this.core;
    if (views.u32[(at + RecordHeader.kind) >>> 2] === OutboxKind.QueryResult) return readHits(views, at);
    throw new PhysicsError('out-of-memory', 'World.maxMemory: no room for the hits of the query');
  }

  /** @throws PhysicsInputError out-of-memory */
  private reserve(bytes: number): number {
    const { views } = this.core;
    if (bytes > this.size) {
      const size = Math.ceil(Math.max(bytes, 2 * this.size) / PAGE) * PAGE;
      try {
        this.buffer = views.memory.grow(size / PAGE) * PAGE;
        this.size = size;
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        throw new PhysicsInputError('out-of-memory', 'World.maxMemory', `no room for ${bytes} bytes of queries`);
      }
    }
    views.reach(this.buffer + this.size);
    return this.buffer;
  }
}
