import { BodyField, BodyMotion, CommandKind } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import type { ContactPair } from '../events/contacts.js';
import { checkListener, Listeners, type Listener } from '../events/listeners.js';
import { bodyEventTypes, type BodyEventType, type WorldEvents } from '../events/types.js';
import { writeQuat, writeVec3 } from '../inbox/encode.js';
import type { Joint } from '../joint/joint.js';
import { POSE_STRIDE } from '../outbox/poses.js';
import type { Collider } from '../shapes/collider.js';
import type { MassProperties } from '../shapes/mass.js';
import type { Quat, QuatInput, Vec3, Vec3Input } from '../types.js';
import { oneOf } from '../validate/options.js';
import { checkVec3, quatScale } from '../validate/vector.js';
import { warnOnce } from '../validate/warn.js';
import type { Core } from '../world/core.js';
import { addMotion, addSetColliders, addUpdateBody } from './encode.js';
import { indexOf } from './handles.js';
import type { BodyKind, BodyOptions } from './options.js';
import { massOf, mergeBody, type BodySettings } from './settings.js';

const FIRST = 1;
const SECOND = 2;
const BOTH = FIRST | SECOND;
const LETS_SLEEP = 4;
const NO_JOINTS: ReadonlySet<Joint> = new Set();
const NOWHERE = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

/** What listeners of a body hear. */
interface BodyNews extends WorldEvents {
  sleepchange: boolean;
  contactchange: ReadonlySet<ContactPair>;
}

/**
 * A rigid body. What it says of its motion is the newest step that was read; what it is told takes effect at the next step.
 * After `destroy`, or when its world is gone, calls do nothing and a developer is told once.
 */
export class Body {
  readonly index: number;
  /** @internal */
  readonly listeners = new Listeners<BodyNews>();
  private destroyed = false;
  /** Made with the first one. */
  private held: Set<Joint> | undefined;
  /** Of `settings`; worked out when it is asked for. */
  private knownMass: MassProperties | undefined;

  /** @internal Bodies come from `world.createBody`. */
  constructor(
    private readonly core: Core,
    /** Number that events and queries tell it by: generation << 20 | index. */
    readonly handle: number,
    private settings: BodySettings,
  ) {
    this.index = indexOf(handle);
  }

  /** False once it was destroyed, or its world disposed. */
  get isValid(): boolean {
    return !this.destroyed && this.core.state !== 'disposed';
  }

  get type(): BodyKind {
    return this.settings.type;
  }

  /** kg; 0 for bodies that are not dynamic. */
  get mass(): number {
    return this.massProperties().mass;
  }

  /** m, body space. */
  get centerOfMass(): Vec3 {
    return this.massProperties().centerOfMass;
  }

  /** With every option filled in. Events name a collider by its place in this list. */
  get colliders(): readonly Collider[] {
    return this.settings.colliders;
  }

  /** Joints that hold it. */
  get joints(): ReadonlySet<Joint> {
    return this.held ?? NO_JOINTS;
  }

  get userData(): unknown {
    return this.settings.userData;
  }

  set userData(userData: unknown) {
    this.settings = { ...this.settings, userData };
  }

  /** Origin, m, world space. */
  get position(): Vec3 {
    return this.triple(this.destroyed ? undefined : this.core.poses.current, 0, this.last.position);
  }

  /** From body to world space. */
  get rotation(): Quat {
    if (this.destroyed) return this.last.rotation;
    const at = this.index * POSE_STRIDE + 4;
    const { current } = this.core.poses;
    return [current[at]!, current[at + 1]!, current[at + 2]!, current[at + 3]!];
  }

  /** Of the centre of mass, m/s. */
  get linearVelocity(): Vec3 {
    return this.triple(this.destroyed ? undefined : this.core.poses.velocities, 0, [0, 0, 0]);
  }

  /** rad/s, world space. */
  get angularVelocity(): Vec3 {
    return this.triple(this.destroyed ? undefined : this.core.poses.velocities, 4, [0, 0, 0]);
  }

