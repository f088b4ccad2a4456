/** x, y, z. */
export type Vec3 = readonly [number, number, number];
/** x, y, z, w. */
export type Quat = readonly [number, number, number, number];

export type SceneShape =
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly halfHeight: number; readonly radius: number }
  | { readonly shape: 'box'; readonly halfExtents: Vec3 }
  /** The smallest convex shape around the points, 3 numbers each. */
  | { readonly shape: 'hull'; readonly points: Float32Array }
  /** Static: 3 numbers a vertex, 3 vertex numbers a triangle, counter-clockwise from outside. */
  | { readonly shape: 'trimesh'; readonly vertices: Float32Array; readonly indices: Uint32Array };

/** A shape on a body, with its whole material: no engine's default takes part in a comparison. */
export type SceneCollider = SceneShape & {
  readonly position: Vec3;
  readonly rotation: Quat;
  /** kg/m³ */
  readonly density: number;
  readonly friction: number;
  readonly restitution: number;
};

/** The part of the engine's body options that every physics engine has. */
export interface SceneBody {
  readonly type: 'dynamic' | 'static' | 'kinematic';
  readonly position: Vec3;
  readonly rotation: Quat;
  /** m/s; a kinematic body keeps it. */
  readonly linearVelocity: Vec3;
  /** rad/s, world space; a kinematic body keeps it. */
  readonly angularVelocity: Vec3;
  readonly linearDamping: number;
  readonly angularDamping: number;
  readonly bullet: boolean;
  readonly colliders: readonly SceneCollider[];
}

/** A ball joint. Bodies are indices into the scene's bodies. */
export interface SceneJoint {
  readonly type: 'spherical';
  readonly bodyA: number;
  readonly bodyB: number;
  readonly anchorA: Vec3;
  readonly anchorB: Vec3;
}

/** What a scene may do to a running world. */
export interface SceneActor {
  /** Adds a body; its index is the next free one. */
  createBody(body: SceneBody): void;
  /** The kinematic body is there at the end of the next step. */
  setKinematicTarget(body: number, position: Vec3, rotation: Quat): void;
}

/** What a scene's sanity check may see. Bodies are counted in the order of their creation. */
export interface SceneView {
  readonly bodyCount: number;
  position(body: number): Vec3;
  rotation(body: number): Quat;
  isSleeping(body: number): boolean;
}

/** Whether a simulation can be believed, and the numbers that say so. */
export interface Sanity {
  readonly ok: boolean;
  readonly figures: Readonly<Record<string, number>>;
}

/** A stretch of steps that is measured and judged on its own. */
export interface ScenePhase {
  /** '' where a scene has one phase alone. */
  readonly name: string;
  readonly steps: number;
  /** False: the steps only lead up to the next phase. */
  readonly measured: boolean;
  sanity(view: SceneView): Sanity;
}

/** A scene as data, so that any engine can build it. */
export interface SceneDescription {
  readonly name: string;
  /** m/s² */
  readonly gravity: Vec3;
  /** s */
  readonly timeStep: number;
  /** Whether bodies may sleep. */
  readonly sleep: boolean;
  readonly bodies: readonly SceneBody[];
  readonly joints: readonly SceneJoint[];
  readonly phases: readonly ScenePhase[];
  /** Called before each step; steps count from 0 over all phases. */
  readonly beforeStep?: (step: number, actor: SceneActor) => void;
}

/** Steps of all phases together. */
export function stepsOf(scene: SceneDescription): number {
  return scene.phases.reduce((sum, phase) => sum + phase.steps, 0);
}
