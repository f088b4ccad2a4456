import { useCallback, useState } from 'react';

/** Runs work that no caller waits for: what it throws goes to the error boundary that is nearest to the component. */
export type Guard = (work: () => void) => void;

/** The same function in each render. */
export function useGuard(): Guard {
  const [, fail] = useState<void>();
  return useCallback((work) => {
    try {
      work();
    } catch (error) {
      // The next render throws it: boundaries hear of nothing else.
      fail(() => {
        throw error;
      });
    }
  }, []);
}
