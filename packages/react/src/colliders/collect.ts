import { PhysicsInputError, type ColliderOptions, type SphereOptions } from '@atoll/engine';
import { Matrix4, Quaternion, type Mesh, type Object3D } from 'three';
import { isBodyGroup } from '../body/groups.js';
import { surfaceOf, type BodyProps } from '../body/props.js';
import type { BodyEventHandlers } from '../events/types.js';
import { colliderOf, collidersFromMesh } from './from-mesh.js';
import type { ColliderMode } from './mode.js';
import { bodyScale, placementOf } from './placement.js';
import { fitTo, type ColliderShape } from './shapes.js';

/** The options of a collider that a `<Body>` may set for all that it holds. */
export type Surface = Partial<Omit<SphereOptions, 'shape' | 'radius' | 'position' | 'rotation'>>;

/** What a collider component asks for. */
export interface ColliderEntry {
  readonly label: string;
  readonly props: Surface & BodyEventHandlers;
  /** Its own shape before scale; or a mode in which the meshes inside it become colliders. */
  readonly shape: ColliderShape | Exclude<ColliderMode, false>;
}

/** The objects that collider components stand for. */
const entries = new WeakMap<Object3D, ColliderEntry>();

export const setColliderEntry = (object: Object3D, entry: ColliderEntry): void => void entries.set(object, entry);

export interface CollectOptions {
  readonly mode: ColliderMode;
  /** Defaults for all colliders. */
  readonly surface: Surface;
  /** Whether the body is moved by forces. One that is not hears of others of that kind where it asks. */
  readonly isDynamic: boolean;
  readonly includeInvisible: boolean;
  /** The meshes are templates: an instanced mesh counts once, whatever its instances. */
  readonly template?: boolean;
  /** The body's rotation by its props, in the parent object. Default: none. */
  readonly turn?: Quaternion;
  /** Applied to everything, in the space of the body. */
  readonly scale?: Matrix4 | undefined;
}

/** What `<World>` says of the colliders of bodies that do not say themselves. */
export interface ColliderDefaults {
  readonly colliders: ColliderMode;
  /** Whether it hears of the forces of all contacts. */
  readonly forces: boolean;
}
export const noDefaults: ColliderDefaults = { colliders: 'auto', forces: false };

/** What meshes can become. */
export const meshModes: readonly Exclude<ColliderMode, false>[] = ['auto', 'box', 'sphere', 'hull', 'trimesh'];
const modes: readonly ColliderMode[] = [...meshModes, false];

type BodyColliderProps = Surface & BodyEventHandlers & Pick<BodyProps, 'type' | 'colliders' | 'includeInvisible'>;

/** What a body's props say of its colliders. `hearsPairs`: somebody beside its handlers hears of its pairs. */
export function collectOptions(
  props: BodyColliderProps,
  { colliders, forces }: ColliderDefaults,
  hearsPairs: boolean,
): CollectOptions {
  const isDynamic = (props.type ?? 'dynamic') === 'dynamic';
  const mode = props.colliders ?? colliders;
  if (!modes.includes(mode)) {
    const names = modes.map((each) => each && `'${each}'`).join(', ');
    throw new PhysicsInputError('out-of-range', 'Body.colliders', `expected ${names}, got '${mode}'`);
  }
  return {
    mode,
    surface: { ...(forces && { forces }), ...surfaceOf(props, isDynamic, hearsPairs) },
    isDynamic,
    includeInvisible: props.includeInvisible ?? false,
  };
}

export interface Collected {
  readonly colliders: ColliderOptions[];
  /** The handlers of the component that made the collider at the same place. */
  readonly handlers: (BodyEventHandlers | undefined)[];
  /** What was looked at. */
  readonly meshes: Mesh[];
}

/**
 * The colliders of the body that draws with `group`, in tree order: those of collider components, and those made of meshes.
 * What lies inside another body is not looked at. Found without the pose of the body, which changes all the time.
 */
export function collectColliders(group: Object3D, options: CollectOptions): Collected {
  const collected: Collected = { colliders: [], handlers: [], meshes: [] };
  const frame = new Matrix4().makeScale(...bodyScale(group, options.turn ?? new Quaternion(), 'Body.scale'));
  if (options.scale) frame.premultiply(options.scale);
  visit(group, frame, options, undefined, collected);
  return collected;
}

/** `frame`: from the space of `parent` to that of the body. */
function visit(
  parent: Object3D,
  frame: Matrix4,
  options: CollectOptions,
  within: ColliderEntry | undefined,
  out: Collected,
): void {
  for (const child of parent.children) {
    if (isBodyGroup(child)) continue;
    const entry = entries.get(child);
    if (child.matrixAutoUpdate) child.updateMatrix();
    const toBody = new Matrix4().multiplyMatrices(frame, child.matrix);
    const surface = entry ? { ...options.surface, ...surfaceOf(entry.props, options.isDynamic) } : options.surface;
    if (entry && typeof entry.shape === 'string') {
      // A MeshCollider: what is inside it, in its own way.
      visit(child, toBody, { ...options, mode: entry.shape, surface }, entry, out);
    } else if (entry) {
      const { label, shape, props } = entry;
      const collider = fitTo(placementOf(toBody, label), shape as ColliderShape, label);
      add(out, surface, collider, props);
    } else {
      // What is not drawn becomes no collider; a component in it, which says that it is one, does.
      const inside = options.includeInvisible || isShown(child) ? options : { ...options, mode: false as const };
      if (inside.mode !== false && (child as Mesh).isMesh) {
        out.meshes.push(child as Mesh);
        const make = options.template ? colliderOf : collidersFromMesh;
        for (const collider of make(child as Mesh, toBody, inside.mode)) {
          add(out, surface, collider, within?.props);
        }
      }
      visit(child, toBody, inside, within, out);
    }
  }
}

function add(
  out: Collected,
  surface: Surface,
  collider: ColliderOptions,
  handlers: BodyEventHandlers | undefined,
): void {
  const { density, rounding, ...rest } = surface;
  // Meshes and height fields have neither mass nor rounding; what the body says of its colliders is not about them.
  const isOpen = collider.shape === 'trimesh' || collider.shape === 'heightfield';
  const solid = isOpen
    ? {}
    : { ...(density !== undefined && { density }), ...(rounding !== undefined && { rounding }) };
  out.colliders.push({ ...rest, ...solid, ...collider });
  out.handlers.push(handlers);
}

/** What Suspense hides for a moment still counts: three fiber notes that on its objects. */
function isShown(object: Object3D): boolean {
  if (object.visible) return true;
  const { __r3f: fiber } = object as { __r3f?: { isHidden?: boolean } };
  return fiber?.isHidden === true;
}
