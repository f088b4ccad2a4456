import { QueryType } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import type { Core } from '../world/core.js';
import { describe } from '../validate/describe.js';
import { finite, refuse } from '../validate/number.js';
import { checkOptions } from '../validate/options.js';
import type { Query } from './encode.js';
import { filterOf, resolveMode } from './rays.js';
import { split } from './shapes.js';

/** How far from 1 the length of a direction or a quaternion in a batch may be; the kernel normalises it. */
const DRIFT = 0.01;

/** What the numbers of an item are; places count from its first one, -1 where there is none. */
interface Form {
  readonly type: number;
  /** One item, as errors call it. */
  readonly name: string;
  /** Numbers an item. */
  readonly stride: number;
  readonly rotation: number;
  readonly direction: number;
  /** m, >= 0, may be Infinity; the last number. */
  readonly limit: number;
}

const RAY: Form = { type: QueryType.Ray, name: 'ray', stride: 7, rotation: -1, direction: 3, limit: 6 };
const CAST: Form = { type: QueryType.ShapeCast, name: 'cast', stride: 11, rotation: 3, direction: 7, limit: 10 };
const PLACE: Form = { type: QueryType.OverlapShape, name: 'place', stride: 7, rotation: 3, direction: -1, limit: -1 };
const BOX: Form = { type: QueryType.OverlapBounds, name: 'box', stride: 6, rotation: -1, direction: -1, limit: -1 };
const POINT: Form = { type: QueryType.ClosestPoint, name: 'point', stride: 4, rotation: -1, direction: -1, limit: 3 };

const castKeys = new Set(['mode', 'filter']);
const filterKeys = new Set(['filter']);

export function resolveRays(rays: unknown, options: unknown, core: Core, where: string): Query {
  checkOptions(options, castKeys, `${where}.options`);
  return batch(rays, RAY, options, core, where);
}

export function resolveShapeCasts(casts: unknown, options: unknown, core: Core, where: string): Query {
  const [asked, shape] = split(options, [...castKeys], where);
  return { ...batch(casts, CAST, asked, core, where), shape };
}

export function resolveOverlaps(places: unknown, options: unknown, core: Core, where: string): Query {
  const [asked, shape] = split(options, [...filterKeys], where);
  return { ...batch(places, PLACE, asked, core, where), shape };
}

export function resolveManyBounds(boxes: unknown, options: unknown, core: Core, where: string): Query {
  checkOptions(options, filterKeys, `${where}.options`);
  const query = batch(boxes, BOX, options, core, where);
  for (let i = 0; i < query.items.length; i++) {
    const low = query.items[i - 3]!;
    if (i % 6 > 2 && !(query.items[i]! >= low)) refuse(query.items[i], `${where}.boxes[${i}]`, `a number >= ${low}`);
  }
  return query;
}

export function resolveClosestPoints(points: unknown, options: unknown, core: Core, where: string): Query {
  checkOptions(options, filterKeys, `${where}.options`);
  return batch(points, POINT, options, core, where);
}

function batch(items: unknown, form: Form, options: Record<string, unknown>, core: Core, where: string): Query {
  const { type, name, stride } = form;
  const at = `${where}.${name === 'box' ? 'boxes' : `${name}s`}`;
  if (!(items instanceof Float32Array))
    throw new PhysicsInputError('wrong-type', at, `expected a Float32Array, got ${describe(items)}`);
  if (items.length % stride !== 0)
    throw new PhysicsInputError(
      'wrong-length',
      at,
      `expected ${stride} numbers a ${name}, got ${items.length} numbers`,
    );
  for (let i = 0; i < items.length; i += stride) if (!isItem(items, i, form)) refuseItem(items, i, form, at);
  return {
    type,
    mode: resolveMode(options['mode'], `${where}.mode`),
    filter: filterOf(options['filter'], core, `${where}.filter`),
    items,
    itemCount: items.length / stride,
  };
}

function isItem(items: Float32Array, i: number, { stride, rotation, direction, limit }: Form): boolean {
  let sum = 0;
  const end = limit < 0 ? i + stride : i + limit;
  for (let k = i; k < end; k++) sum += items[k]!;
  return (
    sum - sum === 0 &&
    (direction < 0 || isUnit(items, i + direction, 3)) &&
    (rotation < 0 || isUnit(items, i + rotation, 4)) &&
    (limit < 0 || items[i + limit]! >= 0)
  );
}

function isUnit(items: Float32Array, i: number, count: number): boolean {
  let square = 0;
  for (let k = i; k < i + count; k++) square += items[k]! * items[k]!;
  return Math.abs(square - 1) < 2 * DRIFT;
}

/** Says what is wrong with an item that looked wrong. Returns where it is not: the sum of huge numbers is not finite either. */
function refuseItem(items: Float32Array, i: number, form: Form, where: string): void {
  const { name, stride, rotation, direction, limit } = form;
  for (let k = i; k < i + stride; k++) if (k !== i + limit) finite(items[k], `${where}[${k}]`);
  const unit = (place: number, count: number, what: string): void => {
    if (place < 0 || isUnit(items, i + place, count)) return;
    const length = Math.hypot(...items.subarray(i + place, i + place + count));
    throw new PhysicsInputError(
      'not-normalised',
      `${where}[${i + place}]`,
      `expected a ${what} of length 1 in ${name} ${i / stride}, got length ${length}`,
    );
  };
  unit(direction, 3, 'direction');
  unit(rotation, 4, 'rotation');
  if (limit >= 0 && !(items[i + limit]! >= 0))
    refuse(items[i + limit], `${where}[${i + limit}]`, 'a number >= 0 or Infinity');
}
