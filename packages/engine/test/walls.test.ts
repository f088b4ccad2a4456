/** What is beside a wall, in its bounds, is found in the step that it comes to it, and not before: against distances in 64 bits. */
import { expect, it } from 'vitest';
import type { Vec3 } from '../src/index.js';
import { generator, turn } from './support/clutter.js';
import { add, rotate, separation, type Shape } from './support/distance.js';
import { testWorld } from './transports.js';

/** Nearer than this to touching, either is right. m */
const EDGE = 4e-3;
const [STEPS, COUNT] = [60, 40];

it.each<[string, number]>([
  ['sharp', 0],
  ['rounded', 0.1],
])('%s walls meet what touches them, however it is turned', async (_, rounding) => {
  const random = generator(7);
  const around = (reach: number): number => reach * (2 * random() - 1);
  const shapeOf = (i: number): Shape => {
    if (i % 5 === 0) return { shape: 'sphere', radius: 0.1 + 0.3 * random() };
    if (i % 5 === 1) return { shape: 'capsule', radius: 0.1 + 0.1 * random(), halfHeight: 0.1 + 0.2 * random() };
    if (i % 5 === 2) return { shape: 'cylinder', radius: 0.1 + 0.2 * random(), halfHeight: 0.1 + 0.2 * random() };
    if (i % 5 === 3) return { shape: 'cone', radius: 0.1 + 0.2 * random(), halfHeight: 0.1 + 0.2 * random() };
    return { shape: 'box', halfExtents: [0.1 + 0.3 * random(), 0.1 + 0.3 * random(), 0.1 + 0.3 * random()], rounding };
  };
  const world = await testWorld('inline', { gravity: [0, 0, 0] });
  const halfExtents: Vec3 = [4, 0.3, 3];
  const wall = {
    shape: { shape: 'box', halfExtents, rounding } as const,
    position: [0, 0, 0] as Vec3,
    rotation: turn(random),
  };
  world.createBody({
    type: 'static',
    rotation: wall.rotation,
    colliders: [{ ...wall.shape, groups: { memberships: 2, filter: 1 } }],
  });
  const small = Array.from({ length: COUNT }, (_, i) => {
    const shape = shapeOf(i);
    return {
      shape,
      body: world.createBody({
        colliders: [{ ...shape, sensor: true, events: true, groups: { memberships: 1, filter: 2 } }],
      }),
    };
  });
  const met = { near: 0, apart: 0, touching: 0 };
  for (let step = 0; step < STEPS; step++) {
    const placed = small.map(({ shape, body }) => {
      // Far from it, but in its bounds, in one step; close to a face or an edge in another.
      const isFar = random() < 0.5;
      const local: Vec3 = [around(4.3), isFar ? 1 + random() : around(0.8), around(3.3)];
      const position = add(wall.position, rotate(wall.rotation, local));
      const rotation = turn(random);
      body.setPosition(position);
      body.setRotation(rotation);
      return { shape, position, rotation };
    });
    world.stepSync();
    for (const [i, { body }] of small.entries()) {
      const gap = separation(placed[i]!, wall, 13);
      if (Math.abs(gap) < EDGE) continue;
      expect(world.overlapsOf(body).size > 0, `body ${i} in step ${step}, ${gap} m`).toBe(gap < 0);
      if (gap < 0) met.touching++;
      else if (gap < 0.1) met.near++;
      else met.apart++;
    }
  }
  expect(Math.min(met.near, met.apart, met.touching)).toBeGreaterThan(100);
  await world.dispose();
});
