// @vitest-environment node
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

const started = vi.hoisted(() => vi.fn());
vi.mock('node:worker_threads', async (original) => ({
  ...(await original<typeof import('node:worker_threads')>()),
  Worker: started,
}));

it('renders on a server without a worker, without wasm and without a window', async () => {
  const compile = vi.spyOn(WebAssembly, 'compile');
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  const { Body, BoxCollider, InstancedBodies, World } = await import('@atoll/react');
  const page = renderToString(
    createElement(
      'main',
      null,
      createElement(
        World,
        null,
        createElement(Body, null, createElement(BoxCollider, { halfExtents: [1, 1, 1] })),
        createElement(InstancedBodies, { instances: [{ key: 1 }] }),
      ),
    ),
  );
  expect(page).toBe('<main></main>');
  expect(typeof window).toBe('undefined');
  expect(compile).not.toHaveBeenCalled();
  expect(instantiate).not.toHaveBeenCalled();
  expect(started).not.toHaveBeenCalled();
  expect(typeof globalThis.Worker).toBe('undefined');
});
