import { Tree } from './tree';
import { NONE } from '../constants';

/** Nodes that may wait at once: twice log2 of any number of nodes there can be, and room. */
const STACK: i32 = 126;

/** A walk over the leaves of a tree whose bounds overlap a box. Lives wherever the caller has room: TREE_WALK_SIZE bytes. */
@unmanaged
export class TreeWalk {
  low: v128;
  high: v128;
  tree: Tree;
  top: i32;
  reserved: u64;

  start(tree: Tree, low: v128, high: v128): void {
    this.tree = tree;
    this.low = low;
    this.high = high;
    this.top = tree.root == NONE ? 0 : 1;
    store<i32>(this.stack, tree.root);
  }

  // @ts-ignore: decorator
  @inline private get stack(): usize {
    return changetype<usize>(this) + offsetof<TreeWalk>();
  }

  /** Collider of the next leaf, or NONE behind the last. */
  next(): i32 {
    const low = this.low,
      high = this.high,
      tree = this.tree,
      stack = this.stack;
    let top = this.top;
    while (top > 0) {
      const node = tree.node(load<i32>(stack + ((--top as usize) << 2)));
      const gap = v128.or(f32x4.gt(node.boundsMin, high), f32x4.gt(low, node.boundsMax));
      if ((i32x4.bitmask(gap) & 7) != 0) continue;
      if (node.height == 0) {
        this.top = top;
        return node.collider;
      }
      if (top > STACK - 2) continue;
      store<i32>(stack + ((top as usize) << 2), node.child2);
      store<i32>(stack + ((top as usize) << 2), node.child1, 4);
      top += 2;
    }
    this.top = 0;
    return NONE;
  }
}

export const TREE_WALK_SIZE: usize = (offsetof<TreeWalk>() + ((STACK as usize) << 2) + 15) & ~15;
