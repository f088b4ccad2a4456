import { ColliderFlag, ShapeType } from '@atoll/kernel';
import { PhysicsInputError } from '../errors.js';
import type { Quat, Vec3 } from '../types.js';
import { describe } from '../validate/describe.js';
import type { Geometry } from './geometry/geometry.js';
import { resolveHeightField } from './geometry/height-field.js';
import { resolveTrimesh } from './geometry/trimesh.js';
import { resolveHull } from './hull/resolve.js';
import { between, bits, extent, nonNegative } from '../validate/number.js';
import { boolean, checkOptions, given, oneOf } from '../validate/options.js';
import { extents, quat, vec3 } from '../validate/vector.js';

/** A collider with every option checked and filled in. */
export interface Collider {
  readonly shape: ShapeName;
  /** As the kernel takes it. Sphere: radius. Capsule, cylinder, cone: radius, half height. Box: half extents. Others: 0. m. */
  readonly size: Vec3;
  readonly rounding: number;
  /** Of a shape that its size does not describe. @internal */
  readonly geometry: Geometry | undefined;
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly density: number;
  readonly friction: number;
  readonly restitution: number;
  readonly rollingResistance: number;
  readonly surfaceVelocity: Vec3;
  readonly sensor: boolean;
  readonly memberships: number;
  readonly filter: number;
  readonly events: boolean | 'all';
  readonly forces: boolean;
}

export type ShapeName = 'sphere' | 'capsule' | 'box' | 'cylinder' | 'cone' | 'hull' | 'trimesh' | 'heightfield';

const ORIGIN: Vec3 = [0, 0, 0];
const IDENTITY: Quat = [0, 0, 0, 1];
const DEFAULT_GROUPS = 0xffff;
const GROUPS = { memberships: DEFAULT_GROUPS, filter: DEFAULT_GROUPS };
/** The page tells touching pairs apart by 11 bits of collider ordinal a side. */
const MAX_COLLIDERS = 2048;

const common = [
  'shape',
  'position',
  'rotation',
  'density',
  'friction',
  'restitution',
  'rollingResistance',
  'surfaceVelocity',
  'sensor',
  'groups',
  'events',
  'forces',
  'rounding',
];
const groupKeys = new Set(['memberships', 'filter']);

interface Shape {
  readonly label: string;
  readonly keys: ReadonlySet<string>;
  size(options: Record<string, unknown>, label: string): Vec3;
  /** Of a shape that its size does not describe. */
  geometry?(options: Record<string, unknown>, label: string): Geometry;
}

const NO_SIZE: Vec3 = [0, 0, 0];
const surface = common.filter((key) => key !== 'rounding');

const shapes: Record<ShapeName, Shape> = {
  sphere: {
    label: 'SphereCollider',
    keys: new Set([...common, 'radius']),
    size: ({ radius }, label) => [extent(radius, `${label}.radius`), 0, 0],
  },
  capsule: upright('CapsuleCollider'),
  cylinder: upright('CylinderCollider'),
  cone: upright('ConeCollider'),
  box: {
    label: 'BoxCollider',
    keys: new Set([...common, 'halfExtents']),
    size: ({ halfExtents }, label) => extents(halfExtents, `${label}.halfExtents`),
  },
  hull: {
    label: 'HullCollider',
    keys: new Set([...common, 'points']),
    size: () => NO_SIZE,
    geometry: ({ points }, label) => resolveHull(points, `${label}.points`),
  },
  trimesh: {
    label: 'TrimeshCollider',
    keys: new Set([...surface, 'vertices', 'indices']),
    size: () => NO_SIZE,
    geometry: ({ vertices, indices }, label) => resolveTrimesh(vertices, indices, label),
  },
  heightfield: {
    label: 'HeightfieldCollider',
    keys: new Set([...surface, 'rows', 'columns', 'heights', 'scale', 'holes']),
    size: () => NO_SIZE,
    geometry: resolveHeightField,
  },
};

