import type { OverlapOptions, ShapeOverlap } from '@atoll/engine';
import type { RefObject } from 'react';
import type { BodyRef } from '../joint/joint-slot.js';
import { placed } from './place-query.js';
import { useQuery } from './use-query.js';

const NOTHING: readonly ShapeOverlap[] = [];

/**
 * What a shape overlaps, looked at once a drawn frame. It goes with the nearest `<Body>`, or with the one that `ref` holds, and leaves that out;
 * outside of bodies it stays in the world. A function may say the options anew each frame, or null for none. Never re-renders.
 * @example
 * const near = useOverlap({ shape: 'sphere', radius: 3 });
 * useFrame(() => console.log(near.current.length));
 */
export function useOverlap(
  options: OverlapOptions | (() => OverlapOptions | null),
  ref?: BodyRef,
): RefObject<readonly ShapeOverlap[]> {
  return useQuery<readonly ShapeOverlap[]>('useOverlap', ref, NOTHING, (world, frame) => {
    const shape = typeof options === 'function' ? options() : options;
    if (!shape) return NOTHING;
    const given = placed(shape, frame);
    return world.transport === 'transfer' ? world.overlapShape(given) : world.overlapShapeSync(given);
  });
}
