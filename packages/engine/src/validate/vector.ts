import { PhysicsInputError } from '../errors.js';
import type { Quat, Vec3 } from '../types.js';
import { describe } from './describe.js';
import { extent, refuse, representable } from './number.js';

/** Lengths of quaternions that count as drift or as the result of a linear blend, and are normalised. */
const SHORTEST = 0.5;
const LONGEST = 2;

function checkLength(value: unknown, length: number, where: string): asserts value is ArrayLike<number> {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  if (!isList)
    throw new PhysicsInputError('wrong-type', where, `expected an array of ${length} numbers, got ${describe(value)}`);
  const found = (value as unknown as ArrayLike<number>).length;
  if (found !== length) throw new PhysicsInputError('wrong-length', where, `expected ${length} numbers, got ${found}`);
}

/** Checks without copying, and names an element only where one is wrong: for calls that are made every frame. */
export function checkVec3(value: unknown, where: string): asserts value is ArrayLike<number> {
  checkLength(value, 3, where);
  checkElements(value, where);
}

function checkElements(value: ArrayLike<number>, where: string): void {
  for (let i = 0; i < value.length; i++) {
    if (!representable(value[i])) refuse(value[i], `${where}[${i}]`, 'a finite number');
  }
}

export function vec3(value: unknown, where: string): Vec3 {
  checkVec3(value, where);
  return [value[0]!, value[1]!, value[2]!];
}

/** m, of a shape. */
export function extents(value: unknown, where: string): Vec3 {
  checkLength(value, 3, where);
  return [extent(value[0], `${where}[0]`), extent(value[1], `${where}[1]`), extent(value[2], `${where}[2]`)];
}

/** Factor that makes a quaternion one of unit length. */
export function quatScale(value: unknown, where: string): number {
  checkLength(value, 4, where);
  checkElements(value, where);
  const x = value[0]!,
    y = value[1]!,
    z = value[2]!,
    w = value[3]!;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > SHORTEST && length < LONGEST)) {
    throw new PhysicsInputError('not-normalised', where, `expected a quaternion of length 1, got length ${length}`);
  }
  return 1 / length;
}

/** As `quat`, and the caller's own list where it has unit length: to be read at once. */
export function unitQuat(value: unknown, where: string): ArrayLike<number> {
  const scale = quatScale(value, where);
  const q = value as ArrayLike<number>;
  return scale === 1 ? q : [q[0]! * scale, q[1]! * scale, q[2]! * scale, q[3]! * scale];
}

/** A quaternion of unit length. Small drift is corrected. */
export function quat(value: unknown, where: string): Quat {
  const q = unitQuat(value, where);
  return [q[0]!, q[1]!, q[2]!, q[3]!];
}

export function booleans3(value: unknown, where: string): readonly [boolean, boolean, boolean] {
  if (!Array.isArray(value))
    throw new PhysicsInputError('wrong-type', where, `expected an array of 3 booleans, got ${describe(value)}`);
  if (value.length !== 3)
    throw new PhysicsInputError('wrong-length', where, `expected 3 booleans, got ${value.length}`);
  for (let i = 0; i < 3; i++) {
    if (typeof value[i] !== 'boolean') {
      throw new PhysicsInputError('wrong-type', `${where}[${i}]`, `expected true or false, got ${describe(value[i])}`);
    }
  }
  return [value[0], value[1], value[2]];
}