/** Of shapes along y. */
function upright(label: string): Shape {
  return {
    label,
    keys: new Set([...common, 'radius', 'halfHeight']),
    size: ({ radius, halfHeight }) => [extent(radius, `${label}.radius`), extent(halfHeight, `${label}.halfHeight`), 0],
  };
}

const shapeNames = Object.keys(shapes) as ShapeName[];

/** Checks the colliders of a body. */
export function resolveColliders(value: unknown, where: string): readonly Collider[] {
  if (!Array.isArray(value))
    throw new PhysicsInputError('wrong-type', where, `expected an array of colliders, got ${describe(value)}`);
  if (value.length > MAX_COLLIDERS) {
    throw new PhysicsInputError(
      'out-of-range',
      where,
      `expected at most ${MAX_COLLIDERS} colliders, got ${value.length}`,
    );
  }
  const colliders: Collider[] = [];
  for (let i = 0; i < value.length; i++) colliders.push(resolveCollider(value[i], `${where}[${i}]`));
  return colliders;
}

/** Checks one collider, or the shape of a query. */
export function resolveCollider(options: unknown, where: string): Collider {
  if (typeof options !== 'object' || options === null) {
    throw new PhysicsInputError('wrong-type', where, `expected a collider, got ${describe(options)}`);
  }
  const { shape: name } = options as { shape?: unknown };
  const shape = oneOf(name, shapeNames, `${where}.shape`);
  const { keys, label, size, geometry } = shapes[shape];
  checkOptions(options, keys, label);
  const { memberships, filter } = given(options.groups, GROUPS, resolveGroups, label, 'groups');
  return {
    shape,
    size: size(options, label),
    geometry: geometry?.(options, label),
    rounding: given(options.rounding, 0, nonNegative, label, 'rounding'),
    position: given(options.position, ORIGIN, vec3, label, 'position'),
    rotation: given(options.rotation, IDENTITY, quat, label, 'rotation'),
    density: given(options.density, 1000, nonNegative, label, 'density'),
    friction: given(options.friction, 0.6, nonNegative, label, 'friction'),
    restitution: given(options.restitution, 0, fraction, label, 'restitution'),
    rollingResistance: given(options.rollingResistance, 0, nonNegative, label, 'rollingResistance'),
    surfaceVelocity: given(options.surfaceVelocity, ORIGIN, vec3, label, 'surfaceVelocity'),
    sensor: given(options.sensor, false, boolean, label, 'sensor'),
    events: given(options.events, true, resolveEvents, label, 'events'),
    forces: given(options.forces, false, boolean, label, 'forces'),
    memberships,
    filter,
  };
}

const resolveEvents = (value: unknown, where: string): boolean | 'all' =>
  value === 'all' ? 'all' : boolean(value, where);

const fraction = (value: unknown, where: string): number => between(value, 0, 1, where);

function resolveGroups(value: unknown, where: string): { memberships: number; filter: number } {
  checkOptions(value, groupKeys, where);
  return {
    memberships: given(value.memberships, DEFAULT_GROUPS, bits, where, 'memberships'),
    filter: given(value.filter, DEFAULT_GROUPS, bits, where, 'filter'),
  };
}

const codes: Record<ShapeName, number> = {
  sphere: ShapeType.Sphere,
  capsule: ShapeType.Capsule,
  box: ShapeType.Box,
  cylinder: ShapeType.Cylinder,
  cone: ShapeType.Cone,
  hull: ShapeType.Hull,
  trimesh: ShapeType.Mesh,
  heightfield: ShapeType.HeightField,
};

/** Is it a mesh or a height field? */
export const isSurface = ({ shape }: Collider): boolean => shape === 'trimesh' || shape === 'heightfield';

export const shapeCode = (collider: Collider): number => codes[collider.shape];

export const colliderFlags = (collider: Collider): number =>
  (collider.sensor ? ColliderFlag.Sensor : 0) |
  (collider.events ? ColliderFlag.Events : 0) |
  (collider.events === 'all' ? ColliderFlag.Still : 0) |
  (collider.forces ? ColliderFlag.Forces : 0);
