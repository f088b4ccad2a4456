import { PhysicsInputError } from '../errors.js';
import type { Quat, Vec3 } from '../types.js';
import { cross, length } from '../vector.js';
import { describe } from '../validate/describe.js';
import { between, finite, limit, nonNegative, representable } from '../validate/number.js';
import { checkOptions, given, oneOf } from '../validate/options.js';
import { quat, vec3 } from '../validate/vector.js';

/** What is wrong with one option, or its checked copy. */
export type Check<T = unknown> = (value: unknown, where: string) => T;

/** Drift of a unit vector that is corrected. */
const DRIFT = 0.01;
/** |sin| of the angle below which two directions count as parallel. */
const PARALLEL = 1e-3;

export interface Limits {
  readonly min: number;
  readonly max: number;
}
export interface Spring {
  readonly hertz: number;
  readonly damping: number;
  /** `hertz` is N/m or N m/rad, and `damping` N s/m or N m s/rad. */
  readonly isStiffness: boolean;
  /** undefined: not said. */
  readonly target: number | undefined;
  readonly maxForce: number;
}
export interface Motor {
  readonly velocity: number;
  readonly maxForce: number;
}
export interface Softness {
  readonly hertz: number;
  readonly dampingRatio: number;
}
export interface Steering extends Softness {
  readonly angle: number;
  readonly maxTorque: number;
}
export type Axis =
  | 'free'
  | 'locked'
  | { readonly limits?: Limits | undefined; readonly spring?: Spring | undefined; readonly motor?: Motor | undefined };

/** A unit vector. */
export function unit(value: unknown, where: string): Vec3 {
  const [x, y, z] = vec3(value, where);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(Math.abs(length - 1) <= DRIFT))
    throw new PhysicsInputError('not-normalised', where, `expected a vector of length 1, got length ${length}`);
  return [x / length, y / length, z / length];
}

/** @throws where two unit vectors are parallel: they span no frame */
export function checkAcross(a: Vec3, b: Vec3, where: string): void {
  if (length(cross(a, b)) < PARALLEL)
    throw new PhysicsInputError('out-of-range', where, 'expected a direction across the axis, got one along it');
}

/** null switches an option off, as leaving it out does. */
export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, where) =>
    value === null ? undefined : check(value, where);

const known = (...names: string[]): ReadonlySet<string> => new Set(names);
const limitKeys = known('min', 'max');
const springKeys = known('hertz', 'dampingRatio', 'stiffness', 'damping', 'target', 'maxForce');
const motorKeys = known('velocity', 'maxForce');
const softKeys = known('hertz', 'dampingRatio');
const steeringKeys = known('angle', 'hertz', 'dampingRatio', 'maxTorque');
const targetKeys = known('position', 'rotation');
const axisKeys = known('limits', 'spring', 'motor');

const limitsWithin =
  (low: number, high: number): Check<Limits> =>
  (value, where) => {
    checkOptions(value, limitKeys, where);
    const side = (side: unknown, at: string): number =>
      side === low || side === high ? (side as number) : inside(side, low, high, at);
    const min = given(value.min, low, side, where, 'min');
    const max = given(value.max, high, side, where, 'max');
    if (!(min <= max))
      throw new PhysicsInputError('out-of-range', where, `expected min <= max, got min ${min} and max ${max}`);
    return { min, max };
  };

function inside(value: unknown, low: number, high: number, where: string): number {
  const number = finite(value, where);
  return Number.isFinite(low) || Number.isFinite(high)
    ? between(number, Math.max(low, -Number.MAX_VALUE), Math.min(high, Number.MAX_VALUE), where)
    : number;
}

/** m */
export const lengths = limitsWithin(-Infinity, Infinity);
/** m, of a distance. */
export const distances = limitsWithin(0, Infinity);
/** rad */
export const angles = limitsWithin(-Math.PI, Math.PI);
export const coneAngle: Check<number> = (value, where) => between(value, 0, Math.PI, where);

