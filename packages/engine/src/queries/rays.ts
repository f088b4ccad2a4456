import { QueryType } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import type { Core } from '../world/core.js';
import { limit } from '../validate/number.js';
import { checkOptions, given, oneOf } from '../validate/options.js';
import { vec3 } from '../validate/vector.js';
import type { Vec3 } from '../types.js';
import type { Query } from './encode.js';
import { EVERYTHING, resolveFilter, type ResolvedFilter } from './filter.js';
import type { QueryMode } from './options.js';

const modes: readonly QueryMode[] = ['closest', 'any', 'all'];
const rayKeys = new Set(['origin', 'direction', 'maxDistance', 'mode', 'filter']);

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
  const maxDistance = given(options.maxDistance, Infinity, limit, where, 'maxDistance');
  return {
    type: QueryType.Ray,
    mode: resolveMode(options.mode, `${where}.mode`),
    filter: filterOf(options.filter, core, `${where}.filter`),
    items: [...origin, ...direction, maxDistance],
    itemCount: 1,
    maxDistance,
  };
}
