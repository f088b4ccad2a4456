import '@react-three/fiber';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { LineSegments } from 'three';
import { useWorldContext } from '../context.js';
import { DebugScene, type DebugOptions } from './debug-scene.js';
import { LineBuffer } from './line-buffer.js';

export type DebugProps = DebugOptions;

/**
 * Shows what the simulation sees, as lines over everything else: static bodies grey, kinematic ones blue, dynamic ones orange, sleepers
 * dark, sensors green. It costs main-thread time for every body.
 * @example <Debug bounds islands />
 */
export function Debug(props: DebugProps): ReactNode {
  const { runtime } = useWorldContext('Debug');
  const lines = useRef<LineSegments>(null);
  const latest = useRef<DebugOptions>(props);
  const [buffer] = useState(() => new LineBuffer());
  useLayoutEffect(() => {
    latest.current = props;
    runtime.requestFrame();
  });
  useEffect(() => {
    const scene = new DebugScene(runtime, buffer);
    const draw = (): void => {
      if (lines.current) scene.draw(lines.current, latest.current);
    };
    draw();
    runtime.frameListeners.add(draw);
    return () => {
      runtime.frameListeners.delete(draw);
      scene.end();
    };
  }, [runtime, buffer]);
  return (
    <lineSegments
      ref={lines}
      name="atoll debug"
      geometry={buffer.geometry}
      frustumCulled={false}
      matrixAutoUpdate={false}
      renderOrder={1e6}
      raycast={nothing}
    >
      <lineBasicMaterial vertexColors depthTest={false} transparent toneMapped={false} />
    </lineSegments>
  );
}

const nothing = (): void => {};
