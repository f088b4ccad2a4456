// The part of it that is used, so that what checks types does not depend on what is installed.
declare module '@react-three/rapier' {
  import type { ReactNode } from 'react';

  type Vec3 = [number, number, number];
  interface Motion {
    position?: Vec3;
    linearVelocity?: Vec3;
    angularVelocity?: Vec3;
    canSleep?: boolean;
  }
  export function Physics(props: { gravity?: Vec3; colliders?: false; children?: ReactNode }): ReactNode;
  export function RigidBody(props: Motion & { name?: string; children?: ReactNode }): ReactNode;
  export function InstancedRigidBodies(props: {
    instances: readonly (Motion & { key: string | number })[];
    colliderNodes?: ReactNode[];
    children?: ReactNode;
  }): ReactNode;
  export function CuboidCollider(props: { args: Vec3 }): ReactNode;
}
