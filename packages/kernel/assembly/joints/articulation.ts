import { World } from '../world/world';

/**
 * Joints that hang together by bodies that move. What a blow or a heavy load asks of them is solved at once, by a factorization of
 * their common matrix (solve-articulation.ts); the colours would need as many passes as the square of their length.
 */
@unmanaged
export class Articulation {
  /** Into world.articulationJoints: all of them. */
  firstJoint: i32;
  jointCount: i32;
  /** Into world.articulationNodes, in the order of elimination. */
  firstNode: i32;
  nodeCount: i32;
  /** 1: whether it is solved at once is decided, and its matrix factored if so, with the bodies where they are. */
  isFactored: i32;
  isDirect: i32;
  /** Into world.articulationTargets. */
  firstTarget: i32;
  /** Into world.articulationBlocks: room to eliminate a node in. */
  scratch: i32;
  /** 1: its joints close loops... */
  hasLoops: i32;
  /** 1: ...and lock as much as its bodies can move or more, so some say the same. */
  isOverdetermined: i32;
  /** Which bodies its joints are between, and how many bodies a group of such has: see plan-groups.ts. 0: it joins no group. */
  form0: u64;
  form1: u64;
  formBodies: i32;
  /** The last step in which it was part of a group. */
  groupedStep: u32;
}

/** A rigid block of a joint, linear or angular, as three rows of the matrix. */
@unmanaged
export class ArticulationNode {
  joint: i32;
  /** 1: the angular block. */
  angular: i32;
  /** Into world.articulationBlocks: those to nodes that are eliminated later, in their order. */
  firstBlock: i32;
  blockCount: i32;
  /** While it is planned: nodes whose first later neighbour this is. */
  firstChild: i32;
  nextChild: i32;
  /** Rate that a unit impulse of the block leaves unanswered. */
  leak: f32;
  reserved: u32;
  /** Diagonal block, once eliminated its inverse. Symmetric. */
  diagonal0: v128;
  diagonal1: v128;
  diagonal2: v128;
  /** Right-hand side, then the solution. */
  value: v128;
  /** The axis that is not locked, or zero. */
  free: v128;
}

/** What couples a node and a later one, by columns: see `factor`. */
@unmanaged
export class ArticulationBlock {
  column0: v128;
  column1: v128;
  column2: v128;
  later: i32;
  reserved0: i32;
  reserved1: u64;
}

export class Articulations {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Articulation {
    return changetype<Articulation>(world.articulations.at(id));
  }
  // @ts-ignore: decorator
  @inline static node(world: World, id: i32): ArticulationNode {
    return changetype<ArticulationNode>(world.articulationNodes.at(id));
  }
  // @ts-ignore: decorator
  @inline static block(world: World, id: i32): ArticulationBlock {
    return changetype<ArticulationBlock>(world.articulationBlocks.at(id));
  }
  // @ts-ignore: decorator
  @inline static joint(world: World, articulation: Articulation, i: i32): i32 {
    return world.articulationJoints.id(articulation.firstJoint + i);
  }
  /** The joint whose visit solves all of them. */
  // @ts-ignore: decorator
  @inline static leader(world: World, articulation: i32): i32 {
    return Articulations.joint(world, Articulations.at(world, articulation), 0);
  }
}
