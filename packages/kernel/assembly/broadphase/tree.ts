import { Pages } from '../memory/pages';
import { Table } from '../memory/table';
import { V } from '../math/vec';
import { NONE } from '../constants';

/** A leaf that has moved stays beside its sibling while their union has no more than this many times the area of the two. */
const LOOSE: f32 = 1.2;

@unmanaged
export class TreeNode {
  /** Lane w: half the surface area. */
  boundsMin: v128;
  boundsMax: v128;
  parent: i32;
  child1: i32;
  child2: i32;
  /** 0 for a leaf. */
  height: i32;
  /** Collider id of a leaf. */
  collider: i32;
  /** 1: a leaf whose collider is listed for the next search for pairs. */
  moved: u32;
  reserved: u64;
}

/**
 * A dynamic AABB tree: leaves hold fat bounds of colliders, inner nodes their unions.
 * Insertion: branch and bound on the surface area a leaf would add (E. Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019).
 * Balance: a leaf joins a node of height 1 at most, so that heights change by one at a time and AVL-style rotations keep the two sides
 * of every node within one of each other; within that freedom a node above a new leaf swaps a child with a grandchild where the area shrinks.
 */
@unmanaged
export class Tree {
  nodes: Table;
  root: i32;
  leafCount: i32;
  /** Leaves inserted since `rebuildWhereWorth`. */
  fresh: i32;
  /** Stack of the branch and bound search: node, cost pairs. Serial. */
  stack: Table;

  /** In memory of zeros: with tables of `TreeNode` and of 8 bytes. */
  setUp(nodes: Table, stack: Table): void {
    this.nodes = nodes;
    this.stack = stack;
    this.root = NONE;
  }

  // @ts-ignore: decorator
  @inline node(index: i32): TreeNode {
    return this.nodes.record<TreeNode>(index);
  }

  /** Room for `n` more leaves. */
  reserveMore(pages: Pages, n: i32): bool {
    return this.nodes.reserveMore(pages, 2 * n) && this.stack.reserve(pages, max(64, this.nodes.used + 2 * n));
  }

  insert(collider: i32, boundsMin: v128, boundsMax: v128): i32 {
    const leaf = this.nodes.take();
    const node = this.node(leaf);
    Tree.setBounds(node, boundsMin, boundsMax);
    node.child1 = NONE;
    node.child2 = NONE;
    node.parent = NONE;
    node.collider = collider;
    this.link(leaf, NONE);
    this.leafCount++;
    this.fresh++;
    return leaf;
  }

  remove(leaf: i32): void {
    this.unlink(leaf);
    this.nodes.free(leaf);
    this.leafCount--;
  }

  /**
   * Gives a leaf new bounds. It keeps its place while it and its sibling together cost hardly more area than apart, since most leaves only
   * creep; otherwise it is inserted anew.
   */
  // @ts-ignore: decorator
  @inline move(leaf: i32, boundsMin: v128, boundsMax: v128): void {
    const node = this.node(leaf);
    const parent = node.parent;
    let sibling = NONE;
    if (parent != NONE) {
      const parentNode = this.node(parent);
      sibling = parentNode.child1 == leaf ? parentNode.child2 : parentNode.child1;
      const beside = this.node(sibling);
      const apart = Tree.area(boundsMin, boundsMax) + V.w(beside.boundsMin);
      if (Tree.union(beside, boundsMin, boundsMax) <= LOOSE * apart) {
        Tree.setBounds(node, boundsMin, boundsMax);
        this.adjust(parent);
        return;
      }
    }
    this.unlink(leaf);
    Tree.setBounds(node, boundsMin, boundsMax);
    this.link(leaf, sibling);
  }

  /** Repairs bounds from `index` up, as far as they change. Heights stand. */
  private adjust(index: i32): void {
    while (index != NONE) {
      const node = this.node(index);
      const a = this.node(node.child1),
        b = this.node(node.child2);
      const low = V.min(a.boundsMin, b.boundsMin),
        high = V.max(a.boundsMax, b.boundsMax);
      const changed = v128.or(f32x4.ne(low, node.boundsMin), f32x4.ne(high, node.boundsMax));
      if ((i32x4.bitmask(changed) & 7) == 0) return;
      Tree.setBounds(node, low, high);
      index = node.parent;
    }
  }

  // @ts-ignore: decorator
  @inline static setBounds(node: TreeNode, low: v128, high: v128): void {
    node.boundsMin = V.withW(low, Tree.area(low, high));
    node.boundsMax = high;
  }

