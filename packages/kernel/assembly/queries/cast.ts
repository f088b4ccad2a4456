import { World } from '../world/world';
import { QueryMode, QueryType } from '../generated/layout';
import { Colliders } from '../bodies/collider';
import { Proxies } from '../broadphase/proxies';
import { Tree, TreeNode } from '../broadphase/tree';
import { castShapeAt } from './cast-shape';
import { QueryJob } from './query-job';
import { Hit, Hits } from './hit';
import { Line } from './line';
import { rayCollider } from './ray-collider';
import { QueryScratch, STACK_ENTRIES } from './scratch';
import { Slabs } from './slabs';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** A ray, or a shape that moves along one, on its way through the trees. */
@unmanaged
export class Cast {
  /** Of the ray, or of the shape at the start. */
  origin: v128;
  direction: v128;
  /** Lane w is 0, so that slabs give 0 there: where it starts. */
  inverse: v128;
  /** The origin against least and greatest corners of bounds: the shape's own bounds make them wider. */
  originLow: v128;
  originHigh: v128;
  rotation: v128;
  /** What is farther away does not count any more. */
  limit: f32;
  /** First entry of the item in the columns. */
  first: i32;
  /** The nearest hit so far. */
  best: Hit;
  /** A candidate. */
  hit: Hit;
}

/** Answers one item of a query: a ray, or a shape that is moved. */
export function castItem(world: World, job: QueryJob, scratch: QueryScratch, index: i32): void {
  const cast = scratch.cast;
  read(job, scratch, job.item(index));
  const best = scratch.hit1;
  cast.best = best;
  cast.hit = scratch.hit2;
  best.collider = NONE;
  best.count = 0;
  cast.hit.count = 0;
  cast.first = job.firstEntry(index);
  // What moves first: it is hit more often, and a hit shortens the way through the others.
  for (let type = 2; type >= 0; type--) {
    if (job.takesTree(type) && walk(world, job, Proxies.tree(world, type), scratch)) break;
  }
  if (job.isMany != 0) {
    job.storeCount(index, cast.hit.count);
    return;
  }
  Hits.write(world, job, index, cast.best);
}

/** Ray: origin, direction, length. Shape cast: position, rotation, direction, length. */
function read(job: QueryJob, scratch: QueryScratch, item: usize): void {
  const cast = scratch.cast;
  const isShape = job.settings.type == QueryType.ShapeCast;
  const at = isShape ? item + 28 : item + 12;
  const origin = V.of(load<f32>(item), load<f32>(item, 4), load<f32>(item, 8));
  const direction = V.normalize(V.of(load<f32>(at), load<f32>(at, 4), load<f32>(at, 8)));
  cast.origin = origin;
  cast.direction = direction;
  cast.inverse = f32x4.replace_lane(Line.inverse(direction), 3, 0);
  cast.limit = load<f32>(at, 12);
  cast.originLow = origin;
  cast.originHigh = origin;
  if (!isShape) return;
  cast.rotation = Q.normalize(v128.load(item, 12));
  const shape = scratch.shape;
  job.placeShape(shape, origin, cast.rotation);
  // Bounds meet the shape where its origin meets them, made wider by its own.
  cast.originLow = V.xyz(shape.greatest());
  cast.originHigh = V.xyz(shape.least());
}

/** Front to back through one tree. True where the query has all it asked for. */
function walk(world: World, job: QueryJob, tree: Tree, scratch: QueryScratch): bool {
  if (tree.root == NONE) return false;
  const cast = scratch.cast;
  const low = cast.originLow,
    high = cast.originHigh,
    inverse = cast.inverse;
  const stack = scratch.stack;
  const nodes = tree.nodes.data;
  let top = 0;
  let node = tree.node(tree.root);
  if (!Slabs.meets(node, low, high, inverse, cast.limit)) return false;
  while (true) {
    if (node.height == 0) {
      if (visit(world, job, node.collider, scratch)) return true;
    } else {
      const one = changetype<TreeNode>(nodes + (node.child1 as usize) * offsetof<TreeNode>()),
        two = changetype<TreeNode>(nodes + (node.child2 as usize) * offsetof<TreeNode>());
      const near1 = f32x4.mul(V.sub(one.boundsMin, low), inverse),
        far1 = f32x4.mul(V.sub(one.boundsMax, high), inverse);
      const near2 = f32x4.mul(V.sub(two.boundsMin, low), inverse),
        far2 = f32x4.mul(V.sub(two.boundsMax, high), inverse);
      // Entries and exits of the two side by side, so that both are reduced at once.
      const enter = Slabs.enter(f32x4.pmin(near1, far1), f32x4.pmin(near2, far2));
      const exit = Slabs.exit(f32x4.pmax(near1, far1), f32x4.pmax(near2, far2));
      const met = i32x4.bitmask(f32x4.le(enter, f32x4.pmin(exit, f32x4.splat(cast.limit)))) & 3;
      if (met == 3) {
        const isFirst = f32x4.extract_lane(enter, 0) <= f32x4.extract_lane(enter, 1);
        if (top < STACK_ENTRIES) {
          const entry = stack + ((top as usize) << 3);
          store<u32>(entry, changetype<usize>(isFirst ? two : one) as u32);
          store<f32>(entry, isFirst ? f32x4.extract_lane(enter, 1) : f32x4.extract_lane(enter, 0), 4);
          top++;
        }
        node = isFirst ? one : two;
        continue;
      }
      if (met != 0) {
        node = met == 1 ? one : two;
        continue;
      }
    }
    do {
      if (top == 0) return false;
      top--;
    } while (load<f32>(stack + ((top as usize) << 3), 4) > cast.limit);
    node = changetype<TreeNode>(load<u32>(stack + ((top as usize) << 3)) as usize);
  }
}

/** A leaf. True where the query has all it asked for. */
function visit(world: World, job: QueryJob, id: i32, scratch: QueryScratch): bool {
  const cast = scratch.cast;
  const collider = Colliders.at(world, id);
  if (!job.takes(world, collider)) return false;
  const hit = cast.hit;
  if (job.settings.type == QueryType.Ray) {
    if (!rayCollider(scratch, collider, cast.origin, cast.direction, cast.limit, hit)) return false;
    hit.point = V.addScaled(cast.origin, cast.direction, hit.distance);
  } else if (!castShapeAt(scratch, collider, hit)) return false;
  hit.collider = id;
  if (job.mode == QueryMode.All) {
    Hits.add(world, job, cast.first, hit);
    return false;
  }
  // The record that is written next must be the other one.
  cast.hit = cast.best;
  cast.best = hit;
  cast.limit = hit.distance;
  return job.mode == QueryMode.Any;
}
