import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/index.js';
import { BALL_INERTIA, ball, crate, meanGap, openWorld, upwardZeros, watch } from './support.js';

const height = (body: Body) => body.position[1];

describe('a fixed joint', () => {
  it('holds a beam of five parts level within 2 cm a metre, as the parts stood', async () => {
    const world = await openWorld();
    let before: Body | null = null;
    const parts: Body[] = [];
    for (let i = 0; i < 5; i++) {
      const part = crate(world, [0.25, 0.1, 0.1], [0.25 + 0.5 * i, 0, 0], { rotation: [0, 0, i % 2, 1 - (i % 2)] });
      world.createJoint({ type: 'fixed', bodyA: before, bodyB: part, anchor: [0.5 * i, 0, 0] });
      parts.push(part);
      before = part;
    }
    world.stepSync(600);
    expect(height(parts[4]!)).toBeGreaterThan(-0.05);
    expect(height(parts[4]!)).toBeLessThan(0);
  });

  it('bears the weight and the moment of what hangs on it', async () => {
    const world = await openWorld();
    const arm = ball(world, [1.5, 0, 0]);
    const joint = world.createJoint({ type: 'fixed', bodyB: arm, anchor: [0, 0, 0] });
    world.stepSync(120);
    expect(joint.forceVector[1]).toBeCloseTo(10, 2);
    expect(joint.torqueVector[2]).toBeCloseTo(15, 1);
  });

  it('that is soft swings at its frequency', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const arm = ball(world, [1, 0, 0], { angularVelocity: [0, 0, 0.1], linearVelocity: [0, 0.1, 0] });
    world.createJoint({ type: 'fixed', bodyB: arm, anchor: [0, 0, 0], spring: { hertz: 3, dampingRatio: 0 } });
    const zeros = upwardZeros(world, 4, () => arm.position[1]);
    expect(meanGap(zeros)).toBeCloseTo(1 / 3, 2);
  });
});

describe('a spring on a hinge', () => {
  it('of 2 Hz swings a door with its weight far from the hinge at 2 Hz', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const door = crate(world, [0.5, 1, 0.05], [0.5, 0, 0], {
      angularVelocity: [0, 1, 0],
      linearVelocity: [0, 0, -0.5],
    });
    const joint = world.createJoint({
      type: 'revolute',
      bodyB: door,
      anchor: [0, 0, 0],
      axis: [0, 1, 0],
      spring: { hertz: 2 },
    });
    expect(meanGap(upwardZeros(world, 5, () => joint.angle))).toBeCloseTo(0.5, 2);
  });

  it('given by stiffness swings with 2π √(I/k)', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const arm = ball(world, [0.5, 0, 0], { angularVelocity: [0, 0, 1], linearVelocity: [0, 0.5, 0] });
    const joint = world.createJoint({
      type: 'revolute',
      bodyB: arm,
      anchor: [0, 0, 0],
      spring: { stiffness: 20, damping: 0 },
    });
    const period = 2 * Math.PI * Math.sqrt((0.25 + BALL_INERTIA) / 20);
    expect(meanGap(upwardZeros(world, 6, () => joint.angle)) / period).toBeCloseTo(1, 2);
  });
});

describe('a wheel', () => {
  const suspended = async (options = {}) => {
    const world = await openWorld();
    const wheel = ball(world, [1, -0.5, 0]);
    const joint = world.createJoint({
      type: 'wheel',
      bodyB: wheel,
      anchor: [1, -0.5, 0],
      axis: [0, 1, 0],
      axle: [0, 0, 1],
      spring: { hertz: 2, dampingRatio: 0.7 },
      ...options,
    });
    return { world, wheel, joint };
  };

  it('sinks into its suspension by g/ω², and no other way', async () => {
    const { world, wheel, joint } = await suspended();
    world.stepSync(240);
    expect(joint.translation).toBeCloseTo(-10 / (4 * Math.PI) ** 2, 3);
    expect(Math.hypot(wheel.position[0] - 1, wheel.position[2])).toBeLessThan(0.001);
  });

  it('spins about its axle alone, and is driven by its motor', async () => {
    const { world, wheel, joint } = await suspended({ motor: { velocity: 20, maxForce: BALL_INERTIA * 40 } });
    wheel.setAngularVelocity([3, 3, 0]);
    world.stepSync(15);
    expect(joint.speed).toBeCloseTo(10, 1);
    world.stepSync(30);
    expect(joint.speed).toBeCloseTo(20, 2);
    const [x, y] = wheel.angularVelocity;
    expect(Math.hypot(x, y)).toBeLessThan(0.01);
  });

  it.each([0, 8])('is steered at once, or at %f Hz, while it spins', async (hertz) => {
    const { world, wheel, joint } = await suspended({ motor: { velocity: 10 } });
    world.stepSync(60);
    joint.update({ steering: { angle: 0.4, hertz } });
    world.stepSync(60);
    expect(joint.angle).toBeCloseTo(0.4, 2);
    // The axle has turned by 0.4 about y.
    const [x, y, z] = wheel.angularVelocity;
    expect(x / 10).toBeCloseTo(Math.sin(0.4), 2);
    expect(y / 10).toBeCloseTo(0, 2);
    expect(z / 10).toBeCloseTo(Math.cos(0.4), 2);
  });
});

