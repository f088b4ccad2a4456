import { Canvas, useThree } from '@react-three/fiber';
import { World } from '@atoll/react';
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { MathUtils, type PerspectiveCamera } from 'three';
import { Balls, type Throw } from './balls.tsx';
import { Ground, Pyramid } from './pyramid.tsx';
import { Panel, Probe, createFigures } from './panel.tsx';
import { palette } from './palette.ts';
import './style.css';

/** Rows of the pyramid: 15 in the lowest one make 120 crates. */
const BASE = 15;
/** Older balls go, so that a patient player does not fill the memory. */
const MOST_BALLS = 30;
/** Degrees from the upper to the lower edge, of a picture that is at least this much wider than it is high. */
const FOV = 42;
const ASPECT = 1.1;

export function App() {
  const [round, setRound] = useState(0);
  const [throws, setThrows] = useState<Throw[]>([]);
  const figures = useMemo(() => createFigures(), []);
  const throwBall = useCallback((next: Omit<Throw, 'id'>) => {
    setThrows((all) => [...all, { ...next, id: (all.at(-1)?.id ?? 0) + 1 }].slice(-MOST_BALLS));
  }, []);
  const reset = useCallback(() => {
    setThrows([]);
    setRound((last) => last + 1);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'r' && !event.ctrlKey && !event.metaKey && reset();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [reset]);

  return (
    <>
      <Canvas
        shadows="percentage"
        dpr={[1, 1.5]}
        camera={{ position: [-8, 8.5, 25], fov: FOV }}
        onCreated={({ camera }) => camera.lookAt(-1.5, 6.6, 0)}
      >
        <Fit />
        <color attach="background" args={[palette.sky]} />
        <fog attach="fog" args={[palette.sky, 35, 75]} />
        <hemisphereLight args={['#ffffff', palette.bounce, 1.6]} />
        <directionalLight
          position={[-14, 17, 9]}
          intensity={2.4}
          castShadow
          shadow-mapSize={[1024, 1024]}
          shadow-bias={-0.0004}
        >
          <orthographicCamera attach="shadow-camera" args={[-16, 20, 18, -16, 1, 60]} />
        </directionalLight>
        <Suspense fallback={null}>
          <World>
            <Ground />
            <Pyramid key={round} base={BASE} />
            <Balls throws={throws} onThrow={throwBall} />
            <Probe figures={figures} />
          </World>
        </Suspense>
      </Canvas>
      <Panel figures={figures} onReset={reset} />
    </>
  );
}

/** Shows as much to the sides of a narrow page, a phone's for one, as of a wide one. */
function Fit() {
  const camera = useThree((state) => state.camera) as PerspectiveCamera;
  const aspect = useThree(({ size }) => size.width / size.height);
  useLayoutEffect(() => {
    const half = Math.tan(MathUtils.degToRad(FOV / 2)) * Math.max(1, ASPECT / aspect);
    camera.fov = 2 * MathUtils.radToDeg(Math.atan(half));
    camera.updateProjectionMatrix();
  }, [camera, aspect]);
  return null;
}
