import type { WorldStats } from '@atoll/engine';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useWorldContext } from '../context.js';
import { sameValue } from '../math.js';

/**
 * A figure of the last step, looked at once a drawn frame. Re-renders when what `select` returns changes in value, so round it.
 * @example const bodies = useStats((stats) => stats.awakeBodyCount);
 */
export function useStats<T>(select: (stats: WorldStats) => T): T {
  const { runtime } = useWorldContext('useStats');
  const subscribe = useCallback(
    (notify: () => void) => {
      runtime.frameListeners.add(notify);
      runtime.statsReaders++;
      return () => {
        runtime.frameListeners.delete(notify);
        runtime.statsReaders--;
      };
    },
    [runtime],
  );
  const last = useRef<{ value: T }>(undefined);
  const snapshot = () => {
    const value = select(runtime.stats);
    if (!last.current || !sameValue(last.current.value, value)) last.current = { value };
    return last.current.value;
  };
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
