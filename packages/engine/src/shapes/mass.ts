import type { Quat, Vec3 } from '../types.js';
import { dot } from '../vector.js';
import type { Collider } from './collider.js';
import { solidOf, type Symmetric } from './solids.js';

/** How a body's mass is spread. Computed on the page in plain 64-bit arithmetic, so that every machine sends the same bits. */
export interface MassProperties {
  /** kg */
  readonly mass: number;
  /** m, body space. */
  readonly centerOfMass: Vec3;
  /** kg m², about the centre of mass, body axes. */
  readonly inertia: Symmetric;
}

/** Bodies that nothing can push. */
export const NO_MASS: MassProperties = { mass: 0, centerOfMass: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };

/** A dynamic body without matter still needs an inertia: that of 1 kg in a ball of radius 0.5 m. */
const POINT: MassProperties = { mass: 1, centerOfMass: [0, 0, 0], inertia: [0.1, 0.1, 0.1, 0, 0, 0] };

/** Sum over the colliders, each by its density. Sensors count. */
export function massOfColliders(colliders: readonly Collider[]): MassProperties {
  const parts = colliders.map(massOfCollider).filter((part) => part.mass > 0);
  if (parts.length === 1) return parts[0]!;
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  if (!(mass > 0)) return NO_MASS;
  const center: [number, number, number] = [0, 0, 0];
  for (const part of parts) {
    for (let k = 0; k < 3; k++) center[k]! += (part.mass / mass) * part.centerOfMass[k]!;
  }
  const inertia: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (const part of parts) {
    const moved = shifted(part, center);
    for (let k = 0; k < 6; k++) inertia[k]! += moved[k]!;
  }
  return { mass, centerOfMass: center, inertia };
}

/** The colliders' mass distribution, scaled to weigh `mass`. */
export function massScaledTo(mass: number, colliders: readonly Collider[]): MassProperties {
  const natural = massOfColliders(colliders);
  // Colliders without density still say where the matter is.
  const shape =
    natural.mass > 0 ? natural : massOfColliders(colliders.map((collider) => ({ ...collider, density: 1 })));
  return scaled(shape.mass > 0 ? shape : POINT, mass);
}

/** What a dynamic body weighs when nothing is said: its colliders by density, or 1 kg where they have none. */
export function naturalMass(colliders: readonly Collider[]): MassProperties {
  const natural = massOfColliders(colliders);
  return natural.mass > 0 ? natural : massScaledTo(1, colliders);
}

function scaled(properties: MassProperties, mass: number): MassProperties {
  return {
    mass,
    centerOfMass: properties.centerOfMass,
    inertia: times(properties.inertia, mass / properties.mass),
  };
}

function massOfCollider(collider: Collider): MassProperties {
  const { volume, center, inertia } = solidOf(collider);
  const { density, position, rotation } = collider;
  const mass = volume * density;
  if (isUnturned(rotation)) return { mass, centerOfMass: sum(position, center), inertia: times(inertia, density) };
  const rows = matrix(rotation);
  return {
    mass,
    centerOfMass: sum(position, [dot(rows[0], center), dot(rows[1], center), dot(rows[2], center)]),
    inertia: turned(inertia, density, rows),
  };
}

type Matrix = readonly [Vec3, Vec3, Vec3];

const sum = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

function times([xx, yy, zz, xy, xz, yz]: Symmetric, factor: number): Symmetric {
  return [xx * factor, yy * factor, zz * factor, xy * factor, xz * factor, yz * factor];
}

const isUnturned = ([x, y, z]: Quat): boolean => x === 0 && y === 0 && z === 0;

/** Rows of the rotation. */
function matrix([x, y, z, w]: Quat): Matrix {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** R I Rᵀ times the density. */
function turned([xx, yy, zz, xy, xz, yz]: Symmetric, density: number, rows: Matrix): Symmetric {
  const columns: Matrix = [
    [xx * density, xy * density, xz * density],
    [xy * density, yy * density, yz * density],
    [xz * density, yz * density, zz * density],
  ];
  const element = (i: number, j: number): number => {
    const row = rows[j]!;
    return dot(rows[i]!, [dot(columns[0], row), dot(columns[1], row), dot(columns[2], row)]);
  };
  return [element(0, 0), element(1, 1), element(2, 2), element(0, 1), element(0, 2), element(1, 2)];
}

/** Inertia about another point: the parallel axis theorem, I + m (|r|² 1 − r rᵀ). */
function shifted({ mass, centerOfMass, inertia }: MassProperties, about: Vec3): Symmetric {
  const [x, y, z] = [centerOfMass[0] - about[0], centerOfMass[1] - about[1], centerOfMass[2] - about[2]];
  const [xx, yy, zz, xy, xz, yz] = inertia;
  return [
    xx + mass * (y * y + z * z),
    yy + mass * (z * z + x * x),
    zz + mass * (x * x + y * y),
    xy - mass * x * y,
    xz - mass * x * z,
    yz - mass * y * z,
  ];
}
