/** A tree at an address that the test chooses, its invariants, and a query in the open. */
import { Pages } from '../memory/pages';
import { Table } from '../memory/table';
import { rebuildTree } from '../broadphase/bulk-build';
import { PairSet } from '../broadphase/pair-set';
import { Tree, TreeNode } from '../broadphase/tree';
import { V } from '../math/vec';
import { checkTree } from '../broadphase/check-tree';
import { Colliders } from '../bodies/collider';
import { mayCollide } from '../contacts/lifecycle';
import { unlinkAhead as unlink } from '../contacts/link-ahead';
import { World } from '../world/world';
import { NONE, Tuning } from '../constants';

export function treeSetUp(tree: usize, nodes: usize, stack: usize): void {
  changetype<Table>(nodes).setUp(offsetof<TreeNode>());
  changetype<Table>(stack).setUp(8);
  changetype<Tree>(tree).setUp(changetype<Table>(nodes), changetype<Table>(stack));
}
export function treeReserveMore(tree: usize, pages: usize, n: i32): bool {
  return changetype<Tree>(tree).reserveMore(changetype<Pages>(pages), n);
}
export function treeInsert(tree: usize, id: i32, x0: f32, y0: f32, z0: f32, x1: f32, y1: f32, z1: f32): i32 {
  return changetype<Tree>(tree).insert(id, V.of(x0, y0, z0), V.of(x1, y1, z1));
}
export function treeMove(tree: usize, leaf: i32, x0: f32, y0: f32, z0: f32, x1: f32, y1: f32, z1: f32): void {
  changetype<Tree>(tree).move(leaf, V.of(x0, y0, z0), V.of(x1, y1, z1));
}
export function treeRemove(tree: usize, leaf: i32): void {
  changetype<Tree>(tree).remove(leaf);
}
/** Builds it anew from its leaves. */
export function treeRebuild(tree: usize, scratch: usize): void {
  rebuildTree(changetype<Tree>(tree), scratch);
}
export function treeHeight(tree: usize): i32 {
  const t = changetype<Tree>(tree);
  return t.root == NONE ? 0 : t.node(t.root).height;
}
export function treeLeafCount(tree: usize): i32 {
  return changetype<Tree>(tree).leafCount;
}

/** Writes the colliders of the leaves whose bounds overlap the box to `out`, and returns how many. */
export function treeQuery(tree: usize, x0: f32, y0: f32, z0: f32, x1: f32, y1: f32, z1: f32, out: usize): i32 {
  const t = changetype<Tree>(tree);
  if (t.root == NONE) return 0;
  return queryBelow(t, t.root, V.of(x0, y0, z0), V.of(x1, y1, z1), out, 0);
}
function queryBelow(t: Tree, index: i32, low: v128, high: v128, out: usize, found: i32): i32 {
  const node = t.node(index);
  const gap = v128.or(f32x4.gt(node.boundsMin, high), f32x4.gt(low, node.boundsMax));
  if ((i32x4.bitmask(gap) & 7) != 0) return found;
  if (node.height == 0) {
    store<i32>(out + ((found as usize) << 2), node.collider);
    return found + 1;
  }
  return queryBelow(t, node.child2, low, high, out, queryBelow(t, node.child1, low, high, out, found));
}

/** 0 where the tree is sound; else what is wrong: 1 parent link, 2 height, 3 bounds, 4 a leaf with children, 5 number of leaves, 6 nodes in use. */
export function treeFault(tree: usize): i32 {
  return checkTree(changetype<Tree>(tree));
}

/** Surface area of the inner nodes over that of the root: what a random query visits, more or less. */
export function treeCost(tree: usize): f32 {
  const t = changetype<Tree>(tree);
  if (t.root == NONE) return 0;
  const root = t.node(t.root);
  return innerArea(t, t.root) / Tree.area(root.boundsMin, root.boundsMax);
}
function innerArea(t: Tree, index: i32): f32 {
  const node = t.node(index);
  if (node.height == 0) return 0;
  return Tree.area(node.boundsMin, node.boundsMax) + innerArea(t, node.child1) + innerArea(t, node.child2);
}

/** How many of the moved proxies were searched for before the step. */
export function searchedAhead(address: usize): i32 {
  return changetype<World>(address).searched;
}
/** Pairs whose contacts exist before the step, and how many of these contacts the narrowphase is done with, and linking. */
export function createdAhead(address: usize): i32 {
  return changetype<World>(address).aheadPairs;
}
export function collidedAhead(address: usize): i32 {
  return changetype<World>(address).aheadCollided;
}
export function linkedAhead(address: usize): i32 {
  return changetype<World>(address).aheadLinked;
}
/** Takes back what was linked ahead, and nothing else. */
export function unlinkAhead(address: usize): void {
  unlink(changetype<World>(address));
}
export function movedProxies(address: usize): i32 {
  return changetype<World>(address).moved.count;
}

/** Pairs of colliders whose bounds, those that were searched with last, meet while the pair is unknown, and known pairs that are too far apart. */
export function pairFaults(address: usize): i32 {
  const world = changetype<World>(address);
  let faults = 0;
  for (let i = 0; i < world.colliders.count; i++) {
    const a = Colliders.at(world, i);
    if (a.proxy == NONE) continue;
    for (let j = i + 1; j < world.colliders.count; j++) {
      const b = Colliders.at(world, j);
      if (b.proxy == NONE) continue;
      const gap = V.largest(V.max(V.sub(a.searchedMin, b.searchedMax), V.sub(b.searchedMin, a.searchedMax)));
      const smaller = min(
        V.largest(V.sub(a.searchedMax, a.searchedMin)),
        V.largest(V.sub(b.searchedMax, b.searchedMin)),
      );
      const isKnown = world.pairs.has(PairSet.key(i, j)),
        may = mayCollide(world, a, b);
      if (
        isKnown ? !may || gap > min<f32>(Tuning.PARTING_DISTANCE, Tuning.PARTING_FRACTION * smaller) : may && gap <= 0
      )
        faults++;
    }
  }
  return faults;
}
/** How many pairs are known. */
export function pairCount(address: usize): i32 {
  return changetype<World>(address).pairs.count;
}
