import '@react-three/fiber';
import { oneOf } from '@atoll/engine';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Group } from 'three';
import { poseOf } from '../body/pose.js';
import { useColliderHost } from '../context.js';
import type { BodyEventHandlers } from '../events/types.js';
import { partsOf, vec3, type EulerProp, type QuatProp, type Vec3Prop } from '../math.js';
import { meshModes, setColliderEntry, type ColliderEntry, type Surface } from './collect.js';
import type { ColliderMode } from './mode.js';

/** What every collider component takes. */
export interface ColliderProps extends Surface, BodyEventHandlers {
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

export interface SphereColliderProps extends ColliderProps {
  /** m, > 0. */
  radius: number;
}

/** Along the y axis. */
export interface CapsuleColliderProps extends ColliderProps {
  /** m, > 0: half the length between the centres of the caps. */
  halfHeight: number;
  /** m, > 0. */
  radius: number;
}

/** Along the y axis. */
export interface CylinderColliderProps extends ColliderProps {
  /** m, > 0: half the length. */
  halfHeight: number;
  /** m, > 0. */
  radius: number;
}

/** Along the y axis, tip up; its origin is half way up. */
export interface ConeColliderProps extends ColliderProps {
  /** m, > 0: half the height. */
  halfHeight: number;
  /** m, > 0: of the base. */
  radius: number;
}

export interface HullColliderProps extends ColliderProps {
  /** m, 3 numbers a point: the hull is the smallest convex shape around them. */
  points: ArrayLike<number>;
}

export interface TrimeshColliderProps extends Omit<ColliderProps, 'density' | 'rounding'> {
  /** m, 3 numbers a vertex. */
  vertices: ArrayLike<number>;
  /** 3 vertex numbers a triangle, counter-clockwise seen from outside. */
  indices: ArrayLike<number>;
}

export interface HeightfieldColliderProps extends Omit<ColliderProps, 'scale' | 'density' | 'rounding'> {
  /** Samples along z, 2 to 16,384. */
  rows: number;
  /** Samples along x, 2 to 16,384. */
  columns: number;
  /** A number a sample, row by row: `heights[row * columns + column]`. */
  heights: ArrayLike<number>;
  /** Size of the whole grid along x and z, m, and factor on the heights. Default [columns - 1, 1, rows - 1]: cells of 1 m. */
  scale?: Vec3Prop | undefined;
  /** A flag a cell, row by row: true or 1 where there is no ground. Default: none. */
  holes?: ArrayLike<number | boolean> | undefined;
}

export interface MeshColliderProps extends Omit<ColliderProps, 'children'> {
  /** What the meshes inside become. Default 'trimesh'. */
  type?: Exclude<ColliderMode, false> | undefined;
  children?: ReactNode;
}

/**
 * A box. Anywhere inside a `<Body>`: transforms and scales on the way count.
 * @example <BoxCollider halfExtents={[10, 0.5, 10]} friction={0.9} />
 */
export function BoxCollider({ halfExtents, ...props }: BoxColliderProps): ReactNode {
  return useCollider('BoxCollider', { shape: 'box', halfExtents: vec3(halfExtents, 'BoxCollider.halfExtents') }, props);
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

/**
 * A cylinder along its y axis. Scales across it must be uniform.
 * @example <CylinderCollider halfHeight={0.5} radius={0.3} />
 */
export function CylinderCollider({ halfHeight, radius, ...props }: CylinderColliderProps): ReactNode {
  return useCollider('CylinderCollider', { shape: 'cylinder', halfHeight, radius }, props);
}

/**
 * A cone along its y axis, tip up. Scales across it must be uniform.
 * @example <ConeCollider halfHeight={0.5} radius={0.3} />
 */
export function ConeCollider({ halfHeight, radius, ...props }: ConeColliderProps): ReactNode {
  return useCollider('ConeCollider', { shape: 'cone', halfHeight, radius }, props);
}

/**
 * The convex hull of points.
 * @example <HullCollider points={[0, 1, 0, 1, 0, 0, -1, 0, 0, 0, 0, 1]} />
 */
export function HullCollider({ points, ...props }: HullColliderProps): ReactNode {
  return useCollider('HullCollider', { shape: 'hull', points: floats(points, 'HullCollider.points') }, props);
}

/**
 * Triangles, for static and kinematic bodies. It has no inside.
 * @example <TrimeshCollider vertices={geometry.attributes.position.array} indices={geometry.index!.array} />
 */
export function TrimeshCollider({ vertices, indices, ...props }: TrimeshColliderProps): ReactNode {
  const points = floats(vertices, 'TrimeshCollider.vertices');
  const given = partsOf(indices, 'TrimeshCollider.indices');
  const triangles = given instanceof Uint32Array ? given : Uint32Array.from(given);
  return useCollider('TrimeshCollider', { shape: 'trimesh', vertices: points, indices: triangles }, props);
}

/**
 * Ground from a grid of heights, centred on it, for static and kinematic bodies.
 * @example <HeightfieldCollider rows={2} columns={2} heights={[0, 0, 1, 1]} scale={[10, 1, 10]} />
 */
export function HeightfieldCollider(props: HeightfieldColliderProps): ReactNode {
  const { rows, columns, heights, scale = [columns - 1, 1, rows - 1], holes, ...others } = props;
  const label = 'HeightfieldCollider';
  const samples = floats(heights, `${label}.heights`);
  const field = {
    shape: 'heightfield',
    rows,
    columns,
    heights: samples,
    scale: vec3(scale, `${label}.scale`),
  } as const;
  return useCollider(label, { ...field, ...(holes && { holes }) }, others);
}

/**
 * Makes colliders of the meshes inside it in its own way, whatever the body does with others.
 * @example
 * <Body type="static" colliders={false}>
 *   <MeshCollider type="trimesh"><mesh geometry={terrain} /></MeshCollider>
 * </Body>
 */
export function MeshCollider({ type = 'trimesh', ...props }: MeshColliderProps): ReactNode {
  return useCollider('MeshCollider', oneOf(type, meshModes, 'MeshCollider.type'), props);
}

const floats = (numbers: ArrayLike<number>, where: string): Float32Array =>
  numbers instanceof Float32Array ? numbers : Float32Array.from(partsOf(numbers, where));

function useCollider(label: string, shape: ColliderEntry['shape'], props: ColliderProps): ReactNode {
  const host = useColliderHost(label);
  const group = useRef<Group>(null);
  // Before the body's own layout effect, which reads the entries: children come first.
  useLayoutEffect(() => {
    setColliderEntry(group.current!, { label, shape, props });
    host.collidersChanged();
  });
  return (
    <group ref={group} {...poseOf(props, label)} name={props.name ?? ''}>
      {props.children}
    </group>
  );
}
