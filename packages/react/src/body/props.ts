import type { Body, BodyOptions } from '@atoll/engine';
import type { ReactNode, Ref } from 'react';
import type { ColliderMode } from '../colliders/mode.js';
import type { Surface } from '../colliders/collect.js';
import { sameValue, vec3, type EulerProp, type QuatProp, type Vec3Prop } from '../math.js';
import type { BodyEventHandlers } from '../events/types.js';

type EngineOptions = Omit<
  BodyOptions,
  'position' | 'rotation' | 'linearVelocity' | 'angularVelocity' | 'colliders' | 'lockTranslations' | 'lockRotations'
>;
type Locks = readonly [boolean, boolean, boolean] | boolean;

/** Everything that `createBody` takes, in JSX form. A changed prop changes the body that there is. */
export interface BodyProps extends EngineOptions, Surface, BodyEventHandlers {
  /** The engine's body: from the layout effects of what is around it on. Those of what is inside run before there is a body. */
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
  /** World axes along which it does not move; true for all. Default false. */
  lockTranslations?: Locks | undefined;
  /** World axes about which it does not turn; true for all. Default false. */
  lockRotations?: Locks | undefined;
  /** Which colliders the meshes inside become. Default: what `<World colliders>` says, which is 'auto'. */
  colliders?: ColliderMode | undefined;
  /** Whether meshes that are not `visible` become colliders too. Default false. */
  includeInvisible?: boolean | undefined;
  /** Of the three group that draws the body. */
  name?: string | undefined;
  /** Of the three group that draws the body. Default true. */
  visible?: boolean | undefined;
  children?: ReactNode;
}

/** What of a body's props is its own, and not a default for its colliders. */
export type BodySettingProps = Pick<BodyProps, (typeof settingKeys)[number]>;

/** Props that go to the engine as they are, or nearly so. */
const settingKeys = [
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
  'linearVelocity',
  'angularVelocity',
] as const satisfies readonly (keyof BodyOptions)[];

/** Props that are defaults for the body's colliders. */
const surfaceKeys = [
  'density',
  'friction',
  'restitution',
  'rollingResistance',
  'surfaceVelocity',
  'sensor',
  'groups',
  'events',
  'forces',
  'rounding',
] as const satisfies readonly (keyof Surface)[];

/**
 * What the engine is told of a changed body, without pose and colliders; of a new one, where nothing was said `before`. What is left out again
 * goes back to its default, apart from velocities: those are state, and stay.
 */
export function changedSettings(before: BodySettingProps, after: BodySettingProps): BodyOptions {
  const options: Record<string, unknown> = {};
  for (const key of settingKeys) {
    if (before[key] === after[key]) continue;
    const value = valueOf(after, key);
    const stays = value === undefined && key.endsWith('Velocity');
    if (!stays && !sameValue(valueOf(before, key), value)) options[key] = value;
  }
  return options;
}

/** As the engine takes it: what was given in another form may be the same value. */
function valueOf(props: BodySettingProps, key: (typeof settingKeys)[number]): unknown {
  const value = props[key];
  if (typeof value === 'boolean' && key.startsWith('lock')) return [value, value, value];
  return value !== undefined && key.endsWith('Velocity') ? vec3(value as Vec3Prop, `Body.${key}`) : value;
}

/** The given ones of `keys`. */
export function pick<T extends object, K extends keyof T>(props: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) if (props[key] !== undefined) picked[key] = props[key];
  return picked;
}

/** Handlers that need pairs of bodies of which none is dynamic to be looked at, where it is such a body that has them. */
const pairHandlers = [
  'onCollisionEnter',
  'onCollisionExit',
  'onIntersectionEnter',
  'onIntersectionExit',
] as const satisfies readonly (keyof BodyEventHandlers)[];

/** What the colliders of a body or a component have from its props. Who hears of something has it told. */
export function surfaceOf(props: Surface & BodyEventHandlers, isDynamic: boolean, hearsPairs = false): Surface {
  const surface = pick(props, surfaceKeys);
  if (props.onContactForce) surface.forces ??= true;
  if (!isDynamic && (hearsPairs || pairHandlers.some((name) => props[name]))) surface.events ??= 'all';
  return surface;
}
