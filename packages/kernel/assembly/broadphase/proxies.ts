import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { dropSearch } from './search-ahead';
import { Tree } from './tree';
import { WideTree } from './wide-tree';
import { V } from '../math/vec';
import { NONE, Tuning } from '../constants';

/** Keeps colliders in the tree of their body's type (BodyType) and lists those that need new pairs. */
export class Proxies {
  static tree(world: World, type: u32): Tree {
    return type == 0 ? world.staticTree : type == 1 ? world.kinematicTree : world.dynamicTree;
  }

  /** Tight bounds with a margin, and the displacement of the next steps in its direction. */
  static fatten(world: World, collider: Collider, linear: v128): void {
    const low = collider.boundsMin,
      high = collider.boundsMax;
    const margin = V.min(
      V.scale(V.sub(high, low), Tuning.BOUNDS_MARGIN_FRACTION),
      f32x4.splat(Tuning.BOUNDS_MARGIN_MAX),
    );
    const ahead = V.scale(linear, Tuning.BOUNDS_PREDICTION * world.dt);
    collider.fatMin = V.add(V.sub(low, margin), V.min(ahead, V.zero()));
    collider.fatMax = V.add(V.add(high, margin), V.max(ahead, V.zero()));
  }

  static insert(world: World, id: i32, type: u32): void {
    const collider = Colliders.at(world, id);
    // Static things do not move: no margin, but room for the speculative distance.
    if (type == 0) {
      collider.fatMin = V.sub(collider.boundsMin, f32x4.splat(Tuning.SPECULATIVE_DISTANCE));
      collider.fatMax = V.add(collider.boundsMax, f32x4.splat(Tuning.SPECULATIVE_DISTANCE));
    } else Proxies.fatten(world, collider, V.zero());
    collider.tree = type;
    collider.proxy = Proxies.tree(world, type).insert(id, collider.fatMin, collider.fatMax);
    Proxies.listNew(world, id);
  }

  static remove(world: World, id: i32): void {
    const collider = Colliders.at(world, id);
    if (collider.proxy == NONE) return;
    dropSearch(world);
    Proxies.tree(world, collider.tree).remove(collider.proxy);
    collider.proxy = NONE;
    if (collider.movedIndex != 0) {
      world.moved.setId(collider.movedIndex - 1, NONE);
      collider.movedIndex = 0;
    }
  }

  /** Some of what `move` reads: of the proxy itself... */
  static touch(world: World, id: i32): v128 {
    const collider = Colliders.at(world, id);
    return v128.or(collider.fatMin, Proxies.tree(world, collider.tree).node(collider.proxy).boundsMin);
  }

  /** ...and of what is beside it in the tree. */
  static touchBeside(world: World, id: i32): v128 {
    const collider = Colliders.at(world, id);
    const tree = Proxies.tree(world, collider.tree);
    const parent = tree.node(collider.proxy).parent;
    if (parent == NONE) return collider.fatMin;
    const node = tree.node(parent);
    return v128.or(tree.node(node.child1).boundsMin, tree.node(node.child2).boundsMin);
  }

  static move(world: World, id: i32): void {
    const collider = Colliders.at(world, id);
    dropSearch(world);
    Proxies.tree(world, collider.tree).move(collider.proxy, collider.fatMin, collider.fatMax);
    Proxies.list(world, id);
  }

  /** Lists a proxy for the next search for pairs, of which it may lack any. What was found ahead may be of it, and would be found twice. */
  static search(world: World, id: i32): void {
    dropSearch(world);
    Proxies.listNew(world, id);
  }

  /** ...that has just come into its tree: nothing was found of it. */
  private static listNew(world: World, id: i32): void {
    const collider = Colliders.at(world, id);
    collider.searchedMin = f32x4.splat(Infinity);
    collider.searchedMax = f32x4.splat(-Infinity);
    Proxies.list(world, id);
  }

  /** ...which has all pairs within the bounds that were searched with last. */
  private static list(world: World, id: i32): void {
    const collider = Colliders.at(world, id);
    WideTree.drop(world);
    Proxies.tree(world, collider.tree).node(collider.proxy).moved = 1;
    if (collider.movedIndex != 0) return;
    // Proxies that leave blank their entries, so the list may outgrow the number of colliders.
    if (!world.moved.reserve(world.pages, world.moved.count + 1)) return;
    collider.movedIndex = world.moved.pushId(id) + 1;
  }

  /** The listed proxies have all their pairs. */
  static endSearch(world: World): void {
    const list = world.moved;
    for (let i = 0; i < list.count; i++) {
      const id = list.id(i);
      if (id == NONE) continue;
      const collider = Colliders.at(world, id);
      collider.movedIndex = 0;
      collider.searchedMin = collider.fatMin;
      collider.searchedMax = collider.fatMax;
      Proxies.tree(world, collider.tree).node(collider.proxy).moved = 0;
    }
    list.count = 0;
  }

  /** Brings every collider of a body to where it is, at once, and looks for pairs again. */
  static replaceAll(world: World, index: i32): void {
    const body = Bodies.body(world, index),
      sim = Bodies.sim(world, index);
    for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) {
      const collider = Colliders.at(world, id);
      Colliders.place(collider, sim);
      if (collider.proxy == NONE) continue;
      if (collider.tree == 0) {
        collider.fatMin = V.sub(collider.boundsMin, f32x4.splat(Tuning.SPECULATIVE_DISTANCE));
        collider.fatMax = V.add(collider.boundsMax, f32x4.splat(Tuning.SPECULATIVE_DISTANCE));
      } else Proxies.fatten(world, collider, V.zero());
      Proxies.move(world, id);
    }
  }
}