  get isSleeping(): boolean {
    return !this.destroyed && this.core.poses.isSleeping(this.index);
  }

  /** Teleports: it is drawn there from the next step on, not blended on the way; while time stands still, from the next frame on. m. */
  setPosition(position: Vec3Input): void {
    checkVec3(position, 'Body.position');
    const at = this.begin('setPosition', CommandKind.SetPose, FIRST);
    if (at) this.sendPose(at, position);
  }

  /** Teleports, as `setPosition`. Unit quaternion from body to world space. */
  setRotation(rotation: QuatInput): void {
    const scale = quatScale(rotation, 'Body.rotation');
    const at = this.begin('setRotation', CommandKind.SetPose, SECOND);
    if (at) this.sendPose(at, undefined, rotation, scale);
  }

  /** A kinematic body is there at the end of the next step, and pushes what is in its way. m and unit quaternion. */
  setKinematicTarget(position: Vec3Input, rotation?: QuatInput): void {
    checkVec3(position, 'Body.setKinematicTarget.position');
    const scale = rotation === undefined ? 1 : quatScale(rotation, 'Body.setKinematicTarget.rotation');
    if (this.isValid && this.type !== 'kinematic') {
      throw new PhysicsInputError(
        'wrong-type',
        'Body.setKinematicTarget',
        `expected a kinematic body, this one is ${this.type}`,
      );
    }
    const at = this.begin('setKinematicTarget', CommandKind.SetKinematicTarget, rotation === undefined ? FIRST : BOTH);
    if (!at) return;
    if (rotation !== undefined) writeQuat(this.core.views, at + BodyMotion.second, rotation, scale);
    this.send(at, position);
  }

  /** Of the centre of mass, m/s. */
  setLinearVelocity(velocity: Vec3Input): void {
    checkVec3(velocity, 'Body.linearVelocity');
    const at = this.begin('setLinearVelocity', CommandKind.SetVelocity, FIRST);
    if (at) this.send(at, velocity);
  }

  /** rad/s, world space. */
  setAngularVelocity(velocity: Vec3Input): void {
    checkVec3(velocity, 'Body.angularVelocity');
    const at = this.begin('setAngularVelocity', CommandKind.SetVelocity, SECOND);
    if (at) this.send(at, undefined, velocity);
  }

  /**
   * During the next step alone. N, at a point in world space, m; without one at the centre of mass. With `wake` false it leaves
   * sleepers alone, and does not keep the body from falling asleep: for fields that act all the time.
   */
  applyForce(force: Vec3Input, point?: Vec3Input, wake = true): void {
    this.push('applyForce', CommandKind.ApplyForce, force, point, wake);
  }

  /** During the next step alone. N m. */
  applyTorque(torque: Vec3Input, wake = true): void {
    this.push('applyTorque', CommandKind.ApplyTorque, torque, undefined, wake);
  }

  /** N s, at a point in world space, m; without one at the centre of mass. */
  applyImpulse(impulse: Vec3Input, point?: Vec3Input, wake = true): void {
    this.push('applyImpulse', CommandKind.ApplyImpulse, impulse, point, wake);
  }

  /** N m s. */
  applyTorqueImpulse(impulse: Vec3Input, wake = true): void {
    this.push('applyTorqueImpulse', CommandKind.ApplyTorqueImpulse, impulse, undefined, wake);
  }

  /** Changes any creation option; all that is given takes effect in the same step. An option that is undefined gets its default. */
  update(options: BodyOptions): void {
    const next = mergeBody(this.settings, options);
    const mass = massOf(next);
    if (!this.check('update')) return;
    this.core.batch(() => this.sendChanges(options, next, mass));
    this.settings = next;
    this.knownMass = mass;
    this.core.publish(false);
  }

  /** Wakes it, and all that it touches. */
  wake(): void {
    if (this.begin('wake', CommandKind.WakeBody, 0)) this.core.publish(false);
  }

