import { createRoot, extend, type ReconcilerRoot, type RootState } from '@react-three/fiber';
import { act, render } from '@testing-library/react';
import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { StrictMode, Suspense, useEffect, useRef, type ReactNode } from 'react';
import * as three from 'three';
import { World, type WorldProps } from '@atoll/react';

extend(three as never);

export interface Shown {
  readonly world: EngineWorld;
  readonly state: RootState;
  /** Renders other children in the same world. */
  update(children: ReactNode): Promise<void>;
  /** Steps the world, and draws one frame. */
  step(count?: number): Promise<void>;
  /** Draws one frame. */
  draw(): Promise<void>;
  unmount(): Promise<void>;
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

const pause = (): Promise<void> =>
  act(
    () =>
      new Promise<void>((done) => {
        setTimeout(done, 5);
      }),
  );

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('the world is not up');
    await pause();
  }
}

/** Renders `children` in a world that is stepped by hand, under StrictMode. */
export async function show(transport: TransportKind, children: ReactNode, props: WorldProps = {}): Promise<Shown> {
  let world: EngineWorld | undefined;
  let state: RootState | undefined;
  let failure: unknown;
  const tree = (inside: ReactNode) => (
    <Page onState={(now) => (state = now)}>
      <StrictMode>
        <Suspense fallback={null}>
          <World
            transport={transport}
            workers={transport === 'shared' ? 2 : 1}
            clock="manual"
            {...props}
            onReady={(ready) => (world = ready)}
            onError={(error) => (failure = error)}
          >
            {inside}
          </World>
        </Suspense>
      </StrictMode>
    </Page>
  );
  const { rerender, unmount } = render(tree(children));
  await until(() => (state !== undefined && world !== undefined) || failure !== undefined);
  if (failure) throw failure;
  let now = 0;
  const shown: Shown = {
    world: world!,
    state: state!,
    async update(inside) {
      rerender(tree(inside));
      await pause();
    },
    async step(count = 1) {
      await act(() => world!.step(count));
      await shown.draw();
    },
    async draw() {
      await act(async () => state!.advance((now += 1 / 60)));
    },
    async unmount() {
      unmount();
      await pause();
    },
  };
  return shown;
}
