import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Quat, Vec3 } from '../math.js';

/** Where a shape lies in its body, and how it is scaled. */
export interface Placement {
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
}

/** Relative differences below this are rounding. */
const TOLERANCE = 1e-4;

const bodyFrame = new Matrix4();
const recomposed = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();
const one = new Vector3(1, 1, 1);

/**
 * From the object's own space to that of the body that draws with a group, both given by world matrices. The body's space has the
 * group's position and rotation alone: every scale, of the group, of its parents and of what lies between, goes to the shape.
 */
export function inBody(group: Matrix4, object: Matrix4, out = new Matrix4()): Matrix4 {
  group.decompose(position, rotation, scale);
  bodyFrame.compose(position, rotation, one).invert();
  return out.multiplyMatrices(bodyFrame, object);
}

/** @throws where the matrix shears, which no shape can follow */
export function placementOf(matrix: Matrix4, label: string): Placement {
  matrix.decompose(position, rotation, scale);
  recomposed.compose(position, rotation, scale);
  const size = Math.max(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z));
  if (recomposed.elements.some((value, i) => i < 12 && Math.abs(value - matrix.elements[i]!) > TOLERANCE * size)) {
    throw new Error(
      `${label}: a scaled parent and a rotation between them shear the shape; scale uniformly, or scale inside the rotation`,
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
  const [x, y, z] = scale;
  const size = Math.max(x, y, z);
  if (size - Math.min(x, y, z) > TOLERANCE * size) {
    throw new Error(
      `${label}: expected a uniform scale, got [${[x, y, z].map((value) => +value.toFixed(4)).join(', ')}]`,
    );
  }
  return x;
}
