import { createWorld, type WorldOptions } from '@atoll/engine';
import { onTestFinished } from 'vitest';
import {
  body,
  buildScene,
  scene,
  worldOptions,
  type BuiltScene,
  type SceneBody,
  type SceneDescription,
  type SceneJoint,
  type Vec3,
} from '@atoll/scenes';

/** A scene in a world of its own, on the inline transport unless told otherwise; gone when the test is over. */
export async function openScene(description: SceneDescription, options: WorldOptions = {}): Promise<BuiltScene> {
  const world = await createWorld({ ...worldOptions(description), transport: 'inline', ...options });
  onTestFinished(() => world.dispose());
  return buildScene(world, description);
}

/** Bodies alone, for a test of its own. Nothing sleeps. */
export function loose(
  bodies: readonly SceneBody[],
  options: { gravity?: Vec3; joints?: readonly SceneJoint[] } = {},
): SceneDescription {
  return scene('loose', bodies, [], { gravity: [0, -10, 0], sleep: false, ...options });
}

/** Something for a joint to hang on: it has no collider and never moves. */
export function nail(position: Vec3): SceneBody {
  return body(position, [], { type: 'static' });
}
