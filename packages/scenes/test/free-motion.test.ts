import { body, box, rotate, sphere, unrotate, type Vec3 } from '@atoll/scenes';
import { describe, expect, it } from 'vitest';
import { inertiaOf } from './energy.ts';
import { loose, openScene } from './open-scene.ts';

const SUBSTEPS = 4;
const h = 1 / 60 / SUBSTEPS;

describe('a body that nothing touches', () => {
  it('drops by g·t·(t + h)/2, the exact sum of semi-implicit Euler', async () => {
    const scene = await openScene(loose([body([1, 100, 2], sphere(0.5))]));
    await scene.step(120);
    const t = 2;
    const [x, y, z] = scene.position(0);
    expect(100 - y).toBeCloseTo((10 * t * (t + h)) / 2, 3);
    expect([x, z]).toEqual([1, 2]);
    expect(scene.bodies[0]!.linearVelocity[1]).toBeCloseTo(-10 * t, 4);
  });

  it('flies straight and turns evenly without gravity', async () => {
    const scene = await openScene(
      loose([body([0, 0, 0], sphere(0.5), { linearVelocity: [1, 2, -3], angularVelocity: [0, Math.PI, 0] })], {
        gravity: [0, 0, 0],
      }),
    );
    await scene.step(60);
    const [x, y, z] = scene.position(0);
    expect(x).toBeCloseTo(1, 4);
    expect(y).toBeCloseTo(2, 4);
    expect(z).toBeCloseTo(-3, 4);
    // Half a turn: x looks back. The error of the first-order update of a rotation is (ωh)³/12 a substep.
    const [forward, up] = rotate(scene.rotation(0), [1, 0, 0]);
    expect(forward).toBeCloseTo(-1, 4);
    expect(up).toBeCloseTo(0, 6);
  });

  it('keeps to its velocity when it is kinematic, whatever gravity says', async () => {
    const scene = await openScene(
      loose([body([0, 0, 0], box([1, 1, 1]), { type: 'kinematic', linearVelocity: [0, 0.5, 0] })]),
    );
    await scene.step(120);
    expect(scene.position(0)[1]).toBeCloseTo(1, 4);
  });

  it('is at its kinematic target after one step and stays there', async () => {
    const scene = await openScene(loose([body([0, 0, 0], box([1, 1, 1]), { type: 'kinematic' })]));
    scene.setKinematicTarget(0, [0.1, 0.2, 0.3], [0, 0.1, 0, Math.sqrt(0.99)]);
    await scene.step();
    expect(scene.position(0).map((x) => Number(x.toFixed(4)))).toEqual([0.1, 0.2, 0.3]);
    expect(scene.rotation(0)[1]).toBeCloseTo(0.1, 4);
    await scene.step(30);
    expect(scene.position(0).map((x) => Number(x.toFixed(4)))).toEqual([0.1, 0.2, 0.3]);
  });
});

describe('a long box that spins freely for 60 s', () => {
  const half: Vec3 = [0.1, 0.2, 1];
  const inertia = inertiaOf(box(half));

  // About the long axis, the short one, the unstable middle one, and none of them.
  it.each<[string, Vec3]>([
    ['long', [0.02, 0.01, 12]],
    ['short', [6, 0.02, 0.01]],
    ['middle', [0.01, 6, 0.02]],
    ['no', [3, 4, 5]],
  ])('about its %s axis gains neither angular momentum nor energy', async (_, angularVelocity) => {
    const scene = await openScene(loose([body([0, 0, 0], box(half), { angularVelocity })], { gravity: [0, 0, 0] }));
    const measure = () => {
      const spin = unrotate(scene.rotation(0), [...scene.bodies[0]!.angularVelocity] as unknown as Vec3);
      const momentum = spin.map((w, i) => inertia[i]! * w);
      return {
        momentum: Math.hypot(...momentum),
        energy: spin.reduce((sum, w, i) => sum + (inertia[i]! * w * w) / 2, 0),
      };
    };
    const start = {
      momentum: Math.hypot(...inertia.map((i, k) => i * angularVelocity[k]!)),
      energy: inertia.reduce((sum, i, k) => sum + (i * angularVelocity[k]! ** 2) / 2, 0),
    };
    let most = { momentum: 0, energy: 0 };
    await scene.step(3600, () => {
      const now = measure();
      most = { momentum: Math.max(most.momentum, now.momentum), energy: Math.max(most.energy, now.energy) };
    });
    expect(most.momentum / start.momentum).toBeLessThan(1.001);
    expect(most.energy / start.energy).toBeLessThan(1.001);
    expect(measure().energy).toBeGreaterThan(0);
  });
});
