import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { QueryJob } from './query-job';
import { V } from '../math/vec';
import { NONE } from '../constants';

/** What a query found, or is comparing. World space. */
@unmanaged
export class Hit {
  point: v128;
  /** Out of the surface that was hit. */
  normal: v128;
  /** Of an overlap the depth. m */
  distance: f32;
  collider: i32;
  /** Face or triangle, or NONE. */
  feature: i32;
  /** Entries written for the item so far. */
  count: i32;
}

/** The columns of a QueryResult. */
export class Hits {
  static write(world: World, job: QueryJob, entry: i32, hit: Hit): void {
    const at = (entry as usize) << 2;
    if (hit.collider == NONE) {
      store<i32>(job.handles + at, NONE);
      store<f32>(job.distances + at, Infinity);
      store<u32>(job.colliders + at, 0);
      store<i32>(job.features + at, NONE);
      Hits.writeVector(job.points + at * 3, V.zero());
      Hits.writeVector(job.normals + at * 3, V.zero());
      return;
    }
    const collider = Colliders.at(world, hit.collider);
    store<u32>(job.handles + at, Bodies.body(world, collider.body).handle);
    store<f32>(job.distances + at, hit.distance);
    store<u32>(job.colliders + at, collider.ordinal);
    store<i32>(job.features + at, hit.feature);
    Hits.writeVector(job.points + at * 3, hit.point);
    Hits.writeVector(job.normals + at * 3, hit.normal);
  }

  // @ts-ignore: decorator
  @inline private static writeVector(at: usize, v: v128): void {
    store<f32>(at, V.x(v));
    store<f32>(at, V.y(v), 4);
    store<f32>(at, V.z(v), 8);
  }

  /** One of several hits of an item: counted, or put in its place: of a cast by distance, and then by collider. */
  static add(world: World, job: QueryJob, first: i32, hit: Hit): void {
    const n = hit.count++;
    if (job.counting != 0) return;
    let entry = first + n;
    while (entry > first && Hits.isBefore(world, job, hit, entry - 1)) {
      Hits.copy(job.handles, entry, 4);
      Hits.copy(job.distances, entry, 4);
      Hits.copy(job.colliders, entry, 4);
      Hits.copy(job.features, entry, 4);
      Hits.copy(job.points, entry, 12);
      Hits.copy(job.normals, entry, 12);
      entry--;
    }
    Hits.write(world, job, entry, hit);
  }

  /** Does `hit` come before an entry that was written? */
  private static isBefore(world: World, job: QueryJob, hit: Hit, entry: i32): bool {
    const at = (entry as usize) << 2;
    const distance = load<f32>(job.distances + at);
    if (job.isOverlap == 0 && hit.distance != distance) return hit.distance < distance;
    const collider = Colliders.at(world, hit.collider);
    const handle = Bodies.body(world, collider.body).handle;
    const other = load<u32>(job.handles + at);
    if (handle != other) return handle < other;
    return (collider.ordinal as u32) < load<u32>(job.colliders + at);
  }

  /** The entry before moves up into this one. */
  // @ts-ignore: decorator
  @inline private static copy(column: usize, entry: i32, bytes: usize): void {
    const to = column + (entry as usize) * bytes;
    memory.copy(to, to - bytes, bytes);
  }
}