describe('a motor joint', () => {
  it('carries a body to a pose in the world', async () => {
    const world = await openWorld();
    const body = crate(world, [0.2, 0.3, 0.4], [0, 0, 0]);
    const [s, c] = [Math.sin(0.5), Math.cos(0.5)];
    world.createJoint({
      type: 'motor',
      bodyB: body,
      target: { position: [1, 2, 3], rotation: [0, s, 0, c] },
      hertz: 3,
    });
    world.stepSync(120);
    // Its own weight stretches the spring by g/ω².
    const sag = 10 / (6 * Math.PI) ** 2;
    [1, 2 - sag, 3].forEach((value, i) => expect(body.position[i]).toBeCloseTo(value, 3));
    expect(Math.abs(body.rotation[1] * s + body.rotation[3] * c)).toBeCloseTo(1, 5);
  });

  it('pulls with no more than its force', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const body = ball(world);
    const joint = world.createJoint({ type: 'motor', bodyB: body, target: { position: [100, 0, 0] }, maxForce: 3 });
    world.stepSync(60);
    // 3 m/s² for a second.
    expect(body.linearVelocity[0]).toBeCloseTo(3, 3);
    expect(joint.force).toBeCloseTo(3, 3);
  });
});

describe('a generic joint', () => {
  it('frees, locks, limits and drives each axis as it is told', async () => {
    const world = await openWorld();
    const body = crate(world, [0.3, 0.3, 0.3], [0, 0, 0], { linearVelocity: [1, 0, 2], angularVelocity: [1, 1, 0] });
    world.createJoint({
      type: 'generic',
      bodyB: body,
      axis: [1, 0, 0],
      normal: [0, 1, 0],
      linear: ['free', { limits: { min: -0.5, max: 0.5 } }, 'locked'],
      angular: [{ motor: { velocity: 2 } }, 'locked', { limits: { min: -0.1, max: 0.1 } }],
    });
    watch(world, 2, () => {
      const [, y, z] = body.position;
      expect([Math.abs(z) < 0.005, y > -0.505]).toEqual([true, true]);
    });
    expect(body.position[0]).toBeCloseTo(2, 1);
    expect(body.position[1]).toBeCloseTo(-0.5, 2);
    expect(body.angularVelocity[0]).toBeCloseTo(2, 2);
    expect(Math.abs(body.angularVelocity[1])).toBeLessThan(0.05);
  });

  it('with all axes locked is a weld', async () => {
    const world = await openWorld();
    const welded = ball(world, [1, 0, 0]);
    world.createJoint({ type: 'generic', bodyB: welded, anchor: [0, 0, 0] });
    world.stepSync(120);
    expect(welded.position[1]).toBeGreaterThan(-0.005);
  });

  it('with two free axes is a universal joint: it swings and does not twist', async () => {
    const world = await openWorld({ gravity: [0, 0, 10] });
    const shaft = crate(world, [0.1, 0.1, 0.5], [0, 0, 0.5], {
      angularVelocity: [2, -1, 0],
      linearVelocity: [-0.5, -1, 0],
    });
    const joint = world.createJoint({
      type: 'generic',
      bodyB: shaft,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      angular: ['locked', 'free', 'free'],
    });
    let swing = 0;
    watch(world, 3, () => {
      shaft.applyTorque([0, 0, 0.2]);
      expect(Math.abs(joint.angle)).toBeLessThan(0.01);
      swing = Math.max(swing, Math.hypot(shaft.position[0], shaft.position[1]));
    });
    expect(swing).toBeGreaterThan(0.2);
    expect(Math.hypot(...shaft.position)).toBeCloseTo(0.5, 2);
  });
});
