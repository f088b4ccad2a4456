import { createRef, type ReactNode } from 'react';
import {
  Attractor,
  Body,
  InstancedBodies,
  Joint,
  useAfterStep,
  useBeforeStep,
  useCollisions,
  useContacts,
  useIslands,
  usePose,
  useRaycast,
  useSleeping,
  useStats,
  useWorldState,
} from '@atoll/react';
import { box, ground } from './components.js';

const instances = [1, 2, 3].map((key) => ({ key, position: [key * 2, 20, 0] as const }));

/** Uses hooks of every kind. */
function Hooks() {
  useAfterStep(() => {});
  useBeforeStep(() => {});
  useCollisions({ onCollisionEnter: () => {}, onIntersectionEnter: () => {} });
  useContacts();
  useIslands();
  usePose();
  useRaycast({ direction: [0, -1, 0], maxDistance: 1 });
  useSleeping();
  useStats((stats) => stats.bodyCount);
  useWorldState((state) => state.bodyCount);
  return null;
}

/** Parts of a scene that listen and hold on to each other. */
export function sceneParts(): Record<string, ReactNode> {
  const a = createRef<Body>();
  const b = createRef<Body>();
  return {
    ground,
    a: (
      <Body key="a" ref={a} position={[0, 5, 0]} onSleep={() => {}}>
        {box}
        <Hooks />
      </Body>
    ),
    b: (
      <Body key="b" ref={b} position={[2, 5, 0]} onCollisionEnter={() => {}}>
        {box}
      </Body>
    ),
    joint: <Joint key="joint" type="spherical" a={a} b={b} anchorA={[1, 0, 0]} anchorB={[-1, 0, 0]} />,
    many: (
      <InstancedBodies key="many" instances={instances} onWake={() => {}}>
        <instancedMesh args={[undefined, undefined, 3]}>
          <boxGeometry />
        </instancedMesh>
      </InstancedBodies>
    ),
    attractor: <Attractor key="attractor" />,
  };
}
export const bodiesIn: Record<string, number> = { ground: 1, a: 1, b: 1, many: 3 };
