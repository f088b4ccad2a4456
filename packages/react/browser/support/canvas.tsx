import { Canvas, type CanvasProps } from '@react-three/fiber';
import { render } from '@testing-library/react';
import { StrictMode, Suspense, type ReactNode } from 'react';
import type { Scene } from 'three';
import { World, type WorldProps } from '@atoll/react';

export type EngineWorld = Parameters<NonNullable<WorldProps['onReady']>>[0];

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;

export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
export const frame = () => new Promise((done) => requestAnimationFrame(done));

/** Renders a world that runs in real time, and is drawn. */
export async function show(
  children: ReactNode,
  props: WorldProps = {},
  canvas: Partial<CanvasProps> = {},
): Promise<{ world: EngineWorld; scene: Scene; unmount(): void }> {
  let scene!: Scene;
  let onReady!: (world: EngineWorld) => void;
  let onError!: (error: unknown) => void;
  const ready = new Promise<EngineWorld>((...ends) => ([onReady, onError] = ends));
  const { unmount } = render(
    <StrictMode>
      <div style={{ width: 64, height: 64 }}>
        <Canvas {...canvas} onCreated={(state) => (scene = state.scene)}>
          <Suspense fallback={null}>
            <World workers={2} onReady={onReady} onError={onError} {...props}>
              {children}
            </World>
          </Suspense>
        </Canvas>
      </div>
    </StrictMode>,
  );
  const world = await ready;
  return { world, scene, unmount };
}

export const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);
