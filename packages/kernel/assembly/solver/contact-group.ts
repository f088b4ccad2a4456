import { Tuning } from '../constants';

/** One contact point in each of four contacts. */
@unmanaged
export class PointRows {
  /** Arm of A × normal, and of B. */
  armAX: v128;
  armAY: v128;
  armAZ: v128;
  armBX: v128;
  armBY: v128;
  armBZ: v128;
  /** Separation at the start of the step, m. */
  separation: v128;
  mass: v128;
  impulse: v128;
  maxImpulse: v128;
  /** Normal velocity before the step, m/s: what restitution answers. */
  approach: v128;
  /** Distance from the friction centre, m: lever of the twist limit. */
  lever: v128;
}

/**
 * Four contacts of one colour, a lane each, rebuilt every step. Bodies are addresses of BodyStates; bit 0 marks a
 * body that cannot move, whose state is read and never written. An empty lane points at the null state.
 */
@unmanaged
export class ContactGroup {
  stateA: v128;
  stateB: v128;
  contacts: v128;
  pointCount: i32;
  /** 1: some lane has rolling resistance. 2: some lane bounces. */
  features: i32;
  reserved: u64;
  iaXX: v128;
  iaYY: v128;
  iaZZ: v128;
  iaXY: v128;
  iaXZ: v128;
  iaYZ: v128;
  ibXX: v128;
  ibYY: v128;
  ibZZ: v128;
  ibXY: v128;
  ibXZ: v128;
  ibYZ: v128;
  normalX: v128;
  normalY: v128;
  normalZ: v128;
  tangentX: v128;
  tangentY: v128;
  tangentZ: v128;
  friction: v128;
  restitution: v128;
  rolling: v128;
  biasRate: v128;
  massScale: v128;
  impulseScale: v128;
  /** Arms × first and second tangent. */
  armA1X: v128;
  armA1Y: v128;
  armA1Z: v128;
  armB1X: v128;
  armB1Y: v128;
  armB1Z: v128;
  armA2X: v128;
  armA2Y: v128;
  armA2Z: v128;
  armB2X: v128;
  armB2Y: v128;
  armB2Z: v128;
  /** Inverse of the 2 × 2 friction matrix. */
  friction11: v128;
  friction12: v128;
  friction22: v128;
  frictionImpulse1: v128;
  frictionImpulse2: v128;
  surface1: v128;
  surface2: v128;
  twistMass: v128;
  twistImpulse: v128;
  rollingMass: v128;
  rollingX: v128;
  rollingY: v128;
  rollingZ: v128;

  // @ts-ignore: decorator
  @inline point(index: i32): PointRows {
    return changetype<PointRows>(
      changetype<usize>(this) + offsetof<ContactGroup>() + (index as usize) * offsetof<PointRows>(),
    );
  }
}

export const GROUP_SIZE: usize = offsetof<ContactGroup>() + (Tuning.MANIFOLD_POINTS as usize) * offsetof<PointRows>();
