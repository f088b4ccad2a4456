import { expect, it } from 'vitest';
import { ground, testWorld } from './transports.js';

const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;

it.each([1e-12, 1e-6, 1, 1e6, 1e12])('a heap and a chain of bodies of %d kg stay whole', async (mass) => {
  const world = await testWorld('inline');
  const problems: unknown[] = [];
  world.on('problem', ({ error }) => problems.push(error));
  world.createBody(ground);
  const [low, high] = [0.5, 1.5].map((y) => world.createBody({ position: [0, y, 0], colliders: [box], mass }));
  const [first, last] = [9, 8].map((y) => world.createBody({ position: [5, y, 0], colliders: [box], mass }));
  world.createJoint({ type: 'fixed', bodyA: null, bodyB: first! });
  world.createJoint({ type: 'revolute', bodyA: first!, bodyB: last!, anchor: [5, 8.5, 0], axis: [0, 0, 1] });
  first!.applyTorqueImpulse([0.1 * mass, 0, 0]);
  await world.step(120);
  expect(problems).toEqual([]);
  for (const [body, y] of [
    [low!, 0.5],
    [high!, 1.5],
    [first!, 9],
    [last!, 8],
  ] as const)
    expect(body.position[1]).toBeCloseTo(y, 1);
});

it.each([1e-3, 1e-4, 1e-5])('a ball of %d m turns, and a joint holds it', async (radius) => {
  const world = await testWorld('inline', { gravity: [0, 0, 0] });
  const problems: unknown[] = [];
  world.on('problem', ({ error }) => problems.push(error));
  const make = () => world.createBody({ colliders: [{ shape: 'sphere', radius }] });
  const [free, held] = [make(), make()];
  world.createJoint({ type: 'fixed', bodyA: null, bodyB: held });
  for (const body of [free, held]) body.applyTorqueImpulse([0, 1e-12, 0]);
  await world.step(10);
  expect(problems).toEqual([]);
  expect(free.angularVelocity[1]).toBeGreaterThan(0.1);
  expect(Math.abs(held.angularVelocity[1])).toBeLessThan(0.01);
});
