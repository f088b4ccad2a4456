import { CommandKind } from '@atoll/kernel';
import type { Body } from '../body/body.js';
import type { Vec3 } from '../types.js';
import { warnOnce } from '../validate/warn.js';
import type { Core } from '../world/core.js';
import { JointCoordinates } from './coordinates.js';
import { addDestroyJoint, addJoint } from './encode.js';
import type { JointKind, JointUpdate } from './options.js';
import { mergeJoint, type JointSettings } from './settings.js';

const NONE: Vec3 = [0, 0, 0];

/**
 * Ties two bodies together, or one to the world. It goes when one of them goes, or when it bears more than its `breakForce` or
 * `breakTorque`. What it says is of the newest step that was read.
 */
export class Joint {
  private destroyed = false;

  /** @internal Joints come from `world.createJoint`. */
  constructor(
    private readonly core: Core,
    readonly handle: number,
    private settings: JointSettings,
  ) {
    settings.bodyA?.attach(this);
    settings.bodyB?.attach(this);
  }

  /** False once it broke, it or one of its bodies was destroyed, or its world disposed. */
  get isValid(): boolean {
    return !this.destroyed && this.core.state !== 'disposed';
  }

  get type(): JointKind {
    return this.settings.type;
  }

  /** null: the world itself. */
  get bodyA(): Body | null {
    return this.settings.bodyA;
  }

  get bodyB(): Body | null {
    return this.settings.bodyB;
  }

  /** m, in body A, or in the world. */
  get anchorA(): Vec3 {
    return this.settings.frames.anchorA;
  }

  /** m, in body B, or in the world. */
  get anchorB(): Vec3 {
    return this.settings.frames.anchorB;
  }

  /** N: what it bore in the step, on average. */
  get force(): number {
    return Math.hypot(...this.forceVector);
  }

  /** N m: likewise, about the anchor. */
  get torque(): number {
    return Math.hypot(...this.torqueVector);
  }

  /** N, world space: as it acted on B. */
  get forceVector(): Vec3 {
    return this.isActing ? this.core.jointReadings.force(this.handle) : NONE;
  }

  /** N m, world space: as it acted on B, about the anchor. */
  get torqueVector(): Vec3 {
    return this.isActing ? this.core.jointReadings.torque(this.handle) : NONE;
  }

  /** rad, −π to π: turn of B about the axis; of a wheel, how it is steered. */
  get angle(): number {
    return this.isValid ? this.coordinates.angle : 0;
  }

  /** m: place of B along the axis, suspension travel of a wheel; the distance of the anchors of distance, rope and spring. */
  get translation(): number {
    return this.isValid ? this.coordinates.translation : 0;
  }

  /** m/s along the axis (prismatic) or of the distance (distance, rope, spring), else rad/s about the axis (a wheel: the axle). */
  get speed(): number {
    return this.isValid ? this.coordinates.speed : 0;
  }

  /** Changes any creation option but the type and the bodies, from the next step on. One that is undefined gets its default. */
  update(options: JointUpdate): void {
    const next = mergeJoint(this.settings, options);
    if (this.destroyed || !this.core.isRunning) {
      warnOnce(
        this,
        'Joint.update does nothing: the joint is gone (stale-handle, see @atoll/engine/docs/errors.md#stale-handle)',
      );
      return;
    }
    addJoint(this.core.inbox, this.core.views, CommandKind.UpdateJoint, this.handle, next);
    this.core.publish(false);
    this.settings = next;
  }

  /** Twice is once. */
  destroy(): void {
    if (this.destroyed) return;
    if (this.core.isRunning) {
      addDestroyJoint(this.core.inbox, this.core.views, this.handle);
      this.core.publish(false);
    }
    this.forget();
  }

  /** @internal */
  get saved(): JointSettings {
    return this.settings;
  }

  /** @internal A snapshot was restored: what it says of the joint, or nothing where it does not know it. */
  reload(settings: JointSettings | undefined): void {
    if (!settings) {
      this.destroyed = true;
      return;
    }
    this.settings = settings;
    settings.bodyA?.attach(this);
    settings.bodyB?.attach(this);
  }

  /** @internal The kernel knows already: it broke, or a body went and its joints with it. */
  forget(): void {
    this.destroyed = true;
    this.settings.bodyA?.detach(this);
    this.settings.bodyB?.detach(this);
    this.core.joints.remove(this.handle);
  }

  private get isActing(): boolean {
    return this.isValid && this.settings.given.enabled !== false;
  }

  private get coordinates(): JointCoordinates {
    const { type, frames, bodyA, bodyB } = this.settings;
    return new JointCoordinates(type, frames, bodyA, bodyB);
  }
}
