/** Distances of convex cores in random poses, against a search over all separating planes. */
import { expect, it } from 'vitest';
import { add, length } from './support/convex.js';
import { Core, gapBetween, greatestGap } from './support/gap.js';
import { drawSolid, fill, SOLIDS, stage } from './support/solids.js';
import { seeded } from './support/random.js';
import type { Vec } from './support/sim.js';

const { kernel, memory, COLLIDER_A, COLLIDER_B, SCRATCH, OUT, GUESS } = stage();

const pairs = SOLIDS.flatMap((a, i) => SOLIDS.slice(i).map((b) => [a, b] as const));
const POSES = Number(process.env['ATOLL_POSES'] ?? 400);

it.each(pairs)('%s and %s: distance, normal and nearest points', { timeout: 60_000 }, (nameA, nameB) => {
  const { random } = seeded(`gjk ${nameA} ${nameB}`);
  const failures: string[] = [];
  let apart = 0,
    overlapping = 0;
  for (let i = 0; i < POSES; i++) {
    const a = drawSolid(random, nameA),
      b = drawSolid(random, nameB);
    const [coreA, coreB] = [new Core(a), new Core(b)];
    const gap = gapBetween(coreA, coreB);
    const radii = coreA.radius + coreB.radius;
    fill(COLLIDER_A, a);
    fill(COLLIDER_B, b);
    const guess = random() < 0.5 ? [0, 0, 0] : [random() - 0.5, random() - 0.5, random() - 0.5].map((v) => v * 2);
    new Float32Array(memory.buffer, GUESS, 3).set(guess);
    const distance = kernel.convexDistance(COLLIDER_A, COLLIDER_B, Infinity, GUESS, SCRATCH, OUT);
    const found = new Float32Array(memory.buffer, OUT, 9);
    const vec = (at: number) => [found[at]!, found[at + 1]!, found[at + 2]!] as const;
    const [normal, pointA, pointB] = [vec(0), vec(3), vec(6)];
    const fail = (what: string, ...values: unknown[]) =>
      failures.push(`${what}: ${JSON.stringify({ distance, values, a, b })}`);
    if (distance === 0) {
      overlapping++;
      const { gap: apartBy } = greatestGap(coreA, coreB, 1);
      if (apartBy + radii > 2e-5) fail('no distance', apartBy + radii);
      continue;
    }
    apart++;
    // Two points inside that are so far apart, and two planes between the shapes that are as far apart: there is nothing between.
    if (Math.abs(length(add(pointB, pointA, -1)) - distance) > 1e-5) fail('points', pointA, pointB);
    if (coreA.outside(pointA) > 1e-4 || coreB.outside(pointB) > 1e-4) fail('points outside', pointA, pointB);
    const proven = gap(normal as Vec) + radii;
    if (Math.abs(proven - distance) > 1e-4) fail('normal', proven, normal);
  }
  expect(`${failures.length}\n${failures.slice(0, 2).join('\n')}`).toBe('0\n');
  expect(apart).toBeGreaterThan(POSES / 10);
  if (nameA !== 'sphere' && nameA !== 'capsule') expect(overlapping).toBeGreaterThan(POSES / 20);
});

it('a limit ends the search with a proven lower bound', () => {
  const { random } = seeded('gjk limit');
  let cut = 0;
  for (let i = 0; i < 500; i++) {
    const a = drawSolid(random, 'hull'),
      b = drawSolid(random, 'cylinder');
    fill(COLLIDER_A, a);
    fill(COLLIDER_B, b);
    new Float32Array(memory.buffer, GUESS, 3).fill(0);
    const distance = kernel.convexDistance(COLLIDER_A, COLLIDER_B, Infinity, GUESS, SCRATCH, OUT);
    const bound = kernel.convexDistance(COLLIDER_A, COLLIDER_B, 0.1, GUESS, SCRATCH, OUT);
    if (distance <= 0.1) expect(bound).toBeCloseTo(distance, 5);
    else {
      cut++;
      expect(bound).toBeGreaterThan(0.1 - 1e-6);
      expect(bound).toBeLessThan(distance + 1e-5);
    }
  }
  expect(cut).toBeGreaterThan(50);
});
