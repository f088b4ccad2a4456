import { Euler, Quaternion, Vector3, type Object3D } from 'three';
import { euler, ORIGIN, quat, sameValue, scale3, vec3 } from '../math.js';
import type { BodyProps } from './props.js';

const scratchPosition = new Vector3();
const scratchRotation = new Quaternion();
const scratchScale = new Vector3();

type PoseProps = Pick<BodyProps, 'position' | 'rotation' | 'quaternion' | 'scale'>;

/** Where props put an object in its parent: numbers, in whatever form they were given. */
export interface LocalPose {
  position: [number, number, number];
  quaternion: [number, number, number, number];
  scale: [number, number, number];
}

/**
 * Also what three fiber takes: the rotation is a quaternion always, because of two forms it would set the one that comes, and then reset the
 * one that goes. `quaternion` counts where both are given.
 * @throws PhysicsInputError naming the prop of `label`
 */
export function poseOf(
  { position = ORIGIN, rotation = ORIGIN, quaternion, scale = 1 }: PoseProps,
  label: string,
): LocalPose {
  return {
    position: vec3(position, `${label}.position`),
    quaternion:
      quaternion === undefined
        ? new Quaternion().setFromEuler(new Euler(...euler(rotation, `${label}.rotation`))).toArray()
        : quat(quaternion, `${label}.quaternion`),
    scale: scale3(scale, `${label}.scale`),
  };
}

/**
 * Brings a pose that `before` gave to what `props` say. Tells whether that moves, turns and scales: by value, in whatever form it is given. The
 * same object is no change, whatever became of its numbers: a vector that is moved about in frames is where something was put at first.
 */
export function updatePose(pose: LocalPose, before: PoseProps, props: PoseProps, label: string): boolean[] {
  const next = poseOf(props, label);
  return (['position', 'quaternion', 'scale'] as const).map((part) => {
    const isOther = before[part] !== props[part] || (part === 'quaternion' && before.rotation !== props.rotation);
    if (!isOther || sameValue(pose[part], next[part])) return false;
    Object.assign(pose, { [part]: next[part] });
    return true;
  });
}

/**
 * The rotation in world space of what `local` turns in an object. One that mirrors does so along its x, as three takes its matrix apart: what is in
 * it turns the other way about its y and z.
 */
export function turnIn(parent: Object3D | null, local: Quaternion): Quaternion {
  const turn = local.clone();
  if (!parent) return turn;
  parent.matrixWorld.decompose(scratchPosition, scratchRotation, scratchScale);
  return (scratchScale.x < 0 ? mirror(turn) : turn).premultiply(scratchRotation);
}

/** The rotation as a mirror across x shows it. */
export const mirror = (turn: Quaternion): Quaternion => turn.set(turn.x, -turn.y, -turn.z, turn.w);

/** Where the object is in world space, as the engine takes it. */
export function worldPose(object: Object3D): { position: number[]; rotation: number[] } {
  object.updateWorldMatrix(true, false);
  return {
    position: scratchPosition.setFromMatrixPosition(object.matrixWorld).toArray(),
    rotation: turnIn(object.parent, object.quaternion).toArray(),
  };
}
