import { Tuning } from '../constants';

/**
 * One contact point in each of four contacts. Arms are arm × normal in the solver's angular coordinates (solver/spin.ts), as all
 * arms here.
 */
@unmanaged
export class PointRows {
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
  /** Speed, m/s. Above 0: at which the gap of this substep may close. Else: at which the overlap is to open, negative. */
  push: v128;
  /** Distance from the friction centre, m: lever of the twist limit. */
  lever: v128;
}

export namespace GroupFeature {
  /** Some lane has rolling resistance. */
  export const ROLLS: i32 = 1;
  /** Some lane bounces. */
  export const BOUNCES: i32 = 2;
  /** Some lane comes fast enough to bounce or to report a hit: its largest impulse counts. */
  export const IMPACT: i32 = 4;
  /** Some lane's surface moves over its body, or turns with one that is told how to. */
  export const CONVEYS: i32 = 8;
  /** Some lane has a body of a long articulation: there friction acts in the first pass, too, since joints pull before the second. */
  export const GRIPS: i32 = 16;
  /** Body A stands still in all lanes, and nothing moves it: what is done for its side is left out. */
  export const STANDS: i32 = 32;
}

/** Four contacts of one colour, a lane each, rebuilt every step. An empty lane has no contact, and bodies that cannot move. */
@unmanaged
export class ContactGroup {
  /** Addresses of the bodies' states: read... */
  stateA: v128;
  stateB: v128;
  /** ...and written. That of a body that cannot move, which other workers may be reading, goes to `spare`. */
  targetA: v128;
  targetB: v128;
  spareLinear: v128;
  spareAngular: v128;
  contacts: v128;
  pointCount: i32;
  /** GroupFeature bits. */
  features: i32;
  /** 1: nothing pressed when it was prepared. */
  wasIdle: u32;
  reserved: u32;
  normalX: v128;
  normalY: v128;
  normalZ: v128;
  tangentX: v128;
  tangentY: v128;
  tangentZ: v128;
  /** What a unit impulse at one point adds to the normal velocity at another. */
  coupling01: v128;
  coupling02: v128;
  coupling12: v128;
  coupling03: v128;
  coupling13: v128;
  coupling23: v128;
  biasRate: v128;
  massScale: v128;
  impulseScale: v128;
  friction: v128;
  /** Arms of the normal: about it turns the twist. */
  twistAX: v128;
  twistAY: v128;
  twistAZ: v128;
  twistBX: v128;
  twistBY: v128;
  twistBZ: v128;
  twistMass: v128;
  /** What a unit twist adds to the velocity along the first and the second tangent. */
  twistTangent1: v128;
  twistTangent2: v128;
  twistImpulse: v128;
  /** Arms of the first and second tangent. */
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

  /** Nothing presses: no lane has any impulse but one of rolling. */
  // @ts-ignore: decorator
  @inline get isIdle(): bool {
    return !v128.any_true(this.impulseBits);
  }

  /** A bit for each lane where nothing presses. */
  // @ts-ignore: decorator
  @inline get idleLanes(): i32 {
    return i32x4.bitmask(i32x4.eq(this.impulseBits, i32x4.splat(0)));
  }

  // @ts-ignore: decorator
  @inline get movesA(): bool {
    return (this.features & GroupFeature.STANDS) == 0;
  }

  /** All impulses of a lane laid over each other, without their signs: 0 where it has none. */
  // @ts-ignore: decorator
  @inline private get impulseBits(): v128 {
    let bits = v128.or(v128.or(this.frictionImpulse1, this.frictionImpulse2), this.twistImpulse);
    for (let i = 0, n = this.pointCount; i < n; i++) bits = v128.or(bits, this.point(i).impulse);
    return v128.andnot(bits, i32x4.splat(i32.MIN_VALUE));
  }

  // @ts-ignore: decorator
  @inline point(index: i32): PointRows {
    return changetype<PointRows>(
      changetype<usize>(this) + offsetof<ContactGroup>() + (index as usize) * offsetof<PointRows>(),
    );
  }

  /** Behind the points, since most groups never touch it. */
  // @ts-ignore: decorator
  @inline get rare(): RareRows {
    return changetype<RareRows>(changetype<usize>(this) + RARE_OFFSET);
  }
}

/** What a point needs that comes fast. */
@unmanaged
export class ImpactRows {
  /** Largest so far in this step, N s. */
  maxImpulse: v128;
  /** Normal velocity before the step, m/s: what restitution answers. */
  approach: v128;
}

/** What only contacts with a feature need: restitution, rolling resistance, an impact, a surface that moves, joints beside it. */
@unmanaged
export class RareRows {
  restitution: v128;
  rolling: v128;
  rollingMass: v128;
  rollingX: v128;
  rollingY: v128;
  rollingZ: v128;
  /** S of A and of B, by columns. */
  rootA0X: v128;
  rootA0Y: v128;
  rootA0Z: v128;
  rootA1X: v128;
  rootA1Y: v128;
  rootA1Z: v128;
  rootA2X: v128;
  rootA2Y: v128;
  rootA2Z: v128;
  rootB0X: v128;
  rootB0Y: v128;
  rootB0Z: v128;
  rootB1X: v128;
  rootB1Y: v128;
  rootB1Z: v128;
  rootB2X: v128;
  rootB2Y: v128;
  rootB2Z: v128;
  /** Velocity of B's surface against A's along the first and the second tangent, m/s. */
  surface1: v128;
  surface2: v128;
  /** What they have more of in each further substep. */
  surfaceChange1: v128;
  surfaceChange2: v128;
  /** Lanes that grip: all bits or none. */
  grips: v128;

  // @ts-ignore: decorator
  @inline impact(index: i32): ImpactRows {
    return changetype<ImpactRows>(
      changetype<usize>(this) + offsetof<RareRows>() + (index as usize) * offsetof<ImpactRows>(),
    );
  }
}

/** Bytes of a group that the passes read, if it has nothing rare. */
export const RARE_OFFSET: usize = offsetof<ContactGroup>() + (Tuning.MANIFOLD_POINTS as usize) * offsetof<PointRows>();
/** Those of them that are for friction: the tangents, and what begins with the coefficient. */
export const FRICTION_SIZE: usize = 3 * 16 + offsetof<ContactGroup>() - offsetof<ContactGroup>('friction');
export const GROUP_SIZE: usize =
  RARE_OFFSET + offsetof<RareRows>() + (Tuning.MANIFOLD_POINTS as usize) * offsetof<ImpactRows>();
