/** Continuous collision of every shape, from thin to stout: in random poses, at up to the greatest speed, spinning or not, nothing gets through. */
import { describe, expect, it } from 'vitest';
import { seeded } from '../../kernel/test/support/random.js';
import type { Body, ColliderOptions, Quat, Vec3 } from '../src/index.js';
import { testWorld } from './transports.js';

const MISSILES = 300;
/** Of 1/60 s: time to arrive at 20 m/s, and to come away. */
const STEPS = 60;
const SPEEDS = [20, 60, 200, 400];
const SPINS = [0, 10, 45, 200];
const groups = { memberships: 2, filter: 1 };
const target = { memberships: 1, filter: 2 };

const shapes: Record<string, ColliderOptions> = {
  ball: { shape: 'sphere', radius: 0.1 },
  capsule: { shape: 'capsule', radius: 0.1, halfHeight: 0.3 },
  box: { shape: 'box', halfExtents: [0.1, 0.2, 0.3] },
  plate: { shape: 'box', halfExtents: [0.3, 0.02, 0.3] },
  rod: { shape: 'box', halfExtents: [0.02, 0.5, 0.02] },
  'rounded box': { shape: 'box', halfExtents: [0.1, 0.1, 0.2], rounding: 0.05 },
  cylinder: { shape: 'cylinder', radius: 0.15, halfHeight: 0.2 },
  disc: { shape: 'cylinder', radius: 0.3, halfHeight: 0.03 },
  pole: { shape: 'cylinder', radius: 0.03, halfHeight: 0.5 },
  'rounded cylinder': { shape: 'cylinder', radius: 0.1, halfHeight: 0.1, rounding: 0.03 },
  cone: { shape: 'cone', radius: 0.2, halfHeight: 0.2 },
  'flat cone': { shape: 'cone', radius: 0.3, halfHeight: 0.05 },
  needle: { shape: 'cone', radius: 0.05, halfHeight: 0.4 },
  tetrahedron: { shape: 'hull', points: [0.2, 0.2, 0.2, -0.2, -0.2, 0.2, -0.2, 0.2, -0.2, 0.2, -0.2, -0.2] },
  wedge: { shape: 'hull', points: [0.2, 0, 0, -0.1, 0.2, 0.1, -0.1, -0.2, 0.1, 0, 0.05, -0.25, 0.1, 0.1, 0.2] },
  pebble: { shape: 'hull', points: onEllipsoid(40, [0.25, 0.15, 0.2]) },
  chip: { shape: 'hull', points: onEllipsoid(30, [0.3, 0.03, 0.2]) },
};

/** Evenly spread points. */
function onEllipsoid(count: number, radii: Vec3): number[] {
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count,
      r = Math.sqrt(1 - z * z),
      angle = i * Math.PI * (3 - Math.sqrt(5));
    return [radii[0] * r * Math.cos(angle), radii[1] * r * Math.sin(angle), radii[2] * z];
  }).flat();
}

/** How far out bumps are, by their place. */
const bump = (row: number, column: number) => 0.15 * Math.sin(row * 2.1 + column * 0.7);

/** A square grid of 1 m across x, whose front looks along −x, of bumps of a height. */
function grid(height: number): ColliderOptions {
  const n = 20;
  const vertices: number[] = [],
    indices: number[] = [];
  for (let row = 0; row <= n; row++)
    for (let column = 0; column <= n; column++) vertices.push(height * bump(row, column), row - n / 2, column - n / 2);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const a = row * (n + 1) + column;
      indices.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
    }
  }
  return { shape: 'trimesh', vertices: new Float32Array(vertices), indices: new Uint32Array(indices) };
}

/** x of the bumpy grid's surface. */
function surfaceAt(y: number, z: number): number {
  const row = Math.floor(y + 10),
    column = Math.floor(z + 10);
  const u = y + 10 - row,
    v = z + 10 - column;
  const right = bump(row, column + 1),
    up = bump(row + 1, column);
  if (u + v <= 1) return bump(row, column) * (1 - u - v) + up * u + right * v;
  return bump(row + 1, column + 1) * (u + v - 1) + up * (1 - v) + right * (1 - u);
}

const TILT = 0.4;
/** With how far behind its middle a point lies. */
const targets: Record<string, [ColliderOptions, (p: Vec3) => number]> = {
  'a wall of 2 cm': [{ shape: 'box', halfExtents: [0.01, 10, 10] }, ([x]) => x],
  'a turned wall of 2 cm': [
    { shape: 'box', halfExtents: [0.01, 10, 10], rotation: [0, 0, Math.sin(TILT / 2), Math.cos(TILT / 2)] },
    ([x, y]) => x * Math.cos(TILT) + y * Math.sin(TILT),
  ],
  'a flat mesh': [grid(0), ([x]) => x],
  'a mesh of bumps': [grid(1), ([x, y, z]) => x - surfaceAt(y, z)],
};

function centerOf({ position: p, rotation: [x, y, z, w], centerOfMass: [a, b, c] }: Body): Vec3 {
  const tx = 2 * (y * c - z * b),
    ty = 2 * (z * a - x * c),
    tz = 2 * (x * b - y * a);
  return [
    p[0] + a + w * tx + y * tz - z * ty,
    p[1] + b + w * ty + z * tx - x * tz,
    p[2] + c + w * tz + x * ty - y * tx,
  ];
}

function drawRotation(random: () => number): Quat {
  const q = [1, 2, 3, 4].map(() => random() + random() + random() - 1.5);
  const norm = Math.hypot(...q);
  return q.map((value) => value / norm) as unknown as Quat;
}

describe.each(Object.keys(shapes))('a %s', (name) => {
  it.each(Object.keys(targets))('never gets to the other side of %s', async (targetName) => {
    const { random } = seeded(`${name} against ${targetName}`);
    const [wall, behind] = targets[targetName]!;
    const world = await testWorld('inline', { gravity: [0, 0, 0], sleep: false });
    world.createBody({ type: 'static', colliders: [{ ...wall, groups: target }] });
    const missiles = Array.from({ length: MISSILES }, (_, i) => {
      const speed = SPEEDS[i % SPEEDS.length]!,
        spin = SPINS[Math.floor(i / SPEEDS.length) % SPINS.length]!;
      const between = (low: number, high: number) => low + random() * (high - low);
      return world.createBody({
        // Where in a step it arrives is left to chance.
        position: [-4 - (random() * speed) / 60, between(-3, 3), between(-3, 3)],
        rotation: drawRotation(random),
        linearVelocity: [speed, between(-0.1, 0.1) * speed, between(-0.1, 0.1) * speed],
        angularVelocity: [between(-spin, spin), between(-spin, spin), between(-spin, spin)],
        bullet: random() < 0.25,
        colliders: [{ ...shapes[name]!, groups }],
      });
    });
    const through = new Map<number, string>();
    let arrived = 0;
    const deepest = missiles.map(() => -Infinity);
    for (let step = 0; step < STEPS; step++) {
      world.stepSync();
      missiles.forEach((body, i) => {
        const p = centerOf(body);
        if (Math.max(Math.abs(p[1]), Math.abs(p[2])) > 8.5) return;
        const depth = behind(p);
        deepest[i] = Math.max(deepest[i]!, depth);
        if (depth > 0 && !through.has(i)) through.set(i, `missile ${i} in step ${step}`);
      });
    }
    for (const depth of deepest) if (depth > -1) arrived++;
    expect(arrived).toBeGreaterThan(0.95 * MISSILES);
    expect([...through.values()]).toEqual([]);
  });
});
