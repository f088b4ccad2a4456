import { World } from '../world/world';
import { BodyType, JointFlag } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Graph } from '../solver/graph';
import { Islands } from '../islands/island';
import { linkIslands } from '../islands/merge';
import { V } from '../math/vec';
import { BodySet, NONE } from '../constants';
import { JointRows } from './joint-row';

/**
 * A constraint between two bodies, whatever its type: a linear and an angular block of two or three locked axes, solved at
 * once, and a list of rows, one for each coordinate that is limited, sprung or driven. Vectors are in world space unless said.
 */
@unmanaged
export class Joint {
  handle: u32;
  /** JointFlag bits. */
  flags: u32;
  /** Indices; NONE is the world itself. */
  bodyA: i32;
  bodyB: i32;
  /** JointLock bits. */
  locks: u32;
  /** First JointRow, or NONE. */
  rows: i32;
  colour: i32;
  colourIndex: i32;
  /** 1: in the list of its bodies' island. */
  inIsland: i32;
  islandPrevious: i32;
  islandNext: i32;
  previousA: i32;
  nextA: i32;
  previousB: i32;
  nextB: i32;
  /** 1: bore more than it can in this step. */
  broken: u32;
  // Settings.
  breakForce: f32;
  breakTorque: f32;
  linearHertz: f32;
  linearDampingRatio: f32;
  linearMaxForce: f32;
  angularHertz: f32;
  angularDampingRatio: f32;
  angularMaxTorque: f32;
  /** In the bodies. */
  anchorA: v128;
  anchorB: v128;
  rotationA: v128;
  rotationB: v128;
  // As the step began.
  startArmA: v128;
  startArmB: v128;
  /** From A's anchor to B's. */
  startOffset: v128;
  frameA: v128;
  frameB: v128;
  // What the substeps read.
  /** Addresses of BodyState, BodySim and BodyMotion. */
  stateA: usize;
  stateB: usize;
  simA: usize;
  simB: usize;
  motionA: usize;
  motionB: usize;
  /** Index, or NONE (below it: none either). */
  articulation: i32;
  /** Its rigid blocks there, or NONE. */
  linearNode: i32;
  angularNode: i32;
  /** Of the first joint of an articulation: substeps for which it goes on being solved at once. */
  strainedFor: i32;
  reserved: u64;
  /** From the centres of mass to B's anchor: both impulses act at one point, which keeps angular momentum exactly. */
  armA: v128;
  armB: v128;
  /** Velocity of the anchor by the solver's angular coordinates (solver/spin.ts), by columns: those of S, times the arm. */
  sweepA0: v128;
  sweepA1: v128;
  sweepA2: v128;
  sweepB0: v128;
  sweepB1: v128;
  sweepB2: v128;
  linearError: v128;
  /** m/s: how far the anchors part in a substep because they move on circles, by its length. */
  linearDrift: v128;
  /** Inverse of the effective mass; of its projection where an axis is free. */
  linearMass0: v128;
  linearMass1: v128;
  linearMass2: v128;
  /** Impulses of a substep, N s and N m s, kept for warm starting. */
  linearImpulse: v128;
  angularImpulse: v128;
  angularError: v128;
  angularMass0: v128;
  angularMass1: v128;
  angularMass2: v128;
  /** The linear impulse by angular impulse that leaves the rates of the locked linear axes as they are, negated. */
  coupling0: v128;
  coupling1: v128;
  coupling2: v128;
  /** Errors that the springs of the substep answer: those before the bodies moved. */
  linearSpringError: v128;
  angularSpringError: v128;
  /** Soft constraint: factor of the rate, of the error and of the impulse so far; largest impulse. See solve-joints.ts. */
  linearRate: f32;
  linearPull: f32;
  linearDecay: f32;
  linearMaxImpulse: f32;
  angularRate: f32;
  angularPull: f32;
  angularDecay: f32;
  angularMaxImpulse: f32;
  /** Sums of the step. */
  totalLinear: v128;
  totalAngular: v128;
}

export class Joints {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Joint {
    return world.joints.record<Joint>(id);
  }

  /** Puts a filled record into lists, island and graph. Both bodies are awake. */
  static link(world: World, id: i32): void {
    const joint = Joints.at(world, id);
    const bodyA = Bodies.body(world, joint.bodyA),
      bodyB = Bodies.body(world, joint.bodyB);
    joint.colour = NONE;
    joint.inIsland = 0;
    joint.islandPrevious = NONE;
    joint.islandNext = NONE;
    joint.previousA = NONE;
    joint.nextA = bodyA.jointHead;
    if (bodyA.jointHead != NONE) Joints.setPrevious(world, bodyA.jointHead, id << 1);
    bodyA.jointHead = id << 1;
    bodyA.jointCount++;
    joint.previousB = NONE;
    joint.nextB = bodyB.jointHead;
    if (bodyB.jointHead != NONE) Joints.setPrevious(world, bodyB.jointHead, (id << 1) | 1);
    bodyB.jointHead = (id << 1) | 1;
    bodyB.jointCount++;
    Joints.activate(world, id);
  }

