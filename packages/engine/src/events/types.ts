import type { Body } from '../body/body.js';
import type { PhysicsError } from '../errors.js';
import type { Joint } from '../joint/joint.js';
import type { Vec3 } from '../types.js';

/** Where the bodies are when the contact begins, before they move in that step; of `contacthit` and `contactforce`, at the end of the step. */
export interface ContactPoint {
  /** m, world space, midway between the surfaces. */
  readonly position: Vec3;
  /** Unit length, world space, from A to B. */
  readonly normal: Vec3;
  /** m, negative in overlap. */
  readonly separation: number;
  /** N s, along the normal. */
  readonly impulse: number;
}

/** Two colliders. A collider is told by its place in `body.colliders`. */
export interface ColliderPair {
  readonly bodyA: Body;
  readonly colliderA: number;
  readonly bodyB: Body;
  readonly colliderB: number;
}

export interface ContactEvent extends ColliderPair {
  readonly type: 'contactbegin' | 'contactend' | 'contacthit' | 'contactforce';
  /** Where they touch. Empty when a contact ends. */
  readonly points: readonly ContactPoint[];
  /** m/s: how fast they met. Of `contacthit` alone. */
  readonly speed?: number;
  /** N, along the normal: how hard the two press on each other. Of `contactforce` alone. */
  readonly force?: number;
  readonly step: number;
}

/** One of the two is a sensor, or both are. */
export interface SensorEvent extends ColliderPair {
  readonly type: 'sensorenter' | 'sensorexit';
  readonly step: number;
}

export interface SleepEvent {
  readonly type: 'sleep' | 'wake';
  readonly body: Body;
  readonly step: number;
}

/** A joint bore more than it can. It is gone. */
export interface JointBreakEvent {
  readonly type: 'jointbreak';
  readonly joint: Joint;
  /** N that it bore in its last step, on average. */
  readonly force: number;
  /** N m */
  readonly torque: number;
  readonly step: number;
}

/** Something failed that no argument caused. */
export interface ProblemEvent {
  readonly type: 'problem';
  readonly error: PhysicsError;
  /** The body that is concerned, where it is one. */
  readonly body?: Body;
  /** The joint that is concerned, where it is one. */
  readonly joint?: Joint;
  readonly step: number;
}

/**
 * A step is asked for and was not handed over yet: what a listener writes takes effect in this step, and not before. Sent once for each
 * step of `step`, `stepSync` and `advance`, and not while the world runs by `start`. Poses are those of the newest step that was read.
 */
export interface BeforeStepEvent {
  readonly type: 'beforestep';
  /** Number of the step that is asked for. */
  readonly step: number;
  /** Its length, s. */
  readonly timeStep: number;
}

/**
 * The world was told to change. Sent with the first command after each `advance`, `read` or step, before the call that wrote it
 * returns: who draws on demand knows that there may be something to draw.
 */
export interface CommandEvent {
  readonly type: 'command';
  /** The newest step that was read. */
  readonly step: number;
}

/** The state of a snapshot has taken the place of the one before. What was known of bodies, contacts and sleep has to be asked for again. */
export interface RestoreEvent {
  readonly type: 'restore';
  /** The step that the state is of. */
  readonly step: number;
}

/** The pool cannot keep up with `advance`: simulated time runs slower than real time. */
export interface StallEvent {
  readonly type: 'stall';
  /** s of real time that were left out. */
  readonly droppedTime: number;
  readonly step: number;
}

export type BodyEventType = ContactEvent['type'] | SensorEvent['type'] | SleepEvent['type'];

export interface WorldEvents {
  contactbegin: ContactEvent;
  contactend: ContactEvent;
  contacthit: ContactEvent;
  contactforce: ContactEvent;
  sensorenter: SensorEvent;
  sensorexit: SensorEvent;
  sleep: SleepEvent;
  wake: SleepEvent;
  jointbreak: JointBreakEvent;
  problem: ProblemEvent;
  stall: StallEvent;
  beforestep: BeforeStepEvent;
  command: CommandEvent;
  restore: RestoreEvent;
}

export type WorldEventType = keyof WorldEvents;
export const worldEventTypes: readonly WorldEventType[] = [
  'contactbegin',
  'contactend',
  'contacthit',
  'contactforce',
  'sensorenter',
  'sensorexit',
  'sleep',
  'wake',
  'jointbreak',
  'problem',
  'stall',
  'beforestep',
  'command',
  'restore',
];
export const bodyEventTypes: readonly BodyEventType[] = [
  'contactbegin',
  'contactend',
  'contacthit',
  'contactforce',
  'sensorenter',
  'sensorexit',
  'sleep',
  'wake',
];
