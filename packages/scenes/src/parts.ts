import type {
  Quat,
  Sanity,
  SceneBody,
  SceneCollider,
  SceneDescription,
  ScenePhase,
  SceneShape,
  SceneView,
  Vec3,
} from './description.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const IDENTITY: Quat = [0, 0, 0, 1];

type ColliderOptions = Partial<Omit<SceneCollider, keyof SceneShape>>;
type BodyOptions = Partial<Omit<SceneBody, 'colliders' | 'position'>>;

function collider(shape: SceneShape, options: ColliderOptions = {}): SceneCollider {
  return { position: ORIGIN, rotation: IDENTITY, density: 100, friction: 0.6, restitution: 0, ...options, ...shape };
}

export function box(halfExtents: Vec3, options?: ColliderOptions): SceneCollider {
  return collider({ shape: 'box', halfExtents }, options);
}

export function sphere(radius: number, options?: ColliderOptions): SceneCollider {
  return collider({ shape: 'sphere', radius }, options);
}

/** Along y. `halfHeight` is half the segment, without the caps. */
export function capsule(halfHeight: number, radius: number, options?: ColliderOptions): SceneCollider {
  return collider({ shape: 'capsule', halfHeight, radius }, options);
}

/** The smallest convex shape around the points, 3 numbers each. */
export function hull(points: Float32Array, options?: ColliderOptions): SceneCollider {
  return collider({ shape: 'hull', points }, options);
}

/** Static triangles: 3 numbers a vertex, 3 vertex numbers a triangle, counter-clockwise from outside. */
export function trimesh(vertices: Float32Array, indices: Uint32Array, options?: ColliderOptions): SceneCollider {
  return collider({ shape: 'trimesh', vertices, indices }, options);
}

/** A dynamic body at rest, unless the options say otherwise. */
export function body(
  position: Vec3,
  colliders: SceneCollider | readonly SceneCollider[],
  options: BodyOptions = {},
): SceneBody {
  return {
    type: 'dynamic',
    rotation: IDENTITY,
    linearVelocity: ORIGIN,
    angularVelocity: ORIGIN,
    linearDamping: 0,
    angularDamping: 0,
    bullet: false,
    ...options,
    position,
    colliders: 'shape' in colliders ? [colliders] : colliders,
  };
}

/** A static slab with its top at y = 0. */
export function floor(halfSize = 100): SceneBody {
  return body([0, -1, 0], box([halfSize, 1, halfSize]), { type: 'static' });
}

/** One phase over the whole scene. */
export function onePhase(steps: number, sanity: (view: SceneView) => Sanity): readonly ScenePhase[] {
  return [{ name: '', steps, measured: true, sanity }];
}

/** Gravity −10, 60 Hz, sleep on, no joints. */
export function scene(
  name: string,
  bodies: readonly SceneBody[],
  phases: readonly ScenePhase[],
  options: Partial<Omit<SceneDescription, 'name' | 'bodies' | 'phases'>> = {},
): SceneDescription {
  return { name, gravity: [0, -10, 0], timeStep: 1 / 60, sleep: true, bodies, joints: [], phases, ...options };
}
