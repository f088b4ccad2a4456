import type { Body } from '../body/body.js';
import type { BodyKind } from '../body/options.js';
import type { ColliderOptions } from '../shapes/options.js';
import type { QuatInput, Vec3, Vec3Input } from '../types.js';

/** The nearest hit, whichever comes first, or every one. */
export type QueryMode = 'closest' | 'any' | 'all';

/** What a query may find. */
export interface QueryFilter {
  /** As a collider's groups: each side's `filter` must have a bit of the other's `memberships`. Default: every group, both. */
  groups?: { memberships?: number | undefined; filter?: number | undefined } | undefined;
  /** Bodies of these types. Default: all three. */
  types?: readonly BodyKind[] | undefined;
  /** Whether sensors are found. Default false. */
  sensors?: boolean | undefined;
  /** Bodies that are not there for the query. Default none. */
  ignore?: readonly Body[] | undefined;
}

export interface RayOptions<M extends QueryMode = QueryMode> {
  /** m, world space. A ray that starts inside a solid hits it at distance 0, with the normal against the ray. */
  origin: Vec3Input;
  /** Of any length but 0. */
  direction: Vec3Input;
  /** m, >= 0. Default Infinity. */
  maxDistance?: number | undefined;
  /** Default 'closest'. */
  mode?: M | undefined;
  filter?: QueryFilter | undefined;
}

/** Of many rays. */
export interface RaysOptions {
  /** Default 'closest'. */
  mode?: QueryMode | undefined;
  filter?: QueryFilter | undefined;
}

/** Of many boxes or points. */
export interface FilterOptions {
  filter?: QueryFilter | undefined;
}

type Distribute<T> = T extends unknown ? Omit<T, 'position' | 'rotation'> : never;

/** A convex shape, as a collider has it: `{ shape: 'sphere', radius: 0.5 }`. What is no matter of shape does not count. */
export type QueryShape = Distribute<Exclude<ColliderOptions, { shape: 'trimesh' | 'heightfield' }>>;

type AnyQueryShape = QueryShape | { shape: QueryShape };

type ShapePlacement = AnyQueryShape & {
  /** m, world space. Default [0, 0, 0]. */
  position?: Vec3Input | undefined;
  /** Unit quaternion. Default [0, 0, 0, 1]. */
  rotation?: QuatInput | undefined;
  filter?: QueryFilter | undefined;
};

export type ShapeCastOptions<M extends QueryMode = QueryMode> = ShapePlacement & {
  /** Of any length but 0. The shape does not turn on its way. */
  direction: Vec3Input;
  /** m, >= 0. Default Infinity. */
  maxDistance?: number | undefined;
  /** Default 'closest'. */
  mode?: M | undefined;
};

/** The shape that all the casts move. */
export type ShapeCastsOptions = AnyQueryShape & RaysOptions;

export type OverlapOptions = ShapePlacement;

/** The shape that is at all the places. */
export type OverlapsOptions = AnyQueryShape & FilterOptions;

export interface ClosestPointOptions {
  /** m, world space. */
  point: Vec3Input;
  /** m, >= 0. Default Infinity. */
  maxDistance?: number | undefined;
  filter?: QueryFilter | undefined;
}

/** Something that a query found. */
export interface QueryOverlap {
  readonly body: Body;
  /** As of `world.bodyOf`. */
  readonly handle: number;
  /** Place of the collider among those of its body. */
  readonly collider: number;
  /** Steps that the world had done: what this is true for. */
  readonly step: number;
}

/** How a shape and a collider overlap: the contact that is deepest. */
export interface ShapeOverlap extends QueryOverlap {
  /** m, world space: the point of the collider's surface that is deepest inside the shape. */
  readonly point: Vec3;
  /** Unit vector out of that surface: the way out for the shape. */
  readonly normal: Vec3;
  /** m, >= 0: so far along `normal` the shape would touch it no more; of a mesh or height field, the triangle it is deepest in. */
  readonly depth: number;
  /** Triangle of a mesh or height field, face of a box or hull; -1 where there is none. */
  readonly feature: number;
}

/** Where a query met a surface. */
export interface QueryHit extends QueryOverlap {
  /** m, world space, on the surface that was hit. */
  readonly point: Vec3;
  /** Unit vector out of that surface. */
  readonly normal: Vec3;
  /** m: along the ray or cast, or between the two points. */
  readonly distance: number;
  /** `distance` over `maxDistance`; 0 where that is Infinity. */
  readonly fraction: number;
  /** Triangle of a mesh or height field, face of a box or hull; -1 where there is none. */
  readonly feature: number;
}

/** One hit or none; with 'all' a list in order of distance. */
export type HitsOf<M extends QueryMode> = M extends 'all' ? QueryHit[] : QueryHit | null;

/**
 * What the items of a batch found (rays, casts, places, boxes, points), as flat arrays: one entry an item, or where it may find several, as in
 * all overlaps and with 'all', one a hit.
 */
export interface QueryHits {
  /** Steps that the world had done: what the hits are true for. */
  readonly step: number;
  /** Of the body, as for `world.bodyOf`; -1 where nothing was hit. */
  readonly handles: Int32Array;
  /** m: along the ray or cast, from the point, or the depth of a shape's overlap. Infinity where nothing was hit; 0 for bounds. */
  readonly distances: Float32Array;
  /** x, y, z, m, world space, on the surface that was hit. 0 for bounds, which have no contact. */
  readonly points: Float32Array;
  /** x, y, z, out of the surface. 0 for bounds, and for a point inside a solid. */
  readonly normals: Float32Array;
  /** Place of the collider among those of its body. */
  readonly colliders: Uint32Array;
  /** Triangle of a mesh or height field, face of a box or hull; -1 where there is none, and for bounds. */
  readonly features: Int32Array;
  /** Where there may be several: where the hits of each item begin, and one more entry for the end. */
  readonly firstHits: Uint32Array | undefined;
}
