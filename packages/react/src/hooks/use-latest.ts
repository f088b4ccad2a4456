import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The newest committed value, for what outlives a render. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => void (latest.current = value));
  return latest;
}
