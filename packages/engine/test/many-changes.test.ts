/** Bodies that enter the simulation by a change of their settings need as much room as those that are created in it. */
import { expect, it } from 'vitest';
import type { Body, World } from '../src/index.js';
import { testWorld, transports } from './transports.js';

const SIDE = 40;
const ball = { shape: 'sphere', radius: 0.4 } as const;

function grid(world: World, options: { type?: 'static'; enabled?: boolean }): Body[] {
  return Array.from({ length: SIDE * SIDE }, (_, i) =>
    world.createBody({ ...options, position: [i % SIDE, 0, Math.floor(i / SIDE)], colliders: [ball] }),
  );
}

/** Each by itself where it should be, in the trees too, and all of it sound enough to be restored. */
async function expectAllFall(world: World, bodies: readonly Body[]): Promise<void> {
  await world.step(6);
  expect(world.failure).toBeUndefined();
  expect(world.stats).toMatchObject({ awakeBodyCount: bodies.length, islandCount: bodies.length });
  // g t (t + h) / 2, the exact sum of semi-implicit Euler.
  const height = (-9.81 * 0.1 * (0.1 + 1 / 240)) / 2;
  for (const body of bodies) expect(body.position[1]).toBeCloseTo(height, 3);
  const rays = new Float32Array(bodies.flatMap(({ position: [x, , z] }) => [x, 5, z, 0, -1, 0, 10]));
  const { handles } = await world.castRays(rays);
  expect([...handles]).toEqual(bodies.map((body) => body.handle));
  const other = await testWorld('inline');
  await other.restore(await world.snapshot());
  expect(await other.hash()).toBe(await world.hash());
  await other.dispose();
}

it.each(transports)('many static bodies become dynamic (%s)', async (transport) => {
  const world = await testWorld(transport, { gravity: [0, -9.81, 0] });
  const bodies = grid(world, { type: 'static' });
  await world.step(2);
  for (const body of bodies) body.update({ type: 'dynamic' });
  await expectAllFall(world, bodies);
  await world.dispose();
});

it.each(transports)('many bodies are enabled (%s)', async (transport) => {
  const world = await testWorld(transport, { gravity: [0, -9.81, 0] });
  const bodies = grid(world, { enabled: false });
  await world.step(2);
  for (const body of bodies) body.update({ enabled: true });
  await expectAllFall(world, bodies);
  await world.dispose();
});
