import { World } from '../world/world';
import { QueryMode } from '../generated/layout';
import { Colliders } from '../bodies/collider';
import { Tree, TreeNode } from '../broadphase/tree';
import { QueryJob } from './query-job';
import { Hit, Hits } from './hit';
import { Ray } from './ray';
import { rayShape } from './ray-shape';
import { V } from '../math/vec';
import { NONE } from '../constants';

/** A ray on its way through the trees. In a worker's scratch. */
@unmanaged
export class RayCast {
  origin: v128;
  direction: v128;
  /** Lane w is 0, so that slabs give 0 there: where the ray starts. */
  inverse: v128;
  /** What is farther away does not count any more. */
  limit: f32;
  /** First entry of the item in the columns. */
  first: i32;
  /** The nearest hit so far. */
  best: Hit;
  /** A candidate. */
  hit: Hit;
  /** Nodes to visit, with the distance where the ray enters them. */
  stack: usize;
}

/** Entries of the stack, 8 bytes each. Trees are at most twice log2 of their leaves high. */
export const STACK_ENTRIES: i32 = 128;

/** Answers one item of a query: origin, direction, length. */
export function castRay(world: World, job: QueryJob, cast: RayCast, index: i32): void {
  const item = job.item(index);
  const origin = V.of(load<f32>(item), load<f32>(item, 4), load<f32>(item, 8));
  const direction = V.normalize(V.of(load<f32>(item, 12), load<f32>(item, 16), load<f32>(item, 20)));
  cast.origin = origin;
  cast.direction = direction;
  cast.inverse = f32x4.replace_lane(Ray.inverse(direction), 3, 0);
  cast.limit = load<f32>(item, 24);
  const best = cast.best;
  best.collider = NONE;
  best.count = 0;
  cast.hit.count = 0;
  cast.first = job.isMany != 0 && job.counting == 0 ? load<i32>(job.counts + ((index as usize) << 2)) : index;
  // What moves first: it is hit more often, and a hit shortens the way through the others.
  if (job.takesTree(2) && walk(world, job, world.dynamicTree, cast)) return finish(world, job, cast, index);
  if (job.takesTree(1) && walk(world, job, world.kinematicTree, cast)) return finish(world, job, cast, index);
  if (job.takesTree(0)) walk(world, job, world.staticTree, cast);
  finish(world, job, cast, index);
}

function finish(world: World, job: QueryJob, cast: RayCast, index: i32): void {
  if (job.isMany != 0) {
    if (job.counting != 0) store<i32>(job.counts + ((index as usize) << 2), cast.hit.count);
    return;
  }
  const best = cast.best;
  if (best.collider != NONE) best.point = V.addScaled(cast.origin, cast.direction, best.distance);
  Hits.write(world, job, index, best);
}

/** Front to back through one tree. True where the query has all it asked for. */
function walk(world: World, job: QueryJob, tree: Tree, cast: RayCast): bool {
  if (tree.root == NONE) return false;
  const origin = cast.origin,
    inverse = cast.inverse;
  const stack = cast.stack;
  const nodes = tree.nodes.data;
  let top = 0;
  let node = tree.node(tree.root);
  if (!Slabs.meets(node, origin, inverse, cast.limit)) return false;
  while (true) {
    if (node.height == 0) {
      if (visit(world, job, node.collider, cast)) return true;
    } else {
      const one = changetype<TreeNode>(nodes + (node.child1 as usize) * offsetof<TreeNode>()),
        two = changetype<TreeNode>(nodes + (node.child2 as usize) * offsetof<TreeNode>());
      const near1 = f32x4.mul(V.sub(one.boundsMin, origin), inverse),
        far1 = f32x4.mul(V.sub(one.boundsMax, origin), inverse);
      const near2 = f32x4.mul(V.sub(two.boundsMin, origin), inverse),
        far2 = f32x4.mul(V.sub(two.boundsMax, origin), inverse);
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

/** Ray against bounds by slabs. The ray's lane w is 0: there it enters at 0, its start. */
class Slabs {
  // @ts-ignore: decorator
  @inline static meets(node: TreeNode, origin: v128, inverse: v128, limit: f32): bool {
    const near = f32x4.mul(V.sub(node.boundsMin, origin), inverse),
      far = f32x4.mul(V.sub(node.boundsMax, origin), inverse);
    const low = f32x4.pmin(near, far),
      high = f32x4.pmax(near, far);
    const enter = Slabs.enter(low, low),
      exit = Slabs.exit(high, high);
    return (i32x4.bitmask(f32x4.le(enter, f32x4.pmin(exit, f32x4.splat(limit)))) & 1) != 0;
  }

  /** Last entry into the slabs of a in lane 0 and of b in lane 1. */
  // @ts-ignore: decorator
  @inline static enter(a: v128, b: v128): v128 {
    const xy = v128.shuffle<f32>(a, b, 0, 4, 1, 5),
      zw = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const m = f32x4.pmax(xy, zw);
    return f32x4.pmax(m, v128.shuffle<f32>(m, m, 2, 3, 2, 3));
  }

  /** First exit out of them. */
  // @ts-ignore: decorator
  @inline static exit(a: v128, b: v128): v128 {
    const xy = v128.shuffle<f32>(a, b, 0, 4, 1, 5),
      zz = v128.shuffle<f32>(a, b, 2, 6, 2, 6);
    const m = f32x4.pmin(xy, zz);
    return f32x4.pmin(m, v128.shuffle<f32>(m, m, 2, 3, 2, 3));
  }
}

/** A leaf. True where the query has all it asked for. */
function visit(world: World, job: QueryJob, id: i32, cast: RayCast): bool {
  const collider = Colliders.at(world, id);
  if (!job.takes(world, collider)) return false;
  const hit = cast.hit;
  if (!rayShape(collider, cast.origin, cast.direction, cast.limit, hit)) return false;
  hit.collider = id;
  if (job.mode == QueryMode.All) {
    hit.point = V.addScaled(cast.origin, cast.direction, hit.distance);
    Hits.add(world, job, cast.first, hit);
    return false;
  }
  // The record that is written next must be the other one.
  cast.hit = cast.best;
  cast.best = hit;
  cast.limit = hit.distance;
  return job.mode == QueryMode.Any;
}
