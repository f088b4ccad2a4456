import { describe, expect, it } from 'vitest';
import type { Body, World } from '../src/index.js';
import { testWorld } from './transports.js';

const weightless = { gravity: [0, 0, 0], sleep: false } as const;
/** One precesses, the other does not: they are integrated in different ways. */
const colliders = {
  rod: { shape: 'box', halfExtents: [0.1, 0.2, 0.9] },
  ball: { shape: 'sphere', radius: 0.5 },
} as const;
/** m/s; of docs/units.md. */
const FASTEST = 400;
/** rad/s: π/4 in a step. */
const FASTEST_TURN = (Math.PI / 4) * 60;

/** The square of the first is a number of 32 bits, that of the others is not. */
describe.each(
  [1e10, 1e20, 1e30, 1e38].flatMap((much) => (['rod', 'ball'] as const).map((name) => [much, name] as const)),
)('of %d on a %s', (much, name) => {
  const along = [0.6 * much, 0, -0.8 * much] as const;
  const capped = async (tell: (body: Body, world: World) => void): Promise<Body> => {
    const world = await testWorld('inline', weightless);
    const problems: unknown[] = [];
    world.on('problem', ({ error }) => problems.push(error));
    const body = world.createBody({ colliders: [colliders[name]] });
    tell(body, world);
    await world.step(2);
    expect(problems).toEqual([]);
    return body;
  };

  it.each<[string, (body: Body, world: World) => void]>([
    ['velocity', (body) => body.setLinearVelocity(along)],
    ['impulse', (body) => body.applyImpulse(along)],
    ['force', (body) => body.applyForce(along)],
    ['gravity', (_, world) => world.update({ gravity: along })],
  ])('a %s moves a body as fast as it can be, in its direction', async (_, tell) => {
    const { linearVelocity } = await capped(tell);
    expect(linearVelocity[0]).toBeCloseTo(0.6 * FASTEST, 2);
    expect(linearVelocity[1]).toBe(0);
    expect(linearVelocity[2]).toBeCloseTo(-0.8 * FASTEST, 2);
  });

  it.each<[string, (body: Body) => void]>([
    ['spin', (body) => body.setAngularVelocity([0, 0, much])],
    ['impulse', (body) => body.applyTorqueImpulse([0, 0, much])],
    ['torque', (body) => body.applyTorque([0, 0, much])],
  ])('a turning %s turns it as fast as it can, about its axis', async (_, tell) => {
    const { angularVelocity } = await capped(tell);
    expect(angularVelocity[0]).toBeCloseTo(0, 3);
    expect(angularVelocity[1]).toBeCloseTo(0, 3);
    expect(angularVelocity[2]).toBeCloseTo(FASTEST_TURN, 1);
  });
});
