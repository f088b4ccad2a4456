import type { Body } from '../body/body.js';
import type { QuatInput, Vec3Input } from '../types.js';

/** How far a coordinate may go. m, or rad from −π to π. */
export interface JointLimits {
  /** Default: no lower limit. */
  min?: number | undefined;
  /** >= min; equal to it: locked there. Default: no upper limit. */
  max?: number | undefined;
}

/**
 * Pulls a coordinate to its target. Either `hertz` and `dampingRatio`, which mean the same for light and heavy bodies, or `stiffness`
 * and `damping`.
 */
export interface JointSpring {
  /** Hz, >= 0: frequency of the undamped spring on the two masses that it joins. 0: no spring. Default 0. */
  hertz?: number | undefined;
  /** >= 0: 0 swings on and on, 1 returns without overshoot. Default 0. */
  dampingRatio?: number | undefined;
  /** N/m, or N m/rad, >= 0. */
  stiffness?: number | undefined;
  /** N s/m, or N m s/rad, >= 0. Default 0. */
  damping?: number | undefined;
  /** m or rad: where it rests. Default 0. */
  target?: number | undefined;
  /** N or N m, >= 0: most that it pulls. Default Infinity. */
  maxForce?: number | undefined;
}

/** Drives a coordinate at a speed. */
export interface JointMotor {
  /** m/s or rad/s of B against A. Default 0: a brake. */
  velocity?: number | undefined;
  /** N or N m, >= 0. Default Infinity; 0 switches it off. */
  maxForce?: number | undefined;
}

/** A spring that holds several axes at once. */
export interface JointSoftness {
  /** Hz, >= 0. */
  hertz: number;
  /** >= 0. Default 1. */
  dampingRatio?: number | undefined;
}

/** What every joint takes, whatever its type. One of the bodies may be left out or null: the world itself. */
export interface JointCommon {
  bodyA?: Body | null | undefined;
  /** Another body than A. */
  bodyB?: Body | null | undefined;
  /**
   * m, world space: both anchors at once, from the poses of the newest step that was read. In place of anchorA and anchorB.
   */
  anchor?: Vec3Input | undefined;
  /** m, in body A. Default [0, 0, 0]; for the world where the other anchor is. */
  anchorA?: Vec3Input | undefined;
  /** m, in body B. Likewise. */
  anchorB?: Vec3Input | undefined;
  /** Whether the two bodies collide. Default false. */
  collideConnected?: boolean | undefined;
  /** N, >= 0: more than this, on average over a step, breaks it. Default Infinity. */
  breakForce?: number | undefined;
  /** N m, >= 0. Default Infinity. */
  breakTorque?: number | undefined;
  /** False: as though it was not there. Default true. */
  enabled?: boolean | undefined;
}

/** Where the axis of a joint lies. Unit vectors. */
export interface JointAxes {
  /** World space: both axes at once; the coordinate is 0 as the bodies stand. In place of axisA and axisB. */
  axis?: Vec3Input | undefined;
  /** In body A. Default [0, 0, 1]. */
  axisA?: Vec3Input | undefined;
  /** In body B. Default: as axisA. */
  axisB?: Vec3Input | undefined;
  /** World space: a direction across the axis, of both bodies. */
  normal?: Vec3Input | undefined;
  /** In body A: a direction across the axis. Angles are 0 where it meets normalB. Default: any, the same for equal axes. */
  normalA?: Vec3Input | undefined;
  /** In body B. */
  normalB?: Vec3Input | undefined;
}

/** Where the frames of a joint lie. Unit quaternions. */
export interface JointRotations {
  /** In body A. Default [0, 0, 0, 1]. */
  rotationA?: QuatInput | undefined;
  /** In body B. Default [0, 0, 0, 1]. */
  rotationB?: QuatInput | undefined;
}

/** Welds the bodies together. Without anchors and rotations: as they stand. */
export interface FixedJointOptions extends JointCommon, JointRotations {
  type: 'fixed';
  /** Makes the weld soft. */
  spring?: JointSoftness | null | undefined;
}

/** Keeps the two anchors together and leaves the rotation free. */
export interface SphericalJointOptions extends JointCommon, JointAxes {
  type: 'spherical';
  /** rad: twist of B about the axis. Not limited while the swing is more than 154°: about its opposite there is no twist to speak of. */
  limits?: JointLimits | null | undefined;
  /** rad, 0 to π: largest angle between the axes. */
  cone?: number | null | undefined;
  /** Pulls B's frame back to A's. */
  spring?: JointSoftness | null | undefined;
  /** rad/s in A's joint frame, whose x is the axis, and N m about each of its axes. */
  motor?: { velocity?: Vec3Input | undefined; maxForce?: number | undefined } | null | undefined;
}

/** A hinge: B turns about an axis of A. */
export interface RevoluteJointOptions extends JointCommon, JointAxes {
  type: 'revolute';
  /** rad */
  limits?: JointLimits | null | undefined;
  spring?: JointSpring | null | undefined;
  motor?: JointMotor | null | undefined;
}

