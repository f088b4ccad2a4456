import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useWorldContext } from '../context.js';
import type { WorldState } from '../world/world-state.js';

/**
 * A part of what is known of the world, looked at once a drawn frame. Re-renders when what `select` returns is another value.
 * @example const sleeping = useWorldState((world) => world.awakeBodyCount === 0);
 */
export function useWorldState<T>(select: (state: WorldState) => T): T {
  const { runtime } = useWorldContext('useWorldState');
  useEffect(() => {
    runtime.storeReaders++;
    return () => void runtime.storeReaders--;
  }, [runtime]);
  return useStore(runtime.store, select);
}
