import type { HitsOf, QueryHit, QueryMode, ShapeCastOptions } from '@atoll/engine';
import { Vector3 } from 'three';
import type { RefObject } from 'react';
import type { BodyRef } from '../joint/joint-slot.js';
import { placed } from './place-query.js';
import { nothingOf, useQuery } from './use-query.js';

type Options = ShapeCastOptions<'closest' | 'any'>;
type AllOptions = ShapeCastOptions<'all'> & { mode: 'all' };

/**
 * What a shape meets on its way, looked at once a drawn frame: the nearest body, or null; with `mode: 'all'` every one, in order of distance. The shape, its position, rotation and direction
 * go with the nearest `<Body>`, or with the one that `ref` holds, and pass through it; outside of bodies they stay in the world. A function may
 * say the options anew each frame, or null for none. Never re-renders.
 * @example
 * const step = useShapecast({ shape: 'sphere', radius: 0.3, direction: [0, -1, 0], maxDistance: 0.5 });
 */
export function useShapecast(options: AllOptions, ref?: BodyRef): RefObject<readonly QueryHit[]>;
export function useShapecast(options: Options | (() => Options | null), ref?: BodyRef): RefObject<QueryHit | null>;
export function useShapecast(options: Options | AllOptions | (() => Options | null), ref?: BodyRef): unknown {
  return useQuery<HitsOf<QueryMode>>('useShapecast', ref, nothingOf(options), (world, frame) => {
    const cast = typeof options === 'function' ? options() : options;
    if (!cast) return null;
    const turned = direction.set(cast.direction[0]!, cast.direction[1]!, cast.direction[2]!);
    const given = { ...placed(cast, frame), direction: turned.applyQuaternion(frame.rotation).toArray() };
    return world.transport === 'transfer' ? world.castShape(given) : world.castShapeSync(given);
  });
}

const direction = new Vector3();
