import { describe, expect, it } from 'vitest';
import { BALL_INERTIA, ball, crate, meanGap, openWorld, upwardZeros, watch } from './support.js';

describe('a ball joint', () => {
  it('is driven about each axis of its frame, with no more than its torque', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const body = ball(world);
    const joint = world.createJoint({
      type: 'spherical',
      bodyB: body,
      anchor: [0, 0, 0],
      axis: [0, 1, 0],
      motor: { velocity: [3, 0, 0], maxForce: BALL_INERTIA * 6 },
    });
    // The axis is x of the frame. 6 rad/s² for a quarter of a second.
    world.stepSync(15);
    expect(body.angularVelocity[1]).toBeCloseTo(1.5, 3);
    expect(joint.torque).toBeCloseTo(BALL_INERTIA * 6, 4);
    world.stepSync(30);
    expect(body.angularVelocity[1]).toBeCloseTo(3, 3);
    expect(joint.speed).toBeCloseTo(3, 3);
    joint.update({ motor: { velocity: [0, 0, 0] } });
    world.stepSync();
    expect(Math.hypot(...body.angularVelocity)).toBeLessThan(1e-3);
  });

  it('with a spring of 2 Hz swings back at 2 Hz', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const body = ball(world, [0, 0, 0], { angularVelocity: [0, 0, 2] });
    world.createJoint({ type: 'spherical', bodyB: body, anchor: [0, 0, 0], spring: { hertz: 2, dampingRatio: 0 } });
    expect(meanGap(upwardZeros(world, 5, () => body.rotation[2]))).toBeCloseTo(0.5, 2);
  });
});

describe('a distance', () => {
  it('keeps between its limits, both ways', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const bob = ball(world, [1, 0, 0], { linearVelocity: [3, 0, 0] });
    const joint = world.createJoint({
      type: 'distance',
      bodyB: bob,
      anchorA: [0, 0, 0],
      limits: { min: 0.5, max: 1.5 },
    });
    watch(world, 1, () => expect(joint.translation).toBeLessThan(1.505));
    expect(joint.translation).toBeCloseTo(1.5, 2);
    bob.setLinearVelocity([-3, 0, 0]);
    watch(world, 1, () => expect(joint.translation).toBeGreaterThan(0.495));
    expect(joint.translation).toBeCloseTo(0.5, 2);
  });

  it('is wound up by its motor with no more than its force, and swings on its spring at 2 Hz', async () => {
    const world = await openWorld();
    const load = ball(world, [0, -3, 0]);
    const joint = world.createJoint({
      type: 'distance',
      bodyB: load,
      anchorA: [0, 0, 0],
      motor: { velocity: -1, maxForce: 12 },
    });
    // 12 N − 10 N on 1 kg.
    world.stepSync(15);
    expect(joint.speed).toBeCloseTo(-0.5, 3);
    expect(joint.force).toBeCloseTo(12, 3);
    world.stepSync(45);
    expect(joint.speed).toBeCloseTo(-1, 3);
    expect(load.linearVelocity[1]).toBeCloseTo(1, 3);
    expect(joint.forceVector[1]).toBeCloseTo(10, 2);
    joint.update({ motor: null, length: 2, spring: { hertz: 2 } });
    expect(meanGap(upwardZeros(world, 5, () => joint.translation - 2 - 10 / (4 * Math.PI) ** 2))).toBeCloseTo(0.5, 2);
  });
});

it('a wheel goes no further than the limits of its suspension', async () => {
  const world = await openWorld();
  const wheel = ball(world, [0, 0, 0], { linearVelocity: [0, 3, 0] });
  const joint = world.createJoint({
    type: 'wheel',
    bodyB: wheel,
    axis: [0, 1, 0],
    axle: [0, 0, 1],
    spring: { hertz: 0.5, dampingRatio: 0.1 },
    limits: { min: -0.3, max: 0.2 },
  });
  let [least, most] = [0, 0];
  watch(world, 2, () => {
    least = Math.min(least, joint.translation);
    most = Math.max(most, joint.translation);
  });
  expect([most > 0.19, least < -0.29]).toEqual([true, true]);
  expect(most).toBeLessThan(0.205);
  expect(least).toBeGreaterThan(-0.305);
});

