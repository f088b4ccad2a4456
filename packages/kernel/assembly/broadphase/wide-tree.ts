import { World } from '../world/world';
import { V } from '../math/vec';
import { W } from '../math/wide';
import { Tree } from './tree';

/** Bounds of four boxes, a lane each, and what they are: an inner node's index, or a leaf. */
@unmanaged
export class WideNode {
  minX: v128;
  minY: v128;
  minZ: v128;
  maxX: v128;
  maxY: v128;
  maxZ: v128;
  /** 0 or more: a node. Negative: not (collider << 1 | moved). */
  children: v128;
  reserved: v128;
}

/** Fewer searches than one for so many leaves walk down the tree itself: copying it costs as much. */
const LEAVES_PER_SEARCH: i32 = 32;

/**
 * A copy of a tree for the searches of a step: two levels in one node, so that four boxes are asked at once, and in the order in which
 * they are walked through.
 * Source of the idea: I. Wald et al., "Getting Rid of Packets" (2008); H. Dammertz et al., "Shallow Bounding Volume Hierarchies" (2008).
 */
export class WideTree {
  /** Is the dynamic tree to be copied? Where that is worth it, and was not done yet. */
  static isDue(world: World, searches: i32): bool {
    const leaves = world.dynamicTree.leafCount;
    return world.wideNodes.count == 0 && leaves >= 2 && searches * LEAVES_PER_SEARCH >= leaves;
  }

  /** Copies it if it is due. Returns whether it was done; without a copy `wideNodes` stays empty. */
  static prepare(world: World, searches: i32): bool {
    if (!WideTree.isDue(world, searches)) return false;
    const tree = world.dynamicTree,
      nodes = world.wideNodes;
    if (!nodes.reserve(world.pages, tree.leafCount)) return false;
    copy(world, tree, tree.root);
    return true;
  }

  /** The tree is another, or what it says of a collider. */
  static drop(world: World): void {
    world.wideNodes.count = 0;
  }

  // @ts-ignore: decorator
  @inline static at(world: World, index: i32): WideNode {
    return world.wideNodes.record<WideNode>(index);
  }

  /** A bit for each lane whose box does not meet the given one. */
  // @ts-ignore: decorator
  @inline static apart(node: WideNode, low: v128, high: v128): i32 {
    const x = v128.or(f32x4.gt(node.minX, W.x(high)), f32x4.gt(W.x(low), node.maxX)),
      y = v128.or(f32x4.gt(node.minY, W.y(high)), f32x4.gt(W.y(low), node.maxY)),
      z = v128.or(f32x4.gt(node.minZ, W.z(high)), f32x4.gt(W.z(low), node.maxZ));
    return i32x4.bitmask(v128.or(x, v128.or(y, z)));
  }

  /** Bits of the lanes that are leaves, and of those of them that are listed for this search. */
  // @ts-ignore: decorator
  @inline static leaves(node: WideNode): i32 {
    return i32x4.bitmask(node.children);
  }
  // @ts-ignore: decorator
  @inline static moved(node: WideNode): i32 {
    return i32x4.bitmask(v128.not(i32x4.shl(node.children, 31)));
  }

  // @ts-ignore: decorator
  @inline static child(node: WideNode, lane: i32): i32 {
    return load<i32>(changetype<usize>(node) + ((lane as usize) << 2), offsetof<WideNode>('children'));
  }

  // @ts-ignore: decorator
  @inline static collider(leaf: i32): i32 {
    return ~leaf >> 1;
  }
}

/** Copies an inner node with the two levels below it, and what is below these. Returns the index of the copy. */
function copy(world: World, tree: Tree, index: i32): i32 {
  const id = world.wideNodes.count++;
  const wide = WideTree.at(world, id),
    node = tree.node(index);
  let lane = copyChild(world, tree, wide, 0, node.child1);
  lane = copyChild(world, tree, wide, lane, node.child2);
  for (; lane < 4; lane++) {
    putBounds(wide, lane, f32x4.splat(Infinity), f32x4.splat(-Infinity));
    putChild(wide, lane, 0);
  }
  return id;
}

/** A leaf takes a lane, an inner node one for each of its children. Returns the next lane. */
function copyChild(world: World, tree: Tree, wide: WideNode, lane: i32, index: i32): i32 {
  const node = tree.node(index);
  if (node.height == 0) {
    put(world, tree, wide, lane, index);
    return lane + 1;
  }
  put(world, tree, wide, lane, node.child1);
  put(world, tree, wide, lane + 1, node.child2);
  return lane + 2;
}

function put(world: World, tree: Tree, wide: WideNode, lane: i32, index: i32): void {
  const node = tree.node(index);
  putBounds(wide, lane, node.boundsMin, node.boundsMax);
  putChild(wide, lane, node.height == 0 ? ~((node.collider << 1) | (node.moved as i32)) : copy(world, tree, index));
}

function putBounds(wide: WideNode, lane: i32, low: v128, high: v128): void {
  const at = changetype<usize>(wide) + ((lane as usize) << 2);
  store<f32>(at, V.x(low), offsetof<WideNode>('minX'));
  store<f32>(at, V.y(low), offsetof<WideNode>('minY'));
  store<f32>(at, V.z(low), offsetof<WideNode>('minZ'));
  store<f32>(at, V.x(high), offsetof<WideNode>('maxX'));
  store<f32>(at, V.y(high), offsetof<WideNode>('maxY'));
  store<f32>(at, V.z(high), offsetof<WideNode>('maxZ'));
}

function putChild(wide: WideNode, lane: i32, child: i32): void {
  store<i32>(changetype<usize>(wide) + ((lane as usize) << 2), child, offsetof<WideNode>('children'));
}
