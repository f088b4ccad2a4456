import { useEffect, useInsertionEffect, useRef } from 'react';
import type { WorldRuntime } from '../world/runtime.js';

/**
 * Ends what a component has in the world when the component is gone for good: unmounted, or hidden together with its effects. Suspense, which
 * hides a tree and keeps its effects, and StrictMode, which runs them again, change nothing.
 *
 * React runs the cleanups of effects some time after a commit, those of insertion effects in it, and these on unmounting alone. So what goes in
 * a commit goes in the same step in which comes what comes in it.
 */
export function useLife(slot: { destroy(): void }, runtime: WorldRuntime): void {
  const users = useRef(0);
  const world = useRef(runtime);
  useInsertionEffect(() => void (world.current = runtime), [runtime]);
  useInsertionEffect(
    () => () => {
      world.current.holdCommit();
      queueMicrotask(() => slot.destroy());
    },
    [slot],
  );
  useEffect(() => {
    users.current++;
    return () => {
      users.current--;
      queueMicrotask(() => {
        if (users.current === 0) slot.destroy();
      });
    };
  }, [slot]);
}
