import type { ColliderOptions } from '@atoll/engine';
import { Quaternion, Vector3, type Box3, type BufferGeometry, type Mesh, type Object3D } from 'three';
import type { ColliderMode } from './mode.js';
import { placementIn, uniform, type Placement } from './placement.js';

/** Bounding boxes of flat meshes get at least this half extent, m. */
const THINNEST = 0.001;

const centre = new Vector3();
const turn = new Quaternion();

type Shape = { centre: Vector3 } & (
  | { shape: 'box'; halfExtents: Vector3 }
  | { shape: 'sphere'; radius: number }
  | { shape: 'capsule'; radius: number; halfHeight: number }
);

/** The collider of one mesh, or undefined where it has no geometry yet. */
export function colliderFromMesh(
  group: Object3D,
  mesh: Mesh,
  mode: Exclude<ColliderMode, false>,
): ColliderOptions | undefined {
  const shape = shapeOf(mesh.geometry, mode);
  if (!shape) return undefined;
  const label = `Body.colliders, ${mesh.name || mesh.geometry.type}`;
  return scaled(shape, placementIn(group, mesh, label), label);
}

function shapeOf(geometry: BufferGeometry | undefined, mode: ColliderMode): Shape | undefined {
  const points = geometry?.attributes.position;
  if (!geometry || !points || points.count === 0) return undefined;
  if (mode === 'sphere') {
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    const sphere = geometry.boundingSphere!;
    return { shape: 'sphere', radius: sphere.radius, centre: sphere.center };
  }
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  const bounds: Box3 = geometry.boundingBox!;
  const middle = bounds.getCenter(new Vector3());
  const { parameters } = geometry as { parameters?: Record<string, number> };
  if (mode === 'auto' && geometry.type === 'SphereGeometry' && isWholeSphere(parameters)) {
    return { shape: 'sphere', radius: parameters?.radius ?? 1, centre: middle };
  }
  if (mode === 'auto' && geometry.type === 'CapsuleGeometry') {
    // The middle section was called `length` before it was called `height`.
    return {
      shape: 'capsule',
      radius: parameters?.radius ?? 1,
      halfHeight: (parameters?.height ?? parameters?.length ?? 1) / 2,
      centre: middle,
    };
  }
  return { shape: 'box', halfExtents: bounds.getSize(new Vector3()).multiplyScalar(0.5), centre: middle };
}

function isWholeSphere(parameters: Record<string, number> | undefined): boolean {
  const { phiLength = Math.PI * 2, thetaStart = 0, thetaLength = Math.PI } = parameters ?? {};
  return thetaStart === 0 && phiLength >= Math.PI * 2 && thetaLength >= Math.PI;
}

function scaled(shape: Shape, { position, rotation, scale }: Placement, label: string): ColliderOptions {
  turn.set(...rotation);
  centre.copy(shape.centre).multiply({ x: scale[0], y: scale[1], z: scale[2] }).applyQuaternion(turn);
  const common = {
    position: [position[0] + centre.x, position[1] + centre.y, position[2] + centre.z],
    rotation: [...rotation],
  };
  if (shape.shape === 'sphere') return { shape: 'sphere', radius: shape.radius * uniform(scale, label), ...common };
  if (shape.shape === 'capsule') {
    const factor = uniform(scale, label);
    return { shape: 'capsule', radius: shape.radius * factor, halfHeight: shape.halfHeight * factor, ...common };
  }
  const { x, y, z } = shape.halfExtents;
  const halfExtents = [x * scale[0], y * scale[1], z * scale[2]].map((half) => Math.max(half, THINNEST));
  return { shape: 'box', halfExtents, ...common };
}
