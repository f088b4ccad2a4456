import { expect, vi } from 'vitest';

/** Keeps the console silent, and what is said. Three fiber also reports to the page what error boundaries catch. */
export function hush() {
  const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  for (const spy of spies) spy.mockImplementation(() => {});
  const reported: unknown[] = [];
  const onError = (event: ErrorEvent) => {
    reported.push(event.error);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('error', onError, { capture: true });
  return {
    said: () =>
      spies
        .flatMap(({ mock }) => mock.calls.map(([text]) => String(text)))
        .filter((text) => !/THREE\.\w+: This module has been deprecated/.test(text)),
    end(expected: readonly unknown[]) {
      window.removeEventListener('error', onError, { capture: true });
      spies.forEach((spy) => spy.mockRestore());
      for (const error of reported) expect(expected).toContain(error);
    },
  };
}
