import { withPages } from './kernel.js';

export interface MeshData {
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

export type Triple = [number, number, number];

/** A terrain of `size` × `size` cells of 1 m, two triangles each, with heights from `height`. */
export function terrain(size: number, height: (x: number, z: number) => number): MeshData {
  const vertices = new Float32Array(3 * (size + 1) ** 2),
    indices = new Uint32Array(6 * size * size);
  let v = 0,
    t = 0;
  for (let z = 0; z <= size; z++) {
    for (let x = 0; x <= size; x++) {
      vertices.set([x - size / 2, height(x - size / 2, z - size / 2), z - size / 2], v);
      v += 3;
    }
  }
  for (let z = 0; z < size; z++) {
    for (let x = 0; x < size; x++) {
      const a = z * (size + 1) + x,
        b = a + 1,
        c = a + size + 1,
        d = c + 1;
      indices.set([a, c, b, b, c, d], t);
      t += 6;
    }
  }
  return { vertices, indices };
}

/** A mesh in the memory of a kernel of its own, with its queries. */
export class MeshUnderTest {
  readonly setup = withPages(4096);
  readonly address: number;
  private readonly scratch: number;
  private readonly out: number;

  constructor(readonly data: MeshData) {
    const { kernel, memory, pages } = this.setup;
    const { vertices, indices } = data;
    const points = kernel.pagesAllocate(pages, Math.max(16, vertices.byteLength)),
      corners = kernel.pagesAllocate(pages, Math.max(16, indices.byteLength));
    this.scratch = kernel.pagesAllocate(pages, kernel.meshScratchSize());
    this.out = kernel.pagesAllocate(pages, indices.byteLength + 64);
    new Float32Array(memory.buffer, points, vertices.length).set(vertices);
    new Uint32Array(memory.buffer, corners, indices.length).set(indices);
    this.address = kernel.meshBuild(pages, points, vertices.length / 3, corners, indices.length / 3);
  }
  get triangleCount(): number {
    return this.data.indices.length / 3;
  }
  get fault(): number {
    const { kernel, memory } = this.setup;
    new Uint8Array(memory.buffer, this.out, this.triangleCount).fill(0);
    return kernel.meshTreeFault(this.address, this.out);
  }
  neighbour(triangle: number, edge: number): number {
    return this.setup.kernel.meshNeighbour(this.address, triangle, edge);
  }
  corner(triangle: number, corner: number): Triple {
    const { vertices, indices } = this.data;
    const at = 3 * indices[3 * triangle + corner]!;
    return [vertices[at]!, vertices[at + 1]!, vertices[at + 2]!];
  }
  query(low: Triple, high: Triple): number[] {
    const { kernel, memory } = this.setup;
    new Float32Array(memory.buffer, this.out, 6).set([...low, ...high]);
    const count = kernel.meshQuery(this.address, this.out, this.out, this.scratch);
    return Array.from(new Int32Array(memory.buffer, this.out, count)).sort((a, b) => a - b);
  }
  ray(origin: Triple, direction: Triple, limit: number, twoSided: boolean, slow = false) {
    const { kernel, memory } = this.setup;
    new Float32Array(memory.buffer, this.out, 7).set([...origin, ...direction, limit]);
    const cast = slow ? kernel.meshRaySlow : kernel.meshRay;
    const triangle = cast(this.address, this.out, twoSided ? 1 : 0, this.out, this.scratch);
    const [distance] = new Float32Array(memory.buffer, this.out, 1);
    const [behind] = new Uint32Array(memory.buffer, this.out + 4, 1);
    return { triangle, distance: distance!, behind: behind === 1 };
  }
}
