import type { OverlapOptions } from '@atoll/engine';
import { Quaternion, Vector3 } from 'three';
import { ORIGIN } from '../math.js';
import { IDENTITY, ignoring, type QueryFrame } from './use-query.js';

const position = new Vector3();
const rotation = new Quaternion();

/** A shape that is told in the frame of a body, in world space; the body itself is left out. */
export function placed<T extends OverlapOptions>(options: T, frame: QueryFrame): T {
  return {
    ...options,
    position: position
      .fromArray(Array.from(options.position ?? ORIGIN))
      .applyQuaternion(frame.rotation)
      .add(frame.position)
      .toArray(),
    rotation: rotation
      .fromArray(Array.from(options.rotation ?? IDENTITY))
      .premultiply(frame.rotation)
      .toArray(),
    filter: ignoring(options.filter, frame),
  };
}
