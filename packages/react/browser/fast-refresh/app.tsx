import { Canvas } from '@react-three/fiber';
import { Suspense } from 'react';
import { World } from '@atoll/react';
import { Scene } from './scene.js';
import { seen } from './seen.js';

/** What is edited while it runs, with `scene.tsx`. */
export function App() {
  return (
    <Canvas>
      <Suspense fallback={null}>
        <World workers={1} gravity={[0, -1, 0]} onReady={(world) => void seen.worlds.push(world)}>
          <Scene />
        </World>
      </Suspense>
    </Canvas>
  );
}
