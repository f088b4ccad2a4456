import type { Body, BodyOptions } from '@atoll/engine';
import type { ReactNode, Ref } from 'react';
import type { ColliderMode } from '../colliders/mode.js';
import type { Surface } from '../colliders/collect.js';
import type { EulerProp, QuatProp, Vec3Prop } from '../math.js';
import type { BodyEventHandlers } from './events.js';

type EngineOptions = Omit<BodyOptions, 'position' | 'rotation' | 'linearVelocity' | 'angularVelocity' | 'colliders'>;

/** Everything that `createBody` takes, in JSX form. A changed prop changes the body that there is. */
export interface BodyProps extends EngineOptions, Surface, BodyEventHandlers {
  /** The engine's body, from the first layout effects on. */
  ref?: Ref<Body> | undefined;
  /** m, in the parent object. Setting another position teleports. Default [0, 0, 0]. */
  position?: Vec3Prop | undefined;
  /** Euler angles, rad, in the parent object. Default [0, 0, 0]. */
  rotation?: EulerProp | undefined;
  /** Instead of `rotation`. */
  quaternion?: QuatProp | undefined;
  /** Of what is drawn and of the colliders. Round shapes need the same on all axes. Default 1. */
  scale?: Vec3Prop | number | undefined;
  /** m/s, world space. Setting another velocity changes it at once. Default [0, 0, 0]. */
  linearVelocity?: Vec3Prop | undefined;
  /** rad/s, world space. Default [0, 0, 0]. */
  angularVelocity?: Vec3Prop | undefined;
  /** Which colliders the meshes inside become. Default: what `<World colliders>` says, which is 'auto'. */
  colliders?: ColliderMode | undefined;
  /** Of the three group that draws the body. */
  name?: string | undefined;
  /** Of the three group that draws the body. Default true. */
  visible?: boolean | undefined;
  children?: ReactNode;
}

/** Props that go to the engine as they are. */
export const plainKeys = [
  'type',
  'linearDamping',
  'angularDamping',
  'gravityScale',
  'canSleep',
  'sleepThreshold',
  'bullet',
  'enabled',
  'lockTranslations',
  'lockRotations',
  'mass',
  'massProperties',
  'userData',
] as const satisfies readonly (keyof BodyOptions)[];

/** Props that are defaults for the body's colliders. */
export const surfaceKeys = [
  'density',
  'friction',
  'restitution',
  'rollingResistance',
  'surfaceVelocity',
  'sensor',
  'groups',
  'events',
  'rounding',
] as const satisfies readonly (keyof Surface)[];

/** The given ones of `keys`. */
export function pick<T extends object, K extends keyof T>(props: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) if (props[key] !== undefined) picked[key] = props[key];
  return picked;
}