  /** Half the surface. */
  // @ts-ignore: decorator
  @inline static area(boundsMin: v128, boundsMax: v128): f32 {
    const d = V.sub(boundsMax, boundsMin);
    return V.dot(d, V.yzx(d));
  }

  /** The node whose union with the leaf costs the whole tree the least area. `near`: one that may cost little, or NONE. */
  private bestSibling(boundsMin: v128, boundsMax: v128, near: i32): i32 {
    const leafArea = Tree.area(boundsMin, boundsMax);
    const root = this.node(this.root);
    let best = this.root,
      bestCost = Tree.union(root, boundsMin, boundsMax);
    if (root.height == 0) return best;
    // Greedy descent with a bound: at most one side is kept aside per level. Of each inner node, what its ancestors and it would grow by.
    const stack = this.stack;
    let index = best,
      grown = bestCost - V.w(root.boundsMin),
      top = 0;
    if (near != NONE) {
      const cost = this.costBeside(near, boundsMin, boundsMax);
      if (cost < bestCost) {
        bestCost = cost;
        best = near;
      }
    }
    while (true) {
      const node = this.node(index);
      const a = this.node(node.child1),
        b = this.node(node.child2);
      const unionA = Tree.union(a, boundsMin, boundsMax),
        unionB = Tree.union(b, boundsMin, boundsMax);
      if (unionA + grown < bestCost) {
        bestCost = unionA + grown;
        best = node.child1;
      }
      if (unionB + grown < bestCost) {
        bestCost = unionB + grown;
        best = node.child2;
      }
      const grownA = grown + unionA - V.w(a.boundsMin),
        grownB = grown + unionB - V.w(b.boundsMin);
      const goesA = a.height > 0 && grownA + leafArea < bestCost,
        goesB = b.height > 0 && grownB + leafArea < bestCost;
      if (goesA || goesB) {
        const first = goesA && (!goesB || grownA <= grownB);
        if (goesA && goesB) {
          const out = stack.data + ((top++ as usize) << 3);
          store<i32>(out, first ? node.child2 : node.child1);
          store<f32>(out, first ? grownB : grownA, 4);
        }
        index = first ? node.child1 : node.child2;
        grown = first ? grownA : grownB;
        continue;
      }
      do {
        if (top == 0) return best;
        const at = stack.data + ((--top as usize) << 3);
        index = load<i32>(at);
        grown = load<f32>(at, 4);
      } while (grown + leafArea >= bestCost);
    }
  }

  /** What the whole tree grows by where a leaf joins a node. */
  private costBeside(index: i32, boundsMin: v128, boundsMax: v128): f32 {
    const node = this.node(index);
    let cost = Tree.union(node, boundsMin, boundsMax);
    for (let at = node.parent; at != NONE;) {
      const above = this.node(at);
      cost += Tree.union(above, boundsMin, boundsMax) - V.w(above.boundsMin);
      at = above.parent;
    }
    return cost;
  }

  /** Area of the bounds around a node and a leaf. */
  // @ts-ignore: decorator
  @inline private static union(node: TreeNode, boundsMin: v128, boundsMax: v128): f32 {
    return Tree.area(V.min(node.boundsMin, boundsMin), V.max(node.boundsMax, boundsMax));
  }

  /** From a tall node down to one that a leaf may join without tilting the tree: to the side that grows least, the lower one in doubt. */
  private sink(index: i32, boundsMin: v128, boundsMax: v128): i32 {
    while (true) {
      const node = this.node(index);
      if (node.height < 2) return index;
      const a = this.node(node.child1),
        b = this.node(node.child2);
      const growA = Tree.union(a, boundsMin, boundsMax) - V.w(a.boundsMin),
        growB = Tree.union(b, boundsMin, boundsMax) - V.w(b.boundsMin);
      index = growA < growB || (growA == growB && a.height <= b.height) ? node.child1 : node.child2;
    }
  }

  /** `near`: where it was, or NONE. */
  private link(leaf: i32, near: i32): void {
    if (this.root == NONE) {
      this.root = leaf;
      this.node(leaf).parent = NONE;
      return;
    }
    const node = this.node(leaf);
    const sibling = this.sink(this.bestSibling(node.boundsMin, node.boundsMax, near), node.boundsMin, node.boundsMax);
    const parent = this.nodes.take();
    const siblingNode = this.node(sibling);
    const grand = siblingNode.parent;
    const parentNode = this.node(parent);
    parentNode.parent = grand;
    parentNode.collider = NONE;
    parentNode.child1 = sibling;
    parentNode.child2 = leaf;
    siblingNode.parent = parent;
    this.node(leaf).parent = parent;
    if (grand == NONE) this.root = parent;
    else this.replaceChild(grand, sibling, parent);
    this.refit(parent, true);
  }

