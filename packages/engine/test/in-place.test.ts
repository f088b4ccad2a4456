import { describe, expect, it } from 'vitest';
import type { BodyOptions, ColliderOptions } from '@atoll/engine';
import { ground, testWorld } from './transports.js';

const g = 9.81;
const box: ColliderOptions = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] };

/** A tower of four on the ground, at rest and awake, and all that begins and ends to touch from then on. */
async function tower(extra: BodyOptions = {}) {
  const world = await testWorld('inline', { sleep: false });
  const floor = world.createBody(ground);
  const boxes = [0, 1, 2, 3].map((i) => world.createBody({ position: [0, 0.5 + i, 0], colliders: [box], ...extra }));
  world.stepSync(120);
  const heard: string[] = [];
  for (const type of ['contactbegin', 'contactend'] as const) world.on(type, () => heard.push(type));
  return { world, floor, boxes, heard };
}

describe('a changed option replaces only what it must', () => {
  it.each<[string, BodyOptions]>([
    ['canSleep', { canSleep: false }],
    ['bullet', { bullet: true }],
    ['lockTranslations', { lockTranslations: [true, false, true] }],
    ['lockRotations', { lockRotations: [true, true, true] }],
    ['mass', { mass: 1000 }],
    ['friction', { colliders: [{ ...box, friction: 0.7 }] }],
    ['restitution', { colliders: [{ ...box, restitution: 0.1 }] }],
    ['rollingResistance', { colliders: [{ ...box, rollingResistance: 0.1 }] }],
    ['density', { colliders: [{ ...box, density: 1000.01 }] }],
  ])('%s: what touches goes on to touch, and the tower stands as before', async (_, options) => {
    const { world, boxes, heard } = await tower();
    const other = await tower();
    boxes[1]!.update(options);
    for (let i = 0; i < 10; i++) {
      world.stepSync(1);
      other.world.stepSync(1);
      // Contacts without their impulses of the step before sink: by g/60² = 3 mm where nothing bears them.
      boxes.forEach(({ position }, k) => expect(position[1]).toBeCloseTo(other.boxes[k]!.position[1], 3));
    }
    expect(heard).toEqual([]);
  });

  it.each<[string, BodyOptions]>([
    ['the shape', { colliders: [{ ...box, halfExtents: [0.5, 0.5, 0.6] }] }],
    ['its place', { colliders: [{ ...box, position: [0, 0, 0.1] }] }],
    ['groups', { colliders: [{ ...box, groups: { memberships: 3 } }] }],
    ['sensor', { colliders: [{ ...box, sensor: true }] }],
    ['the number of colliders', { colliders: [box, box] }],
    ['type', { type: 'kinematic' }],
    ['enabled', { enabled: false }],
  ])('%s: begins anew', async (_, options) => {
    const { world, boxes, heard } = await tower();
    boxes[1]!.update(options);
    world.stepSync(1);
    expect(heard).toContain('contactend');
  });

  it('another friction of the ground wakes what sleeps on it, which then slides as it must', async () => {
    const slope = Math.PI / 6;
    const world = await testWorld('inline', { gravity: [g * Math.sin(slope), -g * Math.cos(slope), 0] });
    const surface = (friction: number): BodyOptions => ({
      colliders: [{ shape: 'box', halfExtents: [50, 1, 50], position: [0, -1, 0], friction }],
    });
    const floor = world.createBody({ type: 'static', ...surface(4) });
    const sledge = world.createBody({ position: [0, 0.5, 0], colliders: [{ ...box, friction: 0.25 }] });
    world.stepSync(120);
    expect(sledge.isSleeping).toBe(true);
    const heard: string[] = [];
    for (const type of ['contactbegin', 'contactend', 'wake'] as const) world.on(type, () => heard.push(type));
    floor.update(surface(0.16));
    world.stepSync(60);
    // Of a pair √(0.16 · 0.25) = 0.2.
    const acceleration = g * (Math.sin(slope) - 0.2 * Math.cos(slope));
    expect(sledge.linearVelocity[0]).toBeCloseTo(acceleration, 1);
    expect(heard).toEqual(['wake']);
    floor.update({
      colliders: [
        { shape: 'box', halfExtents: [50, 1, 50], position: [0, -1, 0], friction: 2.56, surfaceVelocity: [-2, 0, 0] },
      ],
    });
    world.stepSync(240);
    expect(sledge.linearVelocity[0]).toBeCloseTo(-2, 2);
    expect(heard).toEqual(['wake']);
  });

  it('a mass that changes under load is weighed at once', async () => {
    const { world, boxes, heard } = await tower();
    const scale = world.createBody({ type: 'static', position: [80, -0.5, 0], colliders: [{ ...box, forces: true }] });
    const weight = world.createBody({ position: [80, 0.5, 0], mass: 10, colliders: [box] });
    world.stepSync(60);
    heard.length = 0;
    const forces: number[] = [];
    scale.on('contactforce', ({ force }) => void forces.push(force!));
    weight.update({ mass: 30 });
    world.stepSync(30);
    expect(forces.at(-1)).toBeCloseTo(30 * g, 0);
    expect(weight.mass).toBe(30);
    weight.applyImpulse([0, 60, 0]);
    world.stepSync(1);
    expect(weight.linearVelocity[1]).toBeCloseTo(2 - g / 60, 1);
    expect(boxes[3]!.position[1]).toBeCloseTo(3.5, 1);
  });

  it('a body of a mesh keeps its contacts with other friction', async () => {
    const world = await testWorld('inline', { sleep: false });
    const mesh = (friction: number): BodyOptions => ({
      colliders: [
        {
          shape: 'trimesh',
          vertices: [-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5],
          indices: [0, 2, 1, 0, 3, 2],
          friction,
        },
      ],
    });
    const floor = world.createBody({ type: 'static', ...mesh(1) });
    const sledge = world.createBody({ position: [0, 0.5, 0], colliders: [{ ...box, friction: 1 }] });
    world.stepSync(60);
    const heard: string[] = [];
    for (const type of ['contactbegin', 'contactend'] as const) world.on(type, () => heard.push(type));
    floor.update(mesh(0));
    sledge.setLinearVelocity([1, 0, 0]);
    world.stepSync(60);
    expect(sledge.linearVelocity[0]).toBeCloseTo(1, 3);
    expect(heard).toEqual([]);
  });
});
