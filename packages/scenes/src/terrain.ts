/** A square of hills around the origin, two triangles a cell, facing up. */
export interface Terrain {
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
  /** Height of the triangles at a place, m. */
  heightAt(x: number, z: number): number;
}

/** Up and down between -0.5 and 0.5, once a unit. */
function wave(t: number): number {
  const u = t - Math.floor(t);
  const rise = u < 0.5 ? 2 * u : 2 - 2 * u;
  return rise * rise * (3 - 2 * rise) - 0.5;
}

/** Hills of 9, 7 and 2.7 m, about 2 m high in all. */
function hills(x: number, z: number): number {
  return 1.2 * wave(x / 9) + 0.9 * wave(z / 7) + 0.35 * wave((x + z) / 2.7);
}

/** `cells` × `cells` on `side` × `side` metres. */
export function terrain(cells: number, side: number): Terrain {
  const row = cells + 1,
    cell = side / cells;
  const vertices = new Float32Array(3 * row * row),
    indices = new Uint32Array(6 * cells * cells);
  for (let i = 0; i < row * row; i++) {
    const x = (i % row) * cell - side / 2,
      z = Math.floor(i / row) * cell - side / 2;
    vertices.set([x, hills(x, z), z], 3 * i);
  }
  for (let i = 0; i < cells * cells; i++) {
    const a = Math.floor(i / cells) * row + (i % cells),
      c = a + row;
    indices.set([a, c, a + 1, a + 1, c, c + 1], 6 * i);
  }
  const height = (column: number, line: number): number => vertices[3 * (line * row + column) + 1]!;
  const heightAt = (x: number, z: number): number => {
    const u = Math.min(Math.max((x + side / 2) / cell, 0), cells - 1e-6),
      v = Math.min(Math.max((z + side / 2) / cell, 0), cells - 1e-6);
    const column = Math.floor(u),
      line = Math.floor(v),
      [s, t] = [u - column, v - line];
    const [b, c] = [height(column + 1, line), height(column, line + 1)];
    if (s + t <= 1) return height(column, line) * (1 - s - t) + b * s + c * t;
    return height(column + 1, line + 1) * (s + t - 1) + b * (1 - t) + c * (1 - s);
  };
  return { vertices, indices, heightAt };
}
