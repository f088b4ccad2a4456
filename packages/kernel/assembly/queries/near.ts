import { World } from '../world/world';
import { Collider, Colliders } from '../bodies/collider';
import { Proxies } from '../broadphase/proxies';
import { Tree } from '../broadphase/tree';
import { faceOf } from './face-of';
import { Hits } from './hit';
import { QueryJob } from './query-job';
import { QueryScratch, STACK_ENTRIES } from './scratch';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** Answers one item: the nearest point of any collider to a point: x, y, z, largest distance. Inside a solid it is the point itself. */
export function closestItem(world: World, job: QueryJob, scratch: QueryScratch, index: i32): void {
  const item = job.item(index);
  const shape = scratch.shape,
    best = scratch.hit1,
    cast = scratch.cast;
  const point = V.of(load<f32>(item), load<f32>(item, 4), load<f32>(item, 8));
  shape.setBall(0);
  shape.position = point;
  shape.rotation = Q.identity();
  best.collider = NONE;
  cast.origin = point;
  cast.limit = load<f32>(item, 12);
  for (let type = 2; type >= 0; type--) {
    if (job.takesTree(type)) nearestIn(world, job, Proxies.tree(world, type), scratch);
  }
  Hits.write(world, job, index, best);
}

/** Nearer child first; what is farther than the nearest point so far is left out. */
function nearestIn(world: World, job: QueryJob, tree: Tree, scratch: QueryScratch): void {
  if (tree.root == NONE) return;
  const cast = scratch.cast,
    stack = scratch.stack;
  const point = cast.origin;
  store<i32>(stack, tree.root);
  store<f32>(stack, 0, 4);
  let top = 1;
  while (top > 0) {
    const entry = stack + ((--top as usize) << 3);
    if (load<f32>(entry, 4) > cast.limit) continue;
    const node = tree.node(load<i32>(entry));
    if (node.height == 0) {
      const collider = Colliders.at(world, node.collider);
      if (job.takes(world, collider)) nearestOf(scratch, collider, node.collider);
      continue;
    }
    if (top > STACK_ENTRIES - 2) continue;
    const one = tree.node(node.child1),
      two = tree.node(node.child2);
    const toOne = toBounds(point, one.boundsMin, one.boundsMax),
      toTwo = toBounds(point, two.boundsMin, two.boundsMax);
    const isOneFirst = toOne <= toTwo;
    store<i32>(entry, isOneFirst ? node.child2 : node.child1);
    store<f32>(entry, isOneFirst ? toTwo : toOne, 4);
    store<i32>(entry, isOneFirst ? node.child1 : node.child2, 8);
    store<f32>(entry, isOneFirst ? toOne : toTwo, 12);
    top += 2;
  }
}

function toBounds(point: v128, low: v128, high: v128): f32 {
  return V.length(V.xyz(V.max(V.zero(), V.max(V.sub(low, point), V.sub(point, high)))));
}

function nearestOf(scratch: QueryScratch, collider: Collider, id: i32): void {
  const cast = scratch.cast,
    best = scratch.hit1,
    shape = scratch.shape,
    piece = scratch.piece,
    pieces = scratch.pieces,
    gjk = scratch.gjk;
  const point = cast.origin;
  // It reaches to every side of its bounds, so no farther than their farthest corner.
  const away = V.max(V.abs(V.sub(collider.boundsMin, point)), V.abs(V.sub(collider.boundsMax, point)));
  const around = f32x4.splat(min(cast.limit, V.length(V.xyz(away)) + 1e-3));
  pieces.start(collider, V.sub(point, around), V.add(point, around));
  while (pieces.next(piece)) {
    gjk.begin(shape, piece, V.zero());
    const core = gjk.distance(cast.limit + piece.radius);
    const distance = core - piece.radius;
    if (distance > cast.limit || (distance == cast.limit && best.collider != NONE)) continue;
    best.collider = id;
    best.distance = max<f32>(0, distance);
    cast.limit = best.distance;
    const normal = gjk.toWorld(gjk.normal);
    best.feature = pieces.feature != NONE || distance <= 0 ? pieces.feature : faceOf(piece, V.neg(normal));
    best.normal = distance > 0 ? V.neg(normal) : V.zero();
    best.point = distance > 0 ? V.addScaled(point, normal, distance) : point;
  }
}
