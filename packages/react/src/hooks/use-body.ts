import type { Body } from '@atoll/engine';
import type { RefObject } from 'react';
import { useBodyContext } from '../context.js';

/**
 * A ref to the body of the nearest `<Body>`: filled in effects, event handlers and frames. When the body mounts, React runs the layout
 * effects of what is inside it before its own: there it is null still. Never re-renders.
 * @example
 * const body = useBody();
 * useBeforeStep(() => body.current?.applyForce([0, 15000, 0]));
 */
export function useBody(): RefObject<Body | null> {
  return useBodyContext('useBody') as RefObject<Body | null>;
}
