import { QueryType } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import { isSurface, resolveCollider, type Collider } from '../shapes/collider.js';
import type { Quat, Vec3 } from '../types.js';
import type { Core } from '../world/core.js';
import { describe } from '../validate/describe.js';
import { limit } from '../validate/number.js';
import { checkOptions, given } from '../validate/options.js';
import { quat, vec3 } from '../validate/vector.js';
import type { Query } from './encode.js';
import { filterOf, resolveMode, unit } from './rays.js';

const ORIGIN: Vec3 = [0, 0, 0];
const IDENTITY: Quat = [0, 0, 0, 1];
const placing = ['position', 'rotation', 'filter'];
const casting = [...placing, 'direction', 'maxDistance', 'mode'];
const pointKeys = new Set(['point', 'maxDistance', 'filter']);

/** The options of a query, and of its shape: both are one object, or the shape is an object of its own. */
export function split(options: unknown, own: readonly string[], where: string): [Record<string, unknown>, Collider] {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new PhysicsInputError('wrong-type', where, `expected an object of options, got ${describe(options)}`);
  const asked: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) (own.includes(key) ? asked : rest)[key] = value;
  const nested = typeof rest['shape'] === 'object' && rest['shape'] !== null;
  if (nested) checkOptions(rest, new Set(['shape']), where);
  const shape = resolveCollider(nested ? rest['shape'] : rest, where);
  if (isSurface(shape))
    throw new PhysicsInputError('unsupported', `${where}.shape`, `expected a convex shape, got a '${shape.shape}'`);
  return [asked, shape];
}

export function resolveShapeCast(options: unknown, core: Core, where: string): Query & { maxDistance: number } {
  const [asked, shape] = split(options, casting, where);
  const maxDistance = given(asked['maxDistance'], Infinity, limit, where, 'maxDistance');
  return {
    type: QueryType.ShapeCast,
    mode: resolveMode(asked['mode'], `${where}.mode`),
    filter: filterOf(asked['filter'], core, `${where}.filter`),
    items: [
      ...given(asked['position'], ORIGIN, vec3, where, 'position'),
      ...given(asked['rotation'], IDENTITY, quat, where, 'rotation'),
      ...unit(asked['direction'], `${where}.direction`),
      maxDistance,
    ],
    itemCount: 1,
    shape,
    maxDistance,
  };
}

export function resolveOverlap(options: unknown, core: Core, where: string): Query {
  const [asked, shape] = split(options, placing, where);
  return {
    type: QueryType.OverlapShape,
    mode: 'all',
    filter: filterOf(asked['filter'], core, `${where}.filter`),
    items: [
      ...given(asked['position'], ORIGIN, vec3, where, 'position'),
      ...given(asked['rotation'], IDENTITY, quat, where, 'rotation'),
    ],
    itemCount: 1,
    shape,
  };
}

export function resolveBounds(min: unknown, max: unknown, filter: unknown, core: Core, where: string): Query {
  const low = vec3(min, `${where}.min`);
  const high = vec3(max, `${where}.max`);
  for (let i = 0; i < 3; i++) {
    if (high[i]! < low[i]!)
      throw new PhysicsInputError(
        'out-of-range',
        `${where}.max[${i}]`,
        `expected a number >= ${low[i]}, got ${high[i]}`,
      );
  }
  return {
    type: QueryType.OverlapBounds,
    mode: 'all',
    filter: filterOf(filter, core, `${where}.filter`),
    items: [...low, ...high],
    itemCount: 1,
  };
}

export function resolveClosestPoint(options: unknown, core: Core, where: string): Query & { maxDistance: number } {
  checkOptions(options, pointKeys, where);
  const maxDistance = given(options['maxDistance'], Infinity, limit, where, 'maxDistance');
  return {
    type: QueryType.ClosestPoint,
    mode: 'closest',
    filter: filterOf(options['filter'], core, `${where}.filter`),
    items: [...vec3(options['point'], `${where}.point`), maxDistance],
    itemCount: 1,
    maxDistance,
  };
}
