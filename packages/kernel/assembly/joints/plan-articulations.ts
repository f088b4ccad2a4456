import { World } from '../world/world';
import { BodyType, JointFlag, JointLock } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { BodySet, NONE, Tuning } from '../constants';
import { Articulation, ArticulationNode, Articulations } from './articulation';
import { Joint, Joints } from './joint';
import { noteForm } from './plan-groups';

/** Later neighbours of a node; where one has more, joints are solved with their colours alone. */
const MOST_NEIGHBOURS: i32 = 64;
/** Joints that one worker solves. */
const MOST_JOINTS: i32 = 1024;

/**
 * Serial, where joints came, went or changed. Finds which joints hang together, and in which order their matrix is eliminated: that
 * of a breadth-first search reversed, which leaves a tree as sparse as it is.
 * Sources: E. Cuthill and J. McKee, "Reducing the Bandwidth of Sparse Symmetric Matrices" (1969); D. Baraff, "Linear-Time Dynamics using
 * Lagrange Multipliers" (SIGGRAPH 1996); A. George and J. Liu, "Computer Solution of Large Sparse Positive Definite Systems" (1981), 5, for
 * the places that fill in.
 */
export function planArticulations(world: World): void {
  if (world.articulationsStale == 0) return;
  world.articulationsStale = 0;
  const joints = world.joints.count;
  world.articulations.count = 0;
  world.articulationJoints.count = 0;
  world.articulationNodes.count = 0;
  world.articulationBlocks.count = 0;
  world.articulationTargets.count = 0;
  world.looseJoints = 0;
  world.hasForms = 0;
  for (let id = 0; id < joints; id++) Joints.at(world, id).articulation = NONE;
  for (let i = 0; i < world.bodies.count; i++) Bodies.body(world, i).articulation = NONE;
  // Without the memory, joints are solved with their colours alone.
  if (
    !world.articulations.reserve(world.pages, joints) ||
    !world.articulationJoints.reserve(world.pages, joints) ||
    !world.articulationNodes.reserve(world.pages, 2 * joints) ||
    !world.groupLeaders.reserve(world.pages, joints)
  ) {
    world.looseJoints = 1;
    return;
  }
  world.groupLeaders.zero(joints);
  for (let id = 0; id < joints; id++) {
    const joint = Joints.at(world, id);
    if (joint.articulation == NONE && acts(world, joint)) plan(world, id);
  }
}

function acts(world: World, joint: Joint): bool {
  if (joint.handle == 0 || (joint.flags & JointFlag.Enabled) == 0) return false;
  const a = Bodies.body(world, joint.bodyA),
    b = Bodies.body(world, joint.bodyB);
  return (
    a.set != BodySet.DISABLED && b.set != BodySet.DISABLED && (a.type == BodyType.Dynamic || b.type == BodyType.Dynamic)
  );
}

function plan(world: World, seed: i32): void {
  const id = world.articulations.count;
  const list = world.articulationJoints;
  const first = list.count;
  Joints.at(world, seed).articulation = id;
  list.pushId(seed);
  let bodies = 0,
    isHeld = false;
  for (let i = first; i < list.count; i++) {
    const joint = Joints.at(world, list.id(i));
    if (visit(world, id, joint.bodyA)) bodies++;
    if (visit(world, id, joint.bodyB)) bodies++;
    isHeld = isHeld || !isMoved(world, joint.bodyA) || !isMoved(world, joint.bodyB);
  }
  const count = list.count - first;
  const firstNode = world.articulationNodes.count;
  if (count > 1 && count <= MOST_JOINTS) {
    let rows = 0;
    for (let i = list.count - 1; i >= first; i--) rows += addNodes(world, list.id(i));
    const firstTarget = world.articulationTargets.count;
    const most = connect(world, firstNode) ? aim(world, firstNode) : NONE;
    if (most != NONE) {
      const articulation = changetype<Articulation>(world.articulations.push());
      articulation.firstJoint = first;
      articulation.jointCount = count;
      articulation.firstNode = firstNode;
      articulation.nodeCount = world.articulationNodes.count - firstNode;
      articulation.firstTarget = firstTarget;
      articulation.scratch = world.articulationBlocks.count;
      world.articulationBlocks.count += most;
      // So many move: against what holds them, or else against one of them.
      const moving = isHeld ? bodies : bodies - 1;
      articulation.hasLoops = count > moving ? 1 : 0;
      articulation.isOverdetermined = count > moving && rows >= 6 * moving ? 1 : 0;
      articulation.isDirect = 0;
      articulation.isFactored = 0;
      noteForm(world, articulation);
      return;
    }
  }
  if (count > 1) world.looseJoints = 1;
  forget(world, first);
  for (let i = first; i < list.count; i++) Joints.at(world, list.id(i)).articulation = ALONE;
  list.count = first;
  world.articulationNodes.count = firstNode;
}

/** Bodies know of articulations alone. */
function forget(world: World, first: i32): void {
  for (let i = first; i < world.articulationJoints.count; i++) {
    const joint = Joints.at(world, world.articulationJoints.id(i));
    Bodies.body(world, joint.bodyA).articulation = NONE;
    Bodies.body(world, joint.bodyB).articulation = NONE;
  }
}

