import type { Body, Joint, JointOptions, JointUpdate, WorldEvents } from '@atoll/engine';
import type { RefObject } from 'react';
import type { Guard } from '../hooks/use-guard.js';
import { changesOf, isEmpty } from '../math.js';
import type { WorldRuntime } from '../world/runtime.js';

/** A body, or a ref that will hold one. */
export type BodyRef = RefObject<Body | null> | Body;

export interface JointSpec {
  readonly type: JointOptions['type'];
  /** null: the world itself. */
  readonly a: BodyRef | null;
  readonly b: BodyRef | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The engine's joint behind one `<Joint>`: there while both bodies are. */
export class JointSlot {
  private joint: Joint | undefined;
  private runtime: WorldRuntime | undefined;
  private spec: JointSpec | undefined;
  /** What `joint` was made for. */
  private made: JointSpec | undefined;
  private stop: (() => void) | undefined;
  /** What `onChange` heard last. */
  private told: Joint | null = null;
  /** Told when the joint comes or goes. */
  onChange: (joint: Joint | null) => void = () => {};
  /** Told when the joint broke, after `onChange`. */
  onBreak: (event: WorldEvents['jointbreak']) => void = () => {};

  constructor(private readonly guard: Guard) {}

  commit(runtime: WorldRuntime, spec: JointSpec): void {
    runtime.holdCommit();
    const before = this.spec;
    this.spec = spec;
    if (this.runtime !== runtime) {
      this.stop?.();
      this.runtime = runtime;
      this.stop = runtime.follow(() => this.guard(() => this.check()));
    }
    const { joint } = this;
    this.check();
    // A new joint has all its options already, and the old one may not know them.
    if (!before || joint !== this.joint || !joint?.isValid) return;
    // What says where the joint lies is not measured again, unless it is new. A prop that is left out again goes back to its default.
    const changes = changesOf(before.options, spec.options);
    if (isEmpty(changes)) return;
    joint.update(changes as JointUpdate);
    runtime.invalidate();
  }

  /** Takes the joint out of the world. The next commit makes another. */
  destroy(): void {
    this.stop?.();
    this.runtime = this.stop = undefined;
    this.replace(undefined);
  }

  /** Compares what the refs hold with what the joint holds. */
  private check(): void {
    const { spec, runtime } = this;
    if (!spec || !runtime) return;
    const { joint } = this;
    const bodyA = endOf(spec.a, spec.a === this.made?.a ? joint?.bodyA : undefined);
    const bodyB = endOf(spec.b, spec.b === this.made?.b ? joint?.bodyB : undefined);
    if (joint && joint.bodyA === bodyA && joint.bodyB === bodyB && joint.type === spec.type) {
      // Both bodies are there: if it is not, it broke, and stays so.
      this.tell(joint.isValid ? joint : null);
      return;
    }
    const { world } = runtime;
    const ready = bodyA !== undefined && bodyB !== undefined && !world.isDisposed && !world.failure;
    if (!ready && !joint) return;
    const options = { type: spec.type, bodyA, bodyB, ...spec.options } as JointOptions;
    const made = ready ? world.createJoint(options) : undefined;
    if (made) runtime.breaks.set(made, (event) => this.broke(event));
    this.replace(made);
    this.made = spec;
    runtime.invalidate();
  }

  private replace(joint: Joint | undefined): void {
    if (this.joint === joint) return;
    this.joint?.destroy();
    this.joint = joint;
    this.tell(joint ?? null);
  }

  private broke(event: WorldEvents['jointbreak']): void {
    if (this.joint !== event.joint) return;
    this.tell(null);
    this.onBreak(event);
  }

  private tell(joint: Joint | null): void {
    if (this.told === joint) return;
    this.told = joint;
    this.onChange(joint);
  }
}

/** As `resolve`; null for the world. */
const endOf = (ref: BodyRef | null, last?: Body | null): Body | null | undefined =>
  ref === null ? null : resolve(ref, last ?? undefined);

/**
 * The body that a ref holds. React empties refs for a moment while it runs effects again, and for as long as it hides a tree:
 * then it is the body that the ref held `last`, as long as there is that one.
 */
export function resolve(ref: BodyRef, last?: Body): Body | undefined {
  const body = ('current' in ref ? ref.current : ref) ?? last;
  return body?.isValid ? body : undefined;
}
