import { createRoot, extend, type ReconcilerRoot, type RootState } from '@react-three/fiber';
import { act, render } from '@testing-library/react';
import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { StrictMode, Suspense, useEffect, useRef, type ReactNode } from 'react';
import * as three from 'three';
import { World, type WorldProps } from '@atoll/react';

extend(three as never);

export interface Shown extends ShownPage {
  readonly world: EngineWorld;
  /** Renders other children in the same world. */
  update(children: ReactNode): Promise<void>;
  /** Steps the world, and draws one frame. */
  step(count?: number): Promise<void>;
}

/** What three fiber asks of a renderer. Nothing is drawn: it is the same in jsdom, which has no WebGL. */
const nothing = (): void => {};
const blank = (domElement: HTMLCanvasElement) => ({
  domElement,
  shadowMap: {},
  xr: { addEventListener: nothing, removeEventListener: nothing },
  renderLists: { dispose: nothing },
  render: nothing,
  setSize: nothing,
  setPixelRatio: nothing,
  dispose: nothing,
  forceContextLoss: nothing,
});

/** A canvas in the page, with what is drawn in it. */
function Page({ children, onState }: { children: ReactNode; onState: (state: RootState) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = useRef<Promise<ReconcilerRoot<HTMLCanvasElement>>>(undefined);
  useEffect(() => {
    root.current ??= createRoot(canvas.current!).configure({
      frameloop: 'never',
      size: { width: 64, height: 64, top: 0, left: 0 },
      gl: ({ canvas }: { canvas: unknown }) => blank(canvas as HTMLCanvasElement) as never,
    });
    void root.current.then((ready) => act(async () => onState(ready.render(children).getState())));
  });
  useEffect(() => () => void root.current?.then((ready) => act(async () => ready.unmount())), []);
  return <canvas ref={canvas} />;
}

export const pause = (ms = 5): Promise<void> =>
  act(
    () =>
      new Promise<void>((done) => {
        setTimeout(done, ms);
      }),
  );

export async function until(condition: () => boolean, what = 'the condition'): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what} did not come true`);
    await pause();
  }
}

export interface ShownPage {
  readonly state: RootState;
  /** Renders something else in the same canvas. */
  update(children: ReactNode): Promise<void>;
  /** Draws one frame, with the time of one step. */
  draw(): Promise<void>;
  unmount(): Promise<void>;
}

/** Renders `children` in a canvas. */
export async function showPage(children: ReactNode): Promise<ShownPage> {
  let state: RootState | undefined;
  const tree = (inside: ReactNode) => <Page onState={(now) => (state = now)}>{inside}</Page>;
  const { rerender, unmount } = render(tree(children));
  await until(() => state !== undefined, 'a canvas');
  let now = 0;
  return {
    state: state!,
    async update(inside) {
      rerender(tree(inside));
      await pause();
    },
    async draw() {
      await act(async () => state!.advance((now += 1 / 60)));
    },
    async unmount() {
      unmount();
      await pause();
    },
  };
}

/** What a world is on one transport, stepped by hand. */
export const worldProps = (transport: TransportKind): WorldProps => ({
  transport,
  workers: transport === 'shared' ? 2 : 1,
  clock: 'manual',
});

/** A component that is a world, and puts each world that is up into `found`. */
export const worldTree = (transport: TransportKind, found: EngineWorld[]) =>
  function Tree({ children, ...props }: WorldProps) {
    return (
      <Suspense fallback={null}>
        <World {...worldProps(transport)} {...props} onReady={(world) => void found.push(world)}>
          {children}
        </World>
      </Suspense>
    );
  };

/** Renders `children` in a world that is stepped by hand, under StrictMode. */
export async function show(transport: TransportKind, children: ReactNode, props: WorldProps = {}): Promise<Shown> {
  let world: EngineWorld | undefined;
  let failure: unknown;
  const tree = (inside: ReactNode) => (
    <StrictMode>
      <Suspense fallback={null}>
        <World
          {...worldProps(transport)}
          {...props}
          onReady={(ready) => (world = ready)}
          onError={(error) => (failure = error)}
        >
          {inside}
        </World>
      </Suspense>
    </StrictMode>
  );
  const page = await showPage(tree(children));
  await until(() => world !== undefined || failure !== undefined, 'a world');
  if (failure) throw failure;
  return {
    ...page,
    world: world!,
    update: (inside) => page.update(tree(inside)),
    async step(count = 1) {
      await act(() => world!.step(count));
      await page.draw();
    },
  };
}
