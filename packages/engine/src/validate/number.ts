import { PhysicsInputError } from '../errors.js';
import { describe } from './describe.js';

/** Largest magnitude that the simulation's 32-bit floats hold. */
const LARGEST = 3.4028234663852886e38;
/** All 32 bits set. */
export const ALL_BITS = 0xffffffff;

/** Says what is wrong with a number that is not what was expected. Never returns. */
export function refuse(value: unknown, where: string, expected: string): never {
  if (typeof value !== 'number')
    throw new PhysicsInputError('wrong-type', where, `expected ${expected}, got ${describe(value)}`);
  const problem = Number.isFinite(value) ? 'out-of-range' : 'not-finite';
  throw new PhysicsInputError(problem, where, `expected ${expected}, got ${value}`);
}

/** m: beyond, products of lengths leave the range of 32-bit floats. */
const LONGEST = 1e9;

/** Finite, and finite in 32 bits too. */
export const representable = (value: unknown): value is number =>
  typeof value === 'number' && value >= -LARGEST && value <= LARGEST;

export function finite(value: unknown, where: string): number {
  return representable(value) ? value : refuse(value, where, 'a finite number');
}

export function positive(value: unknown, where: string): number {
  // A number that rounds to 0 in 32 bits would be 0 in the simulation.
  return representable(value) && Math.fround(value) > 0 ? value : refuse(value, where, 'a finite number > 0');
}

/** m, of a shape. */
export function extent(value: unknown, where: string): number {
  const length = positive(value, where);
  return length <= LONGEST ? length : refuse(length, where, `a number > 0 and <= ${LONGEST}`);
}

export function nonNegative(value: unknown, where: string): number {
  return representable(value) && value >= 0 ? value : refuse(value, where, 'a finite number >= 0');
}

/** As `nonNegative`, and Infinity for "no limit". */
export function limit(value: unknown, where: string): number {
  return value === Infinity || (representable(value) && value >= 0)
    ? value
    : refuse(value, where, 'a number >= 0 or Infinity');
}

export function between(value: unknown, low: number, high: number, where: string): number {
  return representable(value) && value >= low && value <= high
    ? value
    : refuse(value, where, `a number from ${low} to ${high}`);
}

/** 32 bits, as a number. */
export const bits = (value: unknown, where: string): number => integer(value, 0, ALL_BITS, where);

export function integer(value: unknown, low: number, high: number, where: string): number {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high
    ? (value as number)
    : refuse(value, where, `an integer from ${low} to ${high}`);
}
