import { Pages } from '../memory/pages';
import { V } from '../math/vec';
import { Mesh, LEFT_OUT } from '../mesh/mesh';
import { Ray, RAY_SIZE, Rays } from '../mesh/ray';

/**
 * What the loose kD tree is measured against: a binary tree of boxes, split by the binned surface-area heuristic.
 * Method: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies" (RT 2007).
 */
@unmanaged
class BvhNode {
  low0: f32;
  low1: f32;
  low2: f32;
  /** Branch: left child. Leaf: first place in `order`. */
  first: u32;
  high0: f32;
  high1: f32;
  high2: f32;
  /** Leaf: its triangles; 0 for a branch. */
  count: u32;
}

const NODE: usize = 32;
const BINS: i32 = 16;
const BIN: usize = 48;
const DEPTH: usize = 128;

@unmanaged
export class Bvh {
  nodes: usize;
  order: usize;
  nodeCount: i32;
  leafSize: i32;
  bounds: usize;
  bins: usize;
  byteLength: usize;
}

export function buildBvh(pages: Pages, mesh: Mesh, leafSize: i32): usize {
  const triangles = mesh.triangleCount as usize;
  const bytes: usize = 64 + triangles * 64 + triangles * 4;
  const address = pages.allocate(bytes);
  const scratchSize: usize = triangles * 32 + (BINS as usize) * BIN * 2;
  const scratch = pages.allocate(scratchSize);
  if (address == 0 || scratch == 0) return 0;
  const bvh = changetype<Bvh>(address);
  bvh.byteLength = bytes;
  bvh.nodes = address + 64;
  bvh.order = bvh.nodes + triangles * 64;
  bvh.bounds = scratch;
  bvh.bins = scratch + triangles * 32;
  bvh.leafSize = leafSize;
  bvh.nodeCount = 1;
  let solid = 0;
  for (let i = 0; i < mesh.triangleCount; i++) {
    if (mesh.neighbour(i, 0) == LEFT_OUT) continue;
    const a = mesh.vertex(mesh.corner(i, 0)),
      b = mesh.vertex(mesh.corner(i, 1)),
      c = mesh.vertex(mesh.corner(i, 2));
    v128.store(bvh.bounds + (i as usize) * 32, V.min(V.min(a, b), c));
    v128.store(bvh.bounds + (i as usize) * 32, V.max(V.max(a, b), c), 16);
    store<i32>(bvh.order + ((solid++ as usize) << 2), i);
  }
  split(bvh, 0, 0, solid);
  pages.release(scratch, scratchSize);
  return address;
}

function area(low: v128, high: v128): f32 {
  const d = V.sub(high, low);
  return V.dot(d, V.yzx(d));
}

function boundsAt(bvh: Bvh, place: i32): usize {
  return bvh.bounds + (load<u32>(bvh.order + ((place as usize) << 2)) as usize) * 32;
}

function split(bvh: Bvh, index: i32, start: i32, count: i32): void {
  const node = changetype<BvhNode>(bvh.nodes + (index as usize) * NODE);
  let low = f32x4.splat(Infinity),
    high = f32x4.splat(-Infinity),
    midLow = low,
    midHigh = high;
  for (let i = start; i < start + count; i++) {
    const bounds = boundsAt(bvh, i);
    const a = v128.load(bounds),
      b = v128.load(bounds, 16);
    low = V.min(low, a);
    high = V.max(high, b);
    midLow = V.min(midLow, V.add(a, b));
    midHigh = V.max(midHigh, V.add(a, b));
  }
  v128.store(changetype<usize>(node), low);
  v128.store(changetype<usize>(node), high, 16);
  node.first = start as u32;
  node.count = count as u32;
  if (count <= bvh.leafSize) return;
  let bestCost: f32 = Infinity,
    bestAxis = -1,
    bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = V.lane(midLow, axis),
      size = V.lane(midHigh, axis) - from;
    if (!(size > 0)) continue;
    fillBins(bvh, start, count, axis, from, (BINS as f32) / size);
    // From the right into the second half of the bins' rows, then from the left.
    let rightLow = f32x4.splat(Infinity),
      rightHigh = f32x4.splat(-Infinity),
      rightCount = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      const at = bvh.bins + (bin as usize) * BIN;
      rightLow = V.min(rightLow, v128.load(at));
      rightHigh = V.max(rightHigh, v128.load(at, 16));
      rightCount += load<i32>(at, 32);
      store<f32>(at, rightCount > 0 ? area(rightLow, rightHigh) * (rightCount as f32) : 0, 36);
    }
    let leftLow = f32x4.splat(Infinity),
      leftHigh = f32x4.splat(-Infinity),
      leftCount = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      const at = bvh.bins + (bin as usize) * BIN;
      leftLow = V.min(leftLow, v128.load(at));
      leftHigh = V.max(leftHigh, v128.load(at, 16));
      leftCount += load<i32>(at, 32);
      if (leftCount == 0 || leftCount == count) continue;
      const cost = area(leftLow, leftHigh) * (leftCount as f32) + load<f32>(at + BIN, 36);
      if (cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  let left = count >> 1;
  if (bestAxis >= 0) {
    const from = V.lane(midLow, bestAxis);
    const scale = (BINS as f32) / (V.lane(midHigh, bestAxis) - from);
    left = 0;
    for (let i = start; i < start + count; i++) {
      if (binOf(boundsAt(bvh, i), bestAxis, from, scale) > bestBin) continue;
      const a = bvh.order + ((i as usize) << 2),
        b = bvh.order + (((start + left++) as usize) << 2);
      const kept = load<u32>(a);
      store<u32>(a, load<u32>(b));
      store<u32>(b, kept);
    }
  }
  const child = bvh.nodeCount;
  bvh.nodeCount += 2;
  node.first = child as u32;
  node.count = 0;
  split(bvh, child, start, left);
  split(bvh, child + 1, start + left, count - left);
}