  /** Puts it to sleep, with its whole island. */
  sleep(): void {
    if (this.begin('sleep', CommandKind.SleepBody, 0)) this.core.publish(false);
  }

  /** Takes it out of the world, with its joints. Twice is once. */
  destroy(): void {
    if (this.destroyed || !this.core.isRunning) {
      this.destroyed = true;
      return;
    }
    addMotion(this.core.inbox, this.core.views, CommandKind.DestroyBody, this.handle, 0);
    this.core.geometries.release(this.colliders);
    this.core.publish(false);
    this.last = { position: this.position, rotation: this.rotation };
    this.destroyed = true;
    this.core.forgetBody(this);
    // By handle, not by age, which a snapshot does not know: in this order their slots are used again.
    for (const joint of [...this.joints].sort((a, b) => a.handle - b.handle)) joint.forget();
  }

  /** Hears the events that this body takes part in, as `World.on`. Returns a function that ends the subscription. */
  on<K extends BodyEventType>(type: K, listener: Listener<WorldEvents[K]>): () => void {
    oneOf(type, bodyEventTypes, 'Body.on');
    checkListener(listener, 'Body.on');
    const end = this.listeners.add(type, listener);
    return type.startsWith('contact') ? this.awaitContacts(end) : end;
  }

  /** Hears when it falls asleep or wakes. Returns a function that ends the subscription. */
  onSleepChange(listener: (isSleeping: boolean) => void): () => void {
    checkListener(listener, 'Body.onSleepChange');
    return this.listeners.add('sleepchange', listener);
  }

  /** Hears when what it touches changes, once a step. Returns a function that ends the subscription. */
  onContactChange(listener: (contacts: ReadonlySet<ContactPair>) => void): () => void {
    checkListener(listener, 'Body.onContactChange');
    return this.awaitContacts(this.listeners.add('contactchange', listener));
  }

  /** Contacts are taken in with their frame, and looked through for hits, as long as the subscription lasts. */
  private awaitContacts(end: () => void): () => void {
    let counts = !this.destroyed;
    if (counts) {
      this.awaiting++;
      this.core.countContactListener(1);
    }
    return () => {
      if (counts && this.awaiting > 0) {
        this.awaiting--;
        this.core.countContactListener(-1);
      }
      counts = false;
      end();
    };
  }

  /** Of `core.contactListenerCount`. */
  private awaiting = 0;

  /** No frame to come speaks of it: its listeners hear no more. @internal */
  endAwaiting(): void {
    this.core.countContactListener(-this.awaiting);
    this.awaiting = 0;
  }

  /** @internal */
  get saved(): BodySettings {
    return this.settings;
  }

  /** @internal */
  attach(joint: Joint): void {
    (this.held ??= new Set()).add(joint);
  }

  /** @internal */
  detach(joint: Joint): void {
    this.held?.delete(joint);
  }

  /** @internal A snapshot was restored, and it is in it. */
  reload(settings: BodySettings): void {
    const { userData } = this.settings;
    this.settings = userData === undefined ? settings : { ...settings, userData };
    this.knownMass = undefined;
    this.held = undefined;
  }

  /** @internal A snapshot was restored, and it is not in it. */
  vanish(): void {
    if (this.destroyed) return;
    this.last = { position: this.position, rotation: this.rotation };
    this.destroyed = true;
    this.held = undefined;
    this.endAwaiting();
  }

  /** Where it was when it was destroyed: its slot may have another owner. */
  private last: { readonly position: Vec3; readonly rotation: Quat } = NOWHERE;

  private massProperties(): MassProperties {
    return (this.knownMass ??= massOf(this.settings));
  }

  private triple(table: Float32Array | undefined, offset: number, fallback: Vec3): Vec3 {
    if (!table) return fallback;
    const at = this.index * POSE_STRIDE + offset;
    return [table[at]!, table[at + 1]!, table[at + 2]!];
  }

