import type { Body } from '@atoll/engine';
import type { RefObject } from 'react';
import { useBodyContext } from '../context.js';

/**
 * A ref to the body of the nearest `<Body>`: filled in layout effects, event handlers and frames. Never re-renders.
 * @example
 * const body = useBody();
 * useBeforeStep(() => body.current?.applyForce([0, 5, 0]));
 */
export function useBody(): RefObject<Body | null> {
  return useBodyContext('useBody') as RefObject<Body | null>;
}
