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
