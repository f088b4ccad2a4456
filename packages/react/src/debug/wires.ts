import { hullEdges, type Collider } from '@atoll/engine';
import {
  BoxGeometry,
  BufferAttribute,
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
      for (const axis of [0, 1, 2]) lines.ring(axis, a + rounding, 0);
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
        for (const [down, right] of [
          [0, 1],
          [1, 0],
        ] as const) {
          if (row + down === rows || column + right === columns) continue;
          point(row, column);
          point(row + down, column + right);
        }
      }
    }
  }

  /** A circle about an axis, in a plane that lies `along` it; its halves are `apart` along y, up and down. */
  ring(axis: number, radius: number, along: number, apart = 0): void {
    for (let k = 0; k < ROUND; k++) {
      for (const i of [k, k + 1]) {
        const angle = (2 * Math.PI * i) / ROUND;
        const point = [along, along, along];
        point[axis === 0 ? 2 : 0] = radius * Math.cos(angle);
        point[axis === 1 ? 2 : 1] = radius * Math.sin(angle);
        point[1]! += k < ROUND / 2 ? apart : -apart;
        this.ends.push(...point);
      }
    }
  }

  capsule(radius: number, halfHeight: number): void {
    for (const y of [-halfHeight, halfHeight]) this.ring(1, radius, y);
    for (const axis of [0, 2]) this.ring(axis, radius, 0, halfHeight);
    for (const side of [radius, -radius]) {
      this.ends.push(side, -halfHeight, 0, side, halfHeight, 0, 0, -halfHeight, side, 0, halfHeight, side);
    }
  }

  placed(matrix: Matrix4): Float32Array {
    return new BufferAttribute(new Float32Array(this.ends), 3).applyMatrix4(matrix).array as Float32Array;
  }
}
