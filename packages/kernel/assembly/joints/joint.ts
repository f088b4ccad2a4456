import { World } from '../world/world';
import { BodyType } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Graph } from '../solver/graph';
import { Islands } from '../islands/island';
import { linkIslands } from '../islands/merge';
import { BodySet, NONE } from '../constants';

/** A constraint between two bodies. Frames are relative to the bodies' origins; the solver's part follows. */
@unmanaged
export class Joint {
  handle: u32;
  type: u32;
  bodyA: i32;
  bodyB: i32;
  /** JointFlag bits. */
  flags: u32;
  colour: i32;
  colourIndex: i32;
  island: i32;
  islandPrevious: i32;
  islandNext: i32;
  previousA: i32;
  nextA: i32;
  previousB: i32;
  nextB: i32;
  breakForce: f32;
  breakTorque: f32;
  anchorA: v128;
  anchorB: v128;
  rotationA: v128;
  rotationB: v128;
  /** Linear impulse of a substep, N s, world space: kept for warm starting. */
  linearImpulse: v128;
  angularImpulse: v128;
  // Prepared each step.
  armA: v128;
  armB: v128;
  /** From A's anchor to B's at the start of the step. */
  offset: v128;
  biasRate: f32;
  massScale: f32;
  impulseScale: f32;
  reserved: f32;
}

export class Joints {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Joint {
    return changetype<Joint>(world.joints.at(id));
  }

  /** Puts a filled record into lists, island and graph. Both bodies wake. */
  static link(world: World, id: i32): void {
    const joint = Joints.at(world, id);
    const bodyA = Bodies.body(world, joint.bodyA),
      bodyB = Bodies.body(world, joint.bodyB);
    joint.colour = NONE;
    joint.island = NONE;
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
    if ((joint.flags & 2) == 0 || bodyA.set == BodySet.DISABLED || bodyB.set == BodySet.DISABLED) return;
    const movesA = bodyA.type == BodyType.Dynamic,
      movesB = bodyB.type == BodyType.Dynamic;
    if (!movesA && !movesB) return;
    if (joint.colour == NONE) Graph.addJoint(world, id);
    if (movesA && movesB && joint.island == NONE)
      Islands.addJoint(world, linkIslands(world, joint.bodyA, joint.bodyB), id);
  }

  /** Leaves graph and island, keeps its place on the bodies. */
  static deactivate(world: World, id: i32): void {
    const joint = Joints.at(world, id);
    if (joint.colour != NONE) Graph.removeJoint(world, id);
    Islands.removeJoint(world, id);
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
        const enabled = (joint.flags & 2) != 0;
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
