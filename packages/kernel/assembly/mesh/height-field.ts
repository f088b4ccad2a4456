import { GeometrySettings } from '../generated/layout';
import { Pages } from '../memory/pages';
import { V } from '../math/vec';
import { OPEN } from './mesh';

/**
 * A height field: samples on a grid along x (columns) and z (rows), centred on the origin, two triangles a cell, facing +y. A cell may be
 * a hole. Triangle 2 · cell has the corners (row, column), (row + 1, column), (row, column + 1); triangle 2 · cell + 1 the other half. The grid
 * is its own tree.
 */
@unmanaged
export class HeightField {
  boundsMin: v128;
  boundsMax: v128;
  /** Of the whole block with this header, for giving it back. */
  byteLength: usize;
  rows: i32;
  columns: i32;
  /** Size of a cell, m. */
  cellX: f32;
  cellZ: f32;
  /** f32 a sample, scaled; row by row. */
  heights: usize;
  /** A byte a cell, 1 for a hole; row by row. */
  holes: usize;
  reserved: u32;

  // @ts-ignore: decorator
  @inline height(sample: i32): f32 {
    return load<f32>(this.heights + ((sample as usize) << 2));
  }
  // @ts-ignore: decorator
  @inline isHole(cell: i32): bool {
    return load<u8>(this.holes + (cell as usize)) != 0;
  }

  /** A sample's place; samples are numbered row by row. */
  vertex(sample: i32): v128 {
    const row = sample / this.columns,
      column = sample - row * this.columns;
    return V.of(this.x(column), this.height(sample), this.z(row));
  }
  // @ts-ignore: decorator
  @inline x(column: i32): f32 {
    return (column as f32) * this.cellX + V.x(this.boundsMin);
  }
  // @ts-ignore: decorator
  @inline z(row: i32): f32 {
    return (row as f32) * this.cellZ + V.z(this.boundsMin);
  }

  /** Sample number of a triangle's corner. */
  corner(triangle: i32, corner: i32): i32 {
    const cell = triangle >> 1,
      row = cell / (this.columns - 1);
    const first = cell + row;
    if (corner == 0) return (triangle & 1) == 0 ? first : first + 1;
    if (corner == 1) return first + this.columns;
    return (triangle & 1) == 0 ? first + 1 : first + this.columns + 1;
  }

  /** As of a mesh: edge 0 from corner 0 to 1, and so on. */
  neighbour(triangle: i32, edge: i32): i32 {
    const width = this.columns - 1;
    const cell = triangle >> 1,
      row = cell / width,
      column = cell - row * width;
    let other: i32;
    if ((triangle & 1) == 0) {
      if (edge == 1) return triangle + 1;
      if (edge == 0) {
        if (column == 0) return OPEN;
        other = cell - 1;
      } else {
        if (row == 0) return OPEN;
        other = cell - width;
      }
      return this.isHole(other) ? OPEN : 2 * other + 1;
    }
    if (edge == 0) return triangle - 1;
    if (edge == 1) {
      if (row + 2 >= this.rows) return OPEN;
      other = cell + width;
    } else {
      if (column + 1 == width) return OPEN;
      other = cell + 1;
    }
    return this.isHole(other) ? OPEN : 2 * other;
  }
}

/** Builds a height field from its record and payload: heights as f32, then, where there are holes, a byte a cell. 0 when there is no memory. */
export function buildHeightField(pages: Pages, settings: GeometrySettings, payload: usize): usize {
  const rows = settings.counts0 as i32,
    columns = settings.counts1 as i32;
  const samples = rows * columns,
    cells = (rows - 1) * (columns - 1);
  const heights: usize = (offsetof<HeightField>() + 15) & ~15,
    holes: usize = heights + ((samples as usize) << 2),
    byteLength: usize = holes + (cells as usize);
  const address = pages.allocate(byteLength);
  if (address == 0) return 0;
  const field = changetype<HeightField>(address);
  field.byteLength = byteLength;
  field.rows = rows;
  field.columns = columns;
  field.heights = address + heights;
  field.holes = address + holes;
  field.cellX = settings.scaleX / ((columns - 1) as f32);
  field.cellZ = settings.scaleZ / ((rows - 1) as f32);
  let low: f32 = Infinity,
    high: f32 = -Infinity;
  for (let i = 0; i < samples; i++) {
    const height = load<f32>(payload + ((i as usize) << 2)) * settings.scaleY;
    store<f32>(field.heights + ((i as usize) << 2), height);
    low = min(low, height);
    high = max(high, height);
  }
  if (settings.dataBytes > (samples as u32) << 2)
    memory.copy(field.holes, payload + ((samples as usize) << 2), cells as usize);
  field.boundsMin = V.of(-0.5 * settings.scaleX, low, -0.5 * settings.scaleZ);
  field.boundsMax = V.of(0.5 * settings.scaleX, high, 0.5 * settings.scaleZ);
  return address;
}
