import type { WorldStats } from '@atoll/engine';
import { useCallback } from 'react';
import { useWorldContext } from '../context.js';
import { useSelected } from './use-selected.js';

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
  return useSelected(subscribe, () => runtime.stats, select);
}
