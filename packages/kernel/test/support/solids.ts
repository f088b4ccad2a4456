/** Random convex solids, and memory to put pairs of them into. */
import { ShapeType } from '../../src/index.js';
import { bruteHull, encodeHull, type HullShape } from './hull.js';
import { withPages } from './kernel.js';
import type { Solid, SolidName } from './gap.js';
import type { Quat, Vec } from './sim.js';

export const SOLIDS = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'] as const satisfies SolidName[];
const types: Record<SolidName, number> = {
  sphere: ShapeType.Sphere,
  capsule: ShapeType.Capsule,
  box: ShapeType.Box,
  cylinder: ShapeType.Cylinder,
  cone: ShapeType.Cone,
  hull: ShapeType.Hull,
};

const shared = withPages(256);
const { kernel, memory, pages } = shared;
const room = kernel.pagesAllocate(pages, 1 << 17);
const [COLLIDER_A, COLLIDER_B, CONTACT, OUT, POSE, GUESS, HULL_A, HULL_B, SCRATCH] = [
  0, 1024, 2048, 4096, 8192, 9216, 16384, 32768, 65536,
].map((offset) => room + offset) as [number, number, number, number, number, number, number, number, number];

export const stage = () => ({ kernel, memory, COLLIDER_A, COLLIDER_B, CONTACT, OUT, GUESS, SCRATCH });

/** Writes a solid into one of the two colliders. */
export function fill(at: number, solid: Solid): void {
  new Float32Array(memory.buffer, POSE, 11).set([...solid.position, ...solid.rotation, ...solid.size, solid.rounding]);
  const geometry = solid.hull ? (at === COLLIDER_A ? HULL_A : HULL_B) : 0;
  if (solid.hull) new Uint8Array(memory.buffer).set(encodeHull(solid.hull), geometry);
  kernel.colliderFill(at, types[solid.name], POSE, geometry);
}

const f32 = (v: readonly number[]): Vec => v.map(Math.fround) as unknown as Vec;

/** A size between 0.1 and 1 m, somewhere within 1 m of the origin, turned anyhow; half of them along the axes or almost. */
export function drawSolid(random: () => number, name: SolidName, rounding = 0): Solid {
  const between = (low: number, high: number) => low + random() * (high - low);
  let q = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
  if (random() < 0.5) {
    const tilt = [0, 1e-4, 0.01, 0.05][Math.floor(random() * 4)]!;
    const turned = [
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [0, 1, 0, 1],
      [0, 0, 1, 1],
    ][Math.floor(random() * 4)]!;
    q = turned.map((value) => value + between(-tilt, tilt));
  }
  const norm = Math.hypot(...q);
  const size: Vec =
    name === 'sphere'
      ? [between(0.1, 0.5), 0, 0]
      : name === 'hull'
        ? [0, 0, 0]
        : name === 'box'
          ? [between(0.2, 1), between(0.2, 1), between(0.2, 1)]
          : [between(0.1, 0.6), between(0.1, 0.8), 0];
  return {
    name,
    size: f32(size),
    ...(name === 'hull' && { hull: drawHull(random) }),
    rounding,
    position: f32([between(-1, 1), between(-1, 1), between(-1, 1)]),
    rotation: f32(q.map((v) => v / norm)) as unknown as Quat,
  };
}

/** Points on an ellipsoid, a prism with parallel faces, or a wedge. */
function drawHull(random: () => number): HullShape {
  // Points that are almost in one plane may leave a hole where a face should be.
  for (;;) {
    const hull = bruteHull(drawPoints(random));
    if (hull.edges.every(([, , , right]) => right >= 0)) return hull;
  }
}

function drawPoints(random: () => number): Vec[] {
  const between = (low: number, high: number) => low + random() * (high - low);
  const radii = [between(0.2, 0.8), between(0.2, 0.8), between(0.2, 0.8)];
  if (random() < 0.4) {
    const sides = 3 + Math.floor(random() * 5),
      top = random() < 0.5 ? 1 : between(0.3, 0.9);
    // Rounded to 32 bits, the sides of a tapered prism are no longer flat to the last bit: its own faces are found within 1e-7.
    return Array.from({ length: 2 * sides }, (_, i) => {
      const angle = (2 * Math.PI * (i % sides)) / sides,
        s = i < sides ? 1 : top;
      return f32([
        radii[0]! * s * Math.cos(angle),
        i < sides ? -radii[1]! : radii[1]!,
        radii[2]! * s * Math.sin(angle),
      ]);
    });
  }
  const count = 5 + Math.floor(random() * 9);
  return Array.from({ length: count }, () => {
    const v = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const norm = Math.hypot(...v);
    return f32(v.map((value, k) => (value / norm) * radii[k]!));
  });
}