/** A slider: B moves along an axis of A, and does not turn. */
export interface PrismaticJointOptions extends JointCommon, JointAxes {
  type: 'prismatic';
  /** m */
  limits?: JointLimits | null | undefined;
  spring?: JointSpring | null | undefined;
  motor?: JointMotor | null | undefined;
}

/** Keeps a distance between the anchors: a rod, or with limits or a spring something that gives. */
export interface DistanceJointOptions extends JointCommon {
  type: 'distance';
  /** m, >= 0: length of the rod, and where a spring without target rests. Default: the distance of the anchors. */
  length?: number | undefined;
  /** m, >= 0: in place of the rod. */
  limits?: JointLimits | null | undefined;
  /** In place of the rod. */
  spring?: JointSpring | null | undefined;
  /** Drives the distance. In place of the rod. */
  motor?: JointMotor | null | undefined;
}

/** The anchors are at most so far apart. */
export interface RopeJointOptions extends JointCommon {
  type: 'rope';
  /** m, >= 0. Default: the distance of the anchors. */
  length?: number | undefined;
}

/** A spring between the anchors. */
export interface SpringJointOptions extends JointCommon {
  type: 'spring';
  /** m, >= 0: where it rests. Default: the distance of the anchors. */
  length?: number | undefined;
  /** Default { hertz: 1, dampingRatio: 0.1 }. */
  spring?: Omit<JointSpring, 'target'> | null | undefined;
}

/** A wheel B on a chassis A: it slides along the suspension, turns about its axle and may be steered. */
export interface WheelJointOptions extends JointCommon {
  type: 'wheel';
  /** World space: the suspension. */
  axis?: Vec3Input | undefined;
  /** World space: the axle as it stands. Default [0, 0, 1]. */
  axle?: Vec3Input | undefined;
  /** In A: the suspension. Default [0, 1, 0]. */
  axisA?: Vec3Input | undefined;
  /** In B: the axle. Default [0, 0, 1]. */
  axisB?: Vec3Input | undefined;
  /** In A: the axle while it is not steered. Default: as axisB. */
  axleA?: Vec3Input | undefined;
  /** m along the suspension. Default: none. */
  limits?: JointLimits | null | undefined;
  /** The suspension. Default: rigid, at 0. */
  spring?: JointSpring | null | undefined;
  /** Spin about the axle; N m. */
  motor?: JointMotor | null | undefined;
  /** Default: straight on. */
  steering?: JointSteering | null | undefined;
}

export interface JointSteering {
  /** rad about the suspension. Default 0. */
  angle?: number | undefined;
  /** Hz, >= 0: how fast it follows. 0: rigidly. Default 0. */
  hertz?: number | undefined;
  /** >= 0. Default 1. */
  dampingRatio?: number | undefined;
  /** N m, >= 0: of a soft steering. Default Infinity. */
  maxTorque?: number | undefined;
}

/** Drives B to a pose in A's frame, or in the world where A is left out. */
export interface MotorJointOptions extends JointCommon, JointRotations {
  type: 'motor';
  /** m, and a unit quaternion: of B's frame in A's. Default: the same frame. */
  target?: { position?: Vec3Input | undefined; rotation?: QuatInput | undefined } | undefined;
  /** Hz, >= 0: how fast it gets there. 0: only brakes. Default 5. */
  hertz?: number | undefined;
  /** >= 0. Default 1. */
  dampingRatio?: number | undefined;
  /** N, >= 0. Default Infinity. */
  maxForce?: number | undefined;
  /** N m, >= 0. Default Infinity. */
  maxTorque?: number | undefined;
}

/** What one axis of a generic joint does. */
export type JointAxis =
  | 'free'
  | 'locked'
  | {
      limits?: JointLimits | null | undefined;
      spring?: JointSpring | null | undefined;
      motor?: JointMotor | null | undefined;
    };

/** Six degrees of freedom, each as it is told. x is the axis, y the normal. */
export interface GenericJointOptions extends JointCommon, JointAxes {
  type: 'generic';
  /** Along x, y and z of A's frame. Default: locked. */
  linear?: readonly [JointAxis, JointAxis, JointAxis] | undefined;
  /** About x, y and z. Default: locked. */
  angular?: readonly [JointAxis, JointAxis, JointAxis] | undefined;
}

export type JointOptions =
  | FixedJointOptions
  | SphericalJointOptions
  | RevoluteJointOptions
  | PrismaticJointOptions
  | DistanceJointOptions
  | RopeJointOptions
  | SpringJointOptions
  | WheelJointOptions
  | MotorJointOptions
  | GenericJointOptions;

export type JointKind = JointOptions['type'];
/** The options of one type of joint. */
export type JointOptionsOf<K extends JointKind> = Extract<JointOptions, { type: K }>;
type Updatable<O> = O extends unknown ? Partial<Omit<O, 'type' | 'bodyA' | 'bodyB'>> : never;
/** What `joint.update` takes: all but the type and the bodies. */
export type JointUpdate<K extends JointKind = JointKind> = Updatable<JointOptionsOf<K>>;
