import { onTestFinished } from 'vitest';

/** For the rest of the test the page cannot wait for a word of memory to change, as in hosts without `Atomics.waitAsync`. */
export function withoutWaits(): void {
  const { waitAsync } = Atomics;
  Object.assign(Atomics, { waitAsync: undefined });
  onTestFinished(() => {
    Object.assign(Atomics, { waitAsync });
  });
}
