import { createRequire } from 'node:module';

export interface Triangles {
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

/** `size` × `size` cells of `cell` metres around the origin, two triangles each, facing up. */
export function tessellated(size: number, cell: number, height: (x: number, z: number) => number = () => 0): Triangles {
  const vertices: number[] = [],
    indices: number[] = [];
  for (let z = 0; z <= size; z++) {
    for (let x = 0; x <= size; x++) {
      const [px, pz] = [(x - size / 2) * cell, (z - size / 2) * cell];
      vertices.push(px, height(px, pz), pz);
    }
  }
  for (let z = 0; z < size; z++) {
    for (let x = 0; x < size; x++) {
      const a = z * (size + 1) + x,
        c = a + size + 1;
      indices.push(a, c, a + 1, a + 1, c, c + 1);
    }
  }
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) };
}

/** A torus of quads around the y axis: `radius` to the middle of the tube, which has the radius `tube`. Facing out. */
export function torus(radius: number, tube: number, around = 40, across = 16): Triangles {
  const vertices: number[] = [],
    indices: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [turn, rise] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const far = radius + tube * Math.cos(rise);
      vertices.push(far * Math.cos(turn), tube * Math.sin(rise), far * Math.sin(turn));
      const at = (along: number, up: number): number => ((i + along) % around) * across + ((j + up) % across);
      indices.push(at(0, 0), at(0, 1), at(1, 0), at(1, 0), at(0, 1), at(1, 1));
    }
  }
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) };
}

/** The Stanford bunny, about 10 m long, standing at y = 0. */
export function bunny(): Triangles {
  const { positions, cells } = createRequire(import.meta.url)('bunny') as {
    positions: readonly (readonly number[])[];
    cells: readonly (readonly number[])[];
  };
  return { vertices: Float32Array.from(positions.flat()), indices: Uint32Array.from(cells.flat()) };
}

/** Is a point inside a closed mesh? By the number of triangles above it. */
export function isInside(
  { vertices, indices }: Triangles,
  [px, py, pz]: ArrayLike<number> & Iterable<number>,
): boolean {
  // Off every edge of the mesh.
  const [x, z] = [px! + 1.03e-4, pz! + 1.71e-4];
  let above = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[i + k]!) as [number, number, number];
    const [ax, az] = [vertices[a]! - vertices[c]!, vertices[a + 2]! - vertices[c + 2]!];
    const [bx, bz] = [vertices[b]! - vertices[c]!, vertices[b + 2]! - vertices[c + 2]!];
    const determinant = ax * bz - az * bx;
    if (determinant === 0) continue;
    const [dx, dz] = [x - vertices[c]!, z - vertices[c + 2]!];
    const u = (dx * bz - dz * bx) / determinant,
      v = (ax * dz - az * dx) / determinant;
    if (u < 0 || v < 0 || u + v > 1) continue;
    if (u * vertices[a + 1]! + v * vertices[b + 1]! + (1 - u - v) * vertices[c + 1]! > py!) above++;
  }
  return above % 2 === 1;
}
