import { useCallback, useSyncExternalStore } from 'react';
import { useWorldContext } from '../context.js';
import type { Island } from '../world/islands.js';

/**
 * The islands of the world, looked at once a drawn frame. Re-renders when a body joins or leaves one, and when one falls asleep or
 * wakes; an island that did not change stays the same object.
 * @example const resting = useIslands().filter(({ isSleeping }) => isSleeping).length;
 */
export function useIslands(): readonly Island[] {
  const { islands } = useWorldContext('useIslands').runtime;
  const subscribe = useCallback((notify: () => void) => islands.subscribe(notify), [islands]);
  const snapshot = () => islands.islands;
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
