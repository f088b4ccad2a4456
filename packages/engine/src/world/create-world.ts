import { openTransport } from '../transport/choose.js';
import { Core } from './core.js';
import { resolveWorld, type WorldOptions } from './options.js';
import { rehearse } from './rehearse.js';
import { World } from './world.js';

/**
 * Creates a world and, on the shared transport, the threads that simulate it. Resolves when the first of them runs, and its code is compiled for the most part.
 * @throws PhysicsInputError for a bad option; PhysicsError load-failed, out-of-memory or worker-failed
 * @example
 * const world = await createWorld({ gravity: [0, -9.81, 0] });
 * const ball = world.createBody({ position: [0, 5, 0], colliders: [{ shape: 'sphere', radius: 0.5 }] });
 * await world.step(60);
 * console.log(ball.position);
 * await world.dispose();
 */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { settings, workers, transport, maxMemory } = resolveWorld(options);
  const opening = openTransport(transport, { workers, maxMemory });
  rehearse();
  return new World(new Core(await opening), settings);
}
