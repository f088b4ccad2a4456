import { axisAngle, body, box, capsule, sphere, type Quat, type SceneBody, type Vec3 } from '@atoll/scenes';
import { describe, expect, it } from 'vitest';
import { loose, openScene } from './open-scene.ts';

const GRAVITY = 10;

/** A disc of 8 m, near enough, whose top is at 0. `spin`: rad/s. */
function table(spin: number): SceneBody {
  const top = box([4, 0.5, 4], { friction: 1 });
  return body([0, -0.5, 0], top, { type: 'kinematic', angularVelocity: [0, spin, 0] });
}

/** A box of 0.4 m that goes round with the table. */
function rider(radius: number, spin: number, height = 0, halfHeight = 0.2): SceneBody {
  return body([radius, height + halfHeight, 0], box([0.2, halfHeight, 0.2], { friction: 1 }), {
    linearVelocity: [0, 0, -spin * radius],
    angularVelocity: [0, spin, 0],
  });
}

const fromAxis = ([x, , z]: Vec3) => Math.hypot(x, z);

/** rad, about the axis, as it turns. */
const around = ([x, , z]: Vec3) => Math.atan2(-z, x);

/** The nearest way from one angle to another, rad. */
const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

describe('what stands on a turntable', () => {
  it.each([0.2, 1, 2])('stays where it is at %d rad/s, for half a minute', async (spin) => {
    const steps = 1800;
    const scene = await openScene(loose([table(spin), rider(2, spin)]));
    await scene.step(steps);
    expect(fromAxis(scene.position(1))).toBeCloseTo(2, 2);
    expect(apart(around(scene.position(1)), (spin * steps) / 60)).toBeLessThan(0.01);
    expect(scene.position(1)[1]).toBeCloseTo(0.2, 2);
  });

  it('stays with what it stands on: a wall of bricks', async () => {
    const spin = 1;
    const bricks: SceneBody[] = [];
    for (let layer = 0; layer < 8; layer++) {
      for (let i = 0; i < 8 - layer; i++) {
        const at: Vec3 = [0.3, 0.1 + 0.2 * layer, (i - (7 - layer) / 2) * 0.405];
        bricks.push(
          body(at, box([0.1, 0.1, 0.2], { friction: 0.8 }), {
            linearVelocity: [spin * at[2], 0, -spin * at[0]],
            angularVelocity: [0, spin, 0],
          }),
        );
      }
    }
    const scene = await openScene(loose([table(spin), ...bricks]));
    await scene.step(1200);
    for (const [i, brick] of bricks.entries()) {
      const position = scene.position(i + 1);
      expect(Math.abs(fromAxis(position) - fromAxis(brick.position))).toBeLessThan(0.01);
      expect(position[1]).toBeCloseTo(brick.position[1], 2);
    }
  });

  it('stays on one that a motor turns', async () => {
    const spin = 1;
    const disc: SceneBody = { ...table(spin), type: 'dynamic' };
    const scene = await openScene(loose([disc, rider(2, spin)]));
    scene.world.createJoint({
      type: 'revolute',
      bodyB: scene.bodies[0]!,
      anchor: [0, -0.5, 0],
      axis: [0, 1, 0],
      motor: { velocity: spin },
    });
    await scene.step(1800);
    expect(fromAxis(scene.position(1))).toBeCloseTo(2, 2);
  });

  it('stays there though it does not turn along', async () => {
    const spin = 1;
    const walker = body([2, 0.5, 0], capsule(0.3, 0.2, { friction: 1 }), { linearVelocity: [0, 0, -spin * 2] });
    const scene = await openScene(loose([table(spin), walker]));
    scene.bodies[1]!.update({ lockRotations: [true, true, true] });
    await scene.step(1800);
    expect(fromAxis(scene.position(1))).toBeCloseTo(2, 2);
  });

  it('is under the table as well, where gravity points up', async () => {
    const spin = 1;
    const scene = await openScene(loose([table(spin), rider(2, spin, -1.4)], { gravity: [0, GRAVITY, 0] }));
    await scene.step(600);
    expect(fromAxis(scene.position(1))).toBeCloseTo(2, 2);
  });

  it('stays on one that is turned by targets', async () => {
    const spin = 1;
    const scene = await openScene(loose([table(spin), rider(2, spin)]));
    for (let i = 1; i <= 600; i++) {
      const rotation: Quat = axisAngle([0, 1, 0], (spin * i) / 60);
      scene.setKinematicTarget(0, [0, -0.5, 0], rotation);
      await scene.step();
    }
    expect(fromAxis(scene.position(1))).toBeCloseTo(2, 2);
  });

  it.each([
    ['stays', 0.95, true],
    ['goes', 1.05, false],
  ])('%s at %d of the rate at which friction gives way: √(μ g / r)', async (_, part, stays) => {
    const radius = 2,
      spin = part * Math.sqrt(GRAVITY / radius);
    // Flat, or it would tip over.
    const scene = await openScene(loose([table(spin), rider(radius, spin, 0, 0.05)]));
    await scene.step(300);
    expect(fromAxis(scene.position(1)) < radius + 0.05).toBe(stays);
  });

  it('stays where it is for one who goes along with the table', async () => {
    const spin = 1;
    const along: Vec3 = [3, 0, 1];
    const still = await openScene(loose([table(spin), rider(2, spin)]));
    const going = await openScene(
      loose(
        [table(spin), rider(2, spin)].map((each) => ({
          ...each,
          linearVelocity: [each.linearVelocity[0] + along[0], 0, each.linearVelocity[2] + along[2]],
        })),
      ),
    );
    await still.step(120);
    await going.step(120);
    for (const axis of [0, 2])
      expect(going.position(1)[axis]! - 2 * along[axis]!).toBeCloseTo(still.position(1)[axis]!, 2);
  });
});

