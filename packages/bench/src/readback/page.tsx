import { createRoot, extend, type RootState } from '@react-three/fiber';
import { Suspense, type ReactNode } from 'react';
import * as three from 'three';
import { Matrix4, Vector3, type InstancedMesh, type Object3D } from 'three';
import { limits, type Case, type Library, type ReadbackResult } from './types.ts';

declare global {
  interface Window {
    readback(library: Library, name: Case): Promise<ReadbackResult>;
  }
}

type Vec3 = [number, number, number];
export interface Scene {
  readonly count: number;
  readonly positions: readonly Vec3[];
  readonly moves: boolean;
  readonly instanced: boolean;
}

const FRAMES = 1000;
extend(three as never);

/** Frames in which code is compiled, and compiled again, and bodies fall asleep. */
const WARM_UP = 800;

window.readback = async (library, name) => {
  const { mountScene } = library === '@atoll/react' ? await import('./atoll.tsx') : await import('./rapier.tsx');
  const count = name === 'instanced' ? 10_000 : 2000;
  const positions = Array.from({ length: count }, (_, i): Vec3 => [(i % 100) * 2, Math.floor(i / 100) * 2, 0]);
  const scene: Scene = { count, positions, moves: name !== 'sleeping', instanced: name === 'instanced' };

  const canvas = document.createElement('canvas');
  document.querySelector('#stage')!.append(canvas);
  const root = createRoot(canvas);
  await root.configure({ frameloop: 'never', size: { width: 64, height: 64, top: 0, left: 0 }, dpr: 1 });
  // Engine first, then the bodies: what starts once is not what mounting costs.
  let state!: RootState;
  const show = (bodies: ReactNode) => {
    state = root
      .render(<Suspense fallback={null}>{mountScene(bodies === null ? undefined : scene)}</Suspense>)
      .getState();
  };
  show(null);
  await until(() => state.scene.getObjectByName('ready') !== undefined);
  const began = performance.now();
  show(true);
  const isMounted = await until(() => state.scene.getObjectByName('body') !== undefined, limits.mount);
  if (!isMounted) return { mount: Infinity, frames: [], calls: [], moved: NaN };
  state.advance(performance.now() / 1000);
  const mount = performance.now() - began;

  const start = positionOf(state.scene.getObjectByName('body')!);
  const frames: number[] = [];
  const calls: number[] = [];
  const clock = timeSubscribers(state);
  // Nothing is drawn: both libraries are timed without it.
  state.gl.render = () => {};
  const end = performance.now() + limits.frames;
  while (frames.length < FRAMES && performance.now() < end) {
    const time = await new Promise<number>((next) => requestAnimationFrame(next));
    clock.ms = 0;
    const before = performance.now();
    state.advance(time / 1000);
    frames.push(performance.now() - before);
    calls.push(clock.ms);
  }
  const from = Math.min(WARM_UP, frames.length >> 1);
  const moved = positionOf(state.scene.getObjectByName('body')!).distanceTo(start);
  root.unmount();
  return { mount, frames: frames.slice(from), calls: calls.slice(from), moved };
};

/** Adds up what three fiber's `useFrame` callbacks take: apart from what three fiber itself does in a frame. */
function timeSubscribers(state: RootState): { ms: number } {
  const clock = { ms: 0 };
  for (const { ref } of state.internal.subscribers) {
    let call = ref.current;
    Object.defineProperty(ref, 'current', {
      get:
        () =>
        (...given: Parameters<typeof call>) => {
          const before = performance.now();
          call(...given);
          clock.ms += performance.now() - before;
        },
      set: (next: typeof call) => {
        call = next;
      },
    });
  }
  return clock;
}

/** False where that took longer than `limit`, ms. */
async function until(condition: () => boolean, limit = Infinity): Promise<boolean> {
  const end = performance.now() + limit;
  while (!condition()) {
    if (performance.now() > end) return false;
    await new Promise((next) => setTimeout(next, 0));
  }
  return true;
}

/** Of the first body, as it is drawn. */
function positionOf(object: Object3D): Vector3 {
  if (!(object as InstancedMesh).isInstancedMesh) return object.getWorldPosition(new Vector3());
  const matrix = new Matrix4();
  (object as InstancedMesh).getMatrixAt(0, matrix);
  return new Vector3().setFromMatrixPosition(matrix);
}
