import { World } from '../world/world';
import { JointLock } from '../generated/layout';
import { BodyMotion, BodySim, BodyState } from '../bodies/body';
import { Softness } from '../solver/softness';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { Articulation, ArticulationBlock, ArticulationNode, Articulations } from './articulation';
import { Joint, Joints } from './joint';
import { Give } from './give';
import { push, turn } from './kick-joint';
import { jointHertz } from './prepare-joints';
import { freeAxis } from './refresh-joint';

/** Part of a diagonal block that is added to it against rounding. */
const GIVE: f32 = 1e-5;
/**
 * The same where joints that close a loop say the same twice: the little that they disagree on, rounding most of it, strains them by as
 * much less as this is more. What it leaves unsolved, the next solve finds.
 */
const LOOP_GIVE: f32 = 1e-3;
/** And a part of it answers the whole impulse, as a spring does, so that such strains fade. */
const LOOP_LEAK: f32 = 1e-4;

/**
 * Reads: joints as refreshed. Writes: the factors L D Lᵀ of the matrix of all their rigid blocks. A block holds K of (later, node), and
 * L = K D⁻¹ once its node is eliminated.
 */
export function factor(world: World, articulation: Articulation): void {
  const first = articulation.firstNode,
    end = first + articulation.nodeCount;
  const part = articulation.isOverdetermined != 0 ? LOOP_GIVE : GIVE;
  for (let id = first; id < end; id++) fill(world, Articulations.node(world, id), part);
  const scratch = changetype<usize>(Articulations.block(world, articulation.scratch));
  let target = articulation.firstTarget;
  for (let id = first; id < end; id++) {
    const node = Articulations.node(world, id);
    invert(node);
    const blocks = changetype<usize>(Articulations.block(world, node.firstBlock));
    const size = (node.blockCount as usize) * offsetof<ArticulationBlock>();
    for (let at: usize = 0; at < size; at += offsetof<ArticulationBlock>()) {
      const block = changetype<ArticulationBlock>(blocks + at);
      const k0 = block.column0,
        k1 = block.column1,
        k2 = block.column2;
      const self = scratch + at;
      v128.store(self, k0);
      v128.store(self, k1, 16);
      v128.store(self, k2, 32);
      block.column0 = M.apply(k0, k1, k2, node.diagonal0);
      block.column1 = M.apply(k0, k1, k2, node.diagonal1);
      block.column2 = M.apply(k0, k1, k2, node.diagonal2);
      // K_ij −= L_i K_jᵀ, for those before it and for itself.
      for (let other: usize = 0; other < at; other += offsetof<ArticulationBlock>())
        Give.subtract(
          changetype<usize>(Articulations.block(world, world.articulationTargets.id(target++))),
          blocks + at,
          scratch + other,
        );
      const diagonal = changetype<usize>(Articulations.node(world, block.later));
      Give.subtract(diagonal + offsetof<ArticulationNode>('diagonal0'), blocks + at, self);
    }
  }
}

/** A symmetric block by its cofactors. */
function invert(node: ArticulationNode): void {
  const a = node.diagonal0,
    b = node.diagonal1,
    c = node.diagonal2;
  const bc = V.cross(b, c);
  const determinant = V.dot(a, bc);
  const s: f32 = determinant > 0 ? 1 / determinant : 0;
  node.diagonal0 = V.xyz(V.scale(bc, s));
  node.diagonal1 = V.xyz(V.scale(V.cross(c, a), s));
  node.diagonal2 = V.xyz(V.scale(V.cross(a, b), s));
}

/** The blocks of a node before anything is eliminated. */
function fill(world: World, node: ArticulationNode, part: f32): void {
  const joint = Joints.at(world, node.joint);
  node.free = freeDirection(joint, node.angular);
  const self = changetype<usize>(node) + offsetof<ArticulationNode>('diagonal0');
  Give.clear(self);
  if (joint.broken != 0) {
    node.leak = 0;
    for (let i = 0; i < node.blockCount; i++)
      Give.clear(changetype<usize>(Articulations.block(world, node.firstBlock + i)));
    return;
  }
  Give.add(self, joint.stateA, 1, node.angular == 0, sideA(joint, node), sideA(joint, node));
  Give.add(self, joint.stateB, 1, node.angular == 0, sideB(joint, node), sideB(joint, node));
  const scale = max<f32>(V.x(node.diagonal0), max<f32>(V.y(node.diagonal1), V.z(node.diagonal2)));
  const give = part * scale;
  node.leak = part > GIVE ? LOOP_LEAK * scale : 0;
  project(self, node.free, node.free);
  // Along an axis that is not locked any number does: nothing else touches it.
  node.diagonal0 = V.add(node.diagonal0, V.addScaled(V.of(give, 0, 0), node.free, scale * V.x(node.free)));
  node.diagonal1 = V.add(node.diagonal1, V.addScaled(V.of(0, give, 0), node.free, scale * V.y(node.free)));
  node.diagonal2 = V.add(node.diagonal2, V.addScaled(V.of(0, 0, give), node.free, scale * V.z(node.free)));
  for (let i = 0; i < node.blockCount; i++) {
    const block = Articulations.block(world, node.firstBlock + i);
    const at = changetype<usize>(block);
    Give.clear(at);
    const later = Articulations.node(world, block.later);
    const other = Joints.at(world, later.joint);
    if (other.broken != 0) continue;
    through(at, other, later, joint, node);
    project(at, freeDirection(other, later.angular), node.free);
  }
}

