import type { Body } from '@atoll/engine';
import type { ReactNode, Ref } from 'react';
import { pick, type BodySettingProps, type BodyProps } from '../body/props.js';
import type { Surface } from '../colliders/collect.js';
import type { BodyEventHandlers } from '../events/types.js';
import type { EulerProp, QuatProp, Vec3Prop } from '../math.js';

/** One body of `<InstancedBodies>`. What it leaves out it has from the component's props. */
export interface InstanceProps extends BodySettingProps, Surface, BodyEventHandlers {
  /** Tells it from the others: a body stays the same wherever its key moves in the list. */
  key: string | number;
  /** m, in the component's parent. Setting another position teleports. Default [0, 0, 0]. */
  position?: Vec3Prop | undefined;
  /** Euler angles, rad. Default [0, 0, 0]. */
  rotation?: EulerProp | undefined;
  /** Instead of `rotation`. */
  quaternion?: QuatProp | undefined;
  /** Of what is drawn and of the colliders. Default 1. */
  scale?: Vec3Prop | number | undefined;
}

export interface InstancedBodiesProps extends BodySettingProps, Surface, BodyEventHandlers {
  /** The bodies, in the order of the instances that draw them. May grow, shrink and be reordered at any time. */
  instances: readonly InstanceProps[];
  /** The engine's bodies, in the order of `instances`. */
  ref?: Ref<readonly Body[]> | undefined;
  /** Which colliders the geometry of each instanced mesh becomes. Default: what `<World colliders>` says. */
  colliders?: BodyProps['colliders'];
  includeInvisible?: boolean | undefined;
  name?: string | undefined;
  visible?: boolean | undefined;
  /** One or more `instancedMesh`, and collider components that each body has. */
  children?: ReactNode;
}

/** Whether an instance has handlers of its own. */
export function hearsItself(instance: InstanceProps): boolean {
  for (const key in instance) if (key.startsWith('on')) return true;
  return false;
}

/** What an instance leaves out it has from all. */
export function mergedProps(all: InstancedBodiesProps, instance: InstanceProps): InstancedBodiesProps {
  return { ...all, ...pick(instance, Object.keys(instance) as (keyof InstanceProps)[]) };
}
