import { useCallback, useEffect, useInsertionEffect, useLayoutEffect, useState } from 'react';
import type { WorldRuntime } from '../world/runtime.js';

/**
 * Ends what a component has in the world when the component is gone for good: unmounted, or hidden together with its effects. Suspense, which
 * hides a tree and keeps its effects, and StrictMode, which runs them again, change nothing.
 *
 * Layout effects count beside the others: what is shown again has its own before those of its hiding are over.
 *
 * React runs the cleanups of effects some time after a commit, those of insertion effects in it, and these on unmounting alone. So what goes in
 * a commit goes in the same step in which comes what comes in it.
 */
export function useLife(slot: { destroy(): void }, runtime: WorldRuntime): void {
  const [life] = useState({ runtime, users: 0 });
  useInsertionEffect(() => void (life.runtime = runtime), [life, runtime]);
  useInsertionEffect(
    () => () => {
      life.runtime.holdCommit();
      queueMicrotask(() => slot.destroy());
    },
    [life, slot],
  );
  const live = useCallback(() => {
    life.users++;
    return () => {
      life.users--;
      queueMicrotask(() => {
        if (life.users === 0) slot.destroy();
      });
    };
  }, [life, slot]);
  useLayoutEffect(live, [live]);
  useEffect(live, [live]);
}
