import { World } from '../world/world';
import { NONE } from '../constants';

/**
 * Four articulations of one form, a lane each: ball joints alone, between the same bodies in the same order. Most are: people, ropes and
 * bridges come by the dozen. Rebuilt every step (plan-groups.ts); its bodies and joints lie one behind the other in `World.articulationRooms`.
 */
@unmanaged
export class ArticulationGroup {
  /** Index, or NONE. */
  articulation0: i32;
  articulation1: i32;
  articulation2: i32;
  articulation3: i32;
  /** Bits of the lanes that are solved side by side... */
  lanes: i32;
  /** ...and of those that came under too much strain in this step: joint by joint, or at once (joint-passes.ts). */
  strained: i32;
  cluster: i32;
  /** Next group of the cluster with a lane to spare, or NONE, while they are planned. */
  nextOpen: i32;
  /** Place of its first joint in `World.jointOrder`. */
  firstJoint: i32;
  jointCount: i32;
  bodyCount: i32;
  /** Address of its bodies. */
  bodies: usize;

  // @ts-ignore: decorator
  @inline articulation(lane: i32): i32 {
    return load<i32>(changetype<usize>(this) + (lane << 2));
  }
  // @ts-ignore: decorator
  @inline setArticulation(lane: i32, id: i32): void {
    store<i32>(changetype<usize>(this) + (lane << 2), id);
  }
  /** The number of articulations: a group is filled from its first lane. */
  get laneCount(): i32 {
    let count = 0;
    while (count < 4 && this.articulation(count) != NONE) count++;
    return count;
  }
  // @ts-ignore: decorator
  @inline body(index: i32): GroupBody {
    return changetype<GroupBody>(this.bodies + (index as usize) * offsetof<GroupBody>());
  }
  // @ts-ignore: decorator
  @inline joint(index: i32): GroupJoint {
    return changetype<GroupJoint>(
      this.bodies + (this.bodyCount as usize) * offsetof<GroupBody>() + (index as usize) * offsetof<GroupJoint>(),
    );
  }

  /** Bytes of bodies and joints. */
  static roomFor(bodies: i32, joints: i32): usize {
    return (bodies as usize) * offsetof<GroupBody>() + (joints as usize) * offsetof<GroupJoint>();
  }
}

/** A body of each lane. Velocities and motion are those that the running pass has read. */
@unmanaged
export class GroupBody {
  /** Addresses. */
  states: v128;
  motions: v128;
  velocityX: v128;
  velocityY: v128;
  velocityZ: v128;
  /** Inverse. 0: impulses do nothing to it. */
  mass: v128;
  /** σ, see solver/spin.ts. */
  spinX: v128;
  spinY: v128;
  spinZ: v128;
  spinW: v128;
  /** Of the step so far. */
  movedX: v128;
  movedY: v128;
  movedZ: v128;
  movedW: v128;
  turnX: v128;
  turnY: v128;
  turnZ: v128;
  turnW: v128;
  omegaX: v128;
  omegaY: v128;
  omegaZ: v128;
  /** S by columns. */
  root0X: v128;
  root0Y: v128;
  root0Z: v128;
  root0W: v128;
  root1X: v128;
  root1Y: v128;
  root1Z: v128;
  root1W: v128;
  root2X: v128;
  root2Y: v128;
  root2Z: v128;
  root2W: v128;
  /** 1: no joint moves it, and it is never written. */
  isFixed: i32;
  reserved0: i32;
  reserved1: u64;
}

/** A joint of each lane: of Joint, what holds three linear axes. */
@unmanaged
export class GroupJoint {
  /** Addresses of GroupBody. */
  bodyA: usize;
  bodyB: usize;
  reserved: u64;
  startArmAX: v128;
  startArmAY: v128;
  startArmAZ: v128;
  startArmBX: v128;
  startArmBY: v128;
  startArmBZ: v128;
  startOffsetX: v128;
  startOffsetY: v128;
  startOffsetZ: v128;
  sweepA0X: v128;
  sweepA0Y: v128;
  sweepA0Z: v128;
  sweepA1X: v128;
  sweepA1Y: v128;
  sweepA1Z: v128;
  sweepA2X: v128;
  sweepA2Y: v128;
  sweepA2Z: v128;
  sweepB0X: v128;
  sweepB0Y: v128;
  sweepB0Z: v128;
  sweepB1X: v128;
  sweepB1Y: v128;
  sweepB1Z: v128;
  sweepB2X: v128;
  sweepB2Y: v128;
  sweepB2Z: v128;
  massXX: v128;
  massXY: v128;
  massXZ: v128;
  massYY: v128;
  massYZ: v128;
  massZZ: v128;
  /** m/s: what error and drift ask for in a biased pass. */
  biasX: v128;
  biasY: v128;
  biasZ: v128;
  impulseX: v128;
  impulseY: v128;
  impulseZ: v128;
  impulseW: v128;
  /** Sum of the step. */
  totalX: v128;
  totalY: v128;
  totalZ: v128;
}

export class ArticulationGroups {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): ArticulationGroup {
    return changetype<ArticulationGroup>(world.articulationGroups.at(id));
  }
}