it('a ball on a turntable goes in a circle, by 2/7 of the rate of the table', async () => {
  // Friction F gives m u' = F and 2/5 m r² w' = −r ŷ × F; that nothing slips, u' = ω × u + r w' × ŷ. So u' = 2/7 ω × u.
  const [spin, radius, speed] = [2, 0.25, 0.3];
  const slip = -spin - speed;
  const ball = body([1, radius, 0], sphere(radius, { friction: 1 }), {
    linearVelocity: [0, 0, speed],
    angularVelocity: [-slip / radius, spin, 0],
  });
  const scene = await openScene(loose([table(spin), ball]));
  const circle = speed / ((2 / 7) * spin);
  const half = Math.round((60 * Math.PI) / ((2 / 7) * spin));
  await scene.step(half);
  const [x, , z] = scene.position(1);
  expect(x).toBeCloseTo(1 + 2 * circle, 1);
  expect(z).toBeCloseTo(0, 1);
  await scene.step(half);
  expect(scene.position(1)[0]).toBeCloseTo(1, 1);
  expect(scene.position(1)[2]).toBeCloseTo(0, 1);
});

it('a plank on rollers goes as fast as they turn, wherever its middle is', async () => {
  const [radius, spin] = [0.1, 10];
  const rollers = Array.from({ length: 12 }, (_, i) =>
    body([0.4 * Math.floor(i / 2), -radius, i % 2 ? 0.2 : -0.2], sphere(radius, { friction: 1 }), {
      type: 'kinematic',
      angularVelocity: [0, 0, -spin],
    }),
  );
  const plank = body([0.3, 0.05, 0], box([0.5, 0.05, 0.3], { friction: 1 }), { linearVelocity: [spin * radius, 0, 0] });
  const scene = await openScene(loose([...rollers, plank]));
  await scene.step(60, () => {
    // What comes upon a roller is held up by it for a moment.
    expect(Math.abs(scene.bodies[12]!.linearVelocity[0] - spin * radius)).toBeLessThan(0.02);
  });
  expect(scene.position(12)[0]).toBeCloseTo(1.3, 2);
});
