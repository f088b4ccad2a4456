import type { Host } from './host.ts';
import type { SceneActor, SceneBody, SceneDescription, SceneView } from '@atoll/scenes';

/** Of one step, by the engine itself. */
export interface StepFigures {
  /** ms by its own clock. */
  readonly ownMs: number;
  /** ms of its stages. */
  readonly stageMs: Readonly<Record<string, number>>;
  /** What it did, in counts that no other load on the machine changes. */
  readonly work: Readonly<Record<string, number>>;
}

/** A scene built on one engine, ready to be stepped. */
export interface BenchWorld extends SceneActor, SceneView {
  /** One step of the scene's length. */
  step(): void | Promise<void>;
  /** What the engine tells of the last step, where it does. */
  figures?(): StepFigures;
  /** Distance to the closest hit of each ray, 7 f32 (origin, unit direction, length), or Infinity. Where the adapter has it. */
  castRays?(rays: Float32Array, distances: Float32Array): void | Promise<void>;
  dispose(): void | Promise<void>;
}

/** What a run starts with. */
export interface EngineOptions {
  /** Solver threads; engines that have one alone ignore it. */
  readonly workers: number;
  /** Atoll's transport; peers ignore it. */
  readonly transport: string;
}

/** An engine that has been loaded. */
export interface BenchEngine {
  readonly version: string;
  /** The settings it runs with: its defaults, and what the scene asks for. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  build(scene: SceneDescription): BenchWorld | Promise<BenchWorld>;
}

/** Adds the bodies of a scene in order; the joints follow. */
export function addBodies(scene: SceneDescription, create: (body: SceneBody) => void): void {
  for (const body of scene.bodies) create(body);
}

export type Load = (options: EngineOptions, host: Host) => Promise<BenchEngine>;
