import { CommandKind } from '@atoll/kernel';
import type { Body } from '../body/body.js';
import { warnOnce } from '../validate/warn.js';
import type { Core } from '../world/core.js';
import { addDestroyJoint, addJoint } from './encode.js';
import type { JointUpdate } from './options.js';
import { mergeJoint, type JointKind, type JointSettings } from './settings.js';

/** Ties two bodies together. It goes when one of them goes. */
export class Joint {
  private destroyed = false;

  /** @internal Joints come from `world.createJoint`. */
  constructor(
    private readonly core: Core,
    readonly handle: number,
    private settings: JointSettings,
  ) {
    settings.bodyA.joints.add(this);
    settings.bodyB.joints.add(this);
  }

  /** False once it or one of its bodies was destroyed, or its world disposed. */
  get isValid(): boolean {
    return !this.destroyed && this.core.state !== 'disposed';
  }

  get type(): JointKind {
    return this.settings.type;
  }

  get bodyA(): Body {
    return this.settings.bodyA;
  }

  get bodyB(): Body {
    return this.settings.bodyB;
  }

  /** Changes any creation option but the type and the bodies. An option that is undefined gets its default. */
  update(options: JointUpdate): void {
    const next = mergeJoint(this.settings, options);
    if (this.destroyed || !this.core.isRunning) {
      warnOnce(this, 'Joint.update does nothing: the joint is gone (stale-handle, see docs/errors.md#stale-handle)');
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

  /** @internal The kernel knows already: a body went, and its joints with it. */
  forget(): void {
    this.destroyed = true;
    this.settings.bodyA.joints.delete(this);
    this.settings.bodyB.joints.delete(this);
    this.core.joints.remove(this.handle);
  }
}
