import { PhysicsInputError } from '@atoll/engine';
import { Matrix4, Quaternion, Vector3, type Object3D } from 'three';
import { turnIn } from '../body/pose.js';
import type { Quat, Vec3 } from '../math.js';

/** Where a shape lies in its body, and how it is scaled. */
export interface Placement {
  readonly position: Vec3;
  readonly rotation: Quat;
  /** > 0 each. */
  readonly scale: Vec3;
  /** Whether the shape is mirrored, along its own x. */
  readonly mirrored: boolean;
}

/** Relative differences below this are rounding. */
const TOLERANCE = 1e-4;

const recomposed = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();

/**
 * How a body is scaled that draws with `group`: by the group and by all around it; negative along axes that are mirrored. `turn` is the
 * rotation of its props: the same number however the body has turned since, so that a render that changes nothing finds the same colliders.
 * @throws PhysicsInputError where uneven scales around the group, and `turn`, shear what is inside
 */
export function bodyScale(group: Object3D, turn: Quaternion, label: string): Vec3 {
  group.updateWorldMatrix(true, false);
  const { parent } = group;
  const own = new Matrix4().compose(group.position, turn, group.scale);
  if (parent) own.premultiply(parent.matrixWorld);
  const inBody = new Matrix4().makeRotationFromQuaternion(turnIn(parent, turn)).transpose().multiply(own);
  placementOf(inBody, label);
  // Without what the rounding of matrices leaves behind.
  return [0, 5, 10].map((i) => +inBody.elements[i]!.toPrecision(7)) as unknown as Vec3;
}

/** @throws PhysicsInputError where the matrix flattens or shears, which no shape can follow */
export function placementOf(matrix: Matrix4, label: string): Placement {
  const fail = (detail: string): never => {
    throw new PhysicsInputError('out-of-range', label, detail);
  };
  matrix.decompose(position, rotation, scale);
  if (scale.x * scale.y * scale.z === 0) fail('expected a scale other than 0');
  recomposed.compose(position, rotation, scale);
  const size = Math.max(Math.abs(scale.x), scale.y, scale.z);
  if (recomposed.elements.some((value, i) => i < 12 && Math.abs(value - matrix.elements[i]!) > TOLERANCE * size)) {
    fail('a scaled parent and a rotation between them shear the shape; scale uniformly, or scale inside the rotation');
  }
  return {
    position: [position.x, position.y, position.z],
    rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
    scale: [Math.abs(scale.x), scale.y, scale.z],
    // Of a matrix that mirrors, three says that it does so along x.
    mirrored: scale.x < 0,
  };
}

/** The one factor of a scale. @throws where the axes differ, which round shapes cannot follow. */
export function uniform(scale: Vec3, label: string): number {
  const size = Math.max(...scale);
  if (size - Math.min(...scale) > TOLERANCE * size) {
    const given = scale.map((value) => +value.toFixed(4)).join(', ');
    throw new PhysicsInputError('out-of-range', label, `expected a uniform scale, got [${given}]`);
  }
  return scale[0];
}
