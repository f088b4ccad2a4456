import { World } from '../world/world';
import { QueryType } from '../generated/layout';
import { Collider, Colliders } from '../bodies/collider';
import { Convex } from '../convex/convex';
import { Gjk } from '../convex/gjk';
import { Proxies } from '../broadphase/proxies';
import { TOUCHING } from '../narrowphase/convex-pair';
import { deepNormal } from '../narrowphase/deep-normal';
import { faceOf } from './face-of';
import { Hit, Hits } from './hit';
import { QueryJob } from './query-job';
import { QueryScratch } from './scratch';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** Answers one item: every collider that overlaps a shape, or whose bounds overlap a box. */
export function overlapItem(world: World, job: QueryJob, scratch: QueryScratch, index: i32): void {
  const item = job.item(index);
  const isShape = job.settings.type == QueryType.OverlapShape;
  const shape = scratch.shape,
    walk = scratch.walk,
    hit = scratch.hit1;
  let low = V.of(load<f32>(item), load<f32>(item, 4), load<f32>(item, 8)),
    high = low;
  if (isShape) {
    job.placeShape(shape, low, Q.normalize(v128.load(item, 12)));
    low = shape.least();
    high = shape.greatest();
  } else high = V.of(load<f32>(item, 12), load<f32>(item, 16), load<f32>(item, 20));
  hit.count = 0;
  hit.distance = 0;
  hit.feature = NONE;
  hit.point = V.zero();
  hit.normal = V.zero();
  for (let type = 2; type >= 0; type--) {
    if (!job.takesTree(type)) continue;
    walk.start(Proxies.tree(world, type), low, high);
    for (let id = walk.next(); id != NONE; id = walk.next()) {
      const collider = Colliders.at(world, id);
      if (!job.takes(world, collider)) continue;
      const gap = v128.or(f32x4.gt(collider.boundsMin, high), f32x4.gt(low, collider.boundsMax));
      if ((i32x4.bitmask(gap) & 7) != 0) continue;
      if (isShape && !overlaps(scratch, collider, low, high, job.counting != 0, hit)) continue;
      hit.collider = id;
      Hits.add(world, job, job.firstEntry(index), hit);
    }
  }
  job.storeCount(index, hit.count);
}

/** Does the shape overlap the collider? Then `hit` is the deepest contact, unless that is not asked for. */
function overlaps(scratch: QueryScratch, collider: Collider, low: v128, high: v128, isEnough: bool, hit: Hit): bool {
  const shape = scratch.shape,
    piece = scratch.piece,
    pieces = scratch.pieces,
    gjk = scratch.gjk;
  let depth: f32 = -1;
  pieces.start(collider, low, high);
  while (pieces.next(piece)) {
    const near = shape.radius + piece.radius;
    gjk.begin(shape, piece, V.zero());
    const distance = gjk.distance(near);
    if (distance > near) continue;
    if (isEnough) return true;
    const found = contactOf(scratch, shape, piece, gjk, distance, depth, hit);
    if (found <= depth) continue;
    depth = found;
    hit.feature = pieces.feature != NONE ? pieces.feature : faceOf(piece, hit.normal);
  }
  hit.distance = depth;
  return depth >= 0;
}

/** Depth of an overlap, m. `hit` becomes its contact where it is deeper than `known`. */
function contactOf(
  scratch: QueryScratch,
  shape: Convex,
  piece: Convex,
  gjk: Gjk,
  distance: f32,
  known: f32,
  hit: Hit,
): f32 {
  const near = shape.radius + piece.radius;
  let depth = near - distance;
  if (distance < TOUCHING) {
    // No direction is a shorter way out than the best one: most triangles beside the deepest end here.
    if (known >= 0) {
      const out = V.neg(Q.unrotate(shape.rotation, hit.normal));
      if (near - gjk.gapAlong(out) <= known) return known;
    }
    gjk.normal = deepNormal(gjk, scratch.epa);
    depth = max<f32>(0, near - gjk.gapAlong(gjk.normal));
  }
  if (depth <= known) return known;
  const normal = gjk.toWorld(gjk.normal);
  hit.normal = V.neg(normal);
  hit.point = V.addScaled(V.add(shape.position, gjk.toWorld(gjk.pointB)), normal, -piece.radius);
  return depth;
}
