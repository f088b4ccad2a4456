import type { ColliderOptions } from '../shapes/options.js';
import type { QuatInput, Vec3Input } from '../types.js';

export type BodyKind = 'dynamic' | 'static' | 'kinematic';

/** A mass distribution that the colliders do not decide. */
export interface MassPropertiesOptions {
  /** kg, 1e-12 to 1e12. */
  mass: number;
  /** m, body space. Default [0, 0, 0]. */
  centerOfMass?: Vec3Input | undefined;
  /** kg m², about the centre of mass, body axes: xx, yy, zz, or also xy, xz, yz as matrix elements. Positive definite, the first three 1e-12 to 4e12. */
  inertia: ArrayLike<number>;
}

/** What `createBody` takes. SI units, radians, world space where nothing else is said. */
export interface BodyOptions {
  /** Dynamic: moved by forces. Kinematic: moved by its velocity and targets alone. Static: never moves. Default 'dynamic'. */
  type?: BodyKind | undefined;
  /** Origin, m. Default [0, 0, 0]. */
  position?: Vec3Input | undefined;
  /** From body to world space, unit quaternion. Default [0, 0, 0, 1]. */
  rotation?: QuatInput | undefined;
  /** m/s. Default [0, 0, 0]. */
  linearVelocity?: Vec3Input | undefined;
  /** rad/s. Default [0, 0, 0]. */
  angularVelocity?: Vec3Input | undefined;
  /** Decay rate, 1/s, >= 0. Default 0. */
  linearDamping?: number | undefined;
  /** Decay rate, 1/s, >= 0. Default 0. */
  angularDamping?: number | undefined;
  /** Factor on the world's gravity. Default 1. */
  gravityScale?: number | undefined;
  /** Default true. */
  canSleep?: boolean | undefined;
  /** m/s, >= 0: slower bodies may sleep. Default 0.05. */
  sleepThreshold?: number | undefined;
  /** Continuous collision against dynamic bodies too. Default false. */
  bullet?: boolean | undefined;
  /** A disabled body takes no part in the simulation. Default true. */
  enabled?: boolean | undefined;
  /** World axes along which it does not move. Default [false, false, false]. */
  lockTranslations?: readonly [boolean, boolean, boolean] | undefined;
  /** World axes about which it does not turn. Default [false, false, false]. */
  lockRotations?: readonly [boolean, boolean, boolean] | undefined;
  /** kg, 1e-12 to 1e12: the colliders' distribution scaled to this. Excludes `massProperties`. */
  mass?: number | undefined;
  /** Excludes `mass`. */
  massProperties?: MassPropertiesOptions | undefined;
  /** Default none. */
  colliders?: readonly ColliderOptions[] | undefined;
  /** Anything; the engine keeps it and never looks at it. */
  userData?: unknown;
}