  /** Whether calls have an effect. */
  private check(call: string): boolean {
    if (!this.destroyed && this.core.isRunning) return true;
    const why = this.destroyed
      ? 'the body was destroyed'
      : `the world ${this.core.state === 'failed' ? 'has failed' : 'was disposed'}`;
    warnOnce(this, `Body.${call} does nothing: ${why} (stale-handle, see @atoll/engine/docs/errors.md#stale-handle)`);
    return false;
  }

  /** Starts a record, or returns 0 where the body is gone. */
  private begin(call: string, kind: number, mask: number): number {
    return this.check(call) ? addMotion(this.core.inbox, this.core.views, kind, this.handle, mask) : 0;
  }

  private send(at: number, first?: ArrayLike<number>, second?: ArrayLike<number>): void {
    const { views } = this.core;
    if (first) writeVec3(views, at + BodyMotion.first, first);
    if (second) writeVec3(views, at + BodyMotion.second, second);
    this.core.publish(false);
  }

  private sendPose(at: number, position?: ArrayLike<number>, rotation?: ArrayLike<number>, scale = 1): void {
    const { views, inbox, teleports } = this.core;
    if (position) writeVec3(views, at + BodyMotion.first, position);
    if (rotation) writeQuat(views, at + BodyMotion.second, rotation, scale);
    teleports.add(views, at, inbox.count);
    this.core.publish(false);
  }

  private push(call: string, kind: number, vector: Vec3Input, point: Vec3Input | undefined, wake: boolean): void {
    checkVec3(vector, `Body.${call}`);
    if (point !== undefined) checkVec3(point, `Body.${call}.point`);
    const at = this.begin(call, kind, (point === undefined ? FIRST : BOTH) | (wake ? 0 : LETS_SLEEP));
    if (at) this.send(at, vector, point);
  }

  private sendChanges(given: BodyOptions, next: BodySettings, mass: MassProperties): void {
    const { inbox, views } = this.core;
    const before = this.settings;
    const flags = (['canSleep', 'bullet', 'enabled', 'lockTranslations', 'lockRotations'] as const).some(
      (key) => before[key] !== next[key],
    );
    const mask =
      (before.type !== next.type ? BodyField.Type : 0) |
      (flags ? BodyField.Flags : 0) |
      (before.gravityScale !== next.gravityScale ? BodyField.GravityScale : 0) |
      (before.linearDamping !== next.linearDamping ? BodyField.LinearDamping : 0) |
      (before.angularDamping !== next.angularDamping ? BodyField.AngularDamping : 0) |
      (before.sleepThreshold !== next.sleepThreshold ? BodyField.SleepThreshold : 0) |
      (before.type !== next.type || before.mass !== next.mass || before.massProperties !== next.massProperties
        ? BodyField.Mass
        : 0);
    // The mass goes with the type: a body that becomes dynamic needs one.
    if (mask !== 0) addUpdateBody(inbox, views, this.handle, mask, next, mass);
    if (before.colliders !== next.colliders)
      addSetColliders(this.core, this.handle, before.colliders, next.colliders, mass);
    if (given.position !== undefined || given.rotation !== undefined) {
      const at = addMotion(inbox, views, CommandKind.SetPose, this.handle, partsOf(given.position, given.rotation));
      this.sendPose(at, next.position, next.rotation);
    }
    if (given.linearVelocity !== undefined || given.angularVelocity !== undefined) {
      const at = addMotion(
        inbox,
        views,
        CommandKind.SetVelocity,
        this.handle,
        partsOf(given.linearVelocity, given.angularVelocity),
      );
      writeVec3(views, at + BodyMotion.first, next.linearVelocity);
      writeVec3(views, at + BodyMotion.second, next.angularVelocity);
    }
  }
}

const partsOf = (first: unknown, second: unknown): number =>
  (first === undefined ? 0 : FIRST) | (second === undefined ? 0 : SECOND);
