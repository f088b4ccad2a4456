import { cross, dot, length } from '../../vector.js';

/** A corner list of a triangle and its neighbours: neighbour i lies across the edge from corner i to the next. */
interface Triangle {
  readonly corners: readonly [number, number, number];
  readonly neighbours: [Triangle | undefined, Triangle | undefined, Triangle | undefined];
  /** Unit length, and the distance of its plane from the origin. */
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** Points outside that are this face's to deal with, and the farthest of them. */
  outside: number[];
  farthest: number;
  distance: number;
  isGone: boolean;
}

/** Corners of each triangle, counter-clockwise from outside. */
export type Triangles = readonly (readonly [number, number, number])[];

/** Why points have no hull. */
export type Flatness = 'a point' | 'a line' | 'a plane';

/** Narrower than this part of the longest side, points count as flat. */
const FLAT = 1e-5;
/** Points nearer to a face than this part of the longest side lie on it. */
const ON_FACE = 1e-7;

/**
 * The convex hull of points (x, y, z each) as triangles, of at most `maxVertices` corners: the farthest points come first, so fewer corners give a
 * smaller hull of nearly the same shape. `size`: the longest side of their bounds. Plain 64-bit arithmetic, so every machine finds the same.
 * Method: C. Barber, D. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (ACM TOMS 1996).
 */
export function quickhull(
  points: Float64Array,
  maxVertices: number,
): { triangles: Triangles; size: number; isWhole: boolean } | Flatness {
  const start = largestTetrahedron(points);
  if (typeof start === 'string') return start;
  const hull = new Growth(points, start.size * ON_FACE);
  hull.begin(start.corners);
  for (let count = 4; count < maxVertices && hull.addFarthest(); count++);
  return { triangles: hull.triangles(), size: start.size, isWhole: hull.isWhole };
}

class Growth {
  private faces: Triangle[] = [];

  constructor(
    private readonly points: Float64Array,
    private readonly tolerance: number,
  ) {}

  begin([a, b, c, d]: readonly [number, number, number, number]): void {
    const first = this.triangle(a, b, c);
    const [p, q] = heightOver(this.points, first, d) > 0 ? [c, b] : [b, c];
    this.faces = [this.triangle(a, p, q), this.triangle(a, d, p), this.triangle(p, d, q), this.triangle(q, d, a)];
    for (const face of this.faces) {
      for (const other of this.faces) if (other !== face) join(face, other);
    }
    const all = Array.from({ length: this.points.length / 3 }, (_, i) => i).filter((i) => ![a, b, c, d].includes(i));
    this.share(all, this.faces);
  }

  /** False when no point is left outside. */
  addFarthest(): boolean {
    let best: Triangle | undefined;
    for (const face of this.faces) {
      if (face.outside.length > 0 && (!best || face.distance > best.distance)) best = face;
    }
    if (!best) return false;
    const point = best.farthest;
    const visible = this.visibleFrom(best, point);
    const fresh: Triangle[] = [];
    const orphans: number[] = [];
    for (const face of visible) {
      for (let i = 0; i < 3; i++) {
        const beyond = face.neighbours[i]!;
        if (beyond.isGone) continue;
        const added = this.triangle(face.corners[i]!, face.corners[(i + 1) % 3]!, point);
        join(added, beyond);
        fresh.push(added);
      }
      for (const other of face.outside) if (other !== point) orphans.push(other);
    }
    for (const face of fresh) {
      for (const other of fresh) if (other !== face) join(face, other);
    }
    this.faces = this.faces.filter((face) => !face.isGone);
    this.faces.push(...fresh);
    this.share(orphans, fresh);
    return true;
  }

  /** No point is left outside. */
  get isWhole(): boolean {
    return this.faces.every(({ outside }) => outside.length === 0);
  }

  triangles(): Triangles {
    return this.faces.map(({ corners }) => corners);
  }

