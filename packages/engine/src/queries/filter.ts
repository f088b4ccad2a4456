import { QueryFlag } from '@atoll/kernel';
import { Body } from '../body/body.js';
import type { BodyKind } from '../body/options.js';
import { PhysicsInputError } from '../errors.js';
import type { Core } from '../world/core.js';
import { describe } from '../validate/describe.js';
import { ALL_BITS, bits } from '../validate/number.js';
import { boolean, checkOptions, given, oneOf } from '../validate/options.js';

/** A filter as the kernel takes it. */
export interface ResolvedFilter {
  /** QueryFlag bits. */
  readonly flags: number;
  readonly memberships: number;
  readonly filter: number;
  /** Handles, ascending. */
  readonly ignored: Uint32Array;
}

const EVERY_TYPE = QueryFlag.Static | QueryFlag.Kinematic | QueryFlag.Dynamic;
const NONE = new Uint32Array(0);
const keys = new Set(['groups', 'types', 'sensors', 'ignore']);
const groupKeys = new Set(['memberships', 'filter']);
const typeFlags: Record<BodyKind, number> = {
  static: QueryFlag.Static,
  kinematic: QueryFlag.Kinematic,
  dynamic: QueryFlag.Dynamic,
};
const kinds = Object.keys(typeFlags) as BodyKind[];

export const EVERYTHING: ResolvedFilter = {
  flags: EVERY_TYPE,
  memberships: ALL_BITS,
  filter: ALL_BITS,
  ignored: NONE,
};

export function resolveFilter(value: unknown, core: Core, where: string): ResolvedFilter {
  checkOptions(value, keys, where);
  const { groups = {} } = value;
  checkOptions(groups, groupKeys, `${where}.groups`);
  const types = given(value.types, EVERY_TYPE, resolveTypes, where, 'types');
  return {
    flags: types | (given(value.sensors, false, boolean, where, 'sensors') ? QueryFlag.Sensors : 0),
    memberships: given(groups.memberships, ALL_BITS, bits, `${where}.groups`, 'memberships'),
    filter: given(groups.filter, ALL_BITS, bits, `${where}.groups`, 'filter'),
    ignored: given(value.ignore, NONE, (list, at) => resolveIgnored(list, core, at), where, 'ignore'),
  };
}

function resolveTypes(value: unknown, where: string): number {
  if (!Array.isArray(value))
    throw new PhysicsInputError('wrong-type', where, `expected an array of body types, got ${describe(value)}`);
  return value.reduce((flags: number, kind, i) => flags | typeFlags[oneOf(kind, kinds, `${where}[${i}]`)], 0);
}

/** Bodies that are gone are not there anyway. */
function resolveIgnored(value: unknown, core: Core, where: string): Uint32Array {
  if (!Array.isArray(value))
    throw new PhysicsInputError('wrong-type', where, `expected an array of bodies, got ${describe(value)}`);
  const handles = Uint32Array.from(value, (body: unknown, i) => {
    if (!(body instanceof Body))
      throw new PhysicsInputError('wrong-type', `${where}[${i}]`, `expected a Body, got ${describe(body)}`);
    if (core.bodyOf(body.handle) !== body && body.isValid)
      throw new PhysicsInputError('stale-handle', `${where}[${i}]`, 'the body belongs to another world');
    return body.handle;
  });
  return handles.sort();
}
