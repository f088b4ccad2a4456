/** Points of contacts, step by step on a tray that moves and turns, against where the shapes are. Most manifolds were built some steps before. */
import { expect, it } from 'vitest';
import type { Body, ColliderOptions, ContactEvent, Quat, Vec3 } from '@atoll/engine';
import { add, dot, length, rotate, scale, sub } from './support/distance.js';
import { testWorld } from './transports.js';

const HALF = 0.25;
const STEPS = 120;
/** m: what a box slides until its points are looked for anew. */
const SLID = 0.012;
/** m: what a small tilt of the box against the tray makes of that, and 32 bits of sums of a metre. */
const EXACT = 1e-4;

/** `a`, and `s` times `b` from there. */
const along = (a: Vec3, b: Vec3, s: number): Vec3 => add(a, scale(b, s));
const copy = ({ position: [x, y, z], rotation: [a, b, c, d] }: Body): { position: Vec3; rotation: Quat } => ({
  position: [x, y, z],
  rotation: [a, b, c, d],
});

/** How the tray stands, and gravity with it. */
const TILT: Quat = [0.1, 0.5, -0.3, Math.sqrt(1 - 0.35)];
const tray: ColliderOptions = { shape: 'box', halfExtents: [4, HALF, 4], friction: 1, forces: true };
const size = 8;
const terrain: ColliderOptions = {
  shape: 'trimesh',
  vertices: Float32Array.from([-size, HALF, -size, -size, HALF, size, size, HALF, size, size, HALF, -size]),
  indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
  friction: 1,
  forces: true,
};

/** Where the shape's surface is nearest to the tray, as arms from its centre: from its rotation, and the tray's normal. */
type Feet = (rotation: Quat, up: Vec3) => readonly Vec3[];
const BOX = 0.3,
  RADIUS = 0.3,
  LENGTH = 0.4;
const boxFeet: Feet = (rotation, up) =>
  [-1, 1]
    .flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => rotate(rotation, [x * BOX, y * BOX, z * BOX]))))
    .filter((arm) => dot(arm, up) < 0);
const ballFeet: Feet = (_, up) => [scale(up, -RADIUS)];
const capsuleFeet: Feet = (rotation, up) =>
  [-LENGTH, LENGTH].map((x) => along(rotate(rotation, [x, 0, 0]), up, -RADIUS));

const box: ColliderOptions = { shape: 'box', halfExtents: [BOX, BOX, BOX], friction: 1 };
const ball: ColliderOptions = { shape: 'sphere', radius: RADIUS, friction: 1 };
/** Along x. */
const capsule: ColliderOptions = {
  shape: 'capsule',
  radius: RADIUS,
  halfHeight: LENGTH,
  rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
  friction: 1,
};

// What rolls is not kept for long.
it.each<[string, ColliderOptions, ColliderOptions, Feet, number]>([
  ['a box on a box', tray, box, boxFeet, 1],
  ['a ball on a box', tray, ball, ballFeet, 0.01],
  ['a capsule on a box', tray, capsule, capsuleFeet, 0.01],
  ['a box on a mesh', terrain, box, boxFeet, 1],
  ['a ball on a mesh', terrain, ball, ballFeet, 0.01],
  ['a capsule on a mesh', terrain, capsule, capsuleFeet, 0.01],
])('%s: each point is midway between the surfaces', async (_, below, above, feet, speed) => {
  const world = await testWorld('inline', { gravity: rotate(TILT, [0, -10, 0]) });
  const ground = world.createBody({ type: 'kinematic', rotation: TILT, colliders: [below], canSleep: false });
  const rider = world.createBody({
    position: rotate(TILT, [0.5, HALF + (above === box ? BOX : RADIUS), 0]),
    rotation: TILT,
    canSleep: false,
    colliders: [above],
  });
  world.stepSync(30);
  ground.setLinearVelocity(scale([0.4, 0.1, -0.2], speed));
  ground.setAngularVelocity(scale([0.05, 0.4, 0.02], speed));
  const heard: ContactEvent[] = [];
  world.on('contactforce', (event) => heard.push(event));
  let reused = 0,
    told = 0;
  for (let i = 0; i < STEPS; i++) {
    world.stepSync();
    reused += world.stats.manifoldsReused;
    const event = heard.pop();
    if (!event) continue;
    told++;
    const [on, at] = [copy(ground), copy(rider)];
    const up = rotate(on.rotation, [0, 1, 0]);
    const feetNow = feet(at.rotation, up).map((arm) => add(at.position, arm));
    expect(event.points).toHaveLength(feetNow.length);
    for (const point of event.points) {
      const normal = scale(point.normal, event.bodyA === ground ? 1 : -1);
      expect(dot(normal, up)).toBeGreaterThan(1 - 1e-5);
      const [foot] = feetNow.sort((a, b) => length(sub(a, point.position)) - length(sub(b, point.position)));
      const beside = sub(foot!, point.position);
      expect(length(along(beside, up, -dot(beside, up)))).toBeLessThan(above === box ? SLID : EXACT);
      const height = (of: Vec3): number => dot(sub(of, on.position), up) - HALF;
      expect(Math.abs(point.separation - height(foot!))).toBeLessThan(EXACT);
      expect(Math.abs(height(point.position) - 0.5 * point.separation)).toBeLessThan(EXACT);
    }
  }
  expect(told).toBeGreaterThan(0.8 * STEPS);
  expect(reused).toBeGreaterThan(0.2 * STEPS);
  await world.dispose();
});
