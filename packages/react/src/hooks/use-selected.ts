import { useRef, useSyncExternalStore } from 'react';
import { sameValue } from '../math.js';

/** What `select` makes of the state that `read` gives: the same object as long as nothing of it changed. */
export function useSelected<S, T>(
  subscribe: (notify: () => void) => () => void,
  read: () => S,
  select: (state: S) => T,
): T {
  const last = useRef<{ state: S; select: (state: S) => T; value: T }>(undefined);
  const snapshot = () => {
    const { current } = last;
    const state = read();
    // React asks again and again, and takes another object for another value.
    if (current?.state === state && current.select === select) return current.value;
    const selected = select(state);
    const value = current && sameValue(current.value, selected) ? current.value : selected;
    last.current = { state, select, value };
    return value;
  };
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
