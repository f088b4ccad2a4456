import { PhysicsInputError, type Body, type BodyOptions, type ColliderOptions } from '@atoll/engine';
import { Quaternion, Vector3, type Group } from 'three';
import { markBody, markBodyGroup, PairHearers, type BodyGroup } from '../body/groups.js';
import { changedSettings } from '../body/props.js';
import { noDefaults, type ColliderDefaults } from '../colliders/collect.js';
import { LateMeshes } from '../colliders/late-meshes.js';
import { TreeWatch } from '../colliders/tree-watch.js';
import type { ColliderHost, WorldContextValue } from '../context.js';
import type { Guard } from '../hooks/use-guard.js';
import { BodyEvents } from '../events/body-events.js';
import { poseOf, turnIn, updatePose, type LocalPose } from '../body/pose.js';
import { isEmpty, partsOf, sameValue } from '../math.js';
import type { WorldRuntime } from '../world/runtime.js';
import { InstanceView, InstanceViews } from './instance-views.js';
import { hearsItself, mergedProps, type InstancedBodiesProps, type InstanceProps } from './props.js';
import { Templates } from './templates.js';

/** One instance that is in the world. */
interface Member {
  readonly body: Body;
  readonly view: InstanceView;
  readonly events: BodyEvents;
  props: InstanceProps;
  readonly pose: LocalPose;
  colliders: readonly ColliderOptions[];
}

interface Mounted {
  readonly runtime: WorldRuntime;
  readonly group: Group;
  readonly views: InstanceViews;
}

const EMPTY: InstancedBodiesProps = { instances: [] };

/** The engine's bodies behind one `<InstancedBodies>`. As with `BodySlot`, effects that run again find the same bodies. */
export class InstancesSlot implements BodyGroup, ColliderHost {
  /** In the order of `instances`; another array when that changes. */
  bodies: readonly Body[] = [];
  readonly pairs = new PairHearers(() => this.collidersChanged());
  private mounted: Mounted | undefined;
  private props = EMPTY;
  private defaults: ColliderDefaults = noDefaults;
  private readonly members = new Map<string | number, Member>();
  private readonly watch = new TreeWatch(() => this.collidersChanged());
  private readonly late = new LateMeshes(() => this.collidersChanged());
  private templates: Templates | undefined;
  private collidersDue = false;

  constructor(private readonly guard: Guard) {}

  bodyAt(instance: number | undefined): Body | undefined {
    return instance === undefined ? undefined : this.bodies[instance];
  }

  commit(context: WorldContextValue, group: Group, props: InstancedBodiesProps): void {
    const { runtime } = context;
    checkKeys(props.instances);
    runtime.holdCommit();
    const before = this.mounted ? this.props : EMPTY;
    this.props = props;
    this.defaults = context;
    const { mounted } = this;
    if (mounted?.runtime !== runtime || mounted.group !== group) {
      this.destroy();
      if (runtime.world.isDisposed || runtime.world.failure) return;
      markBodyGroup(group, this);
      const views = new InstanceViews(group);
      runtime.writer.surround(views);
      this.mounted = { runtime, group, views };
    }
    this.follow(before);
  }

  collidersChanged(): void {
    if (this.collidersDue || !this.mounted) return;
    this.collidersDue = true;
    queueMicrotask(() => {
      this.collidersDue = false;
      this.guard(() => this.follow(this.props));
    });
  }

