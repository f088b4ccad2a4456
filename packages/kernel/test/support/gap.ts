/** The greatest gap over all planes between two convex shapes, by search over directions in double precision. */
import { add, axesOf, cross, dot, length, scale } from './convex.js';
import type { HullShape } from './hull.js';
import type { Quat, Vec } from './sim.js';

export type SolidName = 'sphere' | 'capsule' | 'box' | 'cylinder' | 'cone' | 'hull';

export interface Solid {
  name: SolidName;
  /** As in ColliderSettings. */
  size: Vec;
  hull?: HullShape;
  rounding: number;
  position: Vec;
  rotation: Quat;
}

const solidRadius = ({ name, size, rounding }: Solid): number =>
  rounding + (name === 'sphere' || name === 'capsule' ? size[0] : 0);

const flat = (x: number, y: number): number => length([x, y, 0]);

const world = (axes: readonly Vec[], [x, y, z]: Vec): Vec => add(add(scale(axes[0]!, x), axes[1]!, y), axes[2]!, z);

/** A solid's core, and directions worth trying first. */
export class Core {
  readonly axes: readonly Vec[];
  readonly radius: number;
  /** Of a polytope, in world space. */
  readonly normals: Vec[];
  readonly edges: Vec[];

  constructor(readonly solid: Solid) {
    this.axes = axesOf(solid.rotation);
    this.radius = solidRadius(solid);
    const { name, hull } = solid;
    this.normals = hull
      ? hull.faces.map(({ normal }) => world(this.axes, normal))
      : name === 'box'
        ? [...this.axes]
        : [];
    this.edges = hull
      ? hull.edges.map(([a, b]) => world(this.axes, add(hull.vertices[b]!, hull.vertices[a]!, -1)))
      : name === 'box'
        ? [...this.axes]
        : name === 'sphere'
          ? []
          : [this.axes[1]!];
    if (name === 'cylinder' || name === 'cone') this.normals.push(this.axes[1]!);
  }

  get isPolytope(): boolean {
    return this.solid.name === 'box' || this.solid.name === 'hull';
  }

  /** How far a point of world space lies outside, at least; not above 0 for points inside. */
  outside(p: Vec): number {
    const { name, size, hull, position } = this.solid;
    const d = add(p, position, -1);
    const [x, y, z] = [dot(d, this.axes[0]!), dot(d, this.axes[1]!), dot(d, this.axes[2]!)];
    const r = flat(x, z);
    switch (name) {
      case 'sphere':
        return length(d);
      case 'capsule':
        return Math.max(r, Math.abs(y) - size[1]);
      case 'box':
        return Math.max(Math.abs(x) - size[0], Math.abs(y) - size[1], Math.abs(z) - size[2]);
      case 'cylinder':
        return Math.max(r - size[0], Math.abs(y) - size[1]);
      case 'cone':
        return Math.max(-y - size[1], (2 * size[1] * r + size[0] * (y - size[1])) / Math.hypot(2 * size[1], size[0]));
      case 'hull':
        return Math.max(...hull!.faces.map(({ normal, offset }) => dot(normal, [x, y, z]) - offset));
    }
  }

  /** How far it reaches along a direction from its position. */
  reach(n: Vec): number {
    const { name, size, hull } = this.solid;
    const [x, y, z] = [dot(n, this.axes[0]!), dot(n, this.axes[1]!), dot(n, this.axes[2]!)];
    switch (name) {
      case 'sphere':
        return 0;
      case 'capsule':
        return Math.abs(y) * size[1];
      case 'box':
        return Math.abs(x) * size[0] + Math.abs(y) * size[1] + Math.abs(z) * size[2];
      case 'cylinder':
        return flat(x, z) * size[0] + Math.abs(y) * size[1];
      case 'cone':
        return Math.max(y * size[1], flat(x, z) * size[0] - y * size[1]);
      case 'hull': {
        let best = -Infinity;
        for (const v of hull!.vertices) best = Math.max(best, x * v[0] + y * v[1] + z * v[2]);
        return best;
      }
    }
  }
}

export function gapBetween(a: Core, b: Core): (n: Vec) => number {
  const d = add(b.solid.position, a.solid.position, -1),
    radii = a.radius + b.radius;
  return (n) => dot(d, n) - a.reach(n) - b.reach(scale(n, -1)) - radii;
}

const COUNT = 300;
const net: Vec[] = Array.from({ length: COUNT }, (_, i) => {
  const z = 1 - (2 * i + 1) / COUNT,
    r = Math.sqrt(1 - z * z),
    angle = i * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

/**
 * The greatest gap that can be found, and its direction from A to B: at most the distance, or minus the depth. Exact where both cores overlap and
 * are polytopes; else it climbs from the best directions of a net and of the edges and faces.
 */
export function greatestGap(a: Core, b: Core, starts: number): { gap: number; normal: Vec } {
  const gap = gapBetween(a, b);
  const products = a.edges.flatMap((u) => b.edges.map((v) => cross(u, v))).filter((n) => length(n) > 1e-9);
  const tried = [...net, ...[...a.normals, ...b.normals, ...products].flatMap((n) => [n, scale(n, -1)])].map((v) => {
    const n = scale(v, 1 / length(v));
    return { n, value: gap(n) };
  });
  tried.sort((p, q) => q.value - p.value);
  let best = { n: tried[0]!.n, value: tried[0]!.value };
  if (a.isPolytope && b.isPolytope && best.value + a.radius + b.radius < 0) return { gap: best.value, normal: best.n };
  // Climbs only from directions that are not beside one another.
  const chosen: Vec[] = [];
  for (const { n } of tried) {
    if (chosen.length === starts) break;
    if (chosen.every((other) => dot(other, n) < 0.98)) chosen.push(n);
  }
  for (const start of chosen) {
    const climbed = climb(gap, start);
    if (climbed.value > best.value) best = climbed;
  }
  return { gap: best.value, normal: best.n };
}

/** Pattern search on the sphere, with a pattern that turns: along a ridge of the gap only some directions rise. */
export function climb(gap: (n: Vec) => number, start: Vec): { n: Vec; value: number } {
  let n = start,
    value = gap(n);
  let turn = 0;
  for (let step = 0.1; step > 1e-5;) {
    const u = cross(n, Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
    const side = scale(u, 1 / length(u)),
      other = cross(n, side);
    let moved = false;
    for (let k = 0; k < 8; k++) {
      const angle = (k * Math.PI) / 4 + turn;
      const v = add(add(n, side, step * Math.cos(angle)), other, step * Math.sin(angle)),
        to = scale(v, 1 / length(v)),
        there = gap(to);
      if (there > value) {
        [n, value, moved] = [to, there, true];
      }
    }
    turn += 0.37;
    if (!moved) step *= 0.6;
  }
  return { n, value };
}

/** B put 4 m away from A in a random direction, and the gap that there is then: exact, since between shapes that are apart it has one summit. */
export function putApart(random: () => number, a: Solid, b: Solid): { far: Solid; normal: Vec; gap: number } {
  const away: Vec = [random() - 0.5, random() - 0.5, random() - 0.5];
  const start = scale(away, 1 / length(away));
  const far = { ...b, position: add(a.position, start, 4) };
  const { n, value } = climb(gapBetween(new Core(a), new Core(far)), start);
  return { far, normal: n, gap: value };
}
