import { create } from '@react-three/test-renderer';
import type { World as EngineWorld } from '@atoll/engine';
import { act, StrictMode, Suspense, type ReactNode } from 'react';
import { afterEach } from 'vitest';
import { World, type WorldProps } from '@atoll/react';
import { Boundary } from './boundary.js';

type Renderer = Awaited<ReturnType<typeof create>>;

/** What is mounted: a browser has no room for the memories of a hundred worlds. */
const mounted = new Set<Renderer>();
afterEach(async () => {
  for (const renderer of mounted) await renderer.unmount();
  mounted.clear();
});

export interface Rendered {
  /** The newest world that was ready. */
  readonly world: EngineWorld;
  readonly worlds: EngineWorld[];
  /** What the error boundary around the world caught. */
  readonly errors: unknown[];
  readonly renderer: Renderer;
  /** Renders other children, or other props, in the same world. */
  update(children: ReactNode, props?: WorldProps): Promise<void>;
  /** Steps the world, and draws one frame. */
  step(count?: number): Promise<void>;
  /** Draws frames of real time. */
  frames(count: number, delta?: number): Promise<void>;
  unmount(): Promise<void>;
}

/** Lets promises and timers run. */
export const settle = (): Promise<void> => act(() => new Promise<void>((done) => setTimeout(done, 10)));

/** Waits until `condition` holds. */
export async function until(condition: () => boolean, what = 'the condition'): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what} did not come true`);
    await settle();
  }
}

/** Where worlds run that do not say: inline, or in a browser in the real pool. */
const place: WorldProps = (globalThis as { inThePool?: boolean }).inThePool
  ? { transport: 'shared', workers: 2 }
  : { transport: 'inline' };

/** Renders `children` in a world that is stepped by hand. */
export async function renderWorld(
  children: ReactNode,
  props: WorldProps = {},
  { strict = true } = {},
): Promise<Rendered> {
  const worlds: EngineWorld[] = [];
  const errors: unknown[] = [];
  const tree = (inside: ReactNode, more: WorldProps) => {
    const world = (
      <Suspense fallback={null}>
        <World {...place} clock="manual" {...more} onReady={(ready) => (worlds.push(ready), more.onReady?.(ready))}>
          {inside}
        </World>
      </Suspense>
    );
    const guarded = <Boundary onError={(error) => errors.push(error)}>{world}</Boundary>;
    return strict ? <StrictMode>{guarded}</StrictMode> : guarded;
  };
  const renderer = await create(tree(children, props));
  mounted.add(renderer);
  await until(() => worlds.length + errors.length > 0, 'a world');
  if (errors.length > 0) throw errors[0];
  return {
    get world() {
      return worlds.at(-1)!;
    },
    worlds,
    errors,
    renderer,
    async update(inside, more = props) {
      await renderer.update(tree(inside, more));
      await settle();
    },
    async step(count = 1) {
      await act(() => worlds.at(-1)!.step(count));
      await renderer.advanceFrames(1, 0);
    },
    async frames(count, delta = 1 / 60) {
      for (let i = 0; i < count; i++) {
        await renderer.advanceFrames(1, delta);
        // As though each frame took as long as it stands for: threads have done what it asked for.
        while (worlds.at(-1)!.pendingSteps > 0) await act(() => new Promise((done) => setTimeout(done, 0)));
      }
    },
    async unmount() {
      mounted.delete(renderer);
      await renderer.unmount();
      await settle();
    },
  };
}
