/** Continuous collision of every shape, from thin to stout: in random poses, at up to the greatest speed, spinning or not, nothing gets through. */
import { describe, expect, it } from 'vitest';
import { seeded } from '../../kernel/test/support/random.js';
import type { ColliderOptions, Vec3 } from '../src/index.js';
import { grid, surfaceAt } from './support/bumps.js';
import { shapes } from './support/convex-shapes.js';
import { centerOf, drawRotation } from './support/random-poses.js';
import { testWorld } from './transports.js';

const MISSILES = 300;
/** Of 1/60 s: time to arrive at 20 m/s, and to come away. */
const STEPS = 60;
const SPEEDS = [20, 60, 200, 400];
const SPINS = [0, 10, 45, 200];
const groups = { memberships: 2, filter: 1 };
const target = { memberships: 1, filter: 2 };

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