  /** The faces that a point sees, all connected to `first`; they are marked as gone. */
  private visibleFrom(first: Triangle, point: number): Triangle[] {
    const found = [first];
    first.isGone = true;
    for (let i = 0; i < found.length; i++) {
      for (const next of found[i]!.neighbours) {
        if (next!.isGone || heightOver(this.points, next!, point) <= this.tolerance * 1e-3) continue;
        next!.isGone = true;
        found.push(next!);
      }
    }
    return found;
  }

  /** Hands points to the first face that they lie outside of; the others are inside the hull. */
  private share(indices: readonly number[], faces: readonly Triangle[]): void {
    for (const index of indices) {
      for (const face of faces) {
        const height = heightOver(this.points, face, index);
        if (height <= this.tolerance) continue;
        face.outside.push(index);
        if (height > face.distance) [face.farthest, face.distance] = [index, height];
        break;
      }
    }
  }

  private triangle(a: number, b: number, c: number): Triangle {
    const p = this.points;
    const [ux, uy, uz] = [p[3 * b]! - p[3 * a]!, p[3 * b + 1]! - p[3 * a + 1]!, p[3 * b + 2]! - p[3 * a + 2]!];
    const [vx, vy, vz] = [p[3 * c]! - p[3 * a]!, p[3 * c + 1]! - p[3 * a + 1]!, p[3 * c + 2]! - p[3 * a + 2]!];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    const normal = [x / length, y / length, z / length] as const;
    const offset = normal[0] * p[3 * a]! + normal[1] * p[3 * a + 1]! + normal[2] * p[3 * a + 2]!;
    return {
      corners: [a, b, c],
      neighbours: [undefined, undefined, undefined],
      normal,
      offset,
      outside: [],
      farthest: -1,
      distance: 0,
      isGone: false,
    };
  }
}

const heightOver = (points: Float64Array, { normal, offset }: Triangle, i: number): number =>
  normal[0] * points[3 * i]! + normal[1] * points[3 * i + 1]! + normal[2] * points[3 * i + 2]! - offset;

/** Makes neighbours of two faces where one has an edge and the other the same edge the other way round. */
function join(face: Triangle, other: Triangle): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (face.corners[i] !== other.corners[(j + 1) % 3] || face.corners[(i + 1) % 3] !== other.corners[j]) continue;
      face.neighbours[i] = other;
      other.neighbours[j] = face;
      return;
    }
  }
}

/** Four points far apart: the ends of the longest axis, the farthest from their line, the farthest from the plane of the three. */
function largestTetrahedron(
  points: Float64Array,
): { corners: [number, number, number, number]; size: number } | Flatness {
  const count = points.length / 3;
  let [a, b, size] = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    let [least, most] = [0, 0];
    for (let i = 1; i < count; i++) {
      if (points[3 * i + axis]! < points[3 * least + axis]!) least = i;
      if (points[3 * i + axis]! > points[3 * most + axis]!) most = i;
    }
    const extent = points[3 * most + axis]! - points[3 * least + axis]!;
    if (extent > size) [a, b, size] = [least, most, extent];
  }
  if (!(size > 0)) return 'a point';
  const at = (i: number, from: number): [number, number, number] => [
    points[3 * i]! - points[3 * from]!,
    points[3 * i + 1]! - points[3 * from + 1]!,
    points[3 * i + 2]! - points[3 * from + 2]!,
  ];
  const along = at(b, a);
  const farthest = (measure: (i: number) => number): [index: number, value: number] => {
    let [best, value] = [0, -1];
    for (let i = 0; i < count; i++) {
      const here = measure(i);
      if (here > value) [best, value] = [i, here];
    }
    return [best, value];
  };
  const [c, area] = farthest((i) => length(cross(along, at(i, a))));
  if (area / length(along) <= FLAT * size) return 'a line';
  const normal = cross(along, at(c, a));
  const [d, volume] = farthest((i) => Math.abs(dot(normal, at(i, a))));
  if (volume / length(normal) <= FLAT * size) return 'a plane';
  return { corners: [a, b, c, d], size };
}
