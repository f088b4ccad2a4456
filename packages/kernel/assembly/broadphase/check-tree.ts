import { Tree } from './tree';
import { V } from '../math/vec';
import { NONE } from '../constants';

/** Balanced, a tree of all the nodes that fit a memory is lower than this. */
const MAX_HEIGHT: i32 = 48;

/** 0 where the tree is sound; else what is wrong: 1 a link, 2 height, 3 bounds, 4 a leaf with children, 5 number of leaves, 6 nodes in use. */
export function checkTree(t: Tree): i32 {
  if (t.root == NONE) return t.leafCount != 0 ? 5 : t.nodes.used != 0 ? 6 : 0;
  if (t.root < 0 || t.root >= t.nodes.count || t.node(t.root).parent != NONE) return 1;
  if (t.node(t.root).height > MAX_HEIGHT) return 2;
  const fault = faultBelow(t, t.root);
  if (fault != 0) return fault;
  if (leavesBelow(t, t.root) != t.leafCount) return 5;
  return t.nodes.used != 2 * t.leafCount - 1 ? 6 : 0;
}
function leavesBelow(t: Tree, index: i32): i32 {
  const node = t.node(index);
  return node.height == 0 ? 1 : leavesBelow(t, node.child1) + leavesBelow(t, node.child2);
}
function faultBelow(t: Tree, index: i32): i32 {
  const node = t.node(index);
  if (node.height == 0) return node.child1 != NONE || node.child2 != NONE || node.collider < 0 ? 4 : 0;
  if (node.child1 < 0 || node.child1 >= t.nodes.count || node.child2 < 0 || node.child2 >= t.nodes.count) return 1;
  const a = t.node(node.child1),
    b = t.node(node.child2);
  if (node.child1 == node.child2 || a.parent != index || b.parent != index) return 1;
  if (node.height != 1 + max(a.height, b.height)) return 2;
  const low = f32x4.ne(node.boundsMin, V.min(a.boundsMin, b.boundsMin)),
    high = f32x4.ne(node.boundsMax, V.max(a.boundsMax, b.boundsMax));
  if ((i32x4.bitmask(v128.or(low, high)) & 7) != 0) return 3;
  const fault = faultBelow(t, node.child1);
  return fault != 0 ? fault : faultBelow(t, node.child2);
}
