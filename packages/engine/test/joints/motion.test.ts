import { describe, expect, it } from 'vitest';
import type { World } from '../../src/index.js';
import { agm, ball, BALL_INERTIA, crate, meanGap, openWorld, spinOf, upwardZeros, watch } from './support.js';

describe('a pendulum', () => {
  const length = 2;
  const hang = (world: World, swing: number, type: 'revolute' | 'spherical' | 'distance' = 'revolute') => {
    const bob = ball(world, [length * Math.sin(swing), -length * Math.cos(swing), 0]);
    const joint = world.createJoint(
      type === 'distance'
        ? { type, bodyB: bob, anchorA: [0, 0, 0] }
        : { type, bodyB: bob, anchor: [0, 0, 0], axis: [0, 0, 1] },
    );
    return { bob, joint };
  };

  // T = 2π √(I / m g l) / agm(1, cos(θ/2)): C. F. Gauss on the complete elliptic integral. The ball does not turn with a rod.
  it.each([
    ['revolute', 0.05, 1e-3],
    ['revolute', 0.5, 1e-3],
    ['revolute', 1.5, 1e-3],
    ['revolute', 2.5, 3e-3],
    ['spherical', 1.5, 1e-3],
    ['spherical', 2.5, 3e-3],
    ['distance', 0.05, 1e-3],
    ['distance', 1.5, 1e-3],
    ['distance', 2.5, 3e-3],
  ] as const)(
    'on a %s joint swings from %f rad with the period of the closed form, and as far after ten swings',
    async (type, swing, part) => {
      const world = await openWorld();
      const { bob } = hang(world, swing, type);
      const small = 2 * Math.PI * Math.sqrt((length ** 2 + (type === 'distance' ? 0 : BALL_INERTIA)) / (10 * length));
      const period = small / agm(1, Math.cos(swing / 2));
      let farthest = 0;
      let longest = 0;
      const zeros: number[] = [];
      let before = bob.position[0];
      watch(world, 11.5 * period, (time) => {
        const [x, y] = bob.position;
        if (before < 0 && x >= 0) {
          zeros.push(time - x / (x - before) / 60);
          if (zeros.length < 10) farthest = 0;
        }
        before = x;
        farthest = Math.max(farthest, Math.acos(Math.min(1, -y / Math.hypot(x, y))));
        longest = Math.max(longest, Math.abs(Math.hypot(x, y) - length));
      });
      expect(zeros.length).toBeGreaterThan(10);
      expect(Math.abs(meanGap(zeros) / period - 1)).toBeLessThan(part);
      // A step samples the turning point no nearer than g/8l · h².
      expect(Math.abs(farthest / swing - 1)).toBeLessThan(swing < 0.1 ? 0.02 : 0.003);
      expect(longest).toBeLessThan(0.0005);
    },
  );

  it('bears its weight and the centripetal force', async () => {
    const world = await openWorld();
    const { bob, joint } = hang(world, 0);
    world.stepSync(10);
    expect(joint.force).toBeCloseTo(10, 1);
    bob.setLinearVelocity([2, 0, 0]);
    bob.setAngularVelocity([0, 0, 1]);
    world.stepSync();
    expect(joint.force).toBeCloseTo(10 + 4 / length, 1);
  });
});

describe('a spring of 2 Hz', () => {
  it.each([0, 0.1, 0.5])('swings at its frequency and dies away at damping ratio %f', async (dampingRatio) => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const bob = ball(world, [0.5, 0, 0]);
    const joint = world.createJoint({
      type: 'prismatic',
      bodyB: bob,
      anchorA: [0, 0, 0],
      axisA: [1, 0, 0],
      axisB: [1, 0, 0],
      spring: { hertz: 2, dampingRatio },
    });
    const omega = 4 * Math.PI;
    const damped = omega * Math.sqrt(1 - dampingRatio ** 2);
    // x = x₀ e^(−ζωt) (cos ω_d t + ζω/ω_d sin ω_d t)
    let worst = 0;
    watch(world, 3, (time) => {
      const decay = 0.5 * Math.exp(-dampingRatio * omega * time);
      const exact = decay * (Math.cos(damped * time) + ((dampingRatio * omega) / damped) * Math.sin(damped * time));
      worst = Math.max(worst, Math.abs(joint.translation - exact));
    });
    // Half a substep of phase is what a map from velocities to positions leaves open.
    expect(worst).toBeLessThan((0.5 * omega) / 240 + 0.002);
  });

  it('given by stiffness has the period 2π √(m/k)', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const a = ball(world, [-0.5, 0, 0]);
    const b = ball(world, [0.7, 0, 0], { mass: 3 });
    const joint = world.createJoint({ type: 'spring', bodyA: a, bodyB: b, length: 1, spring: { stiffness: 30 } });
    const zeros = upwardZeros(world, 20, () => joint.translation - 1);
    expect(meanGap(zeros)).toBeCloseTo(2 * Math.PI * Math.sqrt(0.75 / 30), 2);
  });

  it('that is stiffer than the substeps comes to rest instead of blowing up', async () => {
    const world = await openWorld();
    const bob = ball(world, [1, 0, 0]);
    const joint = world.createJoint({ type: 'spring', bodyB: bob, anchorA: [0, 0, 0], spring: { stiffness: 1e8 } });
    world.stepSync(600);
    expect(Math.abs(joint.translation - 1)).toBeLessThan(0.001);
  });
});

