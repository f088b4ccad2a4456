import { CuboidCollider, InstancedRigidBodies, Physics, RigidBody } from '@react-three/rapier';
import type { ReactNode } from 'react';
import type { Scene } from './page.tsx';

export function mountScene(scene: Scene | undefined): ReactNode {
  return (
    <Physics gravity={[0, 0, 0]} colliders={false}>
      <group name="ready" />
      {scene && <Bodies {...scene} />}
    </Physics>
  );
}

function Bodies({ positions, moves, instanced, count }: Scene): ReactNode {
  const collider = <CuboidCollider args={[0.5, 0.5, 0.5]} />;
  const motion = moves
    ? {
        angularVelocity: [1, 2, 3] as [number, number, number],
        linearVelocity: [0, 0, 1] as [number, number, number],
        canSleep: false,
      }
    : {};
  if (instanced) {
    return (
      <InstancedRigidBodies
        instances={positions.map((position, key) => ({ key, position, ...motion }))}
        colliderNodes={[collider]}
      >
        <instancedMesh name="body" args={[undefined, undefined, count]} count={count}>
          <boxGeometry />
        </instancedMesh>
      </InstancedRigidBodies>
    );
  }
  return positions.map((position, i) => (
    <RigidBody key={i} name={i === 0 ? 'body' : ''} position={position} {...motion}>
      <mesh>
        <boxGeometry />
      </mesh>
      {collider}
    </RigidBody>
  ));
}