it('every type tells its angle, place and speed', async () => {
  const world = await openWorld({ gravity: [0, 0, 0] });
  const spun = { angularVelocity: [2, 0, 0] } as const;
  const pulled = { linearVelocity: [2, 0, 0] } as const;
  const axis = [1, 0, 0] as const;
  const body = (options: object) => crate(world, [0.2, 0.2, 0.2], [0, 0, 0], options);
  const turning = [
    world.createJoint({ type: 'revolute', bodyB: body(spun), axis }),
    world.createJoint({ type: 'spherical', bodyB: body(spun), axis }),
    world.createJoint({ type: 'generic', bodyB: body(spun), axis, angular: ['free', 'locked', 'locked'] }),
  ];
  const slider = world.createJoint({ type: 'prismatic', bodyB: body(pulled), axis });
  const rope = world.createJoint({ type: 'rope', bodyB: body(pulled), anchorA: [-1, 0, 0], length: 9 });
  const spring = world.createJoint({
    type: 'spring',
    bodyB: body(pulled),
    anchorA: [-1, 0, 0],
    length: 1,
    spring: { hertz: 0 },
  });
  world.stepSync(30);
  for (const joint of turning)
    expect([joint.type, +joint.angle.toFixed(3), +joint.speed.toFixed(3)]).toEqual([joint.type, 1, 2]);
  for (const [joint, place] of [
    [slider, 1],
    [rope, 2],
    [spring, 2],
  ] as const)
    expect([joint.type, +joint.translation.toFixed(3), +joint.speed.toFixed(3)]).toEqual([joint.type, place, 2]);
});

/** A small body at the end of a long arm: about the hinge it is hundreds of times as inert as about its own centre. */
describe.each([1, 4, 16])('far from the centre of mass, with %d substeps', (substeps) => {
  const far = 6;
  const open = async (joint: object, heavy: boolean) => {
    const world = await openWorld({ gravity: [0, 0, 0], substeps });
    const bodyA = heavy ? crate(world, [0.5, 0.5, 0.5], [0, 0, 0], { mass: 1e6 }) : null;
    const body = ball(world, [far, 0, 0]);
    world.createJoint({ type: 'revolute', bodyA, bodyB: body, anchor: [0, 0, 0], axis: [0, 0, 1], ...joint } as never);
    return { world, body };
  };

  it.each([false, true])('a motor keeps its speed, and the body its place (on a heavy body: %s)', async (heavy) => {
    const { world, body } = await open({ motor: { velocity: 1 } }, heavy);
    world.stepSync();
    expect(body.angularVelocity[2]).toBeCloseTo(1, 3);
    watch(world, 3, () => {
      expect(body.angularVelocity[2]).toBeCloseTo(1, 2);
      expect(Math.hypot(...body.position)).toBeCloseTo(far, 1);
    });
  });

  it('equal limits hold it where it is, and let it be turned to them', async () => {
    const { world, body } = await open({ limits: { min: 0, max: 0 } }, false);
    body.applyImpulse([0, 5, 0]);
    watch(world, 1, () => expect(Math.hypot(body.position[0] - far, body.position[1])).toBeLessThan(0.1));
    const { world: other, body: turned } = await open({ limits: { min: -0.2, max: -0.2 } }, false);
    other.stepSync(120);
    expect(turned.position[0]).toBeCloseTo(far * Math.cos(0.2), 2);
    expect(turned.position[1]).toBeCloseTo(-far * Math.sin(0.2), 2);
  });

  it('a spring of 1 Hz swings it about its target at 1 Hz', async () => {
    const { world, body } = await open({ spring: { hertz: 1, dampingRatio: 0, target: 0.2 } }, false);
    const angle = () => Math.atan2(body.position[1], body.position[0]) - 0.2;
    expect(meanGap(upwardZeros(world, 5, angle))).toBeCloseTo(1, 1);
    expect(Math.hypot(...body.position)).toBeCloseTo(far, 1);
  });
});
