import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between } from '../../kernel/test/support/random.js';
import type { Collider } from '../src/shapes/collider.js';
import { resolveColliders } from '../src/shapes/collider.js';
import { massOfColliders, massScaledTo, naturalMass } from '../src/shapes/mass.js';
import { solidOf } from '../src/shapes/solids.js';

const collider = (options: object): Collider => resolveColliders([options], 'test')[0]!;
const inside: Record<string, (p: readonly [number, number, number], c: Collider) => boolean> = {
  sphere: ([x, y, z], { size, rounding }) => Math.hypot(x, y, z) <= size[0] + rounding,
  capsule: ([x, y, z], { size, rounding }) =>
    Math.hypot(x, Math.max(0, Math.abs(y) - size[1]), z) <= size[0] + rounding,
  box: ([x, y, z], { size, rounding }) =>
    Math.hypot(
      Math.max(0, Math.abs(x) - size[0]),
      Math.max(0, Math.abs(y) - size[1]),
      Math.max(0, Math.abs(z) - size[2]),
    ) <= rounding,
  cylinder: ([x, y, z], { size, rounding }) =>
    Math.hypot(Math.max(0, Math.hypot(x, z) - size[0]), Math.max(0, Math.abs(y) - size[1])) <= rounding,
  cone: ([x, y, z], { size, rounding }) => distanceOfCone(Math.hypot(x, z), y, size[0], size[1]) <= rounding,
};

/** In the half plane of radius and height: from the triangle of the axis, the base and the side. */
function distanceOfCone(r: number, y: number, radius: number, h: number): number {
  const side = (2 * h * r + radius * y - radius * h) / Math.hypot(2 * h, radius);
  if (y >= -h && side <= 0) return 0;
  const t = Math.max(0, Math.min(1, ((radius - r) * radius + (y + h) * 2 * h) / (radius ** 2 + 4 * h * h)));
  const toSide = Math.hypot(r - radius * (1 - t), y - (-h + 2 * h * t));
  return y < -h ? Math.min(toSide, Math.hypot(Math.max(0, r - radius), y + h)) : toSide;
}

/** Volume, diagonal of the inertia about the origin and height of the centre, summed over a fine grid. */
function integrate(c: Collider, reach: number, cells = 120): [number, number, number, number, number] {
  const h = (2 * reach) / cells;
  const sum: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++)
      for (let k = 0; k < cells; k++) {
        const [x, y, z] = [-reach + (i + 0.5) * h, -reach + (j + 0.5) * h, -reach + (k + 0.5) * h];
        if (!inside[c.shape]!([x, y, z], c)) continue;
        sum[0] += h ** 3;
        sum[1] += (y * y + z * z) * h ** 3;
        sum[2] += (z * z + x * x) * h ** 3;
        sum[3] += (x * x + y * y) * h ** 3;
        sum[4] += y * h ** 3;
      }
  return sum;
}

