import { PhysicsInputError } from '../errors.js';
import { describe } from './describe.js';
import { refuse, representable } from './number.js';

/** An array or a typed array, of whatever. */
export function checkList(value: unknown, where: string, expected: string): asserts value is ArrayLike<unknown> {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  if (!isList) throw new PhysicsInputError('wrong-type', where, `expected ${expected}, got ${describe(value)}`);
}

/** A copy in 32 bits, every number finite. */
export function finiteList(value: ArrayLike<unknown>, where: string): Float32Array<ArrayBuffer> {
  const copy = new Float32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    const number = value[i];
    if (!representable(number)) refuse(number, `${where}[${i}]`, 'a finite number');
    copy[i] = number;
  }
  return copy;
}
