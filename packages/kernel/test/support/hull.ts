/** Convex hulls by trying every plane through three points: slow and plain. */
import { HullHeader } from '../../src/index.js';
import { add, cross, dot, length, scale } from './convex.js';
import type { Vec } from './sim.js';

interface Face {
  normal: Vec;
  offset: number;
  /** Indices of vertices, counter-clockwise from outside. */
  loop: number[];
}
export interface HullShape {
  vertices: Vec[];
  faces: Face[];
  /** Start, end, face to the left, face to the right. */
  edges: [number, number, number, number][];
}

/** Of points in general position, or such that a face's points lie in one plane within 1e-9. */
export function bruteHull(points: readonly Vec[]): HullShape {
  const faces: Face[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = 0; j < points.length; j++)
      for (let k = 0; k < points.length; k++) {
        if (j <= i || k <= i || j === k) continue;
        const n = cross(add(points[j]!, points[i]!, -1), add(points[k]!, points[i]!, -1));
        if (length(n) < 1e-9) continue;
        const normal = scale(n, 1 / length(n)),
          offset = dot(normal, points[i]!);
        if (points.some((p) => dot(p, normal) > offset + 1e-7)) continue;
        if (faces.some((face) => dot(face.normal, normal) > 1 - 1e-9)) continue;
        faces.push({ normal, offset, loop: around(points, normal, offset) });
      }
  const used = [...new Set(faces.flatMap(({ loop }) => loop))].sort((a, b) => a - b);
  const renamed = faces.map((face) => ({ ...face, loop: face.loop.map((v) => used.indexOf(v)) }));
  const edges: HullShape['edges'] = [];
  renamed.forEach(({ loop }, left) =>
    loop.forEach((start, i) => {
      const end = loop[(i + 1) % loop.length]!;
      if (start > end) return;
      const right = renamed.findIndex((other) =>
        other.loop.some((v, at) => v === end && other.loop[(at + 1) % other.loop.length] === start),
      );
      edges.push([start, end, left, right]);
    }),
  );
  return { vertices: used.map((v) => points[v]!), faces: renamed, edges };
}

/** The points in a plane, counter-clockwise, without those between two others. */
function around(points: readonly Vec[], normal: Vec, offset: number): number[] {
  const inside = points.map((_, i) => i).filter((i) => Math.abs(dot(points[i]!, normal) - offset) < 1e-7);
  const loop: number[] = [];
  let at = inside.reduce((a, b) =>
    points[b]![0] < points[a]![0] ||
    (points[b]![0] === points[a]![0] && points[b]![1] < points[a]![1]) ||
    (points[b]![0] === points[a]![0] && points[b]![1] === points[a]![1] && points[b]![2] < points[a]![2])
      ? b
      : a,
  );
  // Gift wrapping: the next point has all others to its left.
  do {
    loop.push(at);
    let next = -1;
    for (const candidate of inside) {
      if (candidate === at) continue;
      if (next < 0) {
        next = candidate;
        continue;
      }
      const side = dot(normal, cross(add(points[next]!, points[at]!, -1), add(points[candidate]!, points[at]!, -1)));
      const farther = length(add(points[candidate]!, points[at]!, -1)) > length(add(points[next]!, points[at]!, -1));
      if (side < -1e-12 || (Math.abs(side) <= 1e-12 && farther)) next = candidate;
    }
    at = next;
  } while (at !== loop[0] && loop.length <= inside.length);
  return loop;
}

/** The kernel's block for a hull, as the page would send it. */
export function encodeHull({ vertices, faces, edges }: HullShape): Uint8Array {
  const up = (bytes: number) => (bytes + 15) & ~15;
  const vertexAt = HullHeader.stride,
    planeAt = vertexAt + Math.ceil(vertices.length / 4) * 48,
    edgeAt = planeAt + Math.ceil(faces.length / 4) * 64,
    faceAt = up(edgeAt + edges.length * 4),
    loopAt = up(faceAt + faces.length * 4),
    entries = faces.reduce((sum, { loop }) => sum + loop.length, 0),
    bytes = up(loopAt + entries);
  const view = new DataView(new ArrayBuffer(bytes));
  [vertices.length, faces.length, edges.length, bytes, vertexAt, planeAt, edgeAt, faceAt, loopAt].forEach((value, i) =>
    view.setUint32(i * 4, value, true),
  );
  const center = scale(
    vertices.reduce((sum, v) => add(sum, v), [0, 0, 0] as Vec),
    1 / vertices.length,
  );
  const inner = Math.min(...faces.map(({ normal, offset }) => offset - dot(normal, center)));
  view.setFloat32(HullHeader.innerRadius, inner, true);
  view.setFloat32(HullHeader.outerRadius, Math.max(...vertices.map(length)), true);
  for (let k = 0; k < 3; k++) {
    view.setFloat32(HullHeader.center + 4 * k, center[k]!, true);
    view.setFloat32(HullHeader.boundsMin + 4 * k, Math.min(...vertices.map((v) => v[k]!)), true);
    view.setFloat32(HullHeader.boundsMax + 4 * k, Math.max(...vertices.map((v) => v[k]!)), true);
  }
  for (let i = 0; i < Math.ceil(vertices.length / 4) * 4; i++)
    for (let k = 0; k < 3; k++)
      view.setFloat32(
        vertexAt + (i >> 2) * 48 + k * 16 + (i & 3) * 4,
        vertices[Math.min(i, vertices.length - 1)]![k]!,
        true,
      );
  for (let i = 0; i < Math.ceil(faces.length / 4) * 4; i++) {
    const { normal, offset } = faces[Math.min(i, faces.length - 1)]!;
    [...normal, offset].forEach((value, k) =>
      view.setFloat32(planeAt + (i >> 2) * 64 + k * 16 + (i & 3) * 4, value, true),
    );
  }
  edges.forEach((edge, i) => edge.forEach((value, k) => view.setUint8(edgeAt + i * 4 + k, value)));
  let entry = 0;
  faces.forEach(({ loop }, i) => {
    view.setUint16(faceAt + i * 4, entry, true);
    view.setUint16(faceAt + i * 4 + 2, loop.length, true);
    for (const vertex of loop) view.setUint8(loopAt + entry++, vertex);
  });
  return new Uint8Array(view.buffer);
}
