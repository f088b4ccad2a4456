import { body, box, capsule, floor, impactPair, slope, sphere, type SceneCollider } from '@atoll/scenes';
import { describe, expect, it } from 'vitest';
import { loose, openScene } from './open-scene.ts';

const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Collision tolerance: bodies may rest this deep in each other. */
const SLOP = 0.005;

describe('a body at rest', () => {
  it.each<[string, SceneCollider, number]>([
    ['sphere', sphere(0.5), 0.5],
    ['box', box([0.5, 0.25, 0.5]), 0.25],
    ['capsule', capsule(0.5, 0.3), 0.8],
  ])('%s touches the floor within the tolerance', async (_, collider, height) => {
    const scene = await openScene(loose([floor(), body([0, height + 0.1, 0], collider)]));
    await scene.step(300);
    expect(Math.abs(scene.position(1)[1] - height)).toBeLessThan(2 * SLOP);
    expect(Math.hypot(...scene.bodies[1]!.linearVelocity)).toBeLessThan(0.01);
  });
});

describe('a box on a slope with friction 0.6, whose angle is 31°', () => {
  it.each([10, 20, 28])('stays where it is at %i°', async (angle) => {
    const scene = await openScene(slope(radians(angle)));
    await scene.step(30);
    const start = scene.position(1);
    await scene.step(300);
    const moved = Math.hypot(...scene.position(1).map((x, i) => x - start[i]!));
    expect(moved).toBeLessThan(0.01);
  });

  it.each([34, 40, 50])('slides with g·(sin − μ·cos) at %i°', async (angle) => {
    const a = radians(angle);
    const scene = await openScene(slope(a));
    await scene.step(30);
    const speed = () => Math.hypot(...scene.bodies[1]!.linearVelocity);
    const before = speed();
    await scene.step(60);
    expect((speed() - before) / (10 * (Math.sin(a) - 0.6 * Math.cos(a)))).toBeCloseTo(1, 1);
  });

  it('slides with g·sin when there is no friction', async () => {
    const a = radians(20);
    const scene = await openScene(slope(a, 0));
    await scene.step(120);
    const expected = 10 * Math.sin(a) * 2;
    expect(Math.hypot(...scene.bodies[1]!.linearVelocity) / expected).toBeCloseTo(1, 2);
  });
});

it('rolls down a slope with 5/7 of g·sin, as a solid sphere does', async () => {
  const a = radians(15);
  const tilted = slope(a);
  const ball = body([Math.sin(a) * 0.5, Math.cos(a) * 0.5, 0], sphere(0.5));
  const scene = await openScene(loose([tilted.bodies[0]!, ball]));
  await scene.step(120);
  const expected = (5 / 7) * 10 * Math.sin(a) * 2;
  const speed = Math.hypot(...scene.bodies[1]!.linearVelocity);
  expect(speed / expected).toBeGreaterThan(0.98);
  expect(speed / expected).toBeLessThan(1.02);
  // Without slip the surface keeps up with the centre.
  expect((scene.bodies[1]!.angularVelocity[2] * -0.5) / speed).toBeCloseTo(1, 2);
});

it('spins on the spot more slowly by μ·g·0.003·r over the 0.4·r² of a solid sphere, and rolls on without loss', async () => {
  const spinning = (friction: number) =>
    body([friction, 0.5, 0], sphere(0.5, { friction }), { angularVelocity: [0, 2, 0] });
  const rolling = body([0, 0.5, 3], sphere(0.5), { linearVelocity: [2, 0, 0], angularVelocity: [0, 0, -4] });
  const scene = await openScene(loose([floor(), spinning(0.6), rolling, { ...spinning(0), position: [-3, 0.5, 0] }]));
  await scene.step(300);
  const spin = (i: number) => scene.bodies[i]!.angularVelocity[1]!;
  const slower = (0.6 * 10 * 0.003 * 0.5 * 5) / (0.4 * 0.5 ** 2);
  expect((2 - spin(1)) / slower).toBeCloseTo(1, 2);
  expect(scene.bodies[2]!.linearVelocity[0]).toBeCloseTo(2, 3);
  expect(spin(3)).toBeCloseTo(2, 5);
});

it('slides to a halt on level ground after v²/(2·μ·g)', async () => {
  const scene = await openScene(
    loose([floor(), body([0, 0.25, 0], box([0.5, 0.25, 0.5]), { linearVelocity: [6, 0, 0] })]),
  );
  await scene.step(120);
  expect(scene.position(1)[0] / (36 / (2 * 0.6 * 10))).toBeCloseTo(1, 1);
  expect(Math.abs(scene.bodies[1]!.linearVelocity[0])).toBeLessThan(0.01);
});

describe('an impact of two spheres at 5 m/s', () => {
  // Momentum is kept and the speed of parting is e times the speed of closing.
  it.each([
    [1, 100, 100],
    [0.5, 100, 100],
    [0, 100, 100],
    [1, 300, 100],
    [0.5, 100, 300],
  ])('with restitution %d and densities %d and %d ends as momentum says', async (e, a, b) => {
    const scene = await openScene({ ...impactPair({ restitution: e, densities: [a, b] }), sleep: false });
    await scene.step(60);
    const [va, vb] = scene.bodies.map((it) => it.linearVelocity[0]) as [number, number];
    expect((a * va + b * vb) / (a * 5)).toBeCloseTo(1, 4);
    expect((vb - va) / 5).toBeCloseTo(e, 1);
    expect(va / 5).toBeCloseTo((a - e * b) / (a + b), 1);
  });
});

it.each([0.3, 0.5, 0.8])('with restitution %d a ball rebounds to e² of its drop', async (e) => {
  const drop = 2;
  const scene = await openScene(loose([floor(), body([0, 0.5 + drop, 0], sphere(0.5, { restitution: e }))]));
  let fell = false;
  let peak = 0;
  await scene.step(150, () => {
    const [, speed] = scene.bodies[1]!.linearVelocity;
    if (speed > 0) fell = true;
    if (fell) peak = Math.max(peak, scene.position(1)[1] - 0.5);
  });
  expect(fell).toBe(true);
  // The speed of the impact is known to within one step's gravity, and the height goes with its square; the rise is
  // summed in substeps; and the ball leaves the floor from somewhere within the tolerance of contact.
  const speed = Math.sqrt(2 * 10 * drop);
  const tolerance = (2 * 10) / 60 / speed + 10 / 240 / (e * speed) + SLOP / (drop * e * e);
  expect(peak / (drop * e * e)).toBeGreaterThan(1 - tolerance);
  expect(peak / (drop * e * e)).toBeLessThan(1 + tolerance);
});