describe('closed forms', () => {
  it('sphere: 4/3 π r³, 2/5 m r²', () => {
    const { mass, inertia, centerOfMass } = massOfColliders([collider({ shape: 'sphere', radius: 2, density: 3 })]);
    expect(mass).toBeCloseTo(3 * (4 / 3) * Math.PI * 8, 10);
    expect(inertia).toEqual([(2 / 5) * mass * 4, (2 / 5) * mass * 4, (2 / 5) * mass * 4, 0, 0, 0]);
    expect(centerOfMass).toEqual([0, 0, 0]);
  });

  it('box: 8 abc, m (b² + c²) / 3', () => {
    const { mass, inertia } = massOfColliders([collider({ shape: 'box', halfExtents: [1, 2, 3], density: 10 })]);
    expect(mass).toBeCloseTo(480, 10);
    [13, 10, 5].forEach((squares, i) => expect(inertia[i]).toBeCloseTo((480 * squares) / 3, 9));
  });

  it('cylinder: π r² 2h, m r²/2 along and m (r²/4 + h²/3) across', () => {
    const { mass, inertia } = massOfColliders([
      collider({ shape: 'cylinder', radius: 2, halfHeight: 1.5, density: 1 }),
    ]);
    expect(mass).toBeCloseTo(Math.PI * 4 * 3, 9);
    expect(inertia[1]).toBeCloseTo(mass * 2, 9);
    expect(inertia[0]).toBeCloseTo(mass * (1 + 2.25 / 3), 9);
  });

  it('cone: a third of the cylinder, its centre a quarter up', () => {
    const { mass, inertia, centerOfMass } = massOfColliders([
      collider({ shape: 'cone', radius: 2, halfHeight: 1.5, density: 1 }),
    ]);
    expect(mass).toBeCloseTo(Math.PI * 4, 9);
    expect(centerOfMass[1]).toBeCloseTo(-0.75, 9);
    expect(inertia[1]).toBeCloseTo(mass * 0.3 * 4, 9);
    expect(inertia[0]).toBeCloseTo(mass * (3 / 20) * 4 + mass * (3 / 80) * 9, 9);
  });

  it.each([
    ['sphere', { shape: 'sphere', radius: 0.7, rounding: 0.2 }],
    ['capsule', { shape: 'capsule', radius: 0.4, halfHeight: 0.5 }],
    ['rounded box', { shape: 'box', halfExtents: [0.3, 0.6, 0.45], rounding: 0.25 }],
    ['cylinder', { shape: 'cylinder', radius: 0.6, halfHeight: 0.4 }],
    ['rounded cylinder', { shape: 'cylinder', radius: 0.4, halfHeight: 0.5, rounding: 0.2 }],
    ['cylinder with all rounding', { shape: 'cylinder', radius: 0.01, halfHeight: 0.01, rounding: 0.8 }],
    ['cone', { shape: 'cone', radius: 0.8, halfHeight: 0.49 }],
    ['rounded cone', { shape: 'cone', radius: 0.4, halfHeight: 0.5, rounding: 0.25 }],
    ['box with all rounding', { shape: 'box', halfExtents: [0.01, 0.01, 0.01], rounding: 0.8 }],
  ])('%s agrees with a sum over a grid', (_, options) => {
    const c = collider(options);
    const { volume, center, inertia } = solidOf(c);
    const [v, xx, yy, zz, y] = integrate(c, 1.05);
    expect(Math.abs(volume / v - 1)).toBeLessThan(0.01);
    expect(Math.abs(center[1] - y / v)).toBeLessThan(0.005);
    const shift = (y * y) / v;
    [xx - shift, yy, zz - shift].forEach((sum, i) => expect(Math.abs(inertia[i]! / sum - 1)).toBeLessThan(0.01));
  });
});

