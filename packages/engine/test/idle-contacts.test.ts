/** Contacts in which nothing presses: the solver passes them by until something does. */
import { expect, it } from 'vitest';
import { ground, testWorld } from './transports.js';

const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5], density: 1 } as const;

it('what lifts off is told no force, and lands with its weight', async () => {
  const world = await testWorld('inline', { sleep: false, gravity: [0, -10, 0] });
  world.createBody(ground);
  // Four share a group: one that lifts off alone, and four that do it together.
  const bodies = Array.from({ length: 8 }, (_, i) =>
    world.createBody({ position: [i * 2, 0.5, 0], colliders: [{ ...box, forces: true }] }),
  );
  let told = new Map<number, number>();
  world.on('contactforce', ({ bodyA, bodyB, force }) => {
    told.set(bodies.indexOf(bodies.includes(bodyA) ? bodyA : bodyB), force!);
  });
  const forces = (): (number | undefined)[] => {
    told = new Map();
    world.stepSync();
    return bodies.map((_, i) => told.get(i));
  };
  world.stepSync(120);
  for (const force of forces()) expect(force).toBeCloseTo(10, 2);
  // 4.5 mm high and 60 ms long: they stay near enough to keep their contacts.
  const jumping = [0, 4, 5, 6, 7];
  for (const i of jumping) bodies[i]!.setLinearVelocity([0, 0.3, 0]);
  for (let step = 1; step <= 3; step++) {
    forces().forEach((force, i) => {
      if (jumping.includes(i)) expect(force).toBeUndefined();
      else expect(force).toBeCloseTo(10, 2);
    });
    // Semi-implicit Euler in substeps of h, without a trace of what pressed before: v₀ t − g t (t + h) / 2.
    const t = step / 60,
      y = 0.3 * t - 5 * t * (t + 1 / 240);
    for (const i of jumping) expect(bodies[i]!.position[1] - bodies[1]!.position[1]).toBeCloseTo(y, 4);
  }
  expect(world.stats.touchingCount).toBe(8);
  world.stepSync(30);
  for (const force of forces()) expect(force).toBeCloseTo(10, 2);
});

it('what overlaps at rest is pushed apart until it just touches, without gravity too', async () => {
  const world = await testWorld('inline', { sleep: false, gravity: [0, 0, 0] });
  const sphere = { shape: 'sphere', radius: 0.5 } as const;
  const pairs = Array.from({ length: 5 }, (_, i) =>
    [0, 0.97].map((y) => world.createBody({ position: [i * 3, y, 0], colliders: [sphere] })),
  );
  world.stepSync(120);
  for (const [low, high] of pairs) {
    expect(high!.position[1] - low!.position[1]).toBeCloseTo(1, 4);
    expect(high!.linearVelocity[1]).toBeCloseTo(0, 4);
  }
});