export function spring(value: unknown, where: string): Spring {
  checkOptions(value, springKeys, where);
  const isStiffness = value.stiffness !== undefined || value.damping !== undefined;
  if (isStiffness && (value.hertz !== undefined || value.dampingRatio !== undefined)) {
    throw new PhysicsInputError(
      'unknown-option',
      where,
      'expected either hertz and dampingRatio or stiffness and damping, got both',
    );
  }
  const strength = isStiffness ? 'stiffness' : 'hertz';
  const loss = isStiffness ? 'damping' : 'dampingRatio';
  return {
    hertz: given(value[strength], 0, nonNegative, where, strength),
    damping: given(value[loss], 0, nonNegative, where, loss),
    isStiffness,
    target: given<number | undefined>(value.target, undefined, finite, `${where}.target`),
    maxForce: given(value.maxForce, Infinity, limit, where, 'maxForce'),
  };
}

export function motor(value: unknown, where: string): Motor {
  checkOptions(value, motorKeys, where);
  return {
    velocity: given(value.velocity, 0, finite, where, 'velocity'),
    maxForce: given(value.maxForce, Infinity, limit, where, 'maxForce'),
  };
}

export function vectorMotor(value: unknown, where: string): { velocity: Vec3; maxForce: number } {
  checkOptions(value, motorKeys, where);
  return {
    velocity: given<Vec3>(value.velocity, [0, 0, 0], vec3, `${where}.velocity`),
    maxForce: given(value.maxForce, Infinity, limit, where, 'maxForce'),
  };
}

export function softness(value: unknown, where: string): Softness {
  checkOptions(value, softKeys, where);
  return {
    hertz: nonNegative(value.hertz, `${where}.hertz`),
    dampingRatio: given(value.dampingRatio, 1, nonNegative, where, 'dampingRatio'),
  };
}

export function steering(value: unknown, where: string): Steering {
  checkOptions(value, steeringKeys, where);
  return {
    angle: given(value.angle, 0, (angle, at) => between(angle, -Math.PI, Math.PI, at), where, 'angle'),
    hertz: given(value.hertz, 0, nonNegative, where, 'hertz'),
    dampingRatio: given(value.dampingRatio, 1, nonNegative, where, 'dampingRatio'),
    maxTorque: given(value.maxTorque, Infinity, limit, where, 'maxTorque'),
  };
}

export function pose(value: unknown, where: string): { position: Vec3; rotation: Quat } {
  checkOptions(value, targetKeys, where);
  return {
    position: given<Vec3>(value.position, [0, 0, 0], vec3, `${where}.position`),
    rotation: given<Quat>(value.rotation, [0, 0, 0, 1], quat, `${where}.rotation`),
  };
}

/** Three axes of a generic joint. */
export const threeAxes =
  (limits: Check<Limits>): Check<readonly [Axis, Axis, Axis]> =>
  (value, where) => {
    if (!Array.isArray(value))
      throw new PhysicsInputError('wrong-type', where, `expected an array of 3 axes, got ${describe(value)}`);
    if (value.length !== 3) throw new PhysicsInputError('wrong-length', where, `expected 3 axes, got ${value.length}`);
    const one = (index: number): Axis => {
      const at = `${where}[${index}]`;
      const axis: unknown = value[index];
      if (typeof axis === 'string') return oneOf(axis, ['free', 'locked'] as const, at);
      checkOptions(axis, axisKeys, at);
      return {
        limits: given(axis.limits, undefined, optional(limits), at, 'limits'),
        spring: given(axis.spring, undefined, optional(spring), at, 'spring'),
        motor: given(axis.motor, undefined, optional(motor), at, 'motor'),
      };
    };
    return [one(0), one(1), one(2)];
  };

/** Infinity as the largest number that the simulation compares with. */
export const bounded = (value: number): number =>
  representable(value) && Math.abs(value) < 1e9 ? value : Math.sign(value) * 1e9;
