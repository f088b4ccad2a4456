import type { ColliderOptions, SphereOptions } from '@atoll/engine';
import type { Mesh, Object3D } from 'three';
import { isBodyGroup } from '../body/groups.js';
import { colliderFromMesh } from './from-mesh.js';
import { laterModes, type ColliderMode } from './mode.js';
import { placementIn, uniform } from './placement.js';

/** What a collider component asks for: its own shape and surface, before scale. */
export type ColliderShape =
  | { shape: 'box'; halfExtents: readonly [number, number, number] }
  | { shape: 'sphere'; radius: number }
  | { shape: 'capsule'; halfHeight: number; radius: number };
/** The options of a collider that a `<Body>` may set for all that it holds. */
export type Surface = Partial<Omit<SphereOptions, 'shape' | 'radius' | 'position' | 'rotation'>>;

export interface ColliderEntry {
  readonly label: string;
  readonly shape: ColliderShape;
  readonly surface: Surface;
}

/** The objects that collider components stand for. */
const entries = new WeakMap<Object3D, ColliderEntry>();

export const setColliderEntry = (object: Object3D, entry: ColliderEntry): void => void entries.set(object, entry);

/**
 * The colliders of the body that draws with `group`, in tree order: those of collider components, and those made of meshes.
 * What lies inside another body, or inside a collider component, is not looked at.
 */
export function collectColliders(group: Object3D, mode: ColliderMode, surface: Surface): ColliderOptions[] {
  if (laterModes.includes(mode))
    throw new Error(`Body.colliders: '${String(mode)}' is not available yet; use 'auto', 'box' or 'sphere'`);
  group.updateWorldMatrix(true, true);
  const found: ColliderOptions[] = [];
  visit(group);
  return found;

  function visit(parent: Object3D): void {
    for (const child of parent.children) {
      if (isBodyGroup(child)) continue;
      const entry = entries.get(child);
      if (entry) {
        found.push({ ...surface, ...entry.surface, ...fitted(group, child, entry) });
        continue;
      }
      if (mode !== false && (child as Mesh).isMesh) {
        const collider = colliderFromMesh(group, child as Mesh, mode);
        if (collider) found.push({ ...surface, ...collider });
      }
      visit(child);
    }
  }
}

function fitted(group: Object3D, object: Object3D, { label, shape }: ColliderEntry): ColliderOptions {
  const { position, rotation, scale } = placementIn(group, object, label);
  if (shape.shape === 'box') {
    const halfExtents = shape.halfExtents.map((half, axis) => half * scale[axis]!);
    return { shape: 'box', halfExtents, position, rotation };
  }
  const factor = uniform(scale, label);
  if (shape.shape === 'sphere') return { shape: 'sphere', radius: shape.radius * factor, position, rotation };
  return { shape: 'capsule', radius: shape.radius * factor, halfHeight: shape.halfHeight * factor, position, rotation };
}
