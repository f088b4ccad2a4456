/** Contacts of every pair of convex shapes in random poses near touching, against a search over separating planes in double precision. */
import { expect, it } from 'vitest';
import { add, dot, length } from './support/convex.js';
import { climb, Core, gapBetween, greatestGap, putApart, type Solid, type SolidName } from './support/gap.js';
import { seeded } from './support/random.js';
import { drawSolid, fill, SOLIDS, stage } from './support/solids.js';
import type { Vec } from './support/sim.js';

const MARGIN = 0.02;
/** m */
const TOLERANCE = 1e-4;

const { kernel, memory, COLLIDER_A, COLLIDER_B, CONTACT, GUESS, SCRATCH, OUT } = stage();

interface Result {
  normal: Vec;
  points: { position: Vec; separation: number; id: number }[];
}

function collide(a: Solid, b: Solid): Result {
  fill(COLLIDER_A, a);
  fill(COLLIDER_B, b);
  const count = kernel.collideShapes(CONTACT, COLLIDER_A, COLLIDER_B, MARGIN, -1, SCRATCH, OUT);
  const view = new DataView(memory.buffer, OUT);
  const vec = (at: number) => [0, 4, 8].map((i) => view.getFloat32(at + i, true)) as unknown as Vec;
  const points = Array.from({ length: count }, (_, i) => ({
    position: vec(16 + i * 20),
    separation: view.getFloat32(28 + i * 20, true),
    id: view.getInt32(32 + i * 20, true),
  }));
  return { normal: vec(0), points };
}

/** Moves B along the direction of the greatest gap until it is `target`: exact while the cores stay apart. */
function bring(random: () => number, a: Solid, b: Solid, target: number): Solid {
  const { far, normal, gap } = putApart(random, a, b);
  const position = add(far.position, normal, target - gap);
  return { ...far, position: position.map(Math.fround) as unknown as Vec };
}

/** The gap of cores that are apart from their nearest points, whose certificate another test checks; else the best plane that a search finds. */
function trueGap(a: Solid, b: Solid, coreA: Core, coreB: Core): number {
  fill(COLLIDER_A, a);
  fill(COLLIDER_B, b);
  new Float32Array(memory.buffer, GUESS, 3).fill(0);
  const distance = kernel.convexDistance(COLLIDER_A, COLLIDER_B, Infinity, GUESS, SCRATCH, OUT);
  const radii = coreA.radius + coreB.radius;
  if (distance < 2e-4) return greatestGap(coreA, coreB, 3).gap;
  const proven = gapBetween(coreA, coreB)([...new Float32Array(memory.buffer, OUT, 3)] as unknown as Vec);
  expect(Math.abs(proven + radii - distance)).toBeLessThan(TOLERANCE);
  return proven;
}

const pairs = SOLIDS.flatMap((a) => SOLIDS.map((b) => [a, b] as const));
const POSES = Number(process.env['ATOLL_POSES'] ?? 1000);
const reached = new Map<string, number>();

it.each(pairs.flatMap(([a, b]) => [0, 0.05].map((rounding) => [a, b, rounding] as const)))(
  '%s and %s, rounded by %f: separation and normal',
  { timeout: 120_000 },
  (nameA: SolidName, nameB: SolidName, rounding: number) => {
    const { random } = seeded(`${nameA} ${nameB} ${rounding}`);
    const failures: string[] = [];
    for (let i = 0; i < POSES; i++) {
      const a = drawSolid(random, nameA, random() < 0.5 ? rounding : 0),
        deepest = random() < 0.6 ? 0.03 : 0.3;
      const b = bring(
        random,
        a,
        drawSolid(random, nameB, rounding),
        MARGIN * 1.5 - random() * (MARGIN * 1.5 + deepest),
      );
      const [coreA, coreB] = [new Core(a), new Core(b)];
      const gap = gapBetween(coreA, coreB);
      const result = collide(a, b);
      const searched = trueGap(a, b, coreA, coreB);
      // The search may pass the best plane by; it must not get higher from the one that was found either.
      const expected = result.points.length === 0 ? searched : Math.max(searched, climb(gap, result.normal).value);
      const fail = (what: string, ...values: unknown[]) =>
        failures.push(`${what}: ${JSON.stringify({ expected, values, result, a, b })}`);
      if (result.points.length === 0) {
        if (expected < MARGIN - TOLERANCE) fail('no contact');
        continue;
      }
      if (expected > MARGIN + TOLERANCE) {
        fail('a contact out of reach');
        continue;
      }
      const feature = `${nameA}-${nameB} ${expected + coreA.radius + coreB.radius > 1e-3 ? 'apart' : 'deep'} ${result.points.length}`;
      reached.set(feature, (reached.get(feature) ?? 0) + 1);
      if (Math.abs(length(result.normal) - 1) > 1e-5) fail('normal is not of unit length');
      const along = gap(result.normal);
      const separation = Math.min(...result.points.map((point) => point.separation));
      if (along < expected - TOLERANCE) fail('gap along the normal', along);
      if (Math.abs(separation - along) > TOLERANCE) fail('separation', along);
      for (const { position } of result.points) {
        const top = dot(a.position, result.normal) + coreA.reach(result.normal) + coreA.radius,
          height = dot(position, result.normal) - top;
        if (height > MARGIN || height < along - 0.02 - 0.5 * Math.abs(along))
          fail('point outside the slab', height, along);
        // And beside both shapes by no more than what clipping to flat features gives away.
        const room = 0.03 + Math.max(0, -along);
        if (
          expected < 0 &&
          (coreA.outside(position) - coreA.radius > room || coreB.outside(position) - coreB.radius > room)
        )
          fail('point beside the shapes', position);
      }
    }
    expect(`${failures.length} of ${POSES}\n${failures.slice(0, 2).join('\n')}`).toBe(`0 of ${POSES}\n`);
  },
);

it('has reached every kind of contact', () => {
  console.info(
    [...reached]
      .sort()
      .map(([name, count]) => `${name}: ${count}`)
      .join('\n'),
  );
  const wanted = [
    ...['hull-hull', 'box-hull', 'hull-box'].flatMap((pair) => [1, 2, 3, 4].map((count) => `${pair} deep ${count}`)),
    ...['sphere', 'capsule'].flatMap((name) => [`${name}-hull apart 1`, `${name}-hull deep 1`, `hull-${name} deep 1`]),
    'capsule-hull apart 2',
    'capsule-hull deep 2',
    'capsule-cylinder deep 2',
    'cylinder-cylinder deep 1',
    'cylinder-cylinder deep 2',
    'cylinder-cylinder deep 4',
    'cylinder-box deep 2',
    'cylinder-box deep 4',
    'cylinder-hull deep 2',
    'cylinder-hull deep 4',
    'cone-box deep 1',
    'cone-box deep 2',
    'cone-box deep 4',
    'cone-hull deep 2',
    'cone-cone deep 1',
  ];
  expect(wanted.filter((feature) => !reached.has(feature))).toEqual([]);
});
