import { HullHeader, ShapeType } from '@atoll/kernel';
import type { Collider } from '../collider.js';

/**
 * The edges of a hull, for drawing: x y z of both ends of each, m, in the space of the collider. Empty for every other shape.
 */
export function hullEdges({ geometry }: Collider): Float32Array {
  if (geometry?.shape !== ShapeType.Hull) return new Float32Array(0);
  const { buffer, byteOffset, byteLength } = geometry.data;
  const view = new DataView(buffer, byteOffset, byteLength);
  const field = (offset: number): number => view.getUint32(offset, true);
  const vertices = field(HullHeader.vertices);
  const edges = field(HullHeader.edges);
  const ends = new Float32Array(6 * field(HullHeader.edgeCount));
  for (let i = 0; i < ends.length; i += 3) {
    // Four bytes an edge, the first two of them its ends. Vertices lie in groups of four, x before y before z.
    const vertex = view.getUint8(edges + 4 * Math.floor(i / 6) + ((i / 3) & 1));
    const at = vertices + 48 * (vertex >> 2) + 4 * (vertex & 3);
    for (let axis = 0; axis < 3; axis++) ends[i + axis] = view.getFloat32(at + 16 * axis, true);
  }
  return ends;
}
