/** How far the bodies of a contact move until their shapes are tested again. */
import { expect, it } from 'vitest';
import { createWorld } from '../src/index.js';

/** 12 steps are 2 cm, 3 are 5 mm. */
const SPEED = 0.1;

/** Tests of the shapes while a box of 1 m slides over ice for a second. */
async function testsWhileSliding(angle: number, height: number): Promise<number> {
  const world = await createWorld({ transport: 'inline', gravity: [0, -10, 0] });
  world.createBody({
    type: 'static',
    position: [0, -0.5, 0],
    colliders: [{ shape: 'box', halfExtents: [50, 0.5, 50], friction: 0 }],
  });
  const box = world.createBody({
    position: [0, height, 0],
    rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    canSleep: false,
    lockRotations: [true, true, true],
    colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5], friction: 0 }],
  });
  world.stepSync(30);
  box.setLinearVelocity([SPEED, 0, 0]);
  let tests = 0;
  for (let i = 0; i < 60; i++) {
    world.stepSync();
    tests += world.stats.satRuns;
  }
  expect(box.position[0]).toBeCloseTo(SPEED, 2);
  await world.dispose();
  return tests;
}

it('is 4 % of the smaller half extent for a face, 5 mm for an edge', async () => {
  expect(await testsWhileSliding(0, 0.5)).toBeLessThanOrEqual(5);
  const edge = await testsWhileSliding(Math.PI / 4, Math.SQRT1_2);
  expect(edge).toBeGreaterThanOrEqual(15);
  expect(edge).toBeLessThanOrEqual(20);
});
