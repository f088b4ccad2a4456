import { Convex } from '../convex/convex';
import { Gjk } from '../convex/gjk';
import { Sweep } from './sweep';
import { V } from '../math/vec';

/** Advances; a straight approach to a face takes two, a turning rod past a corner about ten. */
const MAX_ROUNDS: i32 = 40;

/** m: the least way of a point in one round of `creep`. */
const LEAST_WAY: f32 = 1e-4;

/** What `advance` returns where it is no fraction of the way. */
export namespace Impact {
  export const MISSES: f32 = Infinity;
  /** The shapes were that near from the start. */
  export const FROM_START: f32 = -1;
}

/** What a plane proves is a distance that no search that ended early can overrate. */
export function surely(gjk: Gjk): f32 {
  return gjk.proven > 0 ? gjk.proven : gjk.length;
}

/**
 * First fraction of a sweep, up to `limit`, at which the core of a shape comes within `target` (and `tolerance`, above it) of the core
 * of another one. Goes as far as the distance allows at the fastest approach along the nearest points' line, again and again.
 * `gjk` holds the normal and the nearest points then, in the shape's own space. Method: B. Mirtich, "Impulse-based Dynamic
 * Simulation of Rigid Body Systems" (1996), conservative advancement; E. Coumans, "Continuous Collision Detection and Physics" (2005).
 */
export function advance(
  gjk: Gjk,
  sweep: Sweep,
  shape: Convex,
  other: Convex,
  target: f32,
  tolerance: f32,
  limit: f32,
): f32 {
  let t: f32 = 0;
  let normal = V.zero();
  // Turning a ball around its middle moves nothing.
  const turning = sweep.spin * max<f32>(0, sweep.extent - shape.radius);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    sweep.place(shape, t);
    gjk.begin(shape, other, normal);
    gjk.search(Infinity);
    const gap = surely(gjk) - target;
    if (gap <= tolerance) return round == 0 ? Impact.FROM_START : t;
    normal = gjk.toWorld(gjk.normal);
    const speed = V.dot(sweep.delta, normal) + turning;
    // Not even the fastest point gets there in what is left.
    if (speed * (limit - t) <= gap) return Impact.MISSES;
    t += gap / speed;
    if (t >= limit) return Impact.MISSES;
  }
  // As good as there: it stops a little early.
  return t;
}

/**
 * As `advance`, of cores that are as good as there from the start, and may come away: goes on for as long as they stay farther apart than
 * `target`, by small ways where they are near. Returns how far that is; 0 where they come nearer at once.
 */
export function creep(gjk: Gjk, sweep: Sweep, shape: Convex, other: Convex, target: f32, limit: f32): f32 {
  let t: f32 = 0,
    last: f32 = 0;
  const turning = sweep.spin * max<f32>(0, sweep.extent - shape.radius);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    sweep.place(shape, t);
    gjk.begin(shape, other, V.zero());
    gjk.search(Infinity);
    const gap = surely(gjk) - target;
    if (gap <= 0) {
      // The normal and the nearest points of where it ends.
      sweep.place(shape, last);
      gjk.begin(shape, other, V.zero());
      gjk.search(Infinity);
      return last;
    }
    last = t;
    if (t == limit) return Impact.MISSES;
    const speed = V.dot(sweep.delta, gjk.toWorld(gjk.normal)) + turning;
    if (speed * (limit - t) <= gap) return Impact.MISSES;
    t = min(limit, t + max(gap, LEAST_WAY) / speed);
  }
  return last;
}
