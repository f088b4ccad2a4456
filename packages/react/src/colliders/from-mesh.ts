import type { ColliderOptions } from '@atoll/engine';
import {
  Matrix4,
  Vector3,
  type BufferGeometry,
  type InstancedMesh,
  type InterleavedBufferAttribute,
  type BufferAttribute,
  type Mesh,
} from 'three';
import type { Vec3 } from '../math.js';
import { hasPoints } from './late-meshes.js';
import type { ColliderMode } from './mode.js';
import { placementOf } from './placement.js';
import { fitTo, thick, turnedOver, type ColliderShape } from './shapes.js';

type Mode = Exclude<ColliderMode, false>;
type Round = Extract<ColliderShape, { radius: number }>;

const instance = new Matrix4();
const combined = new Matrix4();

/** The colliders of one mesh: one, of an instanced mesh one for each instance, none where it has no geometry yet. */
export function collidersFromMesh(mesh: Mesh, toBody: Matrix4, mode: Mode): ColliderOptions[] {
  const { isInstancedMesh, count, instanceMatrix } = mesh as Partial<InstancedMesh>;
  if (!isInstancedMesh) return colliderOf(mesh, toBody, mode);
  const found: ColliderOptions[] = [];
  for (let i = 0; i < count!; i++) {
    instance.fromArray(instanceMatrix!.array, i * 16);
    found.push(...colliderOf(mesh, combined.multiplyMatrices(toBody, instance), mode));
  }
  return found;
}

/** The collider of a mesh that is placed in its body by `toBody`. */
export function colliderOf(mesh: Mesh, toBody: Matrix4, mode: Mode): ColliderOptions[] {
  const { geometry } = mesh;
  if (!hasPoints(mesh)) return [];
  const points = geometry.attributes.position!;
  const label = `Body.colliders, ${mesh.name || geometry.type}`;
  if (mode === 'hull') {
    return [{ shape: 'hull', points: bake(geometry, points, toBody).points }];
  }
  if (mode === 'trimesh') {
    const { points: vertices, indices } = bake(geometry, points, toBody);
    return [{ shape: 'trimesh', vertices, indices }];
  }
  const { shape, centre } = solidOf(geometry, mode);
  const placement = placementOf(toBody, label);
  const position = centre.lengthSq() > 0 ? centre.clone().applyMatrix4(toBody).toArray() : placement.position;
  const fitted = fitTo({ ...placement, position }, shape, label);
  return [fitted.shape === 'box' ? { ...fitted, halfExtents: thick(fitted.halfExtents as Vec3) } : fitted];
}

/** A simple shape around the geometry, and where its centre is. */
function solidOf(geometry: BufferGeometry, mode: Mode): { shape: ColliderShape; centre: Vector3 } {
  if (mode === 'sphere') {
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    const { radius, center } = geometry.boundingSphere!;
    return { shape: { shape: 'sphere', radius }, centre: center };
  }
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  const bounds = geometry.boundingBox!;
  const centre = bounds.getCenter(new Vector3());
  const { x, y, z } = bounds.getSize(new Vector3()).multiplyScalar(0.5);
  const shape = mode === 'auto' && namedSolid(geometry);
  if (shape && fills(shape, x, y, z)) return { shape, centre };
  return { shape: { shape: 'box', halfExtents: [x, y, z] }, centre };
}

/** Do the bounds fit? Parameters do not tell what was baked into a geometry since. With few segments it is as high, and less wide. */
function fills(shape: Round, x: number, y: number, z: number): boolean {
  const { radius } = shape;
  const isRound = shape.shape === 'sphere' || shape.shape === 'capsule';
  const height = ('halfHeight' in shape ? shape.halfHeight : 0) + (isRound ? radius : 0);
  const isWide = (across: number): boolean => across > 0.74 * radius && across < 1.001 * radius;
  return Math.abs(y - height) < 0.001 * height && isWide(x) && isWide(z);
}

/** The shape that a geometry of three's was made for, where it is the whole of it. */
function namedSolid(geometry: BufferGeometry): Round | undefined {
  const { type } = geometry;
  const { parameters: given = {} } = geometry as { parameters?: Record<string, number> };
  const whole = (given.thetaLength ?? Math.PI * 2) >= Math.PI * 2 && !given.openEnded;
  switch (type) {
    case 'SphereGeometry': {
      const { phiLength = Math.PI * 2, thetaStart = 0, thetaLength = Math.PI } = given;
      if (thetaStart !== 0 || phiLength < Math.PI * 2 || thetaLength < Math.PI) return undefined;
      return { shape: 'sphere', radius: given.radius ?? 1 };
    }
    case 'CapsuleGeometry':
      // The middle section was called `length` before it was called `height`.
      return { shape: 'capsule', radius: given.radius ?? 1, halfHeight: (given.height ?? given.length ?? 1) / 2 };
    case 'CylinderGeometry': {
      const { radiusTop = 1, radiusBottom = 1, height = 1 } = given;
      if (!whole || radiusTop !== radiusBottom) return undefined;
      return { shape: 'cylinder', radius: radiusTop, halfHeight: height / 2 };
    }
    case 'ConeGeometry':
      return whole ? { shape: 'cone', radius: given.radius ?? 1, halfHeight: (given.height ?? 1) / 2 } : undefined;
    default:
      return undefined;
  }
}

interface Baked {
  readonly points: Float32Array;
  readonly indices: Uint32Array;
}
type Positions = BufferAttribute | InterleavedBufferAttribute;

/** What was baked for a geometry lately: bodies look at their meshes at each render. */
const bakes = new WeakMap<BufferGeometry, Map<string, Baked>>();
/** Instances of one geometry whose bakes are remembered. */
const REMEMBERED = 64;

/** Vertices in the space of the body, and triangles. A mirrored mesh keeps its outside. */
function bake(geometry: BufferGeometry, positions: Positions, toBody: Matrix4): Baked {
  const version = (attribute: Positions): number => ('data' in attribute ? attribute.data.version : attribute.version);
  const { index } = geometry;
  const key = [...toBody.elements, positions.count, version(positions), index?.count, index?.version].join();
  let known = bakes.get(geometry);
  if (!known) bakes.set(geometry, (known = new Map()));
  let baked = known.get(key);
  if (baked) return baked;
  if (known.size >= REMEMBERED) known.clear();
  baked = {
    points: transformed(positions, toBody),
    indices: triangles(geometry, positions.count, toBody.determinant() < 0),
  };
  known.set(key, baked);
  return baked;
}

function transformed(positions: Positions, toBody: Matrix4): Float32Array {
  const points = new Float32Array(positions.count * 3);
  const point = new Vector3();
  for (let i = 0; i < positions.count; i++)
    point
      .fromBufferAttribute(positions, i)
      .applyMatrix4(toBody)
      .toArray(points, i * 3);
  return points;
}

function triangles({ index }: BufferGeometry, vertexCount: number, mirrored: boolean): Uint32Array {
  const count = index ? index.count : vertexCount;
  const indices = new Uint32Array(count - (count % 3));
  for (let i = 0; i < indices.length; i++) indices[i] = index ? index.getX(i) : i;
  return mirrored ? turnedOver(indices) : indices;
}
