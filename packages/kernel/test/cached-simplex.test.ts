/** Pairs that move by little from test to test: the search that begins where the last one ended finds what one from nothing finds, in fewer rounds. */
import { expect, it } from 'vitest';
import { add, dot, scale } from './support/convex.js';
import { climb, Core, gapBetween, putApart, type Solid } from './support/gap.js';
import { seeded } from './support/random.js';
import { drawSolid, fill, SOLIDS, stage } from './support/solids.js';
import type { Quat, Vec } from './support/sim.js';

const MARGIN = 0.02;
const WALKS = Number(process.env['ATOLL_WALKS'] ?? 12);
const STEPS = 40;
const { kernel, memory, COLLIDER_A, COLLIDER_B, CONTACT, SCRATCH, OUT } = stage();
/** A contact that forgets. */
const FRESH = CONTACT + 1024;

/** Direction, depth and rounds of a test. */
function collide(contact: number, remembers: boolean, cachedAxis = 0) {
  const count = remembers
    ? kernel.collideAgain(contact, COLLIDER_A, COLLIDER_B, MARGIN, SCRATCH, OUT)
    : kernel.collideShapes(contact, COLLIDER_A, COLLIDER_B, MARGIN, cachedAxis, SCRATCH, OUT);
  const view = new DataView(memory.buffer, OUT);
  const normal = [0, 4, 8].map((at) => view.getFloat32(at, true)) as unknown as Vec;
  const separations = Array.from({ length: count }, (_, i) => view.getFloat32(28 + i * 20, true));
  return {
    axis: view.getFloat32(12, true),
    normal,
    separation: Math.min(...separations),
    rounds: view.getInt32(96, true),
    count,
  };
}

/** Turned by a small vector and moved. */
function nudge(solid: Solid, turn: Vec, way: Vec): Solid {
  const [x, y, z, w] = solid.rotation,
    [a, b, c] = scale(turn, 0.5);
  const q = [
    x + a * w + b * z - c * y,
    y + b * w + c * x - a * z,
    z + c * w + a * y - b * x,
    w - a * x - b * y - c * z,
  ];
  const norm = Math.hypot(...q);
  return {
    ...solid,
    position: add(solid.position, way).map(Math.fround) as unknown as Vec,
    rotation: q.map((v) => Math.fround(v / norm)) as unknown as Quat,
  };
}

const cases = SOLIDS.flatMap((a, i) => SOLIDS.slice(i).map((b) => [a, b] as const)).flatMap(([a, b]) =>
  [0, 0.05].map((rounding) => [a, b, rounding] as const),
);
const total = { warm: 0, fresh: 0, deep: 0, apart: 0 };

it.each(cases)(
  '%s and %s, rounded by %f, remember without a difference',
  { timeout: 60_000 },
  (nameA, nameB, rounding) => {
    const { random } = seeded(`walk ${nameA} ${nameB} ${rounding}`);
    const any = (): Vec => [random() - 0.5, random() - 0.5, random() - 0.5];
    const failures: string[] = [];
    for (let walk = 0; walk < WALKS; walk++) {
      const a = drawSolid(random, nameA, rounding);
      const { far, normal: toward, gap: distance } = putApart(random, a, drawSolid(random, nameB, rounding));
      // Some walk into each other, some along each other.
      let b = nudge(far, [0, 0, 0], scale(toward, 0.01 - 0.03 * random() - distance));
      const turn = scale(any(), 0.02),
        way = add(scale(any(), 0.004), scale(toward, -0.001 * random()));
      new Uint8Array(memory.buffer, CONTACT, 1024).fill(0);
      // What faces are kept for is not what this is about.
      let axis = 0;
      for (let step = 0; step < STEPS; step++) {
        b = nudge(b, turn, way);
        fill(COLLIDER_A, a);
        fill(COLLIDER_B, b);
        const warm = collide(CONTACT, true),
          fresh = collide(FRESH, false, axis);
        axis = warm.axis;
        if (fresh.rounds === 0) continue;
        total.warm += warm.rounds;
        total.fresh += fresh.rounds;
        const fail = (what: string) =>
          failures.push(`${what} in step ${step} of walk ${walk}: ${JSON.stringify({ warm, fresh, a, b })}`);
        if (warm.count === 0 && fresh.count === 0) continue;
        const gap = gapBetween(new Core(a), new Core(b));
        // Of the margin's edge: a hair decides.
        if (warm.count === 0 || fresh.count === 0) {
          const { separation, normal } = warm.count === 0 ? fresh : warm;
          if (Math.min(separation, climb(gap, normal).value) < MARGIN - 1e-4) fail('no contact');
          continue;
        }
        total[gap(fresh.normal) < -1e-3 ? 'deep' : 'apart']++;
        if (Math.abs(gap(warm.normal) - gap(fresh.normal)) > 1e-4) fail('gap along the normal');
        if (Math.abs(warm.separation - fresh.separation) > 1e-4 && dot(warm.normal, fresh.normal) > 0.9999)
          fail('separation');
      }
    }
    expect(`${failures.length}\n${failures.slice(0, 2).join('\n')}`).toBe('0\n');
  },
);

it('has gone on in less than two thirds of the rounds, over pairs apart and deep', () => {
  console.info(total);
  expect(total.deep).toBeGreaterThan(1000);
  expect(total.apart).toBeGreaterThan(1000);
  expect(total.warm).toBeLessThan((2 / 3) * total.fresh);
});
