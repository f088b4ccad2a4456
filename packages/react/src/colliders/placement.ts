import { PhysicsInputError } from '@atoll/engine';
import { Matrix4, Quaternion, Vector3, type Object3D } from 'three';
import type { Quat, Vec3 } from '../math.js';

/** Where a shape lies in its body, and how it is scaled. */
export interface Placement {
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
}

/** Relative differences below this are rounding. */
const TOLERANCE = 1e-4;

const recomposed = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();

/**
 * How a body is scaled that draws with `group`: by the group and by all around it. `turn` is the rotation of its props: the same number however
 * the body has turned since, so that a render that changes nothing finds the same colliders.
 * @throws where uneven scales around the group, and `turn`, shear what is inside
 */
export function bodyScale(group: Object3D, turn: Quaternion, label: string): Vec3 {
  group.updateWorldMatrix(true, false);
  const around = group.parent?.matrixWorld ?? new Matrix4();
  const factors = scaleOf(around);
  if (isUniform(factors)) {
    return exact(factors[0] * group.scale.x, factors[0] * group.scale.y, factors[0] * group.scale.z);
  }
  const own = new Matrix4().compose(group.position, turn, group.scale).premultiply(around);
  return exact(...placementOf(own, label).scale);
}

const scaleOf = ({ elements: e }: Matrix4): Vec3 => [
  Math.hypot(e[0]!, e[1]!, e[2]!),
  Math.hypot(e[4]!, e[5]!, e[6]!),
  Math.hypot(e[8]!, e[9]!, e[10]!),
];

/** Without what the rounding of matrices leaves behind. */
const exact = (...values: Vec3): Vec3 => values.map((value) => Math.abs(+value.toPrecision(7))) as unknown as Vec3;

/** @throws where the matrix shears, which no shape can follow */
export function placementOf(matrix: Matrix4, label: string): Placement {
  matrix.decompose(position, rotation, scale);
  recomposed.compose(position, rotation, scale);
  const size = Math.max(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z));
  if (recomposed.elements.some((value, i) => i < 12 && Math.abs(value - matrix.elements[i]!) > TOLERANCE * size)) {
    throw new PhysicsInputError(
      'out-of-range',
      label,
      'a scaled parent and a rotation between them shear the shape; scale uniformly, or scale inside the rotation',
    );
  }
  return {
    position: [position.x, position.y, position.z],
    rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
    scale: [Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z)],
  };
}

/** The one factor of a scale. @throws where the axes differ, which round shapes cannot follow. */
export function uniform(scale: Vec3, label: string): number {
  if (!isUniform(scale)) {
    const given = scale.map((value) => +value.toFixed(4)).join(', ');
    throw new PhysicsInputError('out-of-range', label, `expected a uniform scale, got [${given}]`);
  }
  return scale[0];
}

function isUniform(scale: Vec3): boolean {
  const size = Math.max(...scale);
  return size - Math.min(...scale) <= TOLERANCE * size;
}