/** Visited, but of no articulation. */
const ALONE: i32 = -2;

function isMoved(world: World, index: i32): bool {
  return Bodies.body(world, index).type == BodyType.Dynamic;
}

/** Lists the joints of a body that moves, if it was not seen before. */
function visit(world: World, id: i32, index: i32): bool {
  const body = Bodies.body(world, index);
  if (body.type != BodyType.Dynamic || body.articulation == id) return false;
  body.articulation = id;
  for (let edge = body.jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    if (joint.articulation == NONE && acts(world, joint)) {
      joint.articulation = id;
      world.articulationJoints.pushId(edge >> 1);
    }
    edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
  }
  return true;
}

/** The rigid blocks of a joint. Returns the number of their rows. */
function addNodes(world: World, id: i32): i32 {
  const joint = Joints.at(world, id);
  let rigid = 0;
  joint.linearNode = NONE;
  joint.angularNode = NONE;
  if ((joint.locks & JointLock.Angular) != 0 && (joint.flags & JointFlag.AngularSpring) == 0) {
    joint.angularNode = addNode(world, id, 1);
    rigid |= joint.locks & JointLock.Angular;
  }
  if ((joint.locks & JointLock.Linear) != 0 && (joint.flags & JointFlag.LinearSpring) == 0) {
    joint.linearNode = addNode(world, id, 0);
    rigid |= joint.locks & JointLock.Linear;
  }
  return popcnt<i32>(rigid);
}

function addNode(world: World, joint: i32, angular: i32): i32 {
  const id = world.articulationNodes.count;
  const node = changetype<ArticulationNode>(world.articulationNodes.push());
  node.joint = joint;
  node.angular = angular;
  node.blockCount = 0;
  node.firstChild = NONE;
  node.nextChild = NONE;
  return id;
}

/** Finds the blocks of all nodes, with those that fill in. False where there are too many. */
function connect(world: World, first: i32): bool {
  const blocks = world.articulationBlocks;
  const before = blocks.count;
  for (let id = first; id < world.articulationNodes.count; id++) {
    const node = Articulations.node(world, id);
    node.firstBlock = blocks.count;
    if (!blocks.reserve(world.pages, blocks.count + MOST_NEIGHBOURS)) return drop(world, before);
    const joint = Joints.at(world, node.joint);
    if (!couple(world, id, joint.bodyA) || !couple(world, id, joint.bodyB)) return drop(world, before);
    for (let child = node.firstChild; child != NONE; child = Articulations.node(world, child).nextChild) {
      const other = Articulations.node(world, child);
      for (let i = 0; i < other.blockCount; i++)
        if (!addBlock(world, id, Articulations.block(world, other.firstBlock + i).later)) return drop(world, before);
    }
    if (node.blockCount > 0) {
      const parent = Articulations.node(world, Articulations.block(world, node.firstBlock).later);
      node.nextChild = parent.firstChild;
      parent.firstChild = id;
    }
  }
  return true;
}

/** Notes which blocks the elimination of each node changes, in the order of `factor`. Returns the most blocks of a node, or NONE: no memory. */
function aim(world: World, first: i32): i32 {
  const targets = world.articulationTargets;
  let most = 0;
  for (let id = first; id < world.articulationNodes.count; id++) {
    const node = Articulations.node(world, id);
    if (!targets.reserve(world.pages, targets.count + (node.blockCount * (node.blockCount - 1)) / 2)) return NONE;
    most = max(most, node.blockCount);
    for (let i = 0; i < node.blockCount; i++) {
      const later = Articulations.block(world, node.firstBlock + i).later;
      for (let j = 0; j < i; j++) {
        let target = Articulations.node(world, Articulations.block(world, node.firstBlock + j).later).firstBlock;
        while (Articulations.block(world, target).later != later) target++;
        targets.pushId(target);
      }
    }
  }
  return world.articulationBlocks.reserve(world.pages, world.articulationBlocks.count + most) ? most : NONE;
}

function drop(world: World, blocks: i32): bool {
  world.articulationBlocks.count = blocks;
  return false;
}

/** Blocks to the later nodes of a body. */
function couple(world: World, id: i32, index: i32): bool {
  const body = Bodies.body(world, index);
  if (body.type != BodyType.Dynamic) return true;
  for (let edge = body.jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    if (joint.articulation >= 0) {
      if (joint.linearNode != NONE && !addBlock(world, id, joint.linearNode)) return false;
      if (joint.angularNode != NONE && !addBlock(world, id, joint.angularNode)) return false;
    }
    edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
  }
  return true;
}

/** In ascending order, each once. */
function addBlock(world: World, id: i32, later: i32): bool {
  if (later <= id) return true;
  const node = Articulations.node(world, id);
  let at = node.firstBlock;
  const end = at + node.blockCount;
  while (at < end && Articulations.block(world, at).later < later) at++;
  if (at < end && Articulations.block(world, at).later == later) return true;
  if (node.blockCount == MOST_NEIGHBOURS) return false;
  for (let i = end; i > at; i--) Articulations.block(world, i).later = Articulations.block(world, i - 1).later;
  Articulations.block(world, at).later = later;
  node.blockCount++;
  world.articulationBlocks.count++;
  return true;
}
