import { ShapeType } from '../generated/layout';
import { V } from '../math/vec';
import { HeightField } from './height-field';
import { KdBounds, KdWalk, KD_WALK_SIZE } from './kd-bounds';
import { LEFT_OUT, Mesh, OPEN } from './mesh';

/** Cells under a box, in a walk over a height field. */
@unmanaged
class GridWalk {
  low: v128;
  high: v128;
  firstColumn: i32;
  lastColumn: i32;
  lastRow: i32;
  row: i32;
  column: i32;
  /** 1: the cell's first triangle was given. */
  half: i32;
}

export const WALK_SIZE: usize = KD_WALK_SIZE;

/** Triangle meshes and height fields by one name: numbered triangles with shared corners. In the shape's own space. */
export class Surface {
  // @ts-ignore: decorator
  @inline static is(shape: u32): bool {
    return shape >= ShapeType.Mesh;
  }

  static corner(shape: u32, address: usize, triangle: i32, corner: i32): i32 {
    return shape == ShapeType.Mesh
      ? changetype<Mesh>(address).corner(triangle, corner)
      : changetype<HeightField>(address).corner(triangle, corner);
  }
  static vertex(shape: u32, address: usize, vertex: i32): v128 {
    return shape == ShapeType.Mesh
      ? changetype<Mesh>(address).vertex(vertex)
      : changetype<HeightField>(address).vertex(vertex);
  }
  /** The triangle across the edge that starts at a corner, or OPEN. */
  static neighbour(shape: u32, address: usize, triangle: i32, edge: i32): i32 {
    return shape == ShapeType.Mesh
      ? changetype<Mesh>(address).neighbour(triangle, edge)
      : changetype<HeightField>(address).neighbour(triangle, edge);
  }
  /** Of the triangle across an edge, the corner that is not on it; OPEN where there is none. */
  static opposite(shape: u32, address: usize, triangle: i32, edge: i32): i32 {
    const other = Surface.neighbour(shape, address, triangle, edge);
    if (other < 0) return OPEN;
    const from = Surface.corner(shape, address, triangle, edge);
    const to = Surface.corner(shape, address, triangle, edge == 2 ? 0 : edge + 1);
    for (let corner = 0; corner < 3; corner++) {
      const vertex = Surface.corner(shape, address, other, corner);
      if (vertex != from && vertex != to) return vertex;
    }
    return OPEN;
  }

  /** Starts a walk over the triangles whose bounds overlap a box. `walk`: WALK_SIZE bytes. */
  static start(shape: u32, address: usize, walk: usize, low: v128, high: v128): void {
    if (shape == ShapeType.Mesh) {
      KdBounds.start(changetype<KdWalk>(walk), changetype<Mesh>(address), low, high);
      return;
    }
    const field = changetype<HeightField>(address),
      grid = changetype<GridWalk>(walk);
    grid.low = low;
    grid.high = high;
    grid.firstColumn = cellAt(V.x(low), V.x(field.boundsMin), field.cellX, field.columns);
    grid.lastColumn = cellAt(V.x(high), V.x(field.boundsMin), field.cellX, field.columns);
    grid.row = cellAt(V.z(low), V.z(field.boundsMin), field.cellZ, field.rows);
    grid.lastRow = cellAt(V.z(high), V.z(field.boundsMin), field.cellZ, field.rows);
    grid.column = grid.firstColumn;
    grid.half = 0;
    const gap = v128.or(f32x4.gt(field.boundsMin, high), f32x4.gt(low, field.boundsMax));
    if ((i32x4.bitmask(gap) & 7) != 0) grid.lastRow = -1;
  }

  /** The next triangle, or -1 behind the last. */
  static next(shape: u32, address: usize, walk: usize): i32 {
    if (shape == ShapeType.Mesh) return KdBounds.next(changetype<KdWalk>(walk), changetype<Mesh>(address));
    const field = changetype<HeightField>(address),
      grid = changetype<GridWalk>(walk);
    const low = V.y(grid.low),
      high = V.y(grid.high);
    while (grid.row <= grid.lastRow) {
      const row = grid.row,
        column = grid.column,
        half = grid.half;
      const cell = row * (field.columns - 1) + column;
      if (half == 0) grid.half = 1;
      else {
        grid.half = 0;
        if (column == grid.lastColumn) {
          grid.column = grid.firstColumn;
          grid.row = row + 1;
        } else grid.column = column + 1;
      }
      if (field.isHole(cell)) continue;
      const first = cell + row;
      const a = field.height(half == 0 ? first : first + field.columns + 1),
        b = field.height(first + 1),
        c = field.height(first + field.columns);
      if (max(max(a, b), c) < low || min(min(a, b), c) > high) continue;
      return 2 * cell + half;
    }
    return -1;
  }

  /** Is it a triangle at all? Degenerate ones and holes are none. */
  static exists(shape: u32, address: usize, triangle: i32): bool {
    if (shape == ShapeType.Mesh) return changetype<Mesh>(address).neighbour(triangle, 0) != LEFT_OUT;
    return !changetype<HeightField>(address).isHole(triangle >> 1);
  }
}

/** Cell of a grid of `samples` under a coordinate, the outermost ones for what lies outside. */
function cellAt(value: f32, origin: f32, size: f32, samples: i32): i32 {
  const cell = floor<f32>((value - origin) / size);
  return max<f32>(0, min<f32>((samples - 2) as f32, cell)) as i32;
}

if (offsetof<GridWalk>() > WALK_SIZE) ERROR('a walk over a height field needs more room');
