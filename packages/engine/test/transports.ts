import { afterEach } from 'vitest';
import { createWorld, type World, type WorldOptions } from '../src/index.js';

export const transports = ['inline', 'transfer', 'shared'] as const;
export type TransportName = (typeof transports)[number];

const open: World[] = [];

/** A world that ends with the test. */
export async function testWorld(transport: TransportName | 'auto', options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ transport, workers: 2, maxMemory: 2 ** 28, ...options });
  open.push(world);
  return world;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((world) => world.dispose()));
});

export const ground = {
  type: 'static',
  position: [0, -1, 0],
  colliders: [{ shape: 'box', halfExtents: [50, 1, 50] }],
} as const;
export const ball = (y: number, x = 0) =>
  ({ position: [x, y, 0], colliders: [{ shape: 'sphere', radius: 0.5 }] }) as const;

/** Balls that fall on the ground, and on each other, ten beside each other. */
export function pile(world: World, count: number): void {
  world.createBody(ground);
  for (let i = 0; i < count; i++) world.createBody(ball(1 + 0.7 * (i % 10), 1.01 * Math.floor(i / 10)));
}
