import type { ColliderOptions } from '../../src/index.js';

/** How far out bumps are, by their place. */
const bump = (row: number, column: number) => 0.15 * Math.sin(row * 2.1 + column * 0.7);

/** A square grid of 1 m across x, whose front looks along −x, of bumps of a height. */
export function grid(height: number): ColliderOptions {
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
export function surfaceAt(y: number, z: number): number {
  const row = Math.floor(y + 10),
    column = Math.floor(z + 10);
  const u = y + 10 - row,
    v = z + 10 - column;
  const right = bump(row, column + 1),
    up = bump(row + 1, column);
  if (u + v <= 1) return bump(row, column) * (1 - u - v) + up * u + right * v;
  return bump(row + 1, column + 1) * (u + v - 1) + up * (1 - v) + right * (1 - u);
}
