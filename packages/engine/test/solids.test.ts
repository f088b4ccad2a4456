/** Cylinders, cones and hulls under gravity: what stands stays and sleeps, what is round rolls. */
import { describe, expect, it } from 'vitest';
import type { Body, ColliderOptions, Quat, Vec3, World } from '../src/index.js';
import { testWorld } from './transports.js';

const about = ([x, y, z]: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2) / Math.hypot(x, y, z);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
};
/** Height of a body's own y axis along the world's. */
const upright = ({ rotation: [x, , z] }: Body): number => 1 - 2 * (x * x + z * z);

const grounds: [string, ColliderOptions, Vec3][] = [
  ['a box', { shape: 'box', halfExtents: [20, 1, 20] }, [0, -1, 0]],
  [
    'a hull',
    { shape: 'hull', points: [-20, 20].flatMap((x) => [-2, 0].flatMap((y) => [-20, 20].flatMap((z) => [x, y, z]))) },
    [0, 0, 0],
  ],
];

async function onGround(ground: ColliderOptions, position: Vec3, more = {}): Promise<World> {
  const world = await testWorld('inline', { gravity: [0, -10, 0], ...more });
  world.createBody({ type: 'static', position, colliders: [ground] });
  return world;
}

/** Points of a hexagonal prism, tapered to the top. */
const block = (radius: number, top: number, half: number): number[] =>
  Array.from({ length: 12 }, (_, i) => {
    const [angle, y] = [(i % 6) * (Math.PI / 3), i < 6 ? -half : half];
    const r = i < 6 ? radius : top;
    return [r * Math.cos(angle), y, r * Math.sin(angle)];
  }).flat();

const standing: [string, ColliderOptions, number][] = [
  ['cylinder', { shape: 'cylinder', radius: 0.4, halfHeight: 0.5 }, 0.5],
  ['flat cylinder', { shape: 'cylinder', radius: 0.5, halfHeight: 0.05 }, 0.05],
  ['cone', { shape: 'cone', radius: 0.4, halfHeight: 0.5 }, 0.5],
  ['hull', { shape: 'hull', points: block(0.5, 0.35, 0.4) }, 0.4],
  ['rounded cylinder', { shape: 'cylinder', radius: 0.3, halfHeight: 0.4, rounding: 0.1 }, 0.5],
  ['rounded hull', { shape: 'hull', points: block(0.4, 0.4, 0.3), rounding: 0.1 }, 0.4],
];

describe.each(grounds)('on %s', (_, ground, at) => {
  it.each(standing)('a %s set down stands, sleeps and has not moved', async (_name, shape, height) => {
    const world = await onGround(ground, at);
    const body = world.createBody({
      position: [0.3, height + 0.02, -0.2],
      rotation: about([0, 1, 0], 0.7),
      colliders: [shape],
    });
    world.stepSync(180);
    expect(body.isSleeping).toBe(true);
    const [x, y, z] = body.position;
    expect(Math.hypot(x - 0.3, z + 0.2)).toBeLessThan(2e-3);
    expect(Math.abs(y - height)).toBeLessThan(0.01);
    expect(upright(body)).toBeGreaterThan(0.9999);
  });

  it.each(standing)('a %s does not creep in 10 s without sleep', async (_name, shape, height) => {
    const world = await onGround(ground, at, { sleep: false });
    const body = world.createBody({ position: [0, height, 0], colliders: [shape] });
    world.stepSync(600);
    const [x, , z] = body.position;
    expect(Math.hypot(x, z)).toBeLessThan(5e-3);
    expect(upright(body)).toBeGreaterThan(0.999);
  });

  it('a cylinder on its side lies still, and keeps rolling once it is pushed', async () => {
    const world = await onGround(ground, at, { sleep: false });
    const lying = about([0, 0, 1], Math.PI / 2);
    const cylinder: ColliderOptions = { shape: 'cylinder', radius: 0.4, halfHeight: 0.5 };
    const still = world.createBody({ position: [0, 0.4, -5], rotation: lying, colliders: [cylinder] });
    const rolling = world.createBody({
      position: [0, 0.4, 0],
      rotation: lying,
      linearVelocity: [0, 0, 1],
      angularVelocity: [1 / 0.4, 0, 0],
      colliders: [cylinder],
    });
    world.stepSync(300);
    expect(Math.abs(still.position[2] + 5)).toBeLessThan(0.01);
    expect(rolling.position[2]).toBeGreaterThan(4.5);
    expect(rolling.position[2]).toBeLessThan(5.05);
    expect(Math.abs(rolling.position[0])).toBeLessThan(0.05);
    expect(Math.abs(upright(rolling))).toBeLessThan(0.02);
    expect(Math.abs(rolling.position[1] - 0.4)).toBeLessThan(0.01);
  });

  it('a pushed cylinder tips over its rim, about as far out as its radius', async () => {
    // The balance is where the diagonal stands upright.
    const tipped = async (angle: number) => {
      const world = await onGround(ground, at);
      const [r, h] = [0.3, 0.6];
      // Standing on the lowest point of its rim.
      const y = h * Math.cos(angle) + r * Math.sin(angle);
      const body = world.createBody({
        position: [0, y, 0],
        rotation: about([0, 0, 1], angle),
        colliders: [{ shape: 'cylinder', radius: r, halfHeight: h, friction: 1 }],
      });
      world.stepSync(300);
      return upright(body) < 0.5;
    };
    const balance = Math.atan(0.3 / 0.6);
    expect(await tipped(balance - 0.06)).toBe(false);
    expect(await tipped(balance + 0.06)).toBe(true);
  });
});

