import type { Vec3 } from '../../types.js';
import { cross, dot, length, subtract } from '../../vector.js';
import type { Solid } from '../solids.js';
import { areaVector, type Polyhedron } from './polyhedron.js';

/**
 * Volume, centre and inertia of a polyhedron of density 1: a sum over tetrahedra from a point inside to the triangles of its faces.
 * Source: F. Tonon, "Explicit Exact Formulas for the 3-D Tetrahedron Inertia Tensor" (2004).
 */
export function solidOfPolyhedron({ vertices, faces }: Polyhedron): Solid {
  const at = (i: number): Vec3 => [vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!];
  const origin = at(0);
  let volume = 0;
  const first: [number, number, number] = [0, 0, 0];
  // Second moments: xx, yy, zz, xy, xz, yz.
  const second: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (const { loop } of faces) {
    const a = subtract(at(loop[0]!), origin);
    for (let i = 1; i + 1 < loop.length; i++) {
      const [b, c] = [subtract(at(loop[i]!), origin), subtract(at(loop[i + 1]!), origin)];
      const v = dot(a, cross(b, c)) / 6;
      volume += v;
      const sum: Vec3 = [a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]];
      for (let k = 0; k < 3; k++) first[k]! += (v * sum[k]!) / 4;
      const moment = (j: number, k: number): number =>
        (v / 20) * (a[j]! * a[k]! + b[j]! * b[k]! + c[j]! * c[k]! + sum[j]! * sum[k]!);
      second[0] += moment(0, 0);
      second[1] += moment(1, 1);
      second[2] += moment(2, 2);
      second[3] += moment(0, 1);
      second[4] += moment(0, 2);
      second[5] += moment(1, 2);
    }
  }
  const [x, y, z] = [first[0] / volume, first[1] / volume, first[2] / volume];
  const xx = second[0] - volume * x * x;
  const yy = second[1] - volume * y * y;
  const zz = second[2] - volume * z * z;
  return {
    volume,
    center: [x + origin[0], y + origin[1], z + origin[2]],
    inertia: [
      yy + zz,
      zz + xx,
      xx + yy,
      volume * x * y - second[3],
      volume * x * z - second[4],
      volume * y * z - second[5],
    ],
  };
}

/**
 * With a radius around it: the volume by Steiner's formula, V + r A + r² Σ l θ / 2 + 4/3 π r³ with the turns θ at the edges of length l; centre and
 * inertia as if it had grown alike on all sides, which holds better the smaller the radius is.
 */
export function roundedSolid({ vertices, faces, edges }: Polyhedron, solid: Solid, radius: number): Solid {
  let area = 0;
  for (const { loop, normal } of faces) {
    for (let i = 1; i + 1 < loop.length; i++) {
      const n = areaVector(vertices, [loop[0]!, loop[i]!, loop[i + 1]!]);
      area += 0.5 * (n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2]);
    }
  }
  let turns = 0;
  for (const [start, end, left, right] of edges) {
    const [p, q] = [3 * start, 3 * end];
    const along: Vec3 = [
      vertices[q]! - vertices[p]!,
      vertices[q + 1]! - vertices[p + 1]!,
      vertices[q + 2]! - vertices[p + 2]!,
    ];
    turns += length(along) * angleBetween(faces[left]!.normal, faces[right]!.normal);
  }
  const volume =
    solid.volume + radius * area + 0.5 * radius * radius * turns + (4 / 3) * Math.PI * radius * radius * radius;
  // Inertia grows with the fifth power of the size, volume with the third.
  const growth = cubeRoot(volume / solid.volume);
  const factor = growth * growth * growth * growth * growth;
  const [xx, yy, zz, xy, xz, yz] = solid.inertia;
  return {
    volume,
    center: solid.center,
    inertia: [xx * factor, yy * factor, zz * factor, xy * factor, xz * factor, yz * factor],
  };
}

/** Of unit vectors, 0 to π: twice the arc tangent of half the chord over half the sum. Sums and roots alone, so that all machines agree. */
function angleBetween(a: Vec3, b: Vec3): number {
  const chord = length(subtract(a, b));
  const sum = length([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
  // Halved four times the angle is at most π/16, where eight terms of the series are exact to the last bits.
  let [x, y] = [sum, chord];
  for (let i = 0; i < 4; i++) x += Math.sqrt(x * x + y * y);
  const t = y / x;
  let [term, arc] = [t, 0];
  for (let k = 1; k < 18; k += 2) {
    arc += term / k;
    term *= -t * t;
  }
  return 2 * 16 * arc;
}

/** Newton's steps from above. */
function cubeRoot(value: number): number {
  let root = Math.max(1, value);
  for (let i = 0; i < 60; i++) root -= (root * root * root - value) / (3 * root * root);
  return root;
}
