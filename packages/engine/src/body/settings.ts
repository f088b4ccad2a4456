import { PhysicsInputError } from '../errors.js';
import { isSurface, resolveColliders, type Collider } from '../shapes/collider.js';
import { sameGeometry } from '../shapes/geometry/geometry.js';
import { massScaledTo, naturalMass, NO_MASS, type MassProperties } from '../shapes/mass.js';
import { solidOf, type Symmetric } from '../shapes/solids.js';
import type { Quat, Vec3 } from '../types.js';
import { describe } from '../validate/describe.js';
import { between, finite, nonNegative, refuse } from '../validate/number.js';
import { boolean, checkOptions, oneOf } from '../validate/options.js';
import { booleans3, checkVec3, quat, unitQuat, vec3 } from '../validate/vector.js';
import type { BodyKind, BodyOptions } from './options.js';

/** Every option of a body, checked and filled in. */
export interface BodySettings {
  readonly type: BodyKind;
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly linearVelocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly linearDamping: number;
  readonly angularDamping: number;
  readonly gravityScale: number;
  readonly canSleep: boolean;
  readonly sleepThreshold: number;
  readonly bullet: boolean;
  readonly enabled: boolean;
  readonly lockTranslations: readonly [boolean, boolean, boolean];
  readonly lockRotations: readonly [boolean, boolean, boolean];
  readonly mass: number | undefined;
  readonly massProperties: MassProperties | undefined;
  readonly colliders: readonly Collider[];
  readonly userData: unknown;
}

/** kg and kg m². The simulation takes third powers of them and of their inverses, which 32 bits have to hold. */
const [LIGHTEST, HEAVIEST] = [1e-12, 1e12];
const [SMALLEST_MOMENT, LARGEST_MOMENT] = [1e-12, 4e12];
const isWeight = (value: number): boolean => value >= LIGHTEST && value <= HEAVIEST;
const isMoment = (value: number): boolean => value >= SMALLEST_MOMENT && value <= LARGEST_MOMENT;
const weight = (value: unknown, where: string): number => between(value, LIGHTEST, HEAVIEST, where);
const moment = (value: unknown, where: string): number => between(value, SMALLEST_MOMENT, LARGEST_MOMENT, where);

type Check<T> = (value: unknown, where: string) => T;
const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, where) =>
    value === undefined ? undefined : check(value, where);

/** How each option is checked. Left out, or undefined, it has its default. */
const checks: { readonly [K in keyof BodySettings]: Check<BodySettings[K]> } = {
  type: (value, where) => oneOf(value, ['dynamic', 'static', 'kinematic'], where),
  position: vec3,
  rotation: quat,
  linearVelocity: vec3,
  angularVelocity: vec3,
  linearDamping: nonNegative,
  angularDamping: nonNegative,
  gravityScale: finite,
  canSleep: boolean,
  sleepThreshold: nonNegative,
  bullet: boolean,
  enabled: boolean,
  lockTranslations: booleans3,
  lockRotations: booleans3,
  mass: optional(weight),
  massProperties: optional(resolveMassProperties),
  colliders: resolveColliders,
  userData: (value) => value,
};

const defaults: BodySettings = {
  type: 'dynamic',
  position: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  linearVelocity: [0, 0, 0],
  angularVelocity: [0, 0, 0],
  linearDamping: 0,
  angularDamping: 0,
  gravityScale: 1,
  canSleep: true,
  sleepThreshold: 0.05,
  bullet: false,
  enabled: true,
  lockTranslations: [false, false, false],
  lockRotations: [false, false, false],
  mass: undefined,
  massProperties: undefined,
  colliders: [],
  userData: undefined,
};

export const settingKeys = Object.keys(defaults) as readonly (keyof BodySettings)[];
const known: ReadonlySet<string> = new Set(settingKeys);
/** State rather than configuration: an update that leaves them undefined does not reset them. */
export const isState = (key: string): boolean =>
  key === 'position' || key === 'rotation' || key === 'linearVelocity' || key === 'angularVelocity';

/** Where a body starts, and how it moves. The lists may be the caller's: they are to be read at once. A velocity that is undefined is 0. */
export interface BodyState {
  readonly position: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
  readonly linearVelocity: ArrayLike<number> | undefined;
  readonly angularVelocity: ArrayLike<number> | undefined;
}

/** Of options that were found to be right but for these. */
export function resolveState({ position, rotation, linearVelocity, angularVelocity }: BodyOptions): BodyState {
  if (position !== undefined) checkVec3(position, 'Body.position');
  return {
    position: position ?? defaults.position,
    rotation: rotation === undefined ? defaults.rotation : unitQuat(rotation, 'Body.rotation'),
    linearVelocity: velocityOf(linearVelocity, 'Body.linearVelocity'),
    angularVelocity: velocityOf(angularVelocity, 'Body.angularVelocity'),
  };
}

