/** How far the bodies of a contact move until their shapes are tested again. */
import { expect, it } from 'vitest';
import { createWorld, type Vec3 } from '../src/index.js';

/** Tests of the shapes while a box of 1 m slides over ice for a second. */
async function testsWhileSliding(speed: number, rotation?: readonly [number, number, number, number], height = 0.5) {
  const world = await createWorld({ transport: 'inline', gravity: [0, -10, 0] });
  world.createBody({
    type: 'static',
    position: [0, -0.5, 0],
    colliders: [{ shape: 'box', halfExtents: [50, 0.5, 50], friction: 0 }],
  });
  const box = world.createBody({
    position: [0, height, 0] as Vec3,
    ...(rotation && { rotation }),
    canSleep: false,
    lockRotations: [true, true, true],
    colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5], friction: 0 }],
  });
  world.stepSync(30);
  box.setLinearVelocity([speed, 0, 0]);
  let tests = 0;
  for (let i = 0; i < 60; i++) {
    world.stepSync();
    tests += world.stats.satRuns;
  }
  expect(box.position[0]).toBeCloseTo(speed, 2);
  await world.dispose();
  return tests;
}

it('is 4 % of the smaller half extent for a face, 5 mm for an edge', async () => {
  // 12 steps of 1.7 mm are 2 cm, 3 are 5 mm.
  expect(await testsWhileSliding(0.1)).toBeLessThanOrEqual(5);
  const edge = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)] as const;
  const tests = await testsWhileSliding(0.1, edge, Math.SQRT1_2);
  expect(tests).toBeGreaterThanOrEqual(15);
  expect(tests).toBeLessThanOrEqual(20);
});
