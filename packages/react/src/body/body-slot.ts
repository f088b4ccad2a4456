import type { Body, BodyOptions, ColliderOptions } from '@atoll/engine';
import type { Group, Object3D } from 'three';
import { collectColliders } from '../colliders/collect.js';
import type { ColliderMode } from '../colliders/mode.js';
import { sameValue, vec3 } from '../math.js';
import type { View } from '../world/pose-writer.js';
import type { WorldRuntime } from '../world/runtime.js';
import { BodyEvents } from './events.js';
import { markBodyGroup } from './groups.js';
import { worldPose, writePosition, writeRotation, writeScale } from './pose.js';
import { pick, plainKeys, surfaceKeys, type BodyProps } from './props.js';

/** What there is of one `<Body>` on the page. */
interface Mounted {
  readonly runtime: WorldRuntime;
  readonly group: Group;
  readonly body: Body;
  readonly view: View;
  readonly events: BodyEvents;
}

/**
 * The engine's body behind one `<Body>`, and a ref to it: `current`. It lives in the component's state: StrictMode and Suspense run effects again, and
 * find the same body. It goes when the component has stayed unmounted for a moment.
 */
export class BodySlot {
  private mounted: Mounted | undefined;
  private props: BodyProps = {};
  private mode: ColliderMode = 'auto';
  private colliders: readonly ColliderOptions[] = [];
  private readonly watched = new WeakSet<Object3D>();
  private collidersDue = false;
  private retained = 0;

  get current(): Body | null {
    return this.mounted?.body ?? null;
  }

  /** The body in that world. */
  bodyIn(runtime: WorldRuntime): Body | null {
    return this.mounted?.runtime === runtime ? this.mounted.body : null;
  }

  /** Brings the engine's body to what the committed props say. */
  commit(runtime: WorldRuntime, group: Group, props: BodyProps, mode: ColliderMode): void {
    const before = this.props;
    this.props = props;
    this.mode = mode;
    const { mounted } = this;
    if (mounted && mounted.runtime === runtime && mounted.group === group) {
      this.update(mounted, before);
    } else {
      if (mounted) this.destroy();
      this.create(runtime, group);
    }
    this.mounted?.events.update();
  }

  /** Keeps the body until the returned function was called and no other call came at once. */
  retain(): () => void {
    this.retained++;
    return () => {
      this.retained--;
      queueMicrotask(() => {
        if (this.retained === 0) this.destroy();
      });
    };
  }

  /** Something about the colliders may have changed; looked at once, before the next step. */
  collidersChanged(): void {
    if (this.collidersDue || !this.mounted) return;
    this.collidersDue = true;
    queueMicrotask(() => {
      this.collidersDue = false;
      const { mounted } = this;
      if (!mounted?.body.isValid) return;
      mounted.runtime.guard(() => {
        const colliders = this.changedColliders(mounted.group);
        if (colliders) mounted.body.update({ colliders });
        mounted.runtime.invalidate();
      });
    });
  }

  private create(runtime: WorldRuntime, group: Group): void {
    const { world } = runtime;
    if (world.isDisposed || world.failure) return;
    const { props } = this;
    markBodyGroup(group, this);
    writePosition(group, props.position);
    writeRotation(group, props);
    writeScale(group, props.scale);
    const { position, rotation } = worldPose(group);
    const colliders = collectColliders(group, this.mode, pick(props, surfaceKeys));
    const body = world.createBody({ ...pick(props, plainKeys), ...velocitiesOf(props), position, rotation, colliders });
    this.colliders = colliders;
    this.watch(group);
    const events = new BodyEvents(body, () => this.props);
    this.mounted = { runtime, group, body, events, view: runtime.draw(body, group) };
  }

  private update({ runtime, group, body }: Mounted, before: BodyProps): void {
    const { props } = this;
    if (!body.isValid) return;
    const changed = (key: keyof BodyProps): boolean => !sameValue(before[key], props[key]);
    const options: BodyOptions = Object.fromEntries(plainKeys.filter(changed).map((key) => [key, props[key]]));
    if (changed('position')) writePosition(group, props.position);
    if (changed('rotation') || changed('quaternion')) writeRotation(group, props);
    if (changed('scale')) writeScale(group, props.scale);
    const pose = worldPose(group);
    if (changed('position')) options.position = pose.position;
    if (changed('rotation') || changed('quaternion')) options.rotation = pose.rotation;
    for (const [key, velocity] of Object.entries(velocitiesOf(props)) as [
      'linearVelocity' | 'angularVelocity',
      number[],
    ][]) {
      if (changed(key)) options[key] = velocity;
    }
    const colliders = this.changedColliders(group);
    if (colliders) options.colliders = colliders;
    if (Object.keys(options).length === 0) return;
    body.update(options);
    runtime.invalidate();
  }

  /** The colliders, where they differ in value from those that the engine has. */
  private changedColliders(group: Group): readonly ColliderOptions[] | undefined {
    this.watch(group);
    const colliders = collectColliders(group, this.mode, pick(this.props, surfaceKeys));
    if (sameValue(colliders, this.colliders)) return undefined;
    this.colliders = colliders;
    return colliders;
  }

  private destroy(): void {
    const { mounted } = this;
    if (!mounted) return;
    this.mounted = undefined;
    mounted.events.end();
    mounted.body.destroy();
    mounted.runtime.undraw(mounted.view);
  }

  /** Meshes that come later, from a suspended model for one, become colliders too. */
  private watch(object: Object3D): void {
    if (this.watched.has(object)) return;
    this.watched.add(object);
    object.addEventListener('childadded', ({ child }) => {
      this.watch(child);
      this.collidersChanged();
    });
    object.addEventListener('childremoved', () => this.collidersChanged());
    for (const child of object.children) this.watch(child);
  }
}

function velocitiesOf({
  linearVelocity,
  angularVelocity,
}: BodyProps): Pick<BodyOptions, 'linearVelocity' | 'angularVelocity'> {
  return {
    ...(linearVelocity !== undefined && { linearVelocity: vec3(linearVelocity) }),
    ...(angularVelocity !== undefined && { angularVelocity: vec3(angularVelocity) }),
  };
}
