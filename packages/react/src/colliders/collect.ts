import type { ColliderOptions, SphereOptions } from '@atoll/engine';
import { Matrix4, type Mesh, type Object3D } from 'three';
import { isBodyGroup } from '../body/groups.js';
import type { ColliderEventHandlers } from '../events/types.js';
import { colliderOf, collidersFromMesh } from './from-mesh.js';
import type { ColliderMode } from './mode.js';
import { inBody, placementOf } from './placement.js';
import { fitTo, type ColliderShape } from './shapes.js';

/** The options of a collider that a `<Body>` may set for all that it holds. */
export type Surface = Partial<Omit<SphereOptions, 'shape' | 'radius' | 'position' | 'rotation'>>;

/** What a collider component asks for. */
export interface ColliderEntry {
  readonly label: string;
  readonly surface: Surface;
  /** Its own shape before scale; or a mode in which the meshes inside it become colliders. */
  readonly shape: ColliderShape | Exclude<ColliderMode, false>;
  readonly handlers: ColliderEventHandlers;
}

/** The objects that collider components stand for. */
const entries = new WeakMap<Object3D, ColliderEntry>();

export const setColliderEntry = (object: Object3D, entry: ColliderEntry): void => void entries.set(object, entry);

export interface CollectOptions {
  readonly mode: ColliderMode;
  /** Defaults for all colliders. */
  readonly surface: Surface;
  readonly includeInvisible: boolean;
  /** The meshes are templates: an instanced mesh counts once, whatever its instances. */
  readonly template?: boolean;
  /** Applied to everything, in the space of the body. */
  readonly scale?: Matrix4 | undefined;
}

export interface Collected {
  readonly colliders: ColliderOptions[];
  /** The handlers of the component that made the collider at the same place. */
  readonly handlers: (ColliderEventHandlers | undefined)[];
}

const toBody = new Matrix4();

/**
 * The colliders of the body that draws with `group`, in tree order: those of collider components, and those made of meshes.
 * What lies inside another body is not looked at.
 */
export function collectColliders(group: Object3D, options: CollectOptions): Collected {
  group.updateWorldMatrix(true, true);
  const collected: Collected = { colliders: [], handlers: [] };
  visit(group, group, options, undefined, collected);
  return collected;
}

function visit(
  group: Object3D,
  parent: Object3D,
  options: CollectOptions,
  within: ColliderEntry | undefined,
  out: Collected,
): void {
  for (const child of parent.children) {
    if (isBodyGroup(child)) continue;
    const entry = entries.get(child);
    if (entry && typeof entry.shape === 'string') {
      // A MeshCollider: what is inside it, in its own way.
      visit(
        group,
        child,
        { ...options, mode: entry.shape, surface: { ...options.surface, ...entry.surface } },
        entry,
        out,
      );
    } else if (entry) {
      const { label, shape, surface, handlers } = entry;
      const collider = fitTo(placementOf(relative(group, child, options), label), shape as ColliderShape, label);
      add(out, { ...options.surface, ...surface, ...collider }, handlers);
    } else if (options.includeInvisible || isShown(child)) {
      if (options.mode !== false && (child as Mesh).isMesh) {
        const make = options.template ? colliderOf : collidersFromMesh;
        for (const collider of make(child as Mesh, relative(group, child, options), options.mode)) {
          add(out, { ...options.surface, ...collider }, within?.handlers);
        }
      }
      visit(group, child, options, within, out);
    }
  }
}

function add(out: Collected, collider: ColliderOptions, handlers: ColliderEventHandlers | undefined): void {
  out.colliders.push(collider);
  out.handlers.push(handlers);
}

function relative(group: Object3D, object: Object3D, { scale }: CollectOptions): Matrix4 {
  inBody(group.matrixWorld, object.matrixWorld, toBody);
  return scale ? toBody.premultiply(scale) : toBody;
}

/** What Suspense hides for a moment still counts: three fiber notes that on its objects. */
function isShown(object: Object3D): boolean {
  if (object.visible) return true;
  const { __r3f: fiber } = object as { __r3f?: { isHidden?: boolean } };
  return fiber?.isHidden === true;
}
