import { V } from '../math/vec';

/** No triangle on the other side of an edge. */
export const OPEN: i32 = -1;
/** A degenerate triangle: it has no neighbours and is in no tree. */
export const LEFT_OUT: i32 = -2;
export const VERTEX_SIZE: usize = 12;
export const TRIANGLE_SIZE: usize = 12;

/**
 * A triangle mesh: one block of memory that never moves, built once (`buildMesh`) and shared by every collider that names it.
 * Triangles keep the numbers the user gave them and are counter-clockwise seen from outside. Equal vertices are one vertex.
 * Degenerate triangles stay in the list, so that numbers hold, but are in no tree and nobody's neighbour.
 */
@unmanaged
export class Mesh {
  boundsMin: v128;
  boundsMax: v128;
  /** Of the whole block with this header, for giving it back. */
  byteLength: usize;
  vertexCount: i32;
  triangleCount: i32;
  nodeCount: i32;
  /** 3 f32 a vertex; four bytes behind the last one may be read. */
  vertices: usize;
  /** 3 vertex numbers a triangle. */
  indices: usize;
  /** 3 a triangle: edge from corner i to corner i + 1 is shared with this triangle, or OPEN, or LEFT_OUT. */
  neighbours: usize;
  /** `KdNode`s, the root first; none where every triangle is degenerate. */
  nodes: usize;

  // @ts-ignore: decorator
  @inline vertex(index: i32): v128 {
    return V.xyz(v128.load(this.vertices + (index as usize) * VERTEX_SIZE));
  }
  // @ts-ignore: decorator
  @inline corner(triangle: i32, corner: i32): i32 {
    return load<i32>(this.indices + (triangle as usize) * TRIANGLE_SIZE + ((corner as usize) << 2));
  }
  // @ts-ignore: decorator
  @inline neighbour(triangle: i32, edge: i32): i32 {
    return load<i32>(this.neighbours + (triangle as usize) * TRIANGLE_SIZE + ((edge as usize) << 2));
  }
}
