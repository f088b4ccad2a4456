import type { Body, Joint, JointOptions, JointUpdate } from '@atoll/engine';
import type { RefObject } from 'react';
import { sameValue } from '../math.js';
import type { WorldRuntime } from '../world/runtime.js';

/** A body, or a ref that will hold one. */
export type BodyRef = RefObject<Body | null> | Body;

export interface JointSpec {
  readonly type: JointOptions['type'];
  readonly a: BodyRef;
  readonly b: BodyRef;
  readonly options: JointUpdate;
}

/** The engine's joint behind one `<Joint>`: there while both bodies are. */
export class JointSlot {
  private joint: Joint | undefined;
  private runtime: WorldRuntime | undefined;
  private spec: JointSpec | undefined;
  /** What `joint` was made for. */
  private made: JointSpec | undefined;
  private stop: (() => void) | undefined;
  private retained = 0;
  /** Told when the joint comes or goes. */
  onChange: (joint: Joint | null) => void = () => {};

  get current(): Joint | null {
    return this.joint?.isValid ? this.joint : null;
  }

  commit(runtime: WorldRuntime, spec: JointSpec): void {
    const before = this.spec;
    this.spec = spec;
    if (this.runtime !== runtime) {
      this.stop?.();
      this.runtime = runtime;
      this.stop = runtime.follow(() => this.check());
    }
    if (before && this.joint?.isValid && !sameValue(before.options, spec.options)) {
      // A prop that is left out again goes back to its default.
      const gone = Object.keys(before.options).filter((key) => !(key in spec.options));
      this.joint.update({ ...Object.fromEntries(gone.map((key) => [key, undefined])), ...spec.options });
      runtime.invalidate();
    }
    this.check();
  }

  retain(): () => void {
    this.retained++;
    return () => {
      this.retained--;
      queueMicrotask(() => {
        if (this.retained > 0) return;
        this.stop?.();
        this.runtime = this.stop = undefined;
        this.replace(undefined);
      });
    };
  }

  /** Compares what the refs hold with what the joint holds. */
  private check(): void {
    const { spec, runtime } = this;
    if (!spec || !runtime) return;
    const { joint } = this;
    const bodyA = resolve(spec.a, spec.a === this.made?.a ? (joint?.bodyA ?? undefined) : undefined);
    const bodyB = resolve(spec.b, spec.b === this.made?.b ? (joint?.bodyB ?? undefined) : undefined);
    if (joint?.isValid && joint.bodyA === bodyA && joint.bodyB === bodyB && joint.type === spec.type) return;
    const { world } = runtime;
    const ready = bodyA && bodyB && !world.isDisposed && !world.failure;
    if (!ready && !joint) return;
    this.replace(
      ready ? world.createJoint({ type: spec.type, bodyA, bodyB, ...spec.options } as JointOptions) : undefined,
    );
    this.made = spec;
    runtime.invalidate();
  }

  private replace(joint: Joint | undefined): void {
    if (this.joint === joint) return;
    this.joint?.destroy();
    this.joint = joint;
    this.onChange(joint ?? null);
  }
}

/**
 * The body that a ref holds. React empties refs for a moment while it runs effects again, and for as long as it hides a tree:
 * then it is the body that the ref held `last`, as long as there is that one.
 */
export function resolve(ref: BodyRef, last?: Body): Body | undefined {
  const body = ('current' in ref ? ref.current : ref) ?? last;
  return body?.isValid ? body : undefined;
}
