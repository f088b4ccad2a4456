import { expect, it } from 'vitest';
import type { Body } from '../../src/index.js';
import { openWorld } from './support.js';

it.each(['spherical', 'revolute', 'fixed'] as const)(
  'a chain of %s joints of which a body is set far away stays finite and comes together again',
  async (type) => {
    for (const [place, half] of [
      [[-0.7, 1, 3.9], 0.25],
      [[-0.7, 1, 3.9], 0.8],
      [[8, 14, -3], 0.8],
    ] as const) {
      const world = await openWorld();
      const problems: string[] = [];
      world.on('problem', ({ error }) => problems.push(error.message));
      const bodies: Body[] = [];
      for (let i = 0; i < 7; i++) {
        const body = world.createBody({
          position: [-3 + 0.6 * i, 6, i % 2 === 0 ? 0.09 : -0.09],
          colliders: [{ shape: 'sphere', radius: 0.25 }],
        });
        const [anchorA, anchorB] = [i === 0 ? ([-3.3, 6, 0] as const) : ([0.3, 0, 0] as const), [-0.3, 0, 0] as const];
        world.createJoint({ type, bodyA: bodies.at(-1) ?? null, bodyB: body, anchorA, anchorB });
        bodies.push(body);
      }
      bodies[5]!.update({ position: place, colliders: [{ shape: 'box', halfExtents: [half, half, 0.5] }] });
      world.stepSync(60);
      expect(problems).toEqual([]);
      for (const body of bodies)
        expect(Math.hypot(...body.position.map((x, k) => x - [-3.3, 6, 0][k]!))).toBeLessThan(4.7);
    }
  },
);

it('what is held from far away by a body that was stopped at the floor goes no faster than anything may', async () => {
  const world = await openWorld();
  world.createBody({ type: 'static', colliders: [{ shape: 'box', halfExtents: [50, 0.5, 50] }] });
  const [small, large] = [0.2, 0.5].map((half, i) =>
    world.createBody({
      position: [0, i === 0 ? 2 : 20, 0],
      linearVelocity: [0, i === 0 ? -300 : 0, 0],
      colliders: [{ shape: 'box', halfExtents: [half, half, half] }],
    }),
  ) as [Body, Body];
  world.createJoint({ type: 'spherical', bodyA: small, bodyB: large, anchorA: [0.2, 0, 0], anchorB: [0, 32, 0.4] });
  for (let i = 0; i < 30; i++) {
    const before = large.position;
    world.stepSync();
    expect(Math.hypot(...large.position.map((x, k) => x - before[k]!))).toBeLessThan(400 / 60);
  }
});
