import { hullEdges, type Collider } from '@atoll/engine';
import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Matrix4,
  Quaternion,
  Vector3,
  type BufferGeometry,
} from 'three';

/** Segments of a full circle. */
const ROUND = 24;

/** Ends of lines that show a collider, in the space of its body: x y z, two points a line. */
export function wiresOf(collider: Collider): Float32Array {
  const { shape, size, rounding, position, rotation, geometry } = collider;
  const [a, b] = size;
  const lines = new Lines();
  switch (shape) {
    case 'sphere':
      for (const axis of [0, 1, 2]) lines.arc(axis, a + rounding, 0, 0, 2 * Math.PI);
      break;
    case 'capsule':
      lines.capsule(a + rounding, b);
      break;
    case 'box':
      lines.edges(new BoxGeometry(2 * (a + rounding), 2 * (b + rounding), 2 * (size[2] + rounding)));
      break;
    case 'cylinder':
      lines.edges(new CylinderGeometry(a + rounding, a + rounding, 2 * (b + rounding), ROUND));
      break;
    case 'cone':
      lines.edges(new ConeGeometry(a + rounding, 2 * (b + rounding), ROUND));
      break;
    case 'trimesh':
      lines.triangles(...trianglesOf(geometry!));
      break;
    case 'heightfield':
      lines.grid(geometry!);
      break;
    case 'hull':
      lines.add(hullEdges(collider));
      break;
  }
  return lines.placed(
    new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), new Vector3(1, 1, 1)),
  );
}

type Geometry = NonNullable<Collider['geometry']>;

/** Vertices and corners, as `Geometry.data` has them. */
function trianglesOf({ data, counts: [vertices, triangles] }: Geometry): [Float32Array, Uint32Array] {
  const { buffer, byteOffset } = data;
  const points = new Float32Array(buffer, byteOffset, 3 * vertices);
  return [points, new Uint32Array(buffer, byteOffset + points.byteLength, 3 * triangles)];
}

class Lines {
  private readonly ends: number[] = [];

  /** The sharp edges of a geometry. */
  edges(geometry: BufferGeometry): void {
    const edges = new EdgesGeometry(geometry, 5);
    this.ends.push(...(edges.attributes.position!.array as Float32Array));
    edges.dispose();
    geometry.dispose();
  }

  add(ends: Float32Array): void {
    for (const value of ends) this.ends.push(value);
  }

  /** Every edge once. */
  triangles(points: Float32Array, corners: Uint32Array): void {
    const seen = new Set<number>();
    const vertexCount = points.length / 3;
    for (let i = 0; i < corners.length; i++) {
      const from = corners[i]!;
      const to = corners[i % 3 === 2 ? i - 2 : i + 1]!;
      const key = Math.min(from, to) * vertexCount + Math.max(from, to);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const at of [3 * from, 3 * to]) this.ends.push(points[at]!, points[at + 1]!, points[at + 2]!);
    }
  }

  /** The rows and columns of a height field. */
  grid({ data, counts: [rows, columns], scale: [width, factor, depth] }: Geometry): void {
    const heights = new Float32Array(data.buffer, data.byteOffset, rows * columns);
    const point = (row: number, column: number): void =>
      void this.ends.push(
        (column / (columns - 1) - 0.5) * width,
        heights[row * columns + column]! * factor,
        (row / (rows - 1) - 0.5) * depth,
      );
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const ends = [...(column > 0 ? [[row, column - 1]] : []), ...(row > 0 ? [[row - 1, column]] : [])];
        for (const [otherRow, otherColumn] of ends) {
          point(otherRow!, otherColumn!);
          point(row, column);
        }
      }
    }
  }

  /** An arc about an axis, in a plane that lies `along` it. */
  arc(axis: number, radius: number, along: number, from: number, to: number): void {
    const count = Math.max(4, Math.round((Math.abs(to - from) / (2 * Math.PI)) * ROUND));
    for (let i = 0; i < count; i++) {
      for (const angle of [from + ((to - from) * i) / count, from + ((to - from) * (i + 1)) / count]) {
        const point = [along, radius * Math.cos(angle), radius * Math.sin(angle)];
        this.ends.push(point[(3 - axis) % 3]!, point[(4 - axis) % 3]!, point[(5 - axis) % 3]!);
      }
    }
  }

  capsule(radius: number, halfHeight: number): void {
    for (const y of [-halfHeight, halfHeight]) this.arc(1, radius, y, 0, 2 * Math.PI);
    for (const [x, z] of [
      [radius, 0],
      [-radius, 0],
      [0, radius],
      [0, -radius],
    ] as const) {
      this.ends.push(x, -halfHeight, z, x, halfHeight, z);
    }
    // Caps: half circles about x and z, moved up or down.
    for (const [axis, from] of [
      [2, 0],
      [0, -Math.PI / 2],
    ] as const) {
      for (const up of [1, -1]) {
        const first = this.ends.length;
        this.arc(axis, radius, 0, from, from + Math.PI);
        for (let i = first + 1; i < this.ends.length; i += 3) {
          this.ends[i] = up * Math.abs(this.ends[i]!) + up * halfHeight;
        }
      }
    }
  }

  placed(matrix: Matrix4): Float32Array {
    const out = Float32Array.from(this.ends);
    const point = new Vector3();
    for (let i = 0; i < out.length; i += 3) point.fromArray(out, i).applyMatrix4(matrix).toArray(out, i);
    return out;
  }
}
