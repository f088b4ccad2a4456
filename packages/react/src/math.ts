import { checkedQuat, checkedVec3, oneOf, PhysicsInputError } from '@atoll/engine';
import type { Euler, Quaternion, Vector3 } from 'three';

/** Three numbers, x y z. */
export type Vec3 = readonly [number, number, number];
/** A unit quaternion, x y z w. */
export type Quat = readonly [number, number, number, number];
/** What a vector prop takes: an array, or anything with x, y and z such as three's `Vector3`. */
export type Vec3Prop = Vec3 | readonly number[] | Pick<Vector3, 'x' | 'y' | 'z'>;
/** What `rotation` takes: Euler angles in radians, with an order as in three. */
export type EulerProp = readonly [number, number, number, Euler['order']?] | Pick<Euler, 'x' | 'y' | 'z' | 'order'>;
/** What `quaternion` takes. */
export type QuatProp = Quat | readonly number[] | Pick<Quaternion, 'x' | 'y' | 'z' | 'w'>;

export const ORIGIN: Vec3 = [0, 0, 0];

/** @throws PhysicsInputError naming `where`, what has no parts */
export function partsOf<T>(value: T, where: string, expected = 'an array of numbers'): T & object {
  if (typeof value === 'object' && value !== null) return value;
  throw new PhysicsInputError('wrong-type', where, `expected ${expected}, got ${String(value)}`);
}

export function vec3(value: Vec3Prop, where: string): [number, number, number] {
  const isObject = typeof value === 'object' && value !== null && 'x' in value;
  return [...checkedVec3(isObject ? [value.x, value.y, value.z] : value, where)];
}

/** Of unit length: the matrices of three would make a scale of another. As in the engine, a length near 1 counts as drift. */
export function quat(value: QuatProp, where: string): [number, number, number, number] {
  const isObject = typeof value === 'object' && value !== null && 'x' in value;
  return [...checkedQuat(isObject ? [value.x, value.y, value.z, value.w] : value, where)];
}

const orders: readonly Euler['order'][] = ['XYZ', 'YXZ', 'ZXY', 'ZYX', 'YZX', 'XZY'];

/** With an order always: three keeps the one that an object had before where none is given. */
export function euler(value: EulerProp, where: string): [number, number, number, Euler['order']] {
  const parts = partsOf(value, where);
  const [x, y, z, order = 'XYZ'] = 'x' in parts ? [parts.x, parts.y, parts.z, parts.order] : parts;
  return [...checkedVec3([x, y, z], where), oneOf(order, orders, `${where}.order`)];
}

/** Scale also takes one number for all three axes, as three fiber does. */
export function scale3(value: Vec3Prop | number, where: string): [number, number, number] {
  const scale = vec3(typeof value === 'number' ? [value, value, value] : value, where);
  if (scale.includes(0)) throw new PhysicsInputError('out-of-range', where, 'expected numbers other than 0, got 0');
  return scale;
}

/** Levels that are compared. What is deeper goes round in a circle, or is no matter of props. */
const DEEPEST = 32;

/**
 * Equal by value: numbers and strings, arrays, typed arrays, plain objects and three's vectors by content. All else is what it is: functions,
 * maps, dates, elements. JSX makes new arrays on each render; this is what keeps them from counting as changes.
 */
export function sameValue(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > DEEPEST) return false;
  const prototype: unknown = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a) || ArrayBuffer.isView(a)) {
    const [left, right] = [a as ArrayLike<unknown>, b as ArrayLike<unknown>];
    // A DataView has no length, and is what it is.
    let i = left.length === right.length ? left.length : -1;
    while (i > 0 && sameValue(left[i - 1], right[i - 1], depth + 1)) i--;
    return i === 0;
  }
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!(isPlain || 'x' in a) || '$$typeof' in a) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => key in right && sameValue(left[key], right[key], depth + 1))
  );
}

export const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

/** What is other in `now` than in `before`, by value. What is gone is undefined. */
export function changesOf(before: object, now: object): Record<string, unknown> {
  const [old, values] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const changed = Object.keys({ ...before, ...now }).filter((key) => !sameValue(old[key], values[key]));
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
