import { Euler, Quaternion, Vector3, type Object3D } from 'three';
import type { ThreeElements } from '@react-three/fiber';
import { euler, quat, scale3, vec3, type Vec3 } from '../math.js';
import type { BodyProps } from './props.js';

const scratchPosition = new Vector3();
const scratchRotation = new Quaternion();
const scratchScale = new Vector3();

const ORIGIN: Vec3 = [0, 0, 0];

type PoseProps = Pick<BodyProps, 'position' | 'rotation' | 'quaternion'>;

/** `quaternion` counts where both are given. */
export function rotationOf({ rotation, quaternion }: PoseProps, label: string): Quaternion {
  if (quaternion !== undefined) return new Quaternion(...quat(quaternion, `${label}.quaternion`));
  return new Quaternion().setFromEuler(new Euler(...euler(rotation ?? ORIGIN, `${label}.rotation`)));
}

/**
 * The pose as props of a three fiber object, with the rotation as a quaternion always: of two forms, three fiber would set the one that comes,
 * and then reset the one that goes.
 */
export function poseProps(
  { position, scale, ...turn }: PoseProps & Pick<BodyProps, 'scale'>,
  label: string,
): ThreeElements['group'] {
  return {
    ...(position !== undefined && { position: vec3(position, `${label}.position`) }),
    quaternion: rotationOf(turn, label).toArray(),
    ...(scale !== undefined && { scale: scale3(scale, `${label}.scale`) }),
  };
}

export function writePosition(object: Object3D, position: BodyProps['position']): void {
  object.position.set(...(position === undefined ? ORIGIN : vec3(position, 'Body.position')));
}

export function writeScale(object: Object3D, scale: BodyProps['scale']): void {
  object.scale.set(...scale3(scale, 'Body.scale'));
}

/** Where the object is in world space, as the engine takes it. */
export function worldPose(object: Object3D): { position: number[]; rotation: number[] } {
  object.updateWorldMatrix(true, false);
  object.matrixWorld.decompose(scratchPosition, scratchRotation, scratchScale);
  return { position: scratchPosition.toArray(), rotation: scratchRotation.toArray() };
}
