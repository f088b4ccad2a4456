import { expect, it, onTestFinished } from 'vitest';
import { createWorld, type BodyOptions } from '../src/index.js';

/** They all start at one place, and touch nothing. */
const groups = { memberships: 0, filter: 0 };
const box = (halfExtents: [number, number, number]): BodyOptions => ({
  colliders: [{ shape: 'box', halfExtents, groups }],
});

/** Some spin slowly, some fast, one at hundreds of rad/s; some are damped, locked, or have no principal axes of their own. */
const FLYING: readonly BodyOptions[] = [
  { ...box([1, 0.2, 0.5]), angularVelocity: [3, 4, 2] },
  { ...box([0.1, 0.2, 0.3]), angularVelocity: [0, 8, 0.01], linearDamping: 0.5, angularDamping: 0.3 },
  { colliders: [{ shape: 'sphere', radius: 0.3, groups }], angularVelocity: [1, 2, 3] },
  { ...box([0.5, 0.1, 0.1]), angularVelocity: [0.1, 600, 300] },
  {
    colliders: [{ shape: 'capsule', radius: 0.1, halfHeight: 0.4, groups }],
    angularVelocity: [5, 1, -2],
    gravityScale: -1,
  },
  { ...box([0.3, 0.2, 0.1]), angularVelocity: [1, 1, 1], lockRotations: [false, true, false] },
  {
    colliders: [
      { shape: 'box', halfExtents: [0.5, 0.1, 0.2], groups },
      { shape: 'sphere', radius: 0.2, position: [0.4, 0.5, 0.3], groups },
    ],
    angularVelocity: [2, -3, 1],
  },
  { ...box([0.4, 0.3, 0.05]), angularVelocity: [-6, 0.5, 3], linearVelocity: [390, 200, 0] },
  { ...box([1, 2, 0.5]), angularVelocity: [1, -1, 0.5] },
];

async function fly(bodies: readonly BodyOptions[]): Promise<number[][]> {
  const world = await createWorld({ transport: 'inline', sleep: false });
  onTestFinished(() => world.dispose());
  const made = bodies.map((options) => world.createBody(options));
  for (let step = 0; step < 90; step++) world.stepSync();
  return made.map((body) => [...body.position, ...body.rotation, ...body.linearVelocity, ...body.angularVelocity]);
}

it('bodies that fly together fly as each does alone, to the last bit', async () => {
  const alone: number[][] = [];
  for (const body of FLYING) alone.push((await fly([body]))[0]!);
  // Hundreds: few bodies do not share what is solved together.
  const many = Array.from({ length: 40 * FLYING.length }, (_, i) => (i * 7) % FLYING.length);
  const together = await fly(many.map((i) => FLYING[i]!));
  many.forEach((kind, i) => expect(together[i]).toEqual(alone[kind]));
});