  /** Enters the island graph and the colours where the joint can act. */
  static activate(world: World, id: i32): void {
    const joint = Joints.at(world, id);
    const bodyA = Bodies.body(world, joint.bodyA),
      bodyB = Bodies.body(world, joint.bodyB);
    if ((joint.flags & JointFlag.Enabled) == 0 || bodyA.set == BodySet.DISABLED || bodyB.set == BodySet.DISABLED)
      return;
    world.articulationsStale = 1;
    const movesA = bodyA.type == BodyType.Dynamic,
      movesB = bodyB.type == BodyType.Dynamic;
    if (!movesA && !movesB) return;
    if (joint.colour == NONE) Graph.addJoint(world, id);
    if (movesA && movesB && joint.inIsland == 0)
      Islands.addJoint(world, linkIslands(world, joint.bodyA, joint.bodyB), id);
  }

  /** Leaves graph and island, keeps its place on the bodies. */
  static deactivate(world: World, id: i32): void {
    const joint = Joints.at(world, id);
    if (joint.colour != NONE) Graph.removeJoint(world, id);
    Islands.removeJoint(world, id);
    world.articulationsStale = 1;
    // What it bore then says nothing about when it acts again, and may not even be finite.
    joint.linearImpulse = V.zero();
    joint.angularImpulse = V.zero();
    JointRows.rest(world, joint.rows);
  }

  static unlink(world: World, id: i32): void {
    Joints.deactivate(world, id);
    const joint = Joints.at(world, id);
    const bodyA = Bodies.body(world, joint.bodyA),
      bodyB = Bodies.body(world, joint.bodyB);
    if (joint.previousA != NONE) Joints.setNext(world, joint.previousA, joint.nextA);
    else bodyA.jointHead = joint.nextA;
    if (joint.nextA != NONE) Joints.setPrevious(world, joint.nextA, joint.previousA);
    bodyA.jointCount--;
    if (joint.previousB != NONE) Joints.setNext(world, joint.previousB, joint.nextB);
    else bodyB.jointHead = joint.nextB;
    if (joint.nextB != NONE) Joints.setPrevious(world, joint.nextB, joint.previousB);
    bodyB.jointCount--;
  }

  /** A body woke: joints to bodies that have no island of their own are solved again. */
  static wakeOf(world: World, index: i32): void {
    for (let edge = Bodies.body(world, index).jointHead; edge != NONE;) {
      const joint = Joints.at(world, edge >> 1);
      if (joint.colour == NONE) {
        const other = Bodies.body(world, (edge & 1) == 0 ? joint.bodyB : joint.bodyA);
        const self = Bodies.body(world, index);
        const enabled = (joint.flags & JointFlag.Enabled) != 0;
        if (
          enabled &&
          self.type == BodyType.Dynamic &&
          other.type != BodyType.Dynamic &&
          other.set != BodySet.DISABLED
        ) {
          Graph.addJoint(world, edge >> 1);
        }
      }
      edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
    }
  }

  /** A body fell asleep: its joints rest, unless the body is kinematic and the other end goes on. */
  static sleepOf(world: World, index: i32): void {
    if (Bodies.body(world, index).type != BodyType.Dynamic) return;
    for (let edge = Bodies.body(world, index).jointHead; edge != NONE;) {
      const joint = Joints.at(world, edge >> 1);
      if (joint.colour != NONE) Graph.removeJoint(world, edge >> 1);
      edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
    }
  }

  /** Does a joint keep the two bodies from colliding? */
  static separates(world: World, a: i32, b: i32): bool {
    // A floor may hold a thousand joints; the other body seldom does.
    const fewer = Bodies.body(world, a).jointCount <= Bodies.body(world, b).jointCount;
    const index = fewer ? a : b,
      wanted = fewer ? b : a;
    for (let edge = Bodies.body(world, index).jointHead; edge != NONE;) {
      const joint = Joints.at(world, edge >> 1);
      const other = (edge & 1) == 0 ? joint.bodyB : joint.bodyA;
      if (other == wanted && (joint.flags & (JointFlag.CollideConnected | JointFlag.Enabled)) == JointFlag.Enabled)
        return true;
      edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
    }
    return false;
  }

  private static setPrevious(world: World, edge: i32, to: i32): void {
    const joint = Joints.at(world, edge >> 1);
    if ((edge & 1) == 0) joint.previousA = to;
    else joint.previousB = to;
  }

  private static setNext(world: World, edge: i32, to: i32): void {
    const joint = Joints.at(world, edge >> 1);
    if ((edge & 1) == 0) joint.nextA = to;
    else joint.nextB = to;
  }
}