describe('a motor', () => {
  it('reaches its speed with its torque, and holds it', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const wheel = ball(world);
    const joint = world.createJoint({
      type: 'revolute',
      bodyB: wheel,
      motor: { velocity: 10, maxForce: BALL_INERTIA * 10 },
    });
    // The torque is the moment of inertia times 10 rad/s².
    world.stepSync(30);
    expect(joint.speed).toBeCloseTo(5, 3);
    world.stepSync(60);
    expect(joint.speed).toBeCloseTo(10, 3);
    expect(joint.torque).toBeLessThan(1e-4);
    joint.update({ motor: { velocity: -10 } });
    world.stepSync();
    expect(joint.speed).toBeCloseTo(-10, 3);
  });

  it('holds an arm against gravity up to its torque', async () => {
    const world = await openWorld();
    const arm = ball(world, [0.5, 0, 0]);
    const joint = world.createJoint({
      type: 'revolute',
      bodyB: arm,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      motor: { maxForce: 5.1 },
    });
    world.stepSync(120);
    expect(Math.abs(joint.angle)).toBeLessThan(0.001);
    expect(joint.torque).toBeCloseTo(5, 2);
    joint.update({ motor: { maxForce: 4.9 } });
    world.stepSync(120);
    expect(joint.angle).toBeLessThan(-0.1);
  });

  it('lifts along a slider with its force', async () => {
    const world = await openWorld();
    const lift = ball(world);
    const joint = world.createJoint({
      type: 'prismatic',
      bodyB: lift,
      axis: [0, 1, 0],
      motor: { velocity: 2, maxForce: 14 },
    });
    // 14 N − 10 N on 1 kg: 4 m/s².
    world.stepSync(15);
    expect(joint.speed).toBeCloseTo(1, 3);
    expect(joint.force).toBeCloseTo(14, 3);
    world.stepSync(45);
    expect(joint.speed).toBeCloseTo(2, 3);
    expect(joint.force).toBeCloseTo(10, 2);
    expect(joint.translation).toBeCloseTo(lift.position[1], 5);
  });
});

