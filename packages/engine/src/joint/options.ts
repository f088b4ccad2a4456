import type { Body } from '../body/body.js';
import type { Vec3Input } from '../types.js';

/** What every joint takes, whatever its type. */
interface JointCommon {
  bodyA: Body;
  /** Another body than A. */
  bodyB: Body;
  /** m, in body A. Default [0, 0, 0]. */
  anchorA?: Vec3Input | undefined;
  /** m, in body B. Default [0, 0, 0]. */
  anchorB?: Vec3Input | undefined;
  /** Whether the two bodies collide. Default false. */
  collideConnected?: boolean | undefined;
  /** N, >= 0: more than this breaks it. Default Infinity. */
  breakForce?: number | undefined;
  /** N m, >= 0. Default Infinity. */
  breakTorque?: number | undefined;
  /** Default true. */
  enabled?: boolean | undefined;
}

/** Keeps the two anchors together and leaves the rotation free. */
export interface SphericalJointOptions extends JointCommon {
  type: 'spherical';
}

export type JointOptions = SphericalJointOptions;
/** What `joint.update` takes: all but the type and the bodies. */
export type JointUpdate = Partial<Omit<JointOptions, 'type' | 'bodyA' | 'bodyB'>>;
