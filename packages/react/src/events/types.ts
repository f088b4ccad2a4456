import type { Body, ContactPoint } from '@atoll/engine';

/** Which instance of `<InstancedBodies>` an event is about. Undefined in events of a `<Body>`. */
export interface InstanceOrigin {
  /** Place in `instances`, at the time of the event. */
  readonly index?: number;
  readonly key?: string | number;
}

/** Two bodies meet or part. Told from the one that has the handler: `normal`s point from `target` to `other`. */
export interface CollisionEvent extends InstanceOrigin {
  readonly target: Body;
  readonly other: Body;
  /** Places in `target.colliders` and `other.colliders` of those that met first or parted last. */
  readonly targetCollider: number;
  readonly otherCollider: number;
  /** Where they touch. Empty when they part. */
  readonly points: readonly ContactPoint[];
  readonly step: number;
}

/** A body enters or leaves a sensor. */
export type IntersectionEvent = Omit<CollisionEvent, 'points'>;

/** Two colliders hit each other faster than `World.hitSpeedThreshold`, m/s. */
export interface HitEvent extends CollisionEvent {
  /** m/s: how fast they met. */
  readonly speed: number;
}

/** Two colliders press on each other. */
export interface ContactForceEvent extends CollisionEvent {
  /** N, along the normal. */
  readonly force: number;
}

/** A body falls asleep or wakes. */
export interface BodySleepEvent extends InstanceOrigin {
  readonly target: Body;
  readonly type: 'sleep' | 'wake';
  readonly step: number;
}

/** Events of a body, of an instance or of a collider as props. Their identity may change on each render. */
export interface BodyEventHandlers {
  /** The first of their colliders begin to touch: once for each body. */
  onCollisionEnter?: ((event: CollisionEvent) => void) | undefined;
  /** The last of their colliders touch no more. */
  onCollisionExit?: ((event: CollisionEvent) => void) | undefined;
  /** They meet faster than `World.hitSpeedThreshold`. */
  onHit?: ((event: HitEvent) => void) | undefined;
  /** How hard two colliders press on each other, in each step in which they do and are awake. */
  onContactForce?: ((event: ContactForceEvent) => void) | undefined;
  /** One of the two overlapping colliders is a sensor. Once for each body. */
  onIntersectionEnter?: ((event: IntersectionEvent) => void) | undefined;
  onIntersectionExit?: ((event: IntersectionEvent) => void) | undefined;
  /** The body falls asleep. */
  onSleep?: ((event: BodySleepEvent) => void) | undefined;
  onWake?: ((event: BodySleepEvent) => void) | undefined;
}
