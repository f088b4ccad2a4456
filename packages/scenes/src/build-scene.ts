import type { Body, Joint, World } from '@atoll/engine';
import type { Quat, SceneActor, SceneBody, SceneDescription, SceneView, Vec3 } from './description.ts';

/** The part of `createWorld`'s options that a scene decides. */
export function worldOptions({ gravity, timeStep, sleep }: SceneDescription) {
  return { gravity, timeStep, sleep };
}

/** Builds a scene in a world that was created with its `worldOptions`. */
export function buildScene(world: World, description: SceneDescription): BuiltScene {
  return new BuiltScene(world, description);
}

/** A scene in a world. Bodies and joints are in the order of the description. */
export class BuiltScene implements SceneActor, SceneView {
  readonly bodies: Body[] = [];
  readonly joints: Joint[];
  #step = 0;

  constructor(
    readonly world: World,
    readonly description: SceneDescription,
  ) {
    for (const body of description.bodies) this.createBody(body);
    this.joints = description.joints.map((joint) =>
      world.createJoint({ ...joint, bodyA: this.bodies[joint.bodyA]!, bodyB: this.bodies[joint.bodyB]! }),
    );
  }

  /** Does what the scene does before its next step. Call it once before each step. */
  beforeStep(): void {
    this.description.beforeStep?.(this.#step, this);
    this.#step++;
  }

  /** Runs `count` steps of the scene, and `afterStep` after each of them. */
  async step(count = 1, afterStep?: (step: number) => void): Promise<void> {
    if (!this.description.beforeStep && !afterStep) {
      this.#step += count;
      await this.world.step(count);
      return;
    }
    for (let i = 0; i < count; i++) {
      this.beforeStep();
      await this.world.step();
      afterStep?.(this.#step);
    }
  }

  get bodyCount(): number {
    return this.bodies.length;
  }

  createBody(body: SceneBody): void {
    this.bodies.push(this.world.createBody(body));
  }

  setKinematicTarget(body: number, position: Vec3, rotation: Quat): void {
    this.bodies[body]!.setKinematicTarget(position, rotation);
  }

  position(body: number): Vec3 {
    const [x, y, z] = this.bodies[body]!.position;
    return [x, y, z];
  }

  rotation(body: number): Quat {
    const [x, y, z, w] = this.bodies[body]!.rotation;
    return [x, y, z, w];
  }

  isSleeping(body: number): boolean {
    return this.bodies[body]!.isSleeping;
  }
}
