/** Shapes that lie across a surface, however deep and with whichever corner first, are found by its triangles. */
import { describe, expect, it } from 'vitest';
import { seeded } from '../../kernel/test/support/random.js';
import type { ColliderOptions, Vec3 } from '../src/index.js';
import { grid, surfaceAt } from './support/bumps.js';
import { shapes } from './support/convex-shapes.js';
import { add, rotate, scale, sub } from './support/distance.js';
import { drawRotation, place } from './support/random-poses.js';
import { testWorld } from './transports.js';

const BODIES = 1500;
/** How far in front of the surface a centre is at least, and behind it a point, m. */
const FRONT = 0.005;
const BEHIND = 0.01;
const groups = { memberships: 2, filter: 1 };

/** Some points of a shape. */
function pointsOf(shape: ColliderOptions): Vec3[] {
  const rim = (radius: number, y: number): Vec3[] =>
    Array.from({ length: 16 }, (_, i) => [
      radius * Math.cos((i * Math.PI) / 8),
      y,
      radius * Math.sin((i * Math.PI) / 8),
    ]);
  switch (shape.shape) {
    case 'box':
      return [-1, 1].flatMap((x) =>
        [-1, 1].flatMap((y) =>
          [-1, 1].map((z): Vec3 => {
            const [a, b, c] = shape.halfExtents as Vec3;
            return [x * a, y * b, z * c];
          }),
        ),
      );
    case 'cylinder':
      return [...rim(shape.radius, shape.halfHeight), ...rim(shape.radius, -shape.halfHeight)];
    case 'cone':
      return [[0, shape.halfHeight, 0], ...rim(shape.radius, -shape.halfHeight)];
    case 'capsule':
      return [1, -1].map((side): Vec3 => [0, side * (shape.halfHeight + shape.radius), 0]);
    case 'hull':
      return Array.from({ length: shape.points.length / 3 }, (_, i): Vec3 => {
        const at = (axis: number) => shape.points[3 * i + axis]!;
        return [at(0), at(1), at(2)];
      });
    default:
      return [];
  }
}

const depthOf = ([x, y, z]: Vec3) => x - surfaceAt(y, z);

describe.each(Object.keys(shapes).filter((name) => pointsOf(shapes[name]!).length > 0))('a %s', (name) => {
  it('that lies across a mesh of bumps touches it', async () => {
    const shape = shapes[name]!,
      points = pointsOf(shape);
    const { random } = seeded(`${name} across a mesh`);
    const world = await testWorld('inline', { gravity: [0, 0, 0], sleep: false });
    world.createBody({ type: 'static', colliders: [{ ...grid(1), groups: { memberships: 1, filter: 2 } }] });
    const between = (low: number, high: number) => low + random() * (high - low);
    const across = new Map<number, string>();
    for (let i = 0; i < BODIES; i++) {
      const [y, z] = [between(-3, 3), between(-3, 3)];
      const position: Vec3 = [surfaceAt(y, z) - between(FRONT, 0.4), y, z];
      const rotation = drawRotation(random);
      const body = world.createBody({ position, rotation, colliders: [{ ...shape, groups }] });
      const center = place(rotation, body.centerOfMass, position);
      if (depthOf(center) > -FRONT) continue;
      const deepest = Math.max(...points.map((p) => depthOf(place(rotation, p, position))));
      if (deepest > BEHIND) across.set(body.handle, `${position.join()} turned ${rotation.join()}, ${deepest} deep`);
    }
    expect(across.size).toBeGreaterThan(BODIES / 20);
    world.on('contactbegin', ({ bodyA, bodyB }) => {
      across.delete(bodyA.handle);
      across.delete(bodyB.handle);
    });
    world.stepSync();
    expect([...across.values()]).toEqual([]);
  });
});

/** Those whose deepest point is one of their corners. */
const cornered = Object.keys(shapes).filter((name) => {
  const shape = shapes[name]!;
  return (shape.shape === 'box' || shape.shape === 'hull') && !shape.rounding;
});

/** Which triangle of the grid lies under a point. */
function triangleUnder([, y, z]: Vec3): string {
  const [row, column] = [Math.floor(y), Math.floor(z)];
  return `${row} ${column} ${y - row + z - column <= 1}`;
}

describe.each(cornered)('a %s', (name) => {
  it('that dips into a triangle of a flat mesh is as deep as its deepest corner', async () => {
    const shape = shapes[name]!,
      points = pointsOf(shape);
    const { random } = seeded(`${name} in a flat mesh`);
    const world = await testWorld('inline', { gravity: [0, 0, 0], sleep: false });
    world.createBody({ type: 'static', colliders: [{ ...grid(0), groups: { memberships: 1, filter: 2 } }] });
    const between = (low: number, high: number) => low + random() * (high - low);
    const depths = new Map<number, number>();
    for (let i = 0; i < BODIES; i++) {
      const rotation = drawRotation(random);
      const reach = Math.max(...points.map((p) => rotate(rotation, p)[0]));
      const depth = between(0.002, 0.6 * reach);
      const position: Vec3 = [depth - reach, between(-3, 3), between(-3, 3)];
      const body = world.createBody({ position, rotation, colliders: [{ ...shape, groups }] });
      const center = place(rotation, body.centerOfMass, position);
      if (center[0] > -FRONT) continue;
      const corners = points.map((p) => place(rotation, p, position));
      const tip = corners.reduce((deepest, p) => (p[0] > deepest[0] ? p : deepest));
      // Where it comes through another one than the corner lies behind, that one tells how deep it is there.
      const way = sub(tip, center);
      if (triangleUnder(add(center, scale(way, -center[0] / way[0]))) === triangleUnder(tip))
        depths.set(body.handle, depth);
    }
    const told = new Map<number, number>();
    world.on('contactbegin', ({ bodyA, bodyB, points: found }) => {
      const deepest = Math.max(...found.map(({ separation }) => -separation));
      for (const { handle } of [bodyA, bodyB]) told.set(handle, deepest);
    });
    world.stepSync();
    expect(depths.size).toBeGreaterThan(BODIES / 2);
    const wrong = [...depths].filter(([body, depth]) => !(Math.abs((told.get(body) ?? 0) - depth) < 1e-3));
    expect(wrong.map(([body, depth]) => `${depth} deep, ${told.get(body)} told`)).toEqual([]);
  });
});