function binOf(bounds: usize, axis: i32, from: f32, scale: f32): i32 {
  const lane = (axis as usize) << 2;
  return min(BINS - 1, ((load<f32>(bounds + lane) + load<f32>(bounds + lane, 16) - from) * scale) as i32);
}

function fillBins(bvh: Bvh, start: i32, count: i32, axis: i32, from: f32, scale: f32): void {
  for (let bin = 0; bin < BINS; bin++) {
    const at = bvh.bins + (bin as usize) * BIN;
    v128.store(at, f32x4.splat(Infinity));
    v128.store(at, f32x4.splat(-Infinity), 16);
    store<i32>(at, 0, 32);
  }
  for (let i = start; i < start + count; i++) {
    const bounds = boundsAt(bvh, i);
    const at = bvh.bins + (binOf(bounds, axis, from, scale) as usize) * BIN;
    v128.store(at, V.min(v128.load(at), v128.load(bounds)));
    v128.store(at, V.max(v128.load(at, 16), v128.load(bounds, 16)), 16);
    store<i32>(at, load<i32>(at, 32) + 1, 32);
  }
}

/** Bytes of nodes and list of triangles. */
export function bvhBytes(bvh: Bvh, mesh: Mesh): i32 {
  return ((bvh.nodeCount as usize) * NODE + ((mesh.triangleCount as usize) << 2)) as i32;
}

/** Triangles whose bounds overlap the box. */
export function bvhQuery(bvh: Bvh, mesh: Mesh, low: v128, high: v128, out: usize, scratch: usize): i32 {
  let top = 1,
    found = 0;
  store<u32>(scratch, 0);
  while (top > 0) {
    const at = bvh.nodes + (load<u32>(scratch + ((--top as usize) << 2)) as usize) * NODE;
    const node = changetype<BvhNode>(at);
    const gap = v128.or(f32x4.gt(v128.load(at), high), f32x4.lt(v128.load(at, 16), low));
    if ((i32x4.bitmask(gap) & 7) != 0) continue;
    if (node.count == 0) {
      store<u32>(scratch + ((top as usize) << 2), node.first + 1);
      store<u32>(scratch + ((top as usize) << 2), node.first, 4);
      top += 2;
      continue;
    }
    for (let i: u32 = 0; i < node.count; i++) {
      const triangle = load<i32>(bvh.order + (((node.first + i) as usize) << 2));
      const a = mesh.vertex(mesh.corner(triangle, 0)),
        b = mesh.vertex(mesh.corner(triangle, 1)),
        c = mesh.vertex(mesh.corner(triangle, 2));
      const apart = v128.or(f32x4.gt(V.min(V.min(a, b), c), high), f32x4.lt(V.max(V.max(a, b), c), low));
      if ((i32x4.bitmask(apart) & 7) == 0) store<i32>(out + ((found++ as usize) << 2), triangle);
    }
  }
  return found;
}

/** Slabs: where the ray enters the box of a node, or Infinity. */
function enters(at: usize, origin: v128, inverse: v128, limit: f32): f32 {
  const a = V.mul(V.sub(v128.load(at), origin), inverse),
    b = V.mul(V.sub(v128.load(at, 16), origin), inverse);
  const near = f32x4.pmin(a, b),
    far = f32x4.pmax(a, b);
  const from = max(max(V.x(near), V.y(near)), max(V.z(near), 0));
  const to = min(min(V.x(far), V.y(far)), min(V.z(far), limit));
  return from <= to * 1.000001 ? from : Infinity;
}

export function bvhRay(bvh: Bvh, mesh: Mesh, ray: Ray): void {
  const stack = changetype<usize>(ray) + RAY_SIZE + 48;
  const origin = ray.origin,
    inverse = f32x4.div(f32x4.splat(1), ray.direction);
  if (enters(bvh.nodes, origin, inverse, ray.limit) == Infinity) return;
  let top = 0;
  let index: u32 = 0;
  while (true) {
    const node = changetype<BvhNode>(bvh.nodes + (index as usize) * NODE);
    if (node.count > 0) {
      for (let i: u32 = 0; i < node.count; i++) {
        const triangle = load<i32>(bvh.order + (((node.first + i) as usize) << 2));
        Rays.hit(
          ray,
          triangle,
          mesh.vertex(mesh.corner(triangle, 0)),
          mesh.vertex(mesh.corner(triangle, 1)),
          mesh.vertex(mesh.corner(triangle, 2)),
          false,
        );
      }
    } else {
      const left = enters(bvh.nodes + (node.first as usize) * NODE, origin, inverse, ray.limit),
        right = enters(bvh.nodes + ((node.first + 1) as usize) * NODE, origin, inverse, ray.limit);
      const first = left <= right ? node.first : node.first + 1;
      const near = min(left, right),
        far = max(left, right);
      if (far != Infinity) {
        const entry = stack + ((top++ as usize) << 3);
        store<u32>(entry, first == node.first ? first + 1 : first - 1);
        store<f32>(entry, far, 4);
      }
      if (near != Infinity) {
        index = first;
        continue;
      }
    }
    let entry: usize;
    do {
      if (top == 0) return;
      entry = stack + ((--top as usize) << 3);
      index = load<u32>(entry);
    } while (load<f32>(entry, 4) > ray.limit);
  }
}
export const BVH_SCRATCH: usize = RAY_SIZE + 48 + DEPTH * 8;
