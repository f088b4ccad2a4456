import { Quaternion, Vector3, type Object3D } from 'three';
import { scale3, vec3, type Vec3 } from '../math.js';
import type { BodyProps } from './props.js';

const scratchPosition = new Vector3();
const scratchRotation = new Quaternion();
const scratchScale = new Vector3();

const ORIGIN: Vec3 = [0, 0, 0];

type PoseProps = Pick<BodyProps, 'position' | 'rotation' | 'quaternion'>;

export function writePosition(object: Object3D, position: BodyProps['position']): void {
  object.position.set(...(position === undefined ? ORIGIN : vec3(position)));
}

/** `quaternion` counts where both are given. */
export function writeRotation(object: Object3D, { rotation, quaternion }: PoseProps): void {
  if (quaternion !== undefined) {
    if ('x' in quaternion) object.quaternion.set(quaternion.x, quaternion.y, quaternion.z, quaternion.w);
    else object.quaternion.set(quaternion[0]!, quaternion[1]!, quaternion[2]!, quaternion[3]!);
  } else if (rotation !== undefined) {
    if ('x' in rotation) object.rotation.set(rotation.x, rotation.y, rotation.z, rotation.order);
    else object.rotation.set(rotation[0], rotation[1], rotation[2], rotation[3]);
  } else {
    object.quaternion.identity();
  }
}

export function writeScale(object: Object3D, scale: BodyProps['scale']): void {
  object.scale.set(...scale3(scale));
}

/** Where the object is in world space, as the engine takes it. */
export function worldPose(object: Object3D): { position: number[]; rotation: number[] } {
  object.updateWorldMatrix(true, false);
  object.matrixWorld.decompose(scratchPosition, scratchRotation, scratchScale);
  return { position: scratchPosition.toArray(), rotation: scratchRotation.toArray() };
}
