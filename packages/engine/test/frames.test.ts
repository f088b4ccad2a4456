import { expect, it } from 'vitest';
import { ground, testWorld, transports } from './transports.js';

it.each(transports)(
  'poses and velocities arrive on the %s transport, however much a step tells after they were written',
  async (transport) => {
    const world = await testWorld(transport);
    const floor = world.createBody(ground);
    const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;
    // Their forces are told at the end of each step: frames grow then, and some have to go elsewhere in the ring.
    for (let i = 0; i < 60; i++) {
      world.createBody({ position: [3 * i, 0.5, 0], canSleep: false, colliders: [{ ...box, forces: true }] });
    }
    const ballistic = { gravityScale: 0, linearDamping: 0, colliders: [{ shape: 'sphere', radius: 0.1 }] } as const;
    const fliers = Array.from({ length: 60 }, (_, i) =>
      world.createBody({ ...ballistic, position: [0, 10, i], linearVelocity: [0, 0.5 + i / 8, 0] }),
    );
    for (let step = 1; step <= 120; step++) {
      // A body that is not awake is in the frame too, behind the others.
      const height = -1 - (step % 3) / 1000;
      if (step % 2 === 0) floor.setPosition([0, height, 0]);
      await world.step();
      if (step % 2 === 0) expect(floor.position[1]).toBeCloseTo(height, 6);
      fliers.forEach((body, i) => {
        const speed = 0.5 + i / 8;
        expect(body.linearVelocity[1]).toBeCloseTo(speed, 5);
        expect(body.position[1]).toBeCloseTo(10 + (speed * step) / 60, 3);
      });
    }
  },
);

it.each(transports)(
  'what a frame says stays on the %s transport, however much is read behind it',
  async (transport) => {
    const world = await testWorld(transport);
    const shape = { colliders: [{ shape: 'sphere', radius: 0.1 }], linearDamping: 0 } as const;
    const flier = world.createBody({ ...shape, position: [5, 0, 0] });
    const weight = world.createBody({ ...shape, position: [0, -5, 0] });
    const joint = world.createJoint({ type: 'rope', bodyB: weight, anchorA: [0, -4, 0] });
    await world.step(20);
    // More than the ring holds.
    for (let i = 0; i < 40; i++) await Promise.all(Array.from({ length: 300 }, () => world.hash()));
    expect(flier.linearVelocity[1]).toBeCloseTo((-9.81 * 20) / 60, 3);
    expect(joint.force / (9.81 * weight.mass)).toBeCloseTo(1, 2);
  },
);
