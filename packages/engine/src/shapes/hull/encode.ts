import { HullHeader } from '@atoll/kernel';
import type { Vec3 } from '../../types.js';
import type { Polyhedron } from './polyhedron.js';

const roundUp16 = (bytes: number): number => (bytes + 15) & ~15;

/** The block that the kernel keeps: HullHeader and its parts. `center`: of mass. */
export function encodeHull({ vertices, faces, edges }: Polyhedron, center: Vec3): Uint8Array<ArrayBuffer> {
  const count = vertices.length / 3;
  const vertexAt = HullHeader.stride;
  const planeAt = vertexAt + Math.ceil(count / 4) * 48;
  const edgeAt = planeAt + Math.ceil(faces.length / 4) * 64;
  const faceAt = roundUp16(edgeAt + edges.length * 4);
  const loopAt = roundUp16(faceAt + faces.length * 4);
  const bytes = roundUp16(loopAt + faces.reduce((sum, { loop }) => sum + loop.length, 0));
  const data = new Uint8Array(bytes);
  const [u16, u32, f32] = [new Uint16Array(data.buffer), new Uint32Array(data.buffer), new Float32Array(data.buffer)];
  u32.set([count, faces.length, edges.length, bytes, vertexAt, planeAt, edgeAt, faceAt, loopAt]);
  let inner = Infinity;
  for (const { normal, offset } of faces)
    inner = Math.min(inner, offset - normal[0] * center[0] - normal[1] * center[1] - normal[2] * center[2]);
  f32[HullHeader.innerRadius >>> 2] = inner;
  f32.set(center, HullHeader.center >>> 2);
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let outer = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!];
    outer = Math.max(outer, Math.sqrt(x * x + y * y + z * z));
    [x, y, z].forEach((value, k) => {
      least[k] = Math.min(least[k]!, value);
      most[k] = Math.max(most[k]!, value);
    });
  }
  f32[HullHeader.outerRadius >>> 2] = outer;
  f32.set(least, HullHeader.boundsMin >>> 2);
  f32.set(most, HullHeader.boundsMax >>> 2);
  // Groups of four, the last one filled up with the last element.
  for (let i = 0; i < Math.ceil(count / 4) * 4; i++) {
    const from = 3 * Math.min(i, count - 1);
    for (let k = 0; k < 3; k++) f32[(vertexAt + (i >> 2) * 48 + k * 16 + (i & 3) * 4) >>> 2] = vertices[from + k]!;
  }
  for (let i = 0; i < Math.ceil(faces.length / 4) * 4; i++) {
    const { normal, offset } = faces[Math.min(i, faces.length - 1)]!;
    [...normal, offset].forEach((value, k) => {
      f32[(planeAt + (i >> 2) * 64 + k * 16 + (i & 3) * 4) >>> 2] = value;
    });
  }
  edges.forEach((edge, i) => data.set(edge, edgeAt + i * 4));
  let entry = 0;
  faces.forEach(({ loop }, i) => {
    u16[(faceAt + i * 4) >>> 1] = entry;
    u16[(faceAt + i * 4 + 2) >>> 1] = loop.length;
    data.set(loop, loopAt + entry);
    entry += loop.length;
  });
  return data;
}
