import { QueryType } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import type { Core } from '../world/core.js';
import { describe } from '../validate/describe.js';
import { finite, limit, refuse } from '../validate/number.js';
import { checkOptions, given, oneOf } from '../validate/options.js';
import { vec3 } from '../validate/vector.js';
import type { Vec3 } from '../types.js';
import type { Query } from './encode.js';
import { EVERYTHING, resolveFilter, type ResolvedFilter } from './filter.js';
import type { QueryMode } from './options.js';

/** f32 a ray. */
const RAY_FLOATS = 7;
/** How far from 1 the length of a direction in a batch may be; the kernel normalises it. */
const DRIFT = 0.01;

const modes: readonly QueryMode[] = ['closest', 'any', 'all'];
const rayKeys = new Set(['origin', 'direction', 'maxDistance', 'mode', 'filter']);
const raysKeys = new Set(['mode', 'filter']);

export const resolveMode = (value: unknown, where: string): QueryMode =>
  given(value, 'closest', (mode, at) => oneOf(mode, modes, at), where);

export const filterOf = (value: unknown, core: Core, where: string): ResolvedFilter =>
  given(value, EVERYTHING, (filter, at) => resolveFilter(filter, core, at), where);

/** A unit vector along a direction of any length but 0. */
export function unit(value: unknown, where: string): Vec3 {
  const [x, y, z] = vec3(value, where);
  // In two strides: the squares of very short and very long ones leave the range of numbers.
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (most === 0) throw new PhysicsInputError('out-of-range', where, 'expected a direction, got a vector of length 0');
  const [a, b, c] = [x / most, y / most, z / most];
  const length = Math.sqrt(a * a + b * b + c * c);
  return [a / length, b / length, c / length];
}

export function resolveRay(options: unknown, core: Core, where: string): Query & { maxDistance: number } {
  checkOptions(options, rayKeys, where);
  const origin = vec3(options.origin, `${where}.origin`);
  const direction = unit(options.direction, `${where}.direction`);
  const maxDistance = given(options.maxDistance, Infinity, limit, `${where}.maxDistance`);
  return {
    type: QueryType.Ray,
    mode: resolveMode(options.mode, `${where}.mode`),
    filter: filterOf(options.filter, core, `${where}.filter`),
    items: [...origin, ...direction, maxDistance],
    itemCount: 1,
    maxDistance,
  };
}

/** @param rays 7 f32 each: origin, unit direction, length. */
export function resolveRays(rays: unknown, options: unknown, core: Core, where: string): Query {
  checkOptions(options, raysKeys, `${where}.options`);
  if (!(rays instanceof Float32Array))
    throw new PhysicsInputError('wrong-type', `${where}.rays`, `expected a Float32Array, got ${describe(rays)}`);
  if (rays.length % RAY_FLOATS !== 0) {
    throw new PhysicsInputError(
      'wrong-length',
      `${where}.rays`,
      `expected ${RAY_FLOATS} numbers a ray, got ${rays.length} numbers`,
    );
  }
  for (let i = 0; i < rays.length; i += RAY_FLOATS) if (!isRay(rays, i)) refuseRay(rays, i, `${where}.rays`);
  return {
    type: QueryType.Ray,
    mode: resolveMode(options.mode, `${where}.mode`),
    filter: filterOf(options.filter, core, `${where}.filter`),
    items: rays,
    itemCount: rays.length / RAY_FLOATS,
  };
}

function isRay(rays: Float32Array, i: number): boolean {
  const x = rays[i + 3]!,
    y = rays[i + 4]!,
    z = rays[i + 5]!;
  const square = x * x + y * y + z * z;
  const sum = rays[i]! + rays[i + 1]! + rays[i + 2]!;
  return Math.abs(square - 1) < 2 * DRIFT && sum - sum === 0 && rays[i + 6]! >= 0;
}

/** Says what is wrong with a ray that looked wrong. Returns where it is not: the sum of huge numbers is not finite either. */
function refuseRay(rays: Float32Array, i: number, where: string): void {
  for (let k = i; k < i + 6; k++) finite(rays[k], `${where}[${k}]`);
  const direction = rays.subarray(i + 3, i + 6);
  const length = Math.hypot(...direction);
  if (!(Math.abs(length - 1) < DRIFT)) {
    throw new PhysicsInputError(
      'not-normalised',
      `${where}[${i + 3}]`,
      `expected a direction of length 1 in ray ${i / RAY_FLOATS}, got length ${length}`,
    );
  }
  if (!(rays[i + 6]! >= 0)) refuse(rays[i + 6], `${where}[${i + 6}]`, 'a number >= 0 or Infinity');
}