describe('limits', () => {
  it('stop a hinge within half a degree, on either side', async () => {
    const world = await openWorld();
    const arm = crate(world, [0.5, 0.05, 0.2], [0.5, 0, 0], { angularVelocity: [0, 0, 6], linearVelocity: [0, 3, 0] });
    const joint = world.createJoint({
      type: 'revolute',
      bodyB: arm,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      limits: { min: -0.5, max: 1 },
    });
    let [lowest, highest] = [0, 0];
    watch(world, 4, () => {
      lowest = Math.min(lowest, joint.angle);
      highest = Math.max(highest, joint.angle);
    });
    expect(highest).toBeGreaterThan(0.95);
    expect(highest).toBeLessThan(1 + 0.5 * (Math.PI / 180));
    expect(lowest).toBeGreaterThan(-0.5 - 0.5 * (Math.PI / 180));
    expect(joint.angle).toBeCloseTo(-0.5, 2);
    expect(joint.torque).toBeCloseTo(10 * 0.5 * Math.cos(0.5), 1);
  });

  it('hold beyond half a turn, where the angle wraps around', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const wheel = ball(world, [0, 0, 0], { angularVelocity: [0, 0, 8] });
    const joint = world.createJoint({ type: 'revolute', bodyB: wheel, limits: { min: 0, max: 3.1 } });
    let highest = 0;
    watch(world, 2, () => {
      highest = Math.max(highest, Math.abs(joint.angle));
    });
    expect(highest).toBeLessThan(3.1 + 0.5 * (Math.PI / 180));
    expect(joint.angle).toBeGreaterThan(2);
  });

  it('keep a ball joint within its cone and its twist', async () => {
    const world = await openWorld({ gravity: [0, 0, 0] });
    const arm = crate(world, [0.1, 0.5, 0.1], [0, 0.5, 0]);
    const joint = world.createJoint({
      type: 'spherical',
      bodyB: arm,
      anchor: [0, 0, 0],
      axis: [0, 1, 0],
      cone: 0.6,
      limits: { min: -0.3, max: 0.4 },
    });
    let swing = 0;
    let [least, most] = [0, 0];
    watch(world, 6, (time) => {
      arm.applyTorque([2 * Math.sin(3 * time), 1.5 * Math.cos(time), 2 * Math.cos(2 * time)]);
      const [x, , z, w] = arm.rotation;
      swing = Math.max(swing, Math.acos(Math.min(1, 1 - 2 * (x * x + z * z))));
      expect(w).toBeGreaterThan(0);
      least = Math.min(least, joint.angle);
      most = Math.max(most, joint.angle);
    });
    const slack = 0.5 * (Math.PI / 180);
    expect(swing).toBeGreaterThan(0.55);
    expect(swing).toBeLessThan(0.6 + slack);
    expect([most > 0.35, least < -0.25]).toEqual([true, true]);
    expect(most).toBeLessThan(0.4 + slack);
    expect(least).toBeGreaterThan(-0.3 - slack);
  });

  it('let a rope hang loose and hold it taut', async () => {
    const world = await openWorld();
    const bob = ball(world, [0.5, 0, 0]);
    const joint = world.createJoint({ type: 'rope', bodyB: bob, anchorA: [0, 0, 0], length: 2 });
    let [longest, force] = [0, 0];
    watch(world, 0.3, () => {
      force = Math.max(force, joint.force);
    });
    expect(force).toBe(0);
    watch(world, 6, () => {
      longest = Math.max(longest, joint.translation);
    });
    expect(longest).toBeGreaterThan(1.99);
    expect(longest).toBeLessThan(2.02);
  });

  it('keep a rod at its length, and a slider in its track', async () => {
    const world = await openWorld();
    const bob = ball(world, [2, 0, 0]);
    const rod = world.createJoint({ type: 'distance', bodyB: bob, anchorA: [0, 0, 0] });
    const block = crate(world, [0.2, 0.2, 0.2], [0, 0, 5]);
    const slider = world.createJoint({
      type: 'prismatic',
      bodyB: block,
      axis: [0.6, -0.8, 0],
      limits: { min: 0, max: 1.5 },
    });
    let [shortest, longest] = [2, 2];
    watch(world, 3, () => {
      shortest = Math.min(shortest, rod.translation);
      longest = Math.max(longest, rod.translation);
      expect(slider.translation).toBeLessThan(1.505);
      expect(Math.abs(0.8 * block.position[0] + 0.6 * block.position[1])).toBeLessThan(0.002);
    });
    expect([shortest > 1.99, longest < 2.01]).toEqual([true, true]);
    expect(slider.translation).toBeCloseTo(1.5, 2);
  });
});

it('a free pair keeps momentum, angular momentum and its joint', async () => {
  const world = await openWorld({ gravity: [0, 0, 0] });
  const size = [0.1, 0.5, 0.2] as const;
  const a = crate(world, size, [0, 0.5, 0], { angularVelocity: [1, 2, 3], linearVelocity: [0.5, 0, -1] });
  const b = crate(world, size, [0, -0.5, 0], { angularVelocity: [-2, 1, 0], mass: 3 });
  world.createJoint({
    type: 'spherical',
    bodyA: a,
    bodyB: b,
    anchor: [0, 0, 0],
    axis: [0, 1, 0],
    cone: 0.8,
    limits: { min: -0.5, max: 0.5 },
  });
  const momentum = () => {
    const sum = [0, 0, 0, 0, 0, 0];
    for (const body of [a, b]) {
      const [vx, vy, vz] = body.linearVelocity.map((v) => v * body.mass) as [number, number, number];
      const [x, y, z] = body.position;
      const spin = spinOf(body.rotation, body.angularVelocity, body.mass, size);
      [vx, vy, vz, y * vz - z * vy + spin[0]!, z * vx - x * vz + spin[1]!, x * vy - y * vx + spin[2]!].forEach(
        (value, i) => (sum[i]! += value),
      );
    }
    return sum;
  };
  const start = momentum();
  const size0 = Math.hypot(...start.slice(3));
  watch(world, 10, () => {
    const now = momentum();
    for (let i = 0; i < 3; i++) expect(now[i]! - start[i]!).toBeCloseTo(0, 4);
    expect(Math.hypot(...[3, 4, 5].map((i) => now[i]! - start[i]!)) / size0).toBeLessThan(0.02);
  });
});
