import type { Quat, SceneBody, SceneCollider, SceneDescription, Vec3 } from './description.ts';
import { randomNumbers } from './math.ts';
import { body, box, capsule, hull, onePhase, scene, sphere, trimesh } from './parts.ts';
import { terrain } from './terrain.ts';

const CELLS = 64;
/** m */
const SIDE = 32;
const COUNT = 4000;
/** Bodies along a side of the grid that they fall from. */
const ROW = 22;
const SPACING = 1.35;
/** A body counts as below when its centre is this far under the terrain, m. */
const SUNK = 0.1;

/** This scene is hashed: square roots are the same in every JavaScript engine. */
function anyRotation(random: () => number): Quat {
  const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

/** 8 to 14 points, the first six near the ends of the axes. */
function anyHull(random: () => number): SceneCollider {
  const points: number[] = [];
  const size = (): number => 0.3 + 0.2 * random();
  for (const axis of [0, 1, 2]) {
    for (const sign of [-1, 1]) {
      const point = [0.2 * (random() - 0.5), 0.2 * (random() - 0.5), 0.2 * (random() - 0.5)];
      point[axis] = sign * size();
      points.push(...point);
    }
  }
  for (let more = 2 + Math.floor(7 * random()); more > 0; more--) {
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    const scale = size() / Math.sqrt(x * x + y * y + z * z);
    points.push(x * scale, y * scale, z * scale);
  }
  return hull(Float32Array.from(points));
}

/**
 * Spheres, boxes, capsules and hulls that fall into a pit with a hilly floor of 64 × 64 cells, two triangles each.
 * `count`: a smaller pile for tests.
 */
export function mixedPile(count = COUNT): SceneDescription {
  const random = randomNumbers(3);
  const ground = terrain(CELLS, SIDE);
  const shapes: (() => SceneCollider)[] = [
    () => sphere(0.25 + 0.2 * random()),
    () => box([0.2 + 0.25 * random(), 0.2 + 0.25 * random(), 0.2 + 0.25 * random()]),
    () => capsule(0.2 + 0.25 * random(), 0.15 + 0.15 * random()),
    () => anyHull(random),
  ];
  const half = SIDE / 2;
  const wall = (position: Vec3, extents: Vec3): SceneBody => body(position, box(extents), { type: 'static' });
  const bodies: SceneBody[] = [
    body([0, 0, 0], trimesh(ground.vertices, ground.indices), { type: 'static' }),
    wall([-half - 1, 20, 0], [1, 30, half + 2]),
    wall([half + 1, 20, 0], [1, 30, half + 2]),
    wall([0, 20, -half - 1], [half, 30, 1]),
    wall([0, 20, half + 1], [half, 30, 1]),
  ];
  const first = bodies.length;
  for (let i = 0; i < count; i++) {
    const at = (index: number): number => (index - (ROW - 1) / 2) * SPACING + 0.2 * (random() - 0.5);
    const layer = Math.floor(i / (ROW * ROW));
    bodies.push(
      body([at(i % ROW), 2.5 + layer * 1.25, at(Math.floor(i / ROW) % ROW)], shapes[i % shapes.length]!(), {
        rotation: anyRotation(random),
      }),
    );
  }
  return scene(
    'mixed-pile',
    bodies,
    onePhase(400, (view) => {
      let below = 0,
        outside = 0;
      for (let i = first; i < bodies.length; i++) {
        const [x, y, z] = view.position(i);
        if (!(y > ground.heightAt(x, z) - SUNK)) below++;
        if (!(Math.abs(x) < half && Math.abs(z) < half)) outside++;
      }
      return { ok: below === 0 && outside === 0, figures: { below, outside } };
    }),
    { sleep: false },
  );
}
