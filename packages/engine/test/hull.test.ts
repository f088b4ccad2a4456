import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { between } from '../../kernel/test/support/random.js';
import { PhysicsInputError } from '../src/errors.js';
import { resolveColliders } from '../src/shapes/collider.js';
import { joinCoplanar, type Polyhedron } from '../src/shapes/hull/polyhedron.js';
import { quickhull } from '../src/shapes/hull/quickhull.js';
import { solidOfPolyhedron } from '../src/shapes/hull/solid.js';
import { solidOf } from '../src/shapes/solids.js';

const hull = (points: ArrayLike<number>, rounding = 0) =>
  resolveColliders([{ shape: 'hull', points, rounding }], 'test')[0]!;

function polyhedronOf(points: readonly number[]): Polyhedron {
  const found = quickhull(Float64Array.from(points), 128);
  if (typeof found === 'string') throw new Error(found);
  return joinCoplanar(Float64Array.from(points), found.triangles, found.size);
}

const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));

/** Faults of a polyhedron around points, with everything within `tolerance`. */
function faultsOf({ vertices, faces, edges }: Polyhedron, points: readonly number[], tolerance: number): string[] {
  const faults: string[] = [];
  const count = vertices.length / 3;
  if (count - edges.length + faces.length !== 2)
    faults.push(`V ${count} − E ${edges.length} + F ${faces.length} is not 2`);
  faces.forEach(({ normal, offset, loop }, f) => {
    const height = (p: ArrayLike<number>, i: number) =>
      normal[0] * p[3 * i]! + normal[1] * p[3 * i + 1]! + normal[2] * p[3 * i + 2]! - offset;
    if (Math.abs(Math.hypot(...normal) - 1) > 1e-9) faults.push(`normal of face ${f} is not of unit length`);
    for (let i = 0; i < points.length / 3; i++)
      if (height(points, i) > tolerance) faults.push(`point ${i} lies ${height(points, i)} outside face ${f}`);
    for (const i of loop) if (height(vertices, i) < -tolerance) faults.push(`vertex ${i} is not on face ${f}`);
    // Convex and counter-clockwise: no corner turns right.
    loop.forEach((a, i) => {
      const [b, c] = [loop[(i + 1) % loop.length]!, loop[(i + 2) % loop.length]!];
      const u = [0, 1, 2].map((k) => vertices[3 * b + k]! - vertices[3 * a + k]!);
      const v = [0, 1, 2].map((k) => vertices[3 * c + k]! - vertices[3 * b + k]!);
      const turn =
        normal[0] * (u[1]! * v[2]! - u[2]! * v[1]!) +
        normal[1] * (u[2]! * v[0]! - u[0]! * v[2]!) +
        normal[2] * (u[0]! * v[1]! - u[1]! * v[0]!);
      if (turn < -tolerance) faults.push(`face ${f} turns right at ${b}`);
    });
  });
  // Watertight: each edge of each loop once, and once the other way round.
  const halves = new Map<string, number>();
  faces.forEach(({ loop }, f) => loop.forEach((a, i) => halves.set(`${a} ${loop[(i + 1) % loop.length]!}`, f)));
  for (const [start, end, left, right] of edges) {
    if (halves.get(`${start} ${end}`) !== left || halves.get(`${end} ${start}`) !== right)
      faults.push(`edge ${start} ${end} is not between faces ${left} and ${right}`);
  }
  if (halves.size !== 2 * edges.length) faults.push('an edge has not two faces');
  return faults;
}

const coordinate = fc.oneof(between(-5, 5), fc.integer({ min: -3, max: 3 }));
const cloud = fc
  .array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 4, maxLength: 60 })
  .map((p) => p.flat());

