import { Collider } from '../bodies/collider';
import { advance, Impact } from '../continuous/time-of-impact';
import { faceOf } from './face-of';
import { Hit } from './hit';
import { QueryScratch } from './scratch';
import { V } from '../math/vec';
import { NONE } from '../constants';

/** Shapes that are that near touch; it aims for half of it, so that neither rounding nor the end of a search tells of an overlap or a gap. m */
const NEAR: f32 = 1e-4;

/**
 * Where a shape that moves along the cast first touches a collider, within its limit. One that touches at the start and moves on into it
 * hits at once; where both overlap there is no normal, and it is against the direction.
 */
export function castShapeAt(scratch: QueryScratch, collider: Collider, hit: Hit): bool {
  const cast = scratch.cast,
    shape = scratch.shape,
    piece = scratch.piece,
    gjk = scratch.gjk,
    sweep = scratch.sweep,
    pieces = scratch.pieces;
  const direction = cast.direction;
  sweep.setLine(cast.origin, cast.rotation, direction);
  // Triangles along the way: bounds of the swept shape where it can meet the collider.
  const spread = V.max(V.abs(V.sub(cast.originLow, cast.origin)), V.abs(V.sub(cast.originHigh, cast.origin)));
  let limit = cast.limit;
  const farthest = min(limit, reachOf(collider, cast.origin, spread));
  const end = V.addScaled(cast.origin, direction, farthest);
  const low = V.sub(V.min(cast.origin, end), spread),
    high = V.add(V.max(cast.origin, end), spread);
  let isHit = false;
  pieces.start(collider, low, high);
  while (pieces.next(piece)) {
    const target = shape.radius + piece.radius;
    const t = advance(gjk, sweep, shape, piece, target + 0.5 * NEAR, 0.25 * NEAR, limit);
    if (t == Impact.MISSES) continue;
    // The way there needs no more than a bound; what is told of the end, the best there is.
    if (gjk.length > 0) gjk.distance(Infinity);
    const isApart = gjk.length > 0 && (t != Impact.FROM_START || gjk.length > target - NEAR);
    const normal = gjk.toWorld(gjk.normal);
    // Side by side, and moving apart or along.
    if (t == Impact.FROM_START && isApart && V.dot(normal, direction) <= 1e-4) continue;
    limit = max<f32>(t, 0);
    isHit = true;
    hit.distance = limit;
    hit.feature = pieces.feature != NONE || !isApart ? pieces.feature : faceOf(piece, V.neg(normal));
    hit.normal = isApart ? V.neg(normal) : V.neg(direction);
    const onCore = V.add(shape.position, gjk.toWorld(gjk.pointB));
    hit.point = isApart ? V.addScaled(onCore, normal, -piece.radius) : shape.position;
    if (limit == 0) break;
  }
  return isHit;
}

/** How far away the collider ends at most. */
function reachOf(collider: Collider, origin: v128, spread: v128): f32 {
  const away = V.max(V.abs(V.sub(collider.boundsMin, origin)), V.abs(V.sub(collider.boundsMax, origin)));
  return V.length(V.xyz(V.add(away, spread)));
}
