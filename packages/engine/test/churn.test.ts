import { expect, it } from 'vitest';
import { createWorld } from '../src/index.ts';

const ROUNDS = 20_000;
const ball = { position: [0, 5, 0], colliders: [{ shape: 'sphere', radius: 0.5 }] } as const;

/** Each of these once wrote past the end of a list that was sized by the number of bodies. */
const sequences: Record<string, (world: Awaited<ReturnType<typeof createWorld>>, round: number) => void> = {
  'moving, destroying and creating again': (world) => {
    const body = world.createBody(ball);
    body.setPosition([1, 2, 3]);
    body.destroy();
  },
  'disabling and enabling': (world) => {
    const body = [...world.bodies].at(-1)!;
    body.update({ enabled: false });
    body.update({ enabled: true });
  },
  'setting a target and moving away': (world) => {
    const body = [...world.bodies].at(0)!;
    body.setKinematicTarget([1, 0, 0], [0, 0, 0, 1]);
    body.setPosition([0, 0, 0]);
  },
  'setting a target and a velocity': (world) => {
    const body = [...world.bodies].at(0)!;
    body.setKinematicTarget([1, 0, 0], [0, 0, 0, 1]);
    body.setLinearVelocity([0, 0, 0]);
  },
};

it.each(Object.entries(sequences))(
  '%s many times between two steps leaves the world sound',
  { timeout: 30_000 },
  async (_, act) => {
    const world = await createWorld({ transport: 'inline' });
    world.createBody({
      type: 'kinematic',
      colliders: [{ shape: 'sphere', radius: 0.5, events: false }],
      position: [50, 0, 0],
    });
    const falling = world.createBody(ball);
    for (let round = 0; round < ROUNDS; round++) act(world, round);
    await world.step(60);
    expect(world.failure).toBeFalsy();
    // g t (t + h) / 2 with the default gravity.
    expect(5 - falling.position[1]).toBeCloseTo((9.81 * (1 + 1 / 240)) / 2, 2);
    await world.dispose();
  },
);
