/** Joints in loops: what they contradict each other by, or what tears them, does not set their bodies spinning. */
import { expect, it } from 'vitest';
import type { Body, JointOptions, World } from '../../src/index.js';
import { crate, openWorld, watch } from './support.js';

const fastestSpin = (bodies: readonly Body[]): number =>
  Math.max(...bodies.map(({ angularVelocity }) => Math.hypot(...angularVelocity)));

/** The fastest spin in the last of some seconds. */
function spinAfter(world: World, seconds: number, bodies: readonly Body[]): number {
  let fastest = 0;
  watch(world, seconds, (time) => {
    if (time > seconds - 1) fastest = Math.max(fastest, fastestSpin(bodies));
  });
  return fastest;
}

it.each(
  (['spherical', 'revolute', 'fixed'] as const).flatMap((type) =>
    [0.005, 0.02, 0.1, 0.3].map((gap) => [type, gap] as const),
  ),
)('two %s joints of a pair that are %f m off each other', async (type, gap) => {
  const world = await openWorld({ gravity: [0, 0, 0] });
  const [a, b] = [0, 1].map((x) => crate(world, [0.25, 0.2, 0.15], [x, 0, 0], { mass: 60 })) as [Body, Body];
  const join = (anchorA: readonly number[], anchorB: readonly number[]) =>
    world.createJoint({ type, bodyA: a, bodyB: b, anchorA, anchorB } as unknown as JointOptions);
  join([0.5, 0, 0], [-0.5, 0, 0]);
  join([0.5, gap, 0], [-0.5, -gap, gap / 2]);
  expect(spinAfter(world, 20, [a, b])).toBeLessThan(1.5);
});

it('a ring of six welds of which two are 10 cm off', async () => {
  const world = await openWorld({ gravity: [0, 0, 0] });
  const links = Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3,
      r = Math.sqrt(3) / 2,
      half = angle / 2 + Math.PI / 4;
    return crate(world, [0.25, 0.2, 0.15], [r * Math.cos(angle), r * Math.sin(angle), 0], {
      mass: 60,
      rotation: [0, 0, Math.sin(half), Math.cos(half)],
    });
  });
  links.forEach((bodyA, i) => {
    const anchorA = [0.5, i === 2 ? 0.1 : 0, i === 1 ? 0.1 : 0] as const;
    world.createJoint({ type: 'fixed', bodyA, bodyB: links[(i + 1) % 6]!, anchorA, anchorB: [-0.5, 0, 0] });
  });
  expect(spinAfter(world, 20, links)).toBeLessThan(0.1);
});

it.each([10, 18, 22, 25])(
  'a net of 64 knots that is hit at %d m/s by a ball of 40 times their weight',
  async (speed) => {
    const world = await openWorld();
    const side = 8,
      last = side - 1;
    const knots = Array.from({ length: side * side }, (_, i) => {
      const [x, z] = [i % side, Math.floor(i / side)];
      const isCorner = x % last === 0 && z % last === 0;
      return world.createBody({
        type: isCorner ? 'static' : 'dynamic',
        position: [x / 2, 5, z / 2],
        colliders: [{ shape: 'sphere', radius: 0.12 }],
      });
    });
    const ties: (readonly [Body, Body, readonly [number, number, number]])[] = knots.flatMap((knot, i) => [
      ...(i % side < last ? [[knot, knots[i + 1]!, [0.25, 0, 0]] as const] : []),
      ...(i < side * last ? [[knot, knots[i + side]!, [0, 0, 0.25]] as const] : []),
    ]);
    for (const [bodyA, bodyB, [x, y, z]] of ties)
      world.createJoint({ type: 'spherical', bodyA, bodyB, anchorA: [x, y, z], anchorB: [-x, y, -z] });
    world.createBody({
      position: [1.8, 7, 1.7],
      linearVelocity: [0, -speed, 0],
      colliders: [{ shape: 'sphere', radius: 0.4 }],
    });
    expect(spinAfter(world, 10, knots)).toBeLessThan(20);
  },
);
