import { useEffect, useState } from 'react';
import { Quaternion, Vector3 } from 'three';
import { useWorldContext } from '../context.js';
import { resolve, type BodyRef } from '../joint/joint-slot.js';
import { readPose } from '../world/pose-writer.js';
import { useTarget } from './target.js';

/** Where a body is drawn, in world space. */
export interface Pose {
  /** m */
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

/**
 * The pose that a body is drawn with, in world space: of the one that `ref` holds, or the nearest `<Body>`'s. The same object, written
 * once a frame before your `useFrame`. Never re-renders.
 * @example
 * const pose = usePose(player);
 * useFrame(({ camera }) => camera.lookAt(pose.position));
 */
export function usePose(ref?: BodyRef): Pose {
  const { runtime } = useWorldContext('usePose');
  const target = useTarget(ref, 'usePose');
  const [pose] = useState(() => ({ position: new Vector3(), quaternion: new Quaternion() }));
  useEffect(() => {
    const update = () => {
      const body = resolve(target);
      if (body) readPose(runtime.world.poses, body.index, runtime.interpolate, pose.position, pose.quaternion);
    };
    update();
    runtime.frameListeners.add(update);
    return () => void runtime.frameListeners.delete(update);
  }, [runtime, target, pose]);
  return pose;
}