describe('convex hulls', () => {
  it('a cube has 8 vertices, 12 edges and 6 faces of 4 corners', () => {
    const { vertices, faces, edges } = polyhedronOf([...cube, 0, 0, 0, 0.5, 1, 0.25, ...cube]);
    expect([vertices.length / 3, edges.length, faces.length]).toEqual([8, 12, 6]);
    expect(faces.map(({ loop }) => loop.length)).toEqual([4, 4, 4, 4, 4, 4]);
  });

  it('contain their points, are convex and watertight, and keep to Euler’s formula', () => {
    let checked = 0;
    fc.assert(
      fc.property(cloud, (points) => {
        const found = quickhull(Float64Array.from(points), 128);
        if (typeof found === 'string') return;
        checked++;
        const faults = faultsOf(joinCoplanar(Float64Array.from(points), found.triangles, found.size), points, 3e-4);
        expect(faults).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(checked).toBeGreaterThan(800);
  });

  it('of prisms and of spheres with many points in one plane', () => {
    for (let sides = 3; sides <= 60; sides++) {
      const points = Array.from({ length: 2 * sides }, (_, i) => {
        const angle = (2 * Math.PI * (i % sides)) / sides;
        return [Math.cos(angle), i < sides ? -1 : 1, Math.sin(angle)].map(Math.fround);
      }).flat();
      const prism = polyhedronOf(points);
      expect(faultsOf(prism, points, 1e-5)).toEqual([]);
      expect([prism.vertices.length / 3, prism.faces.length]).toEqual([2 * sides, sides + 2]);
    }
  });

  it('are the same for points in any order', () => {
    fc.assert(
      fc.property(cloud, fc.infiniteStream(fc.nat()), (points, order) => {
        const triples = Array.from({ length: points.length / 3 }, (_, i) => points.slice(3 * i, 3 * i + 3));
        const shuffled = triples.map((p) => [order.next().value as number, p] as const).sort((a, b) => a[0] - b[0]);
        const [one, other] = [points, shuffled.flatMap(([, p]) => p)].map((p) => {
          const found = quickhull(Float64Array.from(p), 128);
          return typeof found === 'string'
            ? found
            : solidOfPolyhedron(joinCoplanar(Float64Array.from(p), found.triangles, found.size)).volume;
        });
        if (typeof one === 'number' && typeof other === 'number') expect(other / one).toBeCloseTo(1, 3);
      }),
    );
  });
});

describe('mass of hulls', () => {
  it('a box of points weighs and turns as a box, wherever it is', () => {
    const points = cube.map((v, i) => v * [0.5, 1, 0.25][i % 3]! + [3, -2, 1][i % 3]!);
    const { volume, center, inertia } = solidOf(hull(points));
    const box = solidOf(resolveColliders([{ shape: 'box', halfExtents: [0.5, 1, 0.25] }], 'test')[0]!);
    expect(volume).toBeCloseTo(box.volume, 9);
    [3, -2, 1].forEach((at, k) => expect(center[k]).toBeCloseTo(at, 9));
    inertia.forEach((value, k) => expect(value).toBeCloseTo(box.inertia[k]!, 8));
  });

  it('a corner of a cube: 1/6 of its volume, its centre a quarter in, and products of inertia', () => {
    const { volume, center, inertia } = solidOf(hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]));
    expect(volume).toBeCloseTo(1 / 6, 12);
    center.forEach((value) => expect(value).toBeCloseTo(0.25, 12));
    // ∫ x² = 1/60, ∫ xy = 1/120 about the corner; 1/96 is m d² of each axis.
    const [xx, xy] = [2 * (1 / 60 - 1 / 96), -(1 / 120 - 1 / 96)];
    [xx, xx, xx, xy, xy, xy].forEach((value, k) => expect(inertia[k]).toBeCloseTo(value, 12));
  });

  it('rounding adds what Steiner’s formula says', () => {
    const { volume } = solidOf(hull(cube, 0.3));
    const box = solidOf(resolveColliders([{ shape: 'box', halfExtents: [1, 1, 1], rounding: 0.3 }], 'test')[0]!);
    expect(volume).toBeCloseTo(box.volume, 9);
  });
});

describe('points of a hull', () => {
  const refused = (points: unknown): PhysicsInputError => {
    try {
      hull(points as number[]);
    } catch (error) {
      if (error instanceof PhysicsInputError) return error;
      throw error;
    }
    throw new Error('accepted');
  };

  it.each([
    ['none', [], 'wrong-length', 'got 0'],
    ['three', [0, 0, 0, 1, 0, 0, 0, 1, 0], 'wrong-length', 'got 9'],
    ['a number too many', [...cube, 1], 'wrong-length', 'got 25'],
    ['all the same', [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3], 'out-of-range', 'a point'],
    ['in a line', [0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5], 'out-of-range', 'a line'],
    ['in a plane', [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 5, 5, 0], 'out-of-range', 'a plane'],
    ['not finite', [...cube.slice(0, 23), NaN], 'not-finite', 'points[23]'],
    ['too large', [...cube.slice(0, 23), 1e39], 'out-of-range', 'points[23]'],
    ['no list', 'cube', 'wrong-type', 'points'],
  ])('%s: refused, and the error says why', (_, points, problem, detail) => {
    const error = refused(points);
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(detail);
    expect(error.message).toContain('HullCollider.points');
  });

  it('that come twice count once', () => {
    expect(solidOf(hull([...cube, ...cube])).volume).toBeCloseTo(8, 12);
  });

  it('that are equal make one shared hull', () => {
    expect(hull(Float32Array.from(cube)).geometry).toBe(hull([...cube]).geometry);
    expect(hull(cube.map((v) => v * 2)).geometry).not.toBe(hull(cube).geometry);
  });

  it('more than fit are simplified, with a warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    try {
      // A sphere of 1000 points.
      const points = Array.from({ length: 1000 }, (_, i) => {
        const y = 1 - (2 * i + 1) / 1000,
          r = Math.sqrt(1 - y * y),
          angle = i * Math.PI * (3 - Math.sqrt(5));
        return [r * Math.cos(angle), y, r * Math.sin(angle)];
      }).flat();
      const view = new Uint32Array(hull(points).geometry!.data.buffer);
      expect(view[0]).toBeLessThanOrEqual(128);
      expect(view[1]).toBeLessThanOrEqual(128);
      expect(solidOf(hull(points)).volume).toBeGreaterThan(0.85 * (4 / 3) * Math.PI);
      expect(warn).toHaveBeenCalledOnce();
      expect(warn.mock.calls[0]![0]).toContain('HullCollider.points is simplified');
    } finally {
      warn.mockRestore();
    }
  });
});
