// @vitest-environment node
import { expect, it } from 'vitest';

it('imports where there is no window, no Worker and no document', async () => {
  expect(typeof window).toBe('undefined');
  const react = await import('@atoll/react');
  expect(Object.keys(react)).toContain('World');
});

it('sends the isolation headers from the Vite plugin', async () => {
  const { atoll } = await import('@atoll/react/vite');
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
  expect(atoll().config()).toEqual({ server: { headers }, preview: { headers } });
});
