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

export function vec3(value: Vec3Prop): [number, number, number] {
  if ('x' in value) return [value.x, value.y, value.z];
  return [value[0]!, value[1]!, value[2]!];
}

export function quat(value: QuatProp): [number, number, number, number] {
  if ('x' in value) return [value.x, value.y, value.z, value.w];
  return [value[0]!, value[1]!, value[2]!, value[3]!];
}

export function euler(value: EulerProp): [number, number, number, Euler['order']?] {
  if ('x' in value) return [value.x, value.y, value.z, value.order];
  return [value[0], value[1], value[2], value[3]];
}

/** Scale also takes one number for all three axes, as three fiber does. */
export function scale3(value: Vec3Prop | number | undefined): [number, number, number] {
  if (value === undefined) return [1, 1, 1];
  return typeof value === 'number' ? [value, value, value] : vec3(value);
}

/**
 * Equal by value: numbers, strings, functions by identity, arrays, typed arrays and plain objects by content.
 * JSX makes new arrays on each render; this is what keeps them from counting as changes.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) return sameNumbers(a, b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => sameValue(item, b[i]));
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => key in right && sameValue(left[key], right[key]))
  );
}

function sameNumbers(a: object, b: object): boolean {
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const [left, right] = [a as ArrayLike<unknown>, b as ArrayLike<unknown>];
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}
