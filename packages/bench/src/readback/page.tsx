import { createRoot, extend, type RootState } from '@react-three/fiber';
import { Suspense, type ReactNode } from 'react';
import * as three from 'three';
import { Matrix4, Vector3, type InstancedMesh, type Object3D } from 'three';
import type { Case, Library, ReadbackResult } from './types.ts';

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

const FRAMES = 200;
extend(three as never);

/** Frames in which code is compiled, and bodies fall asleep. */
const WARM_UP = 80;

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
  await until(() => state.scene.getObjectByName('body') !== undefined);
  state.advance(performance.now() / 1000);
  const mount = performance.now() - began;

  const start = positionOf(state.scene.getObjectByName('body')!);
  const frames: number[] = [];
  // Nothing is drawn: both libraries are timed without it.
  state.gl.render = () => {};
  for (let i = 0; i < FRAMES; i++) {
    const time = await new Promise<number>((next) => requestAnimationFrame(next));
    const before = performance.now();
    state.advance(time / 1000);
    frames.push(performance.now() - before);
  }
  const moved = positionOf(state.scene.getObjectByName('body')!).distanceTo(start);
  root.unmount();
  return { mount, frames: frames.slice(WARM_UP), moved };
};

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 0));
}

/** Of the first body, as it is drawn. */
function positionOf(object: Object3D): Vector3 {
  if (!(object as InstancedMesh).isInstancedMesh) return object.getWorldPosition(new Vector3());
  const matrix = new Matrix4();
  (object as InstancedMesh).getMatrixAt(0, matrix);
  return new Vector3().setFromMatrixPosition(matrix);
}
