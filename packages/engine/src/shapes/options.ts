import type { QuatInput, Vec3Input } from '../types.js';

/** What every collider takes, whatever its shape. */
export interface ColliderCommon {
  /** Centre of the shape, m, in the body. Default [0, 0, 0]. */
  position?: Vec3Input | undefined;
  /** From shape to body, unit quaternion. Default [0, 0, 0, 1]. */
  rotation?: QuatInput | undefined;
  /** kg/m³, >= 0. Default 1000. Counts where the body has neither `mass` nor `massProperties`. */
  density?: number | undefined;
  /** Coulomb coefficient, >= 0. A pair uses the geometric mean. A single point holds what spins on it as a patch of 0.3 % of its radius. Default 0.6. */
  friction?: number | undefined;
  /** 0 to 1: rebound speed over impact speed. A pair uses the larger. Default 0. */
  restitution?: number | undefined;
  /** Resistance to rolling, >= 0, times the radius. A pair uses the larger. Default 0. */
  rollingResistance?: number | undefined;
  /** m/s, collider space: a conveyor belt. Default [0, 0, 0]. */
  surfaceVelocity?: Vec3Input | undefined;
  /** Reports overlaps and pushes nothing. Default false. */
  sensor?: boolean | undefined;
  /** Two colliders meet when each one's `filter` has a bit of the other's `memberships`. Default 0xffff for both. */
  groups?: { memberships?: number | undefined; filter?: number | undefined } | undefined;
  /**
   * Whether its contacts raise events. 'all': also those of two bodies of which none is dynamic, and one is kinematic; they are only told,
   * nothing stops. Default true.
   */
  events?: boolean | 'all' | undefined;
  /** Whether its contacts tell their force, in each step, as `contactforce` events. Default false. */
  forces?: boolean | undefined;
  /** m, >= 0: radius added all around the shape. Default 0. */
  rounding?: number | undefined;
}

export interface SphereOptions extends ColliderCommon {
  shape: 'sphere';
  /** m, > 0. */
  radius: number;
}

export interface BoxOptions extends ColliderCommon {
  shape: 'box';
  /** m, > 0 each. */
  halfExtents: Vec3Input;
}

/** Along the y axis of the collider. */
export interface CapsuleOptions extends ColliderCommon {
  shape: 'capsule';
  /** m, > 0: half the length between the centres of the caps. */
  halfHeight: number;
  /** m, > 0. */
  radius: number;
}

/** Along the y axis of the collider. */
export interface CylinderOptions extends ColliderCommon {
  shape: 'cylinder';
  /** m, > 0: half the distance between its flat ends. */
  halfHeight: number;
  /** m, > 0. */
  radius: number;
}

/** Along the y axis of the collider, with its tip up. Its centre is halfway up, above its centre of mass. */
export interface ConeOptions extends ColliderCommon {
  shape: 'cone';
  /** m, > 0: half the distance from base to tip. */
  halfHeight: number;
  /** Of the base, m, > 0. */
  radius: number;
}

/** What a surface takes: there is no rounding, and its density counts for nothing, since it has no volume. */
type SurfaceCommon = Omit<ColliderCommon, 'rounding'>;

/**
 * Triangles, counter-clockwise seen from outside. They push towards their outside alone: a body that sinks in is pushed out to the
 * front as long as its centre is not further behind a triangle than its own smallest half width; from behind, triangles are
 * passed through. Equal vertices count as one, degenerate triangles are left out. Does not meet other meshes and height fields. Has no mass: a
 * dynamic body of meshes alone needs `massProperties`.
 */
export interface TrimeshOptions extends SurfaceCommon {
  shape: 'trimesh';
  /** m, 3 numbers a vertex. Copied. */
  vertices: ArrayLike<number>;
  /** 3 vertex numbers a triangle. Copied. */
  indices: ArrayLike<number>;
}

/** A grid of heights, centred on the collider, facing +y. Pushes upwards alone, otherwise as a mesh. */
export interface HeightfieldOptions extends SurfaceCommon {
  shape: 'heightfield';
  /** Samples along z, 2 to 16,384. */
  rows: number;
  /** Samples along x, 2 to 16,384. */
  columns: number;
  /** A number a sample, row by row: `heights[row * columns + column]`. Copied. */
  heights: ArrayLike<number>;
  /** Size of the whole grid along x and z, m, and factor on the heights; > 0 each. Default [columns - 1, 1, rows - 1]: cells of 1 m. */
  scale?: Vec3Input | undefined;
  /** A flag a cell, `holes[row * (columns - 1) + column]`: true or 1 where there is no ground. Default: none. */
  holes?: ArrayLike<number | boolean> | undefined;
}

/** The convex hull of points. */
export interface HullOptions extends ColliderCommon {
  shape: 'hull';
  /**
   * m, 3 numbers a point, 4 points or more that do not lie in one plane. Points inside the hull do not matter. More than 128 corners or faces are
   * simplified, with a warning in development. Colliders of equal points share one hull.
   */
  points: ArrayLike<number>;
}

export type ColliderOptions =
  | SphereOptions
  | BoxOptions
  | CapsuleOptions
  | CylinderOptions
  | ConeOptions
  | HullOptions
  | TrimeshOptions
  | HeightfieldOptions;
