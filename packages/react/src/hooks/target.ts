import type { Body } from '@atoll/engine';
import { useCallback, useContext, useSyncExternalStore, type RefObject } from 'react';
import { BodyContext, useWorldContext } from '../context.js';
import { resolve, type BodyRef } from '../joint/joint-slot.js';
import type { WorldRuntime } from '../world/runtime.js';

/** The body that a hook speaks of: the given one, or that of the nearest `<Body>`. */
export function useTarget(ref: BodyRef | undefined, caller: string): BodyRef {
  const own = useContext(BodyContext);
  const target = ref ?? (own as RefObject<Body | null> | null);
  if (!target) throw new Error(`${caller}: expected a ref to a body, or to be inside <Body>`);
  return target;
}

/**
 * Calls `attach` with the body that `target` holds, now and whenever it holds another one; what it returns ends that. `notify` is called whenever
 * the target may hold another, or the same again.
 */
export function followBody(
  runtime: WorldRuntime,
  target: BodyRef,
  attach: (body: Body) => () => void,
  notify: () => void,
): () => void {
  let body: Body | undefined;
  let detach: (() => void) | undefined;
  const check = () => {
    const now = resolve(target, body);
    if (now !== body) {
      detach?.();
      body = now;
      detach = now && attach(now);
    }
    // Also of the same one: the ref that it is read by may have been empty for a while, as Suspense leaves it.
    notify();
  };
  check();
  const stop = runtime.follow(check);
  return () => {
    stop();
    detach?.();
  };
}

/** A value of a body that re-renders when it changes. `attach` and `read` must keep their identity. */
export function useBodyValue<T>(
  ref: BodyRef | undefined,
  caller: string,
  attach: (body: Body, notify: () => void) => () => void,
  read: (body: Body | undefined, runtime: WorldRuntime) => T,
): T {
  const { runtime } = useWorldContext(caller);
  const target = useTarget(ref, caller);
  const subscribe = useCallback(
    (notify: () => void) => {
      const ends = [
        followBody(runtime, target, (body) => attach(body, notify), notify),
        runtime.world.on('restore', notify),
      ];
      return () => ends.forEach((end) => end());
    },
    [runtime, target, attach],
  );
  const snapshot = () => read(resolve(target), runtime);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
