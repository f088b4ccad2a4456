import { Body, BoxCollider, InstancedBodies, World } from '@atoll/react';
import type { ReactNode } from 'react';
import type { Scene } from './page.tsx';

export function mountScene(scene: Scene | undefined): ReactNode {
  return (
    <World gravity={[0, 0, 0]} colliders={false}>
      <group name="ready" />
      {scene && <Bodies {...scene} />}
    </World>
  );
}

function Bodies({ positions, moves, instanced, count }: Scene): ReactNode {
  const collider = <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />;
  const motion = moves ? ({ angularVelocity: [1, 2, 3], linearVelocity: [0, 0, 1], canSleep: false } as const) : {};
  if (instanced) {
    return (
      <InstancedBodies instances={positions.map((position, key) => ({ key, position }))} {...motion}>
        <instancedMesh name="body" args={[undefined, undefined, count]}>
          <boxGeometry />
        </instancedMesh>
        {collider}
      </InstancedBodies>
    );
  }
  return positions.map((position, i) => (
    <Body key={i} name={i === 0 ? 'body' : ''} position={position} {...motion}>
      <mesh>
        <boxGeometry />
      </mesh>
      {collider}
    </Body>
  ));
}