describe('a stack', () => {
  const layers: [string, ColliderOptions][] = [
    ['cylinders', { shape: 'cylinder', radius: 0.4, halfHeight: 0.25 }],
    ['hulls', { shape: 'hull', points: block(0.5, 0.5, 0.25) }],
  ];
  it.each(layers)('of ten %s stands and sleeps', async (_, layer) => {
    const world = await onGround(grounds[0]![1], grounds[0]![2]);
    const bodies = Array.from({ length: 10 }, (_u, i) =>
      world.createBody({ position: [0, 0.25 + 0.5 * i, 0], rotation: about([0, 1, 0], i * 0.3), colliders: [layer] }),
    );
    world.stepSync(600);
    bodies.forEach((body, i) => {
      expect(body.isSleeping).toBe(true);
      expect(Math.hypot(body.position[0], body.position[2])).toBeLessThan(0.03);
      expect(Math.abs(body.position[1] - 0.25 - 0.5 * i)).toBeLessThan(0.01 * (i + 1));
    });
  });
});

describe('a pile of every convex shape', () => {
  it('comes to rest, and none lies inside another', async () => {
    const world = await onGround(grounds[0]![1], grounds[0]![2]);
    // A pit of 6 m, so that nothing rolls away.
    for (const [x, z] of [
      [4, 0],
      [-4, 0],
      [0, 4],
      [0, -4],
    ] as const) {
      const halfExtents = [x === 0 ? 5 : 1, 20, z === 0 ? 5 : 1];
      world.createBody({ type: 'static', position: [x, 19, z], colliders: [{ shape: 'box', halfExtents }] });
    }
    const shapes: ColliderOptions[] = [
      { shape: 'sphere', radius: 0.4 },
      { shape: 'box', halfExtents: [0.35, 0.35, 0.35] },
      { shape: 'capsule', radius: 0.3, halfHeight: 0.25 },
      { shape: 'cylinder', radius: 0.4, halfHeight: 0.35 },
      { shape: 'cone', radius: 0.45, halfHeight: 0.4 },
      { shape: 'hull', points: block(0.45, 0.3, 0.35) },
    ];
    const bodies = Array.from({ length: 60 }, (_, i) =>
      world.createBody({
        position: [(i % 3) - 1, 1 + Math.floor(i / 6), (Math.floor(i / 3) % 2) - 0.5],
        rotation: about([1, 2 + (i % 3), i % 5], 0.7 * i),
        colliders: [{ ...shapes[(i * 5 + Math.floor(i / 6)) % 6]!, rollingResistance: 0.05 }],
      }),
    );
    world.stepSync(900);
    bodies.forEach((body, i) => {
      // A cone on its side lies lowest: its middle is r h / √(r² + 4 h²) = 0.196 m up.
      expect(body.position[1]).toBeGreaterThan(0.18);
      expect(Math.hypot(...body.linearVelocity)).toBeLessThan(0.3);
      for (const other of bodies.slice(0, i)) {
        const apart = Math.hypot(...[0, 1, 2].map((k) => body.position[k]! - other.position[k]!));
        expect(apart).toBeGreaterThan(0.42);
      }
    });
  });
});
