import type { HitsOf, QueryHit, QueryMode, RayOptions } from '@atoll/engine';
import { Vector3 } from 'three';
import type { RefObject } from 'react';
import type { BodyRef } from '../joint/joint-slot.js';
import { ORIGIN, vec3, type Vec3Prop } from '../math.js';
import { ignoring, nothingOf, useQuery, type QueryFrame } from './use-query.js';

/** A ray that goes with a body, or stays in the world. */
export interface RaycastOptions<M extends QueryMode = 'closest' | 'any'> extends Omit<
  RayOptions<M>,
  'origin' | 'direction'
> {
  /** m, in the frame of the body; without a body in world space. Default [0, 0, 0]. */
  origin?: Vec3Prop | undefined;
  /** Of any length but 0, in the same frame. */
  direction: Vec3Prop;
  /** Where the frame's rotation does not count: a ray that always points down. Default false. */
  upright?: boolean | undefined;
}

/**
 * What a ray hits, looked at once a drawn frame: the nearest body, or null; with `mode: 'all'` every one, in order of distance. The ray goes with the nearest `<Body>`, or with the one that
 * `ref` holds, and passes through it; outside of bodies it stays in the world. A function may say the options anew each frame, or null
 * for no ray. Never re-renders. On the transfer transport the answer comes a frame or more later.
 * @example
 * const ground = useRaycast({ direction: [0, -1, 0], maxDistance: 1.1, upright: true });
 * useBeforeStep(() => ground.current && jump && body.current?.applyImpulse([0, 5000, 0]));
 */
export function useRaycast(
  options: RaycastOptions<'all'> & { mode: 'all' },
  ref?: BodyRef,
): RefObject<readonly QueryHit[]>;
export function useRaycast(
  options: RaycastOptions | (() => RaycastOptions | null),
  ref?: BodyRef,
): RefObject<QueryHit | null>;
export function useRaycast(options: RaycastOptions<QueryMode> | (() => RaycastOptions | null), ref?: BodyRef): unknown {
  return useQuery<HitsOf<QueryMode>>('useRaycast', ref, nothingOf(options), (world, frame) => {
    const ray = typeof options === 'function' ? options() : options;
    if (!ray) return null;
    const given = inWorld(ray, frame);
    return world.transport === 'transfer' ? world.castRay(given) : world.castRaySync(given);
  });
}

const origin = new Vector3();
const direction = new Vector3();

function inWorld({ upright = false, ...ray }: RaycastOptions<QueryMode>, frame: QueryFrame): RayOptions {
  origin.set(...vec3(ray.origin ?? ORIGIN, 'useRaycast.origin'));
  direction.set(...vec3(ray.direction, 'useRaycast.direction'));
  if (!upright) {
    origin.applyQuaternion(frame.rotation);
    direction.applyQuaternion(frame.rotation);
  }
  origin.add(frame.position);
  return {
    ...ray,
    origin: origin.toArray(),
    direction: direction.toArray(),
    filter: ignoring(ray.filter, frame),
  };
}
