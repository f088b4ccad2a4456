import { ShapeType } from '@atoll/kernel';
import { PhysicsInputError } from '../../errors.js';
import { describe } from '../../validate/describe.js';
import { checkList, finiteList } from '../../validate/list.js';
import { integer, representable } from '../../validate/number.js';
import { extents } from '../../validate/vector.js';
import { SURFACE, type Geometry } from './geometry.js';

/** Samples along a side. */
const MAX_SIDE = 1 << 14;

/** Checks and copies what a height field is made of. */
export function resolveHeightField(
  { rows, columns, heights, scale, holes }: Record<string, unknown>,
  label: string,
): Geometry {
  const r = integer(rows, 2, MAX_SIDE, `${label}.rows`),
    c = integer(columns, 2, MAX_SIDE, `${label}.columns`);
  const factors = scale === undefined ? ([c - 1, 1, r - 1] as const) : extents(scale, `${label}.scale`);
  const samples = resolveHeights(heights, r * c, factors[1], `${label}.heights`);
  const cells = holes === undefined ? new Uint8Array(0) : resolveHoles(holes, (r - 1) * (c - 1), `${label}.holes`);
  const data = new Uint8Array(samples.byteLength + cells.byteLength);
  data.set(new Uint8Array(samples.buffer));
  data.set(cells, samples.byteLength);
  return { shape: ShapeType.HeightField, data, counts: [r, c, 0], scale: factors, solid: SURFACE };
}

function resolveHeights(value: unknown, count: number, factor: number, where: string): Float32Array<ArrayBuffer> {
  checkList(value, where, 'an array of a number a sample');
  if (value.length !== count)
    throw new PhysicsInputError(
      'wrong-length',
      where,
      `expected ${count} numbers, rows × columns, got ${value.length}`,
    );
  const copy = finiteList(value, where);
  for (let i = 0; i < count; i++) {
    if (!representable(copy[i]! * factor))
      throw new PhysicsInputError('out-of-range', `${where}[${i}]`, `expected a height that 32 bits hold once scaled`);
  }
  return copy;
}

function resolveHoles(value: unknown, count: number, where: string): Uint8Array<ArrayBuffer> {
  checkList(value, where, 'an array of a flag a cell');
  if (value.length !== count) {
    const detail = `expected ${count} flags, (rows - 1) × (columns - 1), got ${value.length}`;
    throw new PhysicsInputError('wrong-length', where, detail);
  }
  const copy = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const flag = value[i];
    if (flag !== 0 && flag !== 1 && typeof flag !== 'boolean')
      throw new PhysicsInputError(
        'wrong-type',
        `${where}[${i}]`,
        `expected true, false, 0 or 1, got ${describe(flag)}`,
      );
    copy[i] = flag ? 1 : 0;
  }
  return copy;
}
