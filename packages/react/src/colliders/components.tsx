import '@react-three/fiber';
import type { CapsuleOptions, SphereOptions } from '@atoll/engine';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Group } from 'three';
import { pick, surfaceKeys } from '../body/props.js';
import { useBodyContext } from '../context.js';
import { vec3, type EulerProp, type QuatProp, type Vec3Prop } from '../math.js';
import { setColliderEntry, type ColliderShape, type Surface } from './collect.js';
import { poseProps } from '../body/pose.js';

/** What every collider component takes. */
export interface ColliderProps extends Surface {
  /** m, in the parent object. Default [0, 0, 0]. */
  position?: Vec3Prop | undefined;
  /** Euler angles, rad. Default [0, 0, 0]. */
  rotation?: EulerProp | undefined;
  /** Instead of `rotation`. */
  quaternion?: QuatProp | undefined;
  /** Default 1. */
  scale?: Vec3Prop | number | undefined;
  name?: string | undefined;
  /** Drawn with the collider. Meshes in here do not become colliders. */
  children?: ReactNode;
}

export interface BoxColliderProps extends ColliderProps {
  /** m, > 0 each. */
  halfExtents: Vec3Prop;
}
export interface SphereColliderProps extends ColliderProps, Pick<SphereOptions, 'radius'> {}
export interface CapsuleColliderProps extends ColliderProps, Pick<CapsuleOptions, 'halfHeight' | 'radius'> {}

/**
 * A box. Anywhere inside a `<Body>`: transforms and scales on the way count.
 * @example <BoxCollider halfExtents={[10, 0.5, 10]} friction={0.9} />
 */
export function BoxCollider({ halfExtents, ...props }: BoxColliderProps): ReactNode {
  return useCollider('BoxCollider', { shape: 'box', halfExtents: vec3(halfExtents) }, props);
}

/**
 * A sphere. Scales on the way must be uniform.
 * @example <SphereCollider radius={0.5} restitution={0.8} />
 */
export function SphereCollider({ radius, ...props }: SphereColliderProps): ReactNode {
  return useCollider('SphereCollider', { shape: 'sphere', radius }, props);
}

/**
 * A capsule along its y axis. Scales on the way must be uniform.
 * @example <CapsuleCollider halfHeight={0.5} radius={0.3} />
 */
export function CapsuleCollider({ halfHeight, radius, ...props }: CapsuleColliderProps): ReactNode {
  return useCollider('CapsuleCollider', { shape: 'capsule', halfHeight, radius }, props);
}

function useCollider(label: string, shape: ColliderShape, props: ColliderProps): ReactNode {
  const slot = useBodyContext(label);
  const group = useRef<Group>(null);
  // Before the body's own layout effect, which reads the entries: children come first.
  useLayoutEffect(() => {
    setColliderEntry(group.current!, { label, shape, surface: pick(props, surfaceKeys) });
    slot.collidersChanged();
  });
  return (
    <group ref={group} {...poseProps(props)} name={props.name ?? ''}>
      {props.children}
    </group>
  );
}