  /** Brings the engine's bodies and the drawn instances to what the props say. */
  private follow(before: InstancedBodiesProps): void {
    const { mounted, props, members } = this;
    if (!mounted || mounted.runtime.world.isDisposed || mounted.runtime.world.failure) return;
    const { runtime, group, views } = mounted;
    this.watch.add(group);
    const templates = new Templates(group, props, this.defaults, this.pairs.count > 0);
    const templatesChanged = !this.templates?.equals(templates);
    this.templates = templates;
    this.late.follow(templates.waiting, runtime.frameListeners);
    const shared = changedSettings(before, props);
    const sharedChanged = !isEmpty(shared);

    const kept = new Set(props.instances.map(({ key }) => key));
    for (const [key, member] of members) {
      if (kept.has(key)) continue;
      members.delete(key);
      this.remove(member);
    }
    let changed = views.views.length !== props.instances.length;
    props.instances.forEach((instance, place) => {
      let member = members.get(instance.key);
      if (!member?.body.isValid) {
        members.set(instance.key, (member = this.create(instance, place, templates)));
        changed = true;
      } else if (sharedChanged || templatesChanged || !sameValue(member.props, instance)) {
        if (this.update(member, instance, before, templates)) changed = true;
      }
      if (member.view.place !== place || views.views[place] !== member.view) changed = true;
      member.view.place = place;
      views.views[place] = member.view;
      member.events.update();
    });
    views.views.length = props.instances.length;
    views.findMeshes();
    if (!changed) return;
    views.invalidate();
    this.bodies = views.views.map(({ body }) => body);
    runtime.bodiesChanged();
  }

  private create(instance: InstanceProps, place: number, templates: Templates): Member {
    const { runtime, views } = this.mounted!;
    const { world, writer } = runtime;
    const colliders = templates.collidersOf(instance);
    const pose = poseOf(instance, 'InstancedBodies');
    const { position, rotation } = this.worldPose(pose);
    const body = world.createBody({
      ...changedSettings({}, mergedProps(this.props, instance)),
      position,
      rotation,
      colliders,
    });
    const view = new InstanceView(views, body, place);
    view.setScale(pose.scale);
    markBody(body, this.mounted!.group);
    writer.add(view);
    const events = new BodyEvents(world, body, {
      handlers: () => (hearsItself(member.props) ? mergedProps(this.props, member.props) : this.props),
      colliderHandlers: () => this.templates?.handlers ?? [],
      origin: () => ({ index: view.place, key: instance.key }),
    });
    const member: Member = { body, view, events, props: instance, pose, colliders };
    return member;
  }

  /** True when it has to be drawn in another way. */
  private update(member: Member, instance: InstanceProps, before: InstancedBodiesProps, templates: Templates): boolean {
    const { props: last, pose } = member;
    const options: BodyOptions = changedSettings(mergedProps(before, last), mergedProps(this.props, instance));
    const [moved, turned, scaled = false] = updatePose(pose, last, instance, 'InstancedBodies');
    member.props = instance;
    const { position, rotation } = this.worldPose(pose);
    if (moved) options.position = position;
    if (turned) options.rotation = rotation;
    const colliders = templates.collidersOf(instance);
    if (!sameValue(colliders, member.colliders)) options.colliders = member.colliders = colliders;
    if (scaled) member.view.setScale(pose.scale);
    if (!isEmpty(options)) {
      member.body.update(options);
      this.mounted!.runtime.invalidate();
    }
    return scaled;
  }

  private worldPose({ position, quaternion }: LocalPose): { position: number[]; rotation: number[] } {
    const { group } = this.mounted!;
    return {
      position: point
        .set(...position)
        .applyMatrix4(group.matrixWorld)
        .toArray(),
      rotation: turnIn(group, turn.set(...quaternion)).toArray(),
    };
  }

  private remove({ body, view, events }: Member): void {
    events.end();
    this.mounted?.runtime.writer.remove(view);
    body.destroy();
  }

  /** Takes the bodies out of the world. The next commit makes others. */
  destroy(): void {
    // First of all: what could not be made has looked at its objects too.
    this.watch.end();
    const { mounted } = this;
    if (!mounted) return;
    for (const member of this.members.values()) this.remove(member);
    this.members.clear();
    mounted.runtime.writer.leave(mounted.views);
    this.late.end();
    this.mounted = undefined;
    this.templates = undefined;
    this.bodies = [];
    mounted.runtime.bodiesChanged();
  }
}

const point = new Vector3();
const turn = new Quaternion();

function checkKeys(instances: readonly InstanceProps[]): void {
  const where = 'InstancedBodies.instances';
  const seen = new Set<string | number>();
  for (const { key } of partsOf(instances, where, 'an array')) {
    if (key === undefined) throw new PhysicsInputError('wrong-type', where, 'expected a key for each instance');
    if (seen.has(key))
      throw new PhysicsInputError('out-of-range', where, `expected different keys, got '${key}' twice`);
    seen.add(key);
  }
}