/** Undefined where it is 0. */
function velocityOf(value: unknown, where: string): ArrayLike<number> | undefined {
  if (value === undefined) return undefined;
  checkVec3(value, where);
  return value[0] !== 0 || value[1] !== 0 || value[2] !== 0 ? value : undefined;
}

export function resolveBody(options: unknown): BodySettings {
  return resolve(options, defaults);
}

/** `settings` with the given options replaced. One that is there and undefined goes back to its default. */
export function mergeBody(settings: BodySettings, options: unknown): BodySettings {
  return resolve(options, settings);
}

function resolve(options: unknown, base: BodySettings): BodySettings {
  checkOptions(options, known, 'Body');
  const settings: { -readonly [K in keyof BodySettings]: unknown } = { ...base };
  for (const key of settingKeys) {
    if (!(key in options)) continue;
    const value = options[key];
    if (value !== undefined) settings[key] = checks[key](value, `Body.${key}`);
    else if (!isState(key)) settings[key] = defaults[key];
  }
  settings.colliders = withKnown(settings.colliders as readonly Collider[], base.colliders);
  if (settings.mass !== undefined && settings.massProperties !== undefined) {
    throw new PhysicsInputError('out-of-range', 'Body.mass', 'expected either mass or massProperties, got both');
  }
  return settings as BodySettings;
}

/** Geometries that are equal to those `before`, at the same places, are the same objects: they are not sent again. */
function withKnown(colliders: readonly Collider[], before: readonly Collider[]): readonly Collider[] {
  if (colliders === before || before.length === 0) return colliders;
  return colliders.map((collider, i) => {
    const { geometry } = before[i] ?? {};
    return geometry && collider.geometry && sameGeometry(geometry, collider.geometry)
      ? { ...collider, geometry }
      : collider;
  });
}

/** What the kernel is told the body weighs. */
export function massOf(settings: BodySettings): MassProperties {
  if (settings.type !== 'dynamic') return NO_MASS;
  if (settings.massProperties) return settings.massProperties;
  const surface = settings.colliders.findIndex(isSurface);
  if (surface >= 0 && settings.colliders.every((collider) => solidOf(collider).volume === 0)) {
    throw new PhysicsInputError(
      'out-of-range',
      `Body.colliders[${surface}].shape`,
      `expected massProperties, or another collider that has a volume, on a dynamic body with a ${settings.colliders[surface]!.shape}`,
    );
  }
  const properties =
    settings.mass === undefined ? naturalMass(settings.colliders) : massScaledTo(settings.mass, settings.colliders);
  const { mass, inertia } = properties;
  const moments = inertia.slice(0, 3);
  const strange = isWeight(mass) ? moments.find((value) => !(value <= LARGEST_MOMENT)) : mass;
  if (strange !== undefined)
    refuse(strange, 'Body.colliders', `a mass from ${LIGHTEST} to ${HEAVIEST} and an inertia <= ${LARGEST_MOMENT}`);
  // What is as small as dust turns more slowly than it would, but it turns.
  return moments.every(isMoment) ? properties : { ...properties, inertia: withFloor(inertia) };
}

const least = (moment: number): number => Math.max(moment, SMALLEST_MOMENT);

const withFloor = ([xx, yy, zz, xy, xz, yz]: Symmetric): Symmetric => [least(xx), least(yy), least(zz), xy, xz, yz];

const massKeys: ReadonlySet<string> = new Set(['mass', 'centerOfMass', 'inertia']);

function resolveMassProperties(value: unknown, where: string): MassProperties {
  checkOptions(value, massKeys, where);
  return {
    mass: weight(value.mass, `${where}.mass`),
    centerOfMass: value.centerOfMass === undefined ? [0, 0, 0] : vec3(value.centerOfMass, `${where}.centerOfMass`),
    inertia: resolveInertia(value.inertia, `${where}.inertia`),
  };
}

function resolveInertia(value: unknown, where: string): Symmetric {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) {
    throw new PhysicsInputError('wrong-type', where, `expected an array of 3 or 6 numbers, got ${describe(value)}`);
  }
  const list = value as unknown as ArrayLike<unknown>;
  if (list.length !== 3 && list.length !== 6) {
    throw new PhysicsInputError('wrong-length', where, `expected 3 or 6 numbers, got ${list.length}`);
  }
  const diagonal = (i: number): number => moment(list[i], `${where}[${i}]`);
  const off = (i: number): number => (list.length === 6 ? finite(list[i], `${where}[${i}]`) : 0);
  const [xx, yy, zz, xy, xz, yz] = [diagonal(0), diagonal(1), diagonal(2), off(3), off(4), off(5)];
  // Sylvester's criterion; the first leading minor, xx, was checked above.
  const minor = xx * yy - xy * xy;
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  if (!(minor > 0 && determinant > 0))
    throw new PhysicsInputError('out-of-range', where, 'expected a positive definite matrix');
  return [xx, yy, zz, xy, xz, yz];
}
