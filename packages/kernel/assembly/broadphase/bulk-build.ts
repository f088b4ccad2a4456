import { V } from '../math/vec';
import { NONE } from '../constants';
import { sortKeys } from './sort';
import { Tree } from './tree';

/** Places along each axis at which a split is tried. */
const BINS: i32 = 8;
/** Least and greatest corner of what is in a bin, and how many. */
const BIN: usize = 48;
export const BULK_SCRATCH: usize = (BINS as usize) * BIN + 256;

/**
 * Builds a tree anew from its leaves, top down: at each node the split of least surface area among eight places on each axis, of those that keep the
 * tree as low as one that is halved, so that what is inserted later finds it balanced. `scratch`: BULK_SCRATCH bytes.
 * Method: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies" (2007).
 */
export function rebuildTree(tree: Tree, scratch: usize): void {
  if (tree.leafCount < 3) return;
  // The stack of insertion has room for every node: the leaves, 8 bytes each so that they can be sorted.
  const leaves = tree.stack.data;
  gather(tree, tree.root, leaves, 0);
  tree.root = build(tree, leaves, 0, tree.leafCount, scratch);
  tree.node(tree.root).parent = NONE;
}

/** So many leaves at once are worth it, where they are half of all. */
const MANY: i32 = 256;

/** Called once a step: builds the tree anew where that many leaves came since. */
export function rebuildWhereWorth(tree: Tree, scratch: usize): void {
  if (tree.fresh >= MANY && 2 * tree.fresh >= tree.leafCount) rebuildTree(tree, scratch);
  tree.fresh = 0;
}

/** Lists the leaves below a node and frees the nodes above them. */
function gather(tree: Tree, index: i32, leaves: usize, count: i32): i32 {
  const node = tree.node(index);
  if (node.height == 0) {
    store<u64>(leaves + ((count as usize) << 3), index as u64);
    return count + 1;
  }
  const second = node.child2;
  count = gather(tree, node.child1, leaves, count);
  count = gather(tree, second, leaves, count);
  tree.nodes.free(index);
  return count;
}

function leafAt(leaves: usize, i: i32): i32 {
  return load<u64>(leaves + ((i as usize) << 3)) as i32;
}

/** Twice the middle. */
function middle(tree: Tree, leaf: i32): v128 {
  const node = tree.node(leaf);
  return V.add(node.boundsMin, node.boundsMax);
}

function build(tree: Tree, leaves: usize, start: i32, end: i32, scratch: usize): i32 {
  if (end - start == 1) return leafAt(leaves, start);
  const split = partition(tree, leaves, start, end, scratch);
  const one = build(tree, leaves, start, split, scratch),
    two = build(tree, leaves, split, end, scratch);
  const index = tree.nodes.take();
  const node = tree.node(index),
    a = tree.node(one),
    b = tree.node(two);
  node.child1 = one;
  node.child2 = two;
  node.collider = NONE;
  node.height = 1 + max(a.height, b.height);
  Tree.setBounds(node, V.min(a.boundsMin, b.boundsMin), V.max(a.boundsMax, b.boundsMax));
  a.parent = index;
  b.parent = index;
  return index;
}