describe('compounds', () => {
  it('two halves weigh and turn like the whole', () => {
    const whole = massOfColliders([collider({ shape: 'box', halfExtents: [1, 0.5, 0.25] })]);
    const half = { shape: 'box' as const, halfExtents: [0.5, 0.5, 0.25] };
    const halves = massOfColliders([
      collider({ ...half, position: [-0.5, 0, 0] }),
      collider({ ...half, position: [0.5, 0, 0] }),
    ]);
    expect(halves.mass).toBeCloseTo(whole.mass, 9);
    whole.inertia.forEach((value, i) => expect(halves.inertia[i]).toBeCloseTo(value, 9));
  });

  it('two halves of a turned whole weigh and turn like it, off the axes too', () => {
    const rotation = [0.1, 0.5, -0.3, 0.8].map((x) => x / Math.hypot(0.1, 0.5, 0.3, 0.8));
    const [x, y, z, w] = rotation as [number, number, number, number];
    // The body's x axis, turned.
    const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
    const half = (side: number): Collider =>
      collider({ shape: 'box', halfExtents: [1, 0.5, 0.25], rotation, position: axis.map((a) => a * side) });
    const whole = massOfColliders([collider({ shape: 'box', halfExtents: [2, 0.5, 0.25], rotation })]);
    const halves = massOfColliders([half(-1), half(1)]);
    whole.inertia.forEach((value, i) => expect(halves.inertia[i]).toBeCloseTo(value, 6));
  });

  it('turning a part turns its inertia: trace and determinant stay, a quarter turn swaps axes', () => {
    const s = Math.SQRT1_2;
    const turned = massOfColliders([collider({ shape: 'box', halfExtents: [1, 2, 3], rotation: [0, 0, s, s] })]);
    const plain = massOfColliders([collider({ shape: 'box', halfExtents: [2, 1, 3] })]);
    plain.inertia.forEach((value, i) => expect(turned.inertia[i]! - value).toBeCloseTo(0, 6));
  });

  it('a part that is hardly turned, and one beside another without mass, weigh as one that is alone and not turned', () => {
    const part = { shape: 'cone', radius: 0.5, halfHeight: 1, position: [1, 2, 3], density: 7 };
    const plain = massOfColliders([collider(part)]);
    expect(plain.centerOfMass).toEqual([1, 1.5, 3]);
    const others = [
      [collider({ ...part, rotation: [1e-12, 1e-12, 1e-12, 1] })],
      [collider(part), collider({ shape: 'sphere', radius: 1, density: 0 })],
    ];
    for (const colliders of others) {
      const { mass, inertia, centerOfMass } = massOfColliders(colliders);
      expect(mass).toBeCloseTo(plain.mass, 9);
      plain.inertia.forEach((value, i) => expect(inertia[i]).toBeCloseTo(value, 9));
      plain.centerOfMass.forEach((value, i) => expect(centerOfMass[i]).toBeCloseTo(value, 9));
    }
  });

  it('is the same about the common centre wherever the whole is put', () => {
    const finite = between(-5, 5);
    fc.assert(
      fc.property(fc.tuple(finite, finite, finite), ([x, y, z]) => {
        const parts = (dx: number, dy: number, dz: number): Collider[] => [
          collider({ shape: 'sphere', radius: 0.5, position: [1 + dx, dy, dz] }),
          collider({
            shape: 'capsule',
            radius: 0.2,
            halfHeight: 1,
            position: [dx, 2 + dy, dz],
            rotation: [0.5, 0.5, 0.5, 0.5],
          }),
        ];
        const here = massOfColliders(parts(0, 0, 0));
        const there = massOfColliders(parts(x, y, z));
        [x, y, z].forEach((d, i) => expect(there.centerOfMass[i]).toBeCloseTo(here.centerOfMass[i]! + d, 9));
        here.inertia.forEach((value, i) => expect(there.inertia[i]).toBeCloseTo(value, 6));
      }),
    );
  });

  it('a point mass far off adds m d²', () => {
    const far = massOfColliders([
      collider({ shape: 'sphere', radius: 0.01, density: 1e6, position: [10, 0, 0] }),
      collider({ shape: 'sphere', radius: 0.01, density: 1e6, position: [-10, 0, 0] }),
    ]);
    expect(far.inertia[1] / (far.mass * 100)).toBeCloseTo(1, 5);
    expect(far.inertia[0] / (far.mass * 100)).toBeCloseTo(0, 5);
  });
});

it('a given mass scales the inertia with it, also where the colliders have no density', () => {
  const parts = [collider({ shape: 'box', halfExtents: [1, 2, 3], position: [0, 1, 0], density: 0 })];
  const scaled = massScaledTo(6, parts);
  expect(scaled.mass).toBe(6);
  expect(scaled.centerOfMass).toEqual([0, 1, 0]);
  expect(scaled.inertia[0]).toBeCloseTo((6 * 13) / 3, 9);
});

it('a dynamic body without matter weighs 1 kg', () => {
  expect(naturalMass([]).mass).toBe(1);
  expect(naturalMass([collider({ shape: 'sphere', radius: 1, density: 0 })]).mass).toBe(1);
});
