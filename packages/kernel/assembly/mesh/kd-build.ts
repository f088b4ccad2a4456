import { V } from '../math/vec';
import { KD_NODE, KdNode, LEAF, LEAF_TRIANGLES } from './kd-node';

/** Scratch bytes a triangle: bounds, two rows. */
export const BOUNDS_SIZE: usize = 32;

/** What the recursion hands down. */
@unmanaged
export class KdBuild {
  nodes: usize;
  nodeCount: i32;
  /** Triangle numbers, permuted until each node's are together. */
  order: usize;
  /** Bounds of each triangle: min, max. */
  bounds: usize;
}

/**
 * Builds the tree over the triangles in `order`. Split: the mean of the triangles' middles along the longest axis; where that leaves
 * less than a quarter on one side, the median. `nodes` has room for two nodes a triangle.
 * Method: A. Kapoulkine, "Voxel terrain: physics" (2017).
 */
export function buildKdTree(build: KdBuild, count: i32): void {
  build.nodeCount = 0;
  if (count == 0) return;
  build.nodeCount = 1;
  split(build, 0, 0, count);
}

function split(build: KdBuild, index: i32, start: i32, count: i32): void {
  const node = changetype<KdNode>(build.nodes + (index as usize) * KD_NODE);
  const order = build.order + ((start as usize) << 2);
  if (count <= LEAF_TRIANGLES) {
    const at = changetype<usize>(node);
    store<u32>(at, load<u32>(order));
    store<u32>(at, count > 1 ? load<u32>(order, 4) : 0, 4);
    node.link = LEAF | ((count as u32) << 2);
    return;
  }
  let low = f32x4.splat(Infinity),
    high = f32x4.splat(-Infinity),
    sum = V.zero();
  for (let i = 0; i < count; i++) {
    const bounds = boundsOf(build, load<u32>(order + ((i as usize) << 2)));
    const least = v128.load(bounds),
      most = v128.load(bounds, 16);
    low = V.min(low, least);
    high = V.max(high, most);
    sum = V.add(sum, V.add(least, most));
  }
  const size = V.sub(high, low);
  const axis = V.x(size) >= V.y(size) && V.x(size) >= V.z(size) ? 0 : V.y(size) >= V.z(size) ? 1 : 2;
  const lane = (axis as usize) << 2;
  let left = partition(build, order, count, lane, V.lane(sum, axis) / (count as f32));
  if (left * 4 < count || (count - left) * 4 < count) {
    left = count >> 1;
    select(build, order, count, lane, left);
  }
  let leftMost: f32 = -Infinity,
    rightLeast: f32 = Infinity;
  for (let i = 0; i < left; i++)
    leftMost = max(leftMost, load<f32>(boundsOf(build, load<u32>(order + ((i as usize) << 2))) + lane, 16));
  for (let i = left; i < count; i++)
    rightLeast = min(rightLeast, load<f32>(boundsOf(build, load<u32>(order + ((i as usize) << 2))) + lane));
  const child = build.nodeCount;
  build.nodeCount += 2;
  node.low = leftMost;
  node.high = rightLeast;
  node.link = (axis as u32) | ((child as u32) << 2);
  split(build, child, start, left);
  split(build, child + 1, start + left, count - left);
}

function boundsOf(build: KdBuild, triangle: u32): usize {
  return build.bounds + (triangle as usize) * BOUNDS_SIZE;
}

/** Twice the middle of a triangle along an axis. */
function middle(build: KdBuild, at: usize, lane: usize): f32 {
  const bounds = boundsOf(build, load<u32>(at)) + lane;
  return load<f32>(bounds) + load<f32>(bounds, 16);
}

function partition(build: KdBuild, order: usize, count: i32, lane: usize, value: f32): i32 {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const at = order + ((i as usize) << 2);
    if (middle(build, at, lane) >= value) continue;
    swap(order + ((left++ as usize) << 2), at);
  }
  return left;
}

function swap(a: usize, b: usize): void {
  const kept = load<u32>(a);
  store<u32>(a, load<u32>(b));
  store<u32>(b, kept);
}

/** Brings the `nth` smallest middles to the front. Method: C. A. R. Hoare, "Algorithm 65: Find" (CACM 1961), pivot from the middle. */
function select(build: KdBuild, order: usize, count: i32, lane: usize, nth: i32): void {
  let low = 0,
    high = count - 1;
  while (low < high) {
    const pivot = middle(build, order + ((((low + high) >> 1) as usize) << 2), lane);
    let i = low,
      j = high;
    while (i <= j) {
      while (middle(build, order + ((i as usize) << 2), lane) < pivot) i++;
      while (middle(build, order + ((j as usize) << 2), lane) > pivot) j--;
      if (i > j) break;
      swap(order + ((i++ as usize) << 2), order + ((j-- as usize) << 2));
    }
    if (nth <= j) high = j;
    else if (nth >= i) low = i;
    else return;
  }
}