/** Puts the leaves of the two sides apart, and returns where the second begins. */
function partition(tree: Tree, leaves: usize, start: i32, end: i32, scratch: usize): i32 {
  const count = end - start;
  let low = middle(tree, leafAt(leaves, start)),
    high = low;
  for (let i = start + 1; i < end; i++) {
    const at = middle(tree, leafAt(leaves, i));
    low = V.min(low, at);
    high = V.max(high, at);
  }
  // Of this height is a tree that is halved; no side may need more than one level less, nor come out two lower than the other.
  let full = 1;
  while (full < count) full <<= 1;
  const least = max(max(1, count - (full >> 1)), (full >> 3) + 1);
  let best: f32 = Infinity,
    bestAxis = NONE,
    bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = V.lane(low, axis),
      width = V.lane(high, axis) - from;
    if (!(width > 1e-6)) continue;
    const scale = (BINS as f32) / width;
    fillBins(tree, leaves, start, end, axis, from, scale, scratch);
    for (let bin = 1; bin < BINS; bin++) {
      const left = countBins(scratch, 0, bin);
      if (left < least || count - left < least) continue;
      const cost = (left as f32) * areaBins(scratch, 0, bin) + ((count - left) as f32) * areaBins(scratch, bin, BINS);
      if (cost < best) {
        best = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  if (bestAxis == NONE) return halve(tree, leaves, start, end, V.sub(high, low));
  const from = V.lane(low, bestAxis),
    scale = (BINS as f32) / (V.lane(high, bestAxis) - from);
  let i = start,
    j = end;
  while (i < j) {
    const leaf = load<u64>(leaves + ((i as usize) << 3));
    if (binOf(tree, leaf as i32, bestAxis, from, scale) < bestBin) {
      i++;
      continue;
    }
    j--;
    store<u64>(leaves + ((i as usize) << 3), load<u64>(leaves + ((j as usize) << 3)));
    store<u64>(leaves + ((j as usize) << 3), leaf);
  }
  return i;
}

function binOf(tree: Tree, leaf: i32, axis: i32, from: f32, scale: f32): i32 {
  return min(BINS - 1, max(0, ((V.lane(middle(tree, leaf), axis) - from) * scale) as i32));
}

function fillBins(
  tree: Tree,
  leaves: usize,
  start: i32,
  end: i32,
  axis: i32,
  from: f32,
  scale: f32,
  bins: usize,
): void {
  for (let bin = 0; bin < BINS; bin++) {
    const at = bins + (bin as usize) * BIN;
    v128.store(at, f32x4.splat(Infinity));
    v128.store(at, f32x4.splat(-Infinity), 16);
    store<i32>(at, 0, 32);
  }
  for (let i = start; i < end; i++) {
    const leaf = leafAt(leaves, i);
    const node = tree.node(leaf);
    const at = bins + (binOf(tree, leaf, axis, from, scale) as usize) * BIN;
    v128.store(at, V.min(v128.load(at), node.boundsMin));
    v128.store(at, V.max(v128.load(at, 16), node.boundsMax), 16);
    store<i32>(at, load<i32>(at, 32) + 1, 32);
  }
}

function countBins(bins: usize, from: i32, to: i32): i32 {
  let count = 0;
  for (let bin = from; bin < to; bin++) count += load<i32>(bins + (bin as usize) * BIN, 32);
  return count;
}

function areaBins(bins: usize, from: i32, to: i32): f32 {
  let low = f32x4.splat(Infinity),
    high = f32x4.splat(-Infinity);
  for (let bin = from; bin < to; bin++) {
    const at = bins + (bin as usize) * BIN;
    low = V.min(low, v128.load(at));
    high = V.max(high, v128.load(at, 16));
  }
  return Tree.area(low, high);
}

/** No place does: half of them on each side, by order along the longest axis. */
function halve(tree: Tree, leaves: usize, start: i32, end: i32, size: v128): i32 {
  const axis = V.x(size) >= V.y(size) && V.x(size) >= V.z(size) ? 0 : V.y(size) >= V.z(size) ? 1 : 2;
  for (let i = start; i < end; i++) {
    const leaf = leafAt(leaves, i);
    const bits = reinterpret<u32>(V.lane(middle(tree, leaf), axis));
    // Floats in the order of unsigned numbers.
    const key = bits ^ (bits >> 31 != 0 ? 0xffffffff : 0x80000000);
    store<u64>(leaves + ((i as usize) << 3), ((key as u64) << 32) | (leaf as u64));
  }
  sortKeys(leaves + ((start as usize) << 3), end - start);
  for (let i = start; i < end; i++) store<u64>(leaves + ((i as usize) << 3), leafAt(leaves, i) as u64);
  return start + ((end - start) >> 1);
}
