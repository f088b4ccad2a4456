import type { OverlapOptions } from '@atoll/engine';
import { Quaternion, Vector3 } from 'three';
import { ignoring, type QueryFrame } from './use-query.js';

const position = new Vector3();
const rotation = new Quaternion();

/** A shape that is told in the frame of a body, in world space; the body itself is left out. */
export function placed<T extends OverlapOptions>(options: T, frame: QueryFrame): T {
  const [x = 0, y = 0, z = 0] = Array.from(options.position ?? []);
  const [i = 0, j = 0, k = 0, w = 1] = Array.from(options.rotation ?? []);
  return {
    ...options,
    position: position.set(x, y, z).applyQuaternion(frame.rotation).add(frame.position).toArray(),
    rotation: rotation.set(i, j, k, w).premultiply(frame.rotation).toArray(),
    filter: ignoring(options.filter, frame),
  };
}