/** What a unit impulse on the rows of one node does to the rates of another. */
function through(to: usize, a: Joint, nodeA: ArticulationNode, b: Joint, nodeB: ArticulationNode): void {
  const linear = nodeA.angular == 0 && nodeB.angular == 0;
  if (a.stateA == b.stateA) Give.add(to, a.stateA, 1, linear, sideA(a, nodeA), sideA(b, nodeB));
  if (a.stateB == b.stateB) Give.add(to, a.stateB, 1, linear, sideB(a, nodeA), sideB(b, nodeB));
  if (a.stateA == b.stateB) Give.add(to, a.stateA, -1, linear, sideA(a, nodeA), sideB(b, nodeB));
  if (a.stateB == b.stateA) Give.add(to, a.stateB, -1, linear, sideB(a, nodeA), sideA(b, nodeB));
}

function sideA(joint: Joint, node: ArticulationNode): usize {
  return node.angular != 0
    ? joint.simA + offsetof<BodySim>('root0')
    : changetype<usize>(joint) + offsetof<Joint>('sweepA0');
}

function sideB(joint: Joint, node: ArticulationNode): usize {
  return node.angular != 0
    ? joint.simB + offsetof<BodySim>('root0')
    : changetype<usize>(joint) + offsetof<Joint>('sweepB0');
}

/** Takes the axes that are not locked out of the rows and out of the columns. */
function project(at: usize, row: v128, col: v128): void {
  if (v128.any_true(row)) {
    for (let i: usize = 0; i < 48; i += 16) {
      const c = v128.load(at + i);
      v128.store(at + i, V.xyz(V.addScaled(c, row, -V.dot(c, row))));
    }
  }
  if (v128.any_true(col)) {
    const along = M.mul(at, col);
    v128.store(at, V.xyz(V.addScaled(v128.load(at), along, -V.x(col))));
    v128.store(at, V.xyz(V.addScaled(v128.load(at, 16), along, -V.y(col))), 16);
    v128.store(at, V.xyz(V.addScaled(v128.load(at, 32), along, -V.z(col))), 32);
  }
}

/** The axis of A that a block leaves free, as a vector, or zero. */
function freeDirection(joint: Joint, angular: i32): v128 {
  const bits = angular != 0 ? joint.locks >> 3 : joint.locks & JointLock.Linear;
  if (bits == 7) return V.zero();
  const frame = Q.multiply(changetype<BodyMotion>(joint.motionA).deltaRotation, joint.frameA);
  return V.xyz(Q.axis(frame, freeAxis(bits)));
}

/** Brings the rates of all rigid blocks to what they must be, at once. */
export function solveAtOnce(world: World, articulation: Articulation, biased: bool): void {
  const bias = biased ? Softness.biasRate(jointHertz(world), world.jointDampingRatio, world.h) : 0;
  const first = articulation.firstNode,
    end = first + articulation.nodeCount;
  for (let id = first; id < end; id++) {
    const node = Articulations.node(world, id);
    const joint = Joints.at(world, node.joint);
    const old = node.angular != 0 ? joint.angularImpulse : joint.linearImpulse;
    const rate = V.addScaled(rateOf(joint, node.angular, bias), old, node.leak);
    node.value = V.xyz(V.addScaled(V.neg(rate), node.free, V.dot(rate, node.free)));
  }
  for (let id = first; id < end; id++) {
    const node = Articulations.node(world, id);
    for (let i = 0; i < node.blockCount; i++) {
      const block = Articulations.block(world, node.firstBlock + i);
      const later = Articulations.node(world, block.later);
      later.value = V.sub(later.value, M.mul(changetype<usize>(block), node.value));
    }
  }
  for (let id = end - 1; id >= first; id--) {
    const node = Articulations.node(world, id);
    let value = M.mul(changetype<usize>(node) + offsetof<ArticulationNode>('diagonal0'), node.value);
    for (let i = 0; i < node.blockCount; i++) {
      const block = Articulations.block(world, node.firstBlock + i);
      value = V.sub(value, M.mulTransposed(changetype<usize>(block), Articulations.node(world, block.later).value));
    }
    node.value = V.xyz(value);
    apply(Joints.at(world, node.joint), node);
  }
}

function apply(joint: Joint, node: ArticulationNode): void {
  if (node.angular != 0) {
    joint.angularImpulse = V.add(joint.angularImpulse, node.value);
    turn(joint, node.value);
  } else {
    joint.linearImpulse = V.add(joint.linearImpulse, node.value);
    push(joint, node.value);
  }
}

function rateOf(joint: Joint, angular: i32, bias: f32): v128 {
  const stateA = changetype<BodyState>(joint.stateA),
    stateB = changetype<BodyState>(joint.stateB);
  if (angular != 0) {
    const rate = V.sub(
      M.mul(joint.simB + offsetof<BodySim>('root0'), stateB.angular),
      M.mul(joint.simA + offsetof<BodySim>('root0'), stateA.angular),
    );
    return V.addScaled(rate, joint.angularError, bias);
  }
  const at = changetype<usize>(joint);
  const rate = V.xyz(
    V.sub(
      V.add(stateB.linear, M.mul(at + offsetof<Joint>('sweepB0'), stateB.angular)),
      V.add(stateA.linear, M.mul(at + offsetof<Joint>('sweepA0'), stateA.angular)),
    ),
  );
  return bias > 0 ? V.addScaled(V.add(rate, joint.linearDrift), joint.linearError, bias) : rate;
}
