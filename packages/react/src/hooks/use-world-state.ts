import { useCallback } from 'react';
import { useWorldContext } from '../context.js';
import { countsOf, type WorldState } from '../world/world-state.js';
import { useSelected } from './use-selected.js';

/**
 * A part of what is known of the world, looked at once a drawn frame. Re-renders when what `select` returns changes in value.
 * @example const sleeping = useWorldState((world) => world.awakeBodyCount === 0);
 */
export function useWorldState<T>(select: (state: WorldState) => T): T {
  const { runtime } = useWorldContext('useWorldState');
  const subscribe = useCallback(
    (notify: () => void) => {
      // Nobody wrote it while nobody read it, and there may be no frame before something moves.
      runtime.store.setState(countsOf(runtime.world));
      const stop = runtime.store.subscribe(notify);
      runtime.storeReaders++;
      return () => {
        stop();
        runtime.storeReaders--;
      };
    },
    [runtime],
  );
  return useSelected(subscribe, runtime.store.getState, select);
}
