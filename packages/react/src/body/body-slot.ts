import type { Body, BodyOptions } from '@atoll/engine';
import { Quaternion, type Group } from 'three';
import {
  collectColliders,
  collectOptions,
  noDefaults,
  type ColliderDefaults,
  type Collected,
} from '../colliders/collect.js';
import { LateMeshes } from '../colliders/late-meshes.js';
import { TreeWatch } from '../colliders/tree-watch.js';
import type { WorldContextValue } from '../context.js';
import type { Guard } from '../hooks/use-guard.js';
import { BodyEvents } from '../events/body-events.js';
import { isEmpty, sameValue } from '../math.js';
import type { View } from '../world/pose-writer.js';
import type { WorldRuntime } from '../world/runtime.js';
import { markBody, markBodyGroup, PairHearers, type BodyGroup } from './groups.js';
import { poseOf, updatePose, worldPose, type LocalPose } from './pose.js';
import { changedSettings, type BodyProps } from './props.js';

/** What there is of one `<Body>` on the page. */
interface Mounted {
  readonly runtime: WorldRuntime;
  readonly group: Group;
  readonly body: Body;
  readonly view: View;
  readonly events: BodyEvents;
}

const NOTHING: Collected = { colliders: [], handlers: [], meshes: [] };

/**
 * The engine's body behind one `<Body>`, and a ref to it: `current`. It lives in the component's state: StrictMode and Suspense run effects again, and
 * find the same body. It goes when the component has stayed unmounted for a moment.
 */
export class BodySlot implements BodyGroup {
  readonly pairs = new PairHearers(() => this.collidersChanged());
  private mounted: Mounted | undefined;
  private props: BodyProps = {};
  /** What they say of where the body is. */
  private pose: LocalPose | undefined;
  private defaults: ColliderDefaults = noDefaults;
  private collected = NOTHING;
  private readonly watch = new TreeWatch(() => this.collidersChanged());
  private readonly late = new LateMeshes(() => this.collidersChanged());
  private collidersDue = false;

  constructor(private readonly guard: Guard) {}

  get current(): Body | null {
    return this.mounted?.body ?? null;
  }

  bodyAt(): Body | undefined {
    return this.mounted?.body;
  }

  /** The body in that world. */
  bodyIn(runtime: WorldRuntime): Body | null {
    return this.mounted?.runtime === runtime ? this.mounted.body : null;
  }

  /**
   * Before any body of a commit is made: those inside this one are made before it, and have to find it where its props put it, and not where it
   * came to in a world that is no more.
   */
  begin(runtime: WorldRuntime, props: BodyProps): void {
    if (!this.mounted || this.mounted.runtime === runtime) return;
    this.pose = poseOf(props, 'Body');
    this.destroy();
  }

  /** Brings the engine's body to what the committed props say. */
  commit(context: WorldContextValue, group: Group, props: BodyProps): void {
    const { runtime } = context;
    const before = this.props;
    this.props = props;
    this.defaults = context;
    const { mounted } = this;
    runtime.holdCommit();
    if (mounted?.group === group) {
      this.update(mounted, before);
    } else {
      this.destroy();
      this.create(runtime, group);
    }
    this.mounted?.events.update();
    if (this.mounted) this.late.follow(this.collected.meshes, runtime.frameListeners);
  }

  /** Something about the colliders may have changed; looked at once, before the next step. */
  collidersChanged(): void {
    if (this.collidersDue || !this.mounted) return;
    this.collidersDue = true;
    queueMicrotask(() => {
      this.collidersDue = false;
      const { mounted } = this;
      if (!mounted?.body.isValid) return;
      this.guard(() => {
        if (this.collect(mounted.group)) mounted.body.update({ colliders: this.collected.colliders });
        mounted.events.update();
        this.late.follow(this.collected.meshes, mounted.runtime.frameListeners);
        mounted.runtime.invalidate();
      });
    });
  }

  private create(runtime: WorldRuntime, group: Group): void {
    const { world } = runtime;
    if (world.isDisposed || world.failure) return;
    const { props } = this;
    markBodyGroup(group, this);
    this.pose = poseOf(props, 'Body');
    place(group, this.pose);
    const { position, rotation } = worldPose(group);
    this.collected = NOTHING;
    this.collect(group);
    const { colliders } = this.collected;
    const body = world.createBody({ ...changedSettings({}, props), position, rotation, colliders });
    const events = new BodyEvents(world, body, {
      handlers: () => this.props,
      colliderHandlers: () => this.collected.handlers,
    });
    markBody(body, group);
    this.mounted = { runtime, group, body, events, view: runtime.draw(body, group) };
  }

  private update({ runtime, group, body }: Mounted, before: BodyProps): void {
    const { props } = this;
    if (!body.isValid) return;
    const pose = this.pose!;
    const options: BodyOptions = changedSettings(before, props);
    const [moved, turned, scaled] = updatePose(pose, before, props, 'Body');
    if (moved) group.position.set(...pose.position);
    if (turned) group.quaternion.set(...pose.quaternion);
    if (scaled) group.scale.set(...pose.scale);
    if (moved || turned) {
      const { position, rotation } = worldPose(group);
      if (moved) options.position = position;
      if (turned) options.rotation = rotation;
    }
    if (this.collect(group)) options.colliders = this.collected.colliders;
    if (isEmpty(options)) return;
    body.update(options);
    runtime.invalidate();
  }

  /** Looks at the colliders. True where they differ in value from those that the engine has. */
  private collect(group: Group): boolean {
    const { props } = this;
    this.watch.add(group);
    const collected = collectColliders(group, {
      ...collectOptions(props, this.defaults, this.pairs.count > 0),
      turn: new Quaternion(...this.pose!.quaternion),
    });
    const same = sameValue(collected.colliders, this.collected.colliders);
    this.collected = collected;
    return !same;
  }

  /** Takes the body out of the world. The next commit makes another. */
  destroy(): void {
    // First of all: what could not be made has looked at its objects too.
    this.watch.end();
    const { mounted } = this;
    if (!mounted) return;
    this.mounted = undefined;
    mounted.events.end();
    this.late.end();
    mounted.body.destroy();
    mounted.runtime.undraw(mounted.view);
    // For the bodies inside it, which the next commit makes first.
    place(mounted.group, this.pose!);
  }
}

function place(group: Group, { position, quaternion, scale }: LocalPose): void {
  group.position.set(...position);
  group.quaternion.set(...quaternion);
  group.scale.set(...scale);
}
