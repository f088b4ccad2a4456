import { World } from '../world/world';

/** Bookkeeping of a body: what stages that move it do not read. */
@unmanaged
export class Body {
  /** generation << 20 | index; 0 where no body is. */
  handle: u32;
  type: u32;
  flags: u32;
  /** BodySet. */
  set: i32;
  /** Place in the awake list, or NONE. */
  awakeIndex: i32;
  island: i32;
  islandPrevious: i32;
  islandNext: i32;
  /** First contact edge: contact << 1 | side, or NONE. */
  contactHead: i32;
  contactCount: i32;
  jointHead: i32;
  jointCount: i32;
  colliderHead: i32;
  colliderCount: i32;
  sleepTime: f32;
  sleepThreshold: f32;
  mass: f32;
  /** 1: a kinematic target waits. */
  hasTarget: u32;
  mark: u32;
  teleported: u32;
  /** Step whose frame holds the body's pose. */
  frameStep: u32;
  /** 1: its state was not finite in this step. */
  nonFinite: u32;
  /** The articulation that it is part of; while they are planned, the one that has visited it. */
  articulation: i32;
  /** The last step that it did not go to the end. */
  stoppedStep: u32;
  targetPosition: v128;
  targetRotation: v128;
}

/** What collision and integration read; each cache line is what some stage needs. */
@unmanaged
export class BodySim {
  // Collision.
  /** Origin. */
  position: v128;
  rotation: v128;
  /** Centre of mass, world space. */
  center: v128;
  /** Farthest surface point from the centre of mass. */
  maxExtent: f32;
  /** Smallest half width of any collider. */
  minExtent: f32;
  /** 1: the inertia is not isotropic. */
  gyroscopic: u32;
  type: u32;
  // Preparing constraints.
  /** S with I⁻¹ = S Sᵀ, world space: see solver/spin.ts. The identity for bodies that cannot be turned by impulses. */
  root0: v128;
  root1: v128;
  root2: v128;
  inverseMass: f32;
  gravityScale: f32;
  linearDamping: f32;
  angularDamping: f32;
  // Integration.
  /** Diagonals of S and of its inverse; lane w is 1 where there is nothing else in them. */
  rootDiagonal: v128;
  rootDiagonalInverse: v128;
  /** The rotation that S stands at, where the inertia is not isotropic (Spin.turn). */
  spinFrame: v128;
  /** BodyFlag bits. */
  flags: u32;
  body: i32;
  hasForce: u32;
  /** Trace of the inverse inertia: |ω|² is at most this times |S⁻¹ ω|². */
  spinBound: f32;
  // Turning S, and inertia that is not a diagonal.
  localRoot0: v128;
  localRoot1: v128;
  localRoot2: v128;
  force: v128;
  localRootInverse0: v128;
  localRootInverse1: v128;
  localRootInverse2: v128;
  torque: v128;
  localInertia0: v128;
  localInertia1: v128;
  localInertia2: v128;
  /** Centre of mass, body space. */
  localCenter: v128;
}
if (offsetof<BodySim>() != 6 * 64) ERROR('a BodySim is not made of whole cache lines');

/** The cache line that the solver reads and writes. Lane w of `linear` is the inverse mass, so a gather brings it along. */
@unmanaged
export class BodyState {
  linear: v128;
  /** ω, world space, rad/s. Inside the substeps S⁻¹ ω: see solver/spin.ts. */
  angular: v128;
  /** Motion of the centre of mass since the start of the step. */
  deltaPosition: v128;
  /** S⁻¹ of the turn since the start of the step, as a small rotation vector. */
  deltaTurn: v128;
}

/** What only integration and joints need of a body between substeps. */
@unmanaged
export class BodyMotion {
  /** Since the start of the step. */
  deltaRotation: v128;
  /** Velocities of the running substep without its contacts; the difference is the sum of their impulses. */
  freeLinear: v128;
  freeAngular: v128;
  /** At the start of the step: ω, and S⁻¹ ω. */
  startOmega: v128;
  startSpin: v128;
}

export class Bodies {
  // @ts-ignore: decorator
  @inline static body(world: World, index: i32): Body {
    return world.bodies.record<Body>(index);
  }
  // @ts-ignore: decorator
  @inline static sim(world: World, index: i32): BodySim {
    return world.bodySims.record<BodySim>(index);
  }
  // @ts-ignore: decorator
  @inline static state(world: World, index: i32): BodyState {
    return world.bodyStates.record<BodyState>(index);
  }
  // @ts-ignore: decorator
  @inline static motion(world: World, index: i32): BodyMotion {
    return world.bodyMotions.record<BodyMotion>(index);
  }
}