  private unlink(leaf: i32): void {
    if (leaf == this.root) {
      this.root = NONE;
      return;
    }
    const parent = this.node(leaf).parent;
    const parentNode = this.node(parent);
    const grand = parentNode.parent;
    const sibling = parentNode.child1 == leaf ? parentNode.child2 : parentNode.child1;
    this.node(sibling).parent = grand;
    if (grand == NONE) this.root = sibling;
    else this.replaceChild(grand, parent, sibling);
    this.nodes.free(parent);
    if (grand != NONE) this.refit(grand, false);
  }

  private replaceChild(parent: i32, from: i32, to: i32): void {
    const node = this.node(parent);
    if (node.child1 == from) node.child1 = to;
    else node.child2 = to;
  }

  /** Repairs heights and bounds from `index` up, as far as they change, rotating on the way: where a side is too tall, and if it `improves` where that shrinks anything. */
  private refit(index: i32, improves: bool): void {
    while (index != NONE) {
      const node = this.node(index);
      const a = this.node(node.child1),
        b = this.node(node.child2);
      const low = V.min(a.boundsMin, b.boundsMin),
        high = V.max(a.boundsMax, b.boundsMax),
        height = node.height;
      const changed = v128.or(f32x4.ne(low, node.boundsMin), f32x4.ne(high, node.boundsMax));
      Tree.setBounds(node, low, high);
      node.height = 1 + max(a.height, b.height);
      if (improves || abs(a.height - b.height) > 1) this.rotate(index);
      if ((i32x4.bitmask(changed) & 7) == 0 && node.height == height) return;
      index = node.parent;
    }
  }

  /** Swaps a child with one of the other child's children where that lowers the tree or, at equal height, shrinks it. */
  private rotate(index: i32): void {
    const node = this.node(index);
    if (node.height < 2) return;
    const b = this.node(node.child1),
      c = this.node(node.child2);
    const tilt = c.height - b.height;
    if (tilt > 1) this.swapBest(index, node.child1, node.child2, true);
    else if (tilt < -1) this.swapBest(index, node.child2, node.child1, true);
    else {
      if (c.height > 0) this.swapBest(index, node.child1, node.child2, false);
      if (this.node(node.child1).height > 0) this.swapBest(index, node.child2, node.child1, false);
    }
  }

  /** `low` moves down beside a child of `high`; the other child of `high` takes its place. */
  private swapBest(index: i32, low: i32, high: i32, mustLower: bool): void {
    const node = this.node(index),
      lowNode = this.node(low),
      highNode = this.node(high);
    const f = highNode.child1,
      g = highNode.child2;
    const fn = this.node(f),
      gn = this.node(g);
    // Lifting f leaves high = low ∪ g, lifting g leaves high = low ∪ f.
    const areaF = Tree.area(V.min(lowNode.boundsMin, gn.boundsMin), V.max(lowNode.boundsMax, gn.boundsMax));
    const areaG = Tree.area(V.min(lowNode.boundsMin, fn.boundsMin), V.max(lowNode.boundsMax, fn.boundsMax));
    const heightF = 1 + max(lowNode.height, gn.height),
      heightG = 1 + max(lowNode.height, fn.height);
    let liftF: bool;
    if (mustLower) {
      liftF = fn.height != gn.height ? fn.height > gn.height : areaF < areaG;
    } else {
      const area = V.w(highNode.boundsMin);
      liftF = areaF < areaG;
      const gain = liftF ? areaF : areaG;
      if (gain >= area) return;
      const height = liftF ? heightF : heightG;
      const lifted = liftF ? fn.height : gn.height;
      // Only where the node stays balanced and grows no taller.
      if (max(height, lifted) >= node.height) return;
      const difference = height - lifted;
      if (difference > 1 || difference < -1) return;
      const inside = lowNode.height - (liftF ? gn.height : fn.height);
      if (inside > 1 || inside < -1) return;
    }
    const up = liftF ? f : g,
      upNode = liftF ? fn : gn,
      stay = liftF ? gn : fn;
    if (node.child1 == low) node.child1 = up;
    else node.child2 = up;
    upNode.parent = index;
    if (liftF) highNode.child1 = low;
    else highNode.child2 = low;
    lowNode.parent = high;
    const least = V.min(lowNode.boundsMin, stay.boundsMin),
      most = V.max(lowNode.boundsMax, stay.boundsMax);
    Tree.setBounds(highNode, least, most);
    highNode.height = liftF ? heightF : heightG;
    node.height = 1 + max(highNode.height, upNode.height);
  }
}
