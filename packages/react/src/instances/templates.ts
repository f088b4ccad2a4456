import type { ColliderOptions } from '@atoll/engine';
import { Matrix4, type Group } from 'three';
import {
  collectColliders,
  collectOptions,
  type ColliderDefaults,
  type Collected,
  type CollectOptions,
} from '../colliders/collect.js';
import { hasPoints } from '../colliders/late-meshes.js';
import { sameValue, scale3 } from '../math.js';
import { mergedProps, type InstancedBodiesProps, type InstanceProps } from './props.js';

const SCALE = 'InstancedBodies.scale';

/** The colliders that an instance has for its scale, looked at once a commit for all instances of that scale. */
export class Templates {
  private readonly options: CollectOptions;
  private readonly plain: Collected;
  private readonly byScale = new Map<string, readonly ColliderOptions[]>();

  constructor(
    private readonly group: Group,
    private readonly props: InstancedBodiesProps,
    private readonly defaults: ColliderDefaults,
    private readonly hearsPairs: boolean,
  ) {
    this.options = collectOptions(props, defaults, hearsPairs);
    this.plain = this.collect(this.options);
  }

  get handlers(): Collected['handlers'] {
    return this.plain.handlers;
  }

  /** Without a geometry yet. */
  get waiting(): Collected['meshes'] {
    return this.plain.meshes.filter((mesh) => !hasPoints(mesh));
  }

  /** With the same colliders for an instance that says nothing of them, all others have the same too. */
  equals(other: Templates): boolean {
    return sameValue([this.plain.colliders, this.still], [other.plain.colliders, other.still]);
  }

  collidersOf(instance: InstanceProps): readonly ColliderOptions[] {
    const { scale } = instance;
    // Most say what every one of them says: a place, and how it moves.
    const options = saysOfColliders(instance)
      ? collectOptions(mergedProps(this.props, instance), this.defaults, this.hearsPairs)
      : this.options;
    if (!sameValue(options, this.options)) return this.collect(options, scale).colliders;
    if (scale === undefined) return this.plain.colliders;
    const key = scale3(scale, SCALE).join();
    let colliders = this.byScale.get(key);
    if (!colliders) this.byScale.set(key, (colliders = this.collect(options, scale).colliders));
    return colliders;
  }

  /** What an instance that is not dynamic would have. */
  private get still(): CollectOptions {
    return collectOptions({ ...this.props, type: 'static' }, this.defaults, this.hearsPairs);
  }

  private collect(options: CollectOptions, scale?: InstanceProps['scale']): Collected {
    return collectColliders(this.group, {
      ...options,
      template: true,
      scale: scale === undefined ? undefined : new Matrix4().makeScale(...scale3(scale, SCALE)),
    });
  }
}

const plainKeys: ReadonlySet<string> = new Set<keyof InstanceProps>([
  'key',
  'position',
  'rotation',
  'quaternion',
  'scale',
  'linearVelocity',
  'angularVelocity',
  'userData',
]);

function saysOfColliders(instance: InstanceProps): boolean {
  for (const key in instance) if (!plainKeys.has(key)) return true;
  return false;
}
