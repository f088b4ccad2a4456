/** Triangle meshes: the tree's invariants, its two queries against every triangle in turn, and the joining of edges. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MeshUnderTest, terrain, type MeshData, type Triple } from './support/meshes.js';
import { generator, runs } from './support/random.js';

const coordinate = fc.oneof(
  fc.integer({ min: -8192, max: 8192 }).map((x) => x / 1024),
  // Many on one plane, in one point, on the planes of the tree.
  fc.constantFrom(-1, 0, 1, 2),
);
const point = fc.tuple(coordinate, coordinate, coordinate);
const soup: fc.Arbitrary<MeshData> = fc.array(point, { minLength: 3, maxLength: 60, size: 'max' }).chain((points) =>
  fc.record({
    vertices: fc.constant(Float32Array.from(points.flat())),
    indices: fc
      .array(fc.nat(points.length - 1), { minLength: 3, maxLength: 240, size: 'max' })
      .map((corners) => Uint32Array.from(corners.slice(0, corners.length - (corners.length % 3)))),
  }),
);

describe('mesh tree', () => {
  it('holds every triangle with an area once, under tight planes, and finds what a search through all of them finds', () => {
    let found = 0,
      hits = 0,
      misses = 0,
      behind = 0;
    fc.assert(
      fc.property(
        soup,
        fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(point, point, fc.boolean()), { minLength: 1, maxLength: 8 }),
        (data, boxes, rays) => {
          const mesh = new MeshUnderTest(data);
          expect(mesh.fault).toBe(0);
          for (const [a, b] of boxes) {
            const low = a.map((x, axis) => Math.min(x, b[axis]!)) as Triple,
              high = a.map((x, axis) => Math.max(x, b[axis]!)) as Triple;
            const slow = slowQuery(mesh, low, high);
            found += slow.length;
            expect(mesh.query(low, high)).toEqual(slow);
          }
          for (const [origin, target, twoSided] of rays) {
            const direction = target.map((x, axis) => Math.fround(x - origin[axis]!)) as Triple;
            if (direction.every((x) => x === 0)) continue;
            const slow = mesh.ray(origin, direction, 2, twoSided, true);
            expect(mesh.ray(origin, direction, 2, twoSided)).toEqual(slow);
            if (slow.triangle < 0) misses++;
            else hits++;
            if (slow.behind) behind++;
          }
        },
      ),
      runs('mesh tree', 300),
    );
    expect(Math.min(found, hits, misses, behind)).toBeGreaterThan(100);
  });

  it('takes less than 13 bytes of tree a triangle on a terrain, and about 42 in all', () => {
    const mesh = new MeshUnderTest(terrain(64, (x, z) => Math.sin(x) + Math.cos(z)));
    const { kernel } = mesh.setup;
    expect((kernel.meshNodeCount(mesh.address) * 12) / mesh.triangleCount).toBeLessThan(13.5);
    expect(kernel.meshByteLength(mesh.address) / mesh.triangleCount).toBeLessThan(44);
  });

  it('gives its memory back', () => {
    const { setup, address } = new MeshUnderTest(terrain(8, () => 0));
    const used = setup.kernel.pagesUsed(setup.pages);
    setup.kernel.meshFree(setup.pages, address);
    expect(setup.kernel.pagesUsed(setup.pages)).toBeLessThan(used);
  });

  it('lets no ray through the edges and corners of a closed surface', () => {
    const floor = new MeshUnderTest(terrain(16, (x, z) => Math.sin(3 * x) * Math.cos(2 * z)));
    const random = generator(7);
    for (let i = 0; i < 20_000; i++) {
      // At vertices, along edges and across them, straight down and tilted.
      const [x, z] = [Math.floor(random() * 13) - 6, Math.floor(random() * 13) - 6];
      const along = random() < 0.5 ? random() : 0;
      const tilt = random() < 0.5 ? random() - 0.5 : 0;
      const target: Triple = [x + along, Math.sin(3 * x) * Math.cos(2 * z), z];
      const hit = floor.ray([target[0] + tilt, 5, target[2]], [-tilt, target[1] - 5, 0], 4, false);
      expect(hit.triangle).toBeGreaterThanOrEqual(0);
    }
  });

  it('tells outside from inside by the winding', () => {
    const { indices, vertices } = terrain(2, () => 0);
    const floor = new MeshUnderTest({ indices, vertices });
    expect(floor.ray([0.2, 1, 0.3], [0, -1, 0], 5, false)).toMatchObject({ distance: 1, behind: false });
    expect(floor.ray([0.2, -1, 0.3], [0, 1, 0], 5, false).triangle).toBe(-1);
    expect(floor.ray([0.2, -1, 0.3], [0, 1, 0], 5, true)).toMatchObject({ distance: 1, behind: true });
    expect(floor.ray([0.2, 1, 0.3], [0, -1, 0], 0.5, true).triangle).toBe(-1);
  });
});

describe('mesh edges', () => {
  it('join where two triangles run along them in opposite directions, and nowhere else', () => {
    fc.assert(
      fc.property(soup, (data) => {
        const mesh = new MeshUnderTest(data);
        const same = (a: Triple, b: Triple) => a.every((x, axis) => x === b[axis]);
        for (let i = 0; i < mesh.triangleCount; i++) {
          for (let edge = 0; edge < 3; edge++) {
            const other = mesh.neighbour(i, edge);
            if (other < 0) continue;
            const from = mesh.corner(i, edge),
              to = mesh.corner(i, (edge + 1) % 3);
            const back = [0, 1, 2].filter(
              (e) =>
                mesh.neighbour(other, e) === i &&
                same(mesh.corner(other, e), to) &&
                same(mesh.corner(other, (e + 1) % 3), from),
            );
            expect(back).toHaveLength(1);
          }
        }
      }),
      runs('mesh edges', 200),
    );
  });

  it('join across a seam, where a graphics mesh repeats its vertices', () => {
    const { vertices, indices } = terrain(4, (x, z) => x * z);
    const repeated = {
      vertices: Float32Array.from(Array.from(indices).flatMap((i) => Array.from(vertices.subarray(3 * i, 3 * i + 3)))),
      indices: Uint32Array.from(indices.keys()),
    };
    const mesh = new MeshUnderTest(repeated);
    expect(mesh.setup.kernel.meshVertexCount(mesh.address)).toBe(25);
    let open = 0;
    for (let i = 0; i < 32; i++) for (let edge = 0; edge < 3; edge++) if (mesh.neighbour(i, edge) < 0) open++;
    expect(open).toBe(16);
  });
});

function slowQuery(mesh: MeshUnderTest, low: Triple, high: Triple): number[] {
  const found: number[] = [];
  for (let i = 0; i < mesh.triangleCount; i++) {
    if (mesh.neighbour(i, 0) === -2) continue;
    const corners = [0, 1, 2].map((corner) => mesh.corner(i, corner));
    const overlaps = [0, 1, 2].every(
      (axis) =>
        Math.min(...corners.map((c) => c[axis]!)) <= high[axis]! &&
        Math.max(...corners.map((c) => c[axis]!)) >= low[axis]!,
    );
    if (overlaps) found.push(i);
  }
  return found;
}
