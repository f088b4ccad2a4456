import { World } from '../world/world';

/**
 * What the narrowphase needs of an awake contact before it looks at the contact itself: most pairs of bounds never touch, and are done with
 * from here. Beside `World.awakeContacts`.
 */
@unmanaged
export class AwakePair {
  colliderA: i32;
  colliderB: i32;
  bodyA: i32;
  /** The index, with REMOTE where the contact neither has points nor touched before, and DISJOINT where the fat bounds have parted: it is to be destroyed. */
  bodyB: i32;
}

export class AwakePairs {
  // @ts-ignore: decorator
  @inline static readonly REMOTE_BIT: i32 = 30;
  // @ts-ignore: decorator
  @inline static readonly REMOTE: i32 = 1 << AwakePairs.REMOTE_BIT;
  // @ts-ignore: decorator
  @inline static readonly DISJOINT: i32 = 1 << 29;

  // @ts-ignore: decorator
  @inline static at(world: World, index: i32): AwakePair {
    return world.awakePairs.record<AwakePair>(index);
  }
}
