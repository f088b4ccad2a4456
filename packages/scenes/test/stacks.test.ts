import {
  arch,
  awakeBodies,
  bodiesBelow,
  body,
  box,
  displacement,
  dominoes,
  drop,
  floor,
  houseOfCards,
  massRatioStack,
  pyramid,
  stack,
  type BuiltScene,
} from '@atoll/scenes';
import { describe, expect, it } from 'vitest';
import { energyOf } from './energy.ts';
import { openScene } from './open-scene.ts';

const last = (scene: BuiltScene) => scene.bodyCount - 1;

describe('a pyramid', () => {
  it('of base 20 is wholly asleep within 3 s and stands for 10 s', async () => {
    const description = pyramid(20);
    const scene = await openScene(description);
    await scene.step(180);
    expect(awakeBodies(description, scene)).toBe(0);
    await scene.step(420);
    for (let i = 0; i < scene.bodyCount; i++) expect(displacement(description, scene, i)).toBeLessThan(0.1);
  });

  it.each([
    [12, 1.3],
    [20, 1.1],
    [20, 1.3],
  ])('of base %i whose boxes stand %f m apart comes to rest within 2 s', async (base, pitch) => {
    const description = pyramid(base, { pitch });
    const scene = await openScene(description);
    await scene.step(120);
    expect(awakeBodies(description, scene)).toBe(0);
    for (let i = 0; i < scene.bodyCount; i++) expect(displacement(description, scene, i)).toBeLessThan(0.1);
  });

  it('of base 20 stands for 10 s when it may not sleep', { timeout: 30_000 }, async () => {
    const description = pyramid(20, { sleep: false });
    const scene = await openScene(description);
    await scene.step(600);
    expect(awakeBodies(description, scene)).toBe(210);
    for (let i = 0; i < scene.bodyCount; i++) expect(displacement(description, scene, i)).toBeLessThan(0.1);
  });

  it('of base 50 keeps its top within 0.2 m for 300 steps without sleep', { timeout: 30_000 }, async () => {
    const description = pyramid(50, { sleep: false });
    const scene = await openScene(description);
    let worst = 0;
    await scene.step(300, () => {
      worst = Math.max(worst, displacement(description, scene, last(scene)));
    });
    expect(worst).toBeLessThan(0.2);
  });
});

describe('an arch of 13 stones', () => {
  it('stands for 10 s and sleeps', async () => {
    const description = arch(13);
    const scene = await openScene(description);
    await scene.step(600);
    expect(awakeBodies(description, scene)).toBe(0);
    for (let i = 1; i < scene.bodyCount; i++) expect(displacement(description, scene, i)).toBeLessThan(0.05);
  });

  it('stands when it may not sleep, and gives way without its key stone', async () => {
    const description = { ...arch(13), sleep: false };
    const scene = await openScene(description);
    await scene.step(600);
    for (let i = 1; i < scene.bodyCount; i++) expect(displacement(description, scene, i)).toBeLessThan(0.05);
    scene.bodies[7]!.destroy();
    await scene.step(120);
    expect(displacement(description, scene, 6)).toBeGreaterThan(0.15);
  });
});

describe('a stack of 20 boxes', () => {
  it.each([true, false])('stands straight for 20 s, sleep %s', async (sleep) => {
    const description = { ...stack(20), sleep };
    const scene = await openScene(description);
    await scene.step(1200);
    for (let i = 1; i < scene.bodyCount; i++) {
      const [x, y, z] = scene.position(i);
      expect(Math.hypot(x, z)).toBeLessThan(0.05);
      // Each contact below may give by twice the collision tolerance.
      expect(Math.abs(y - (i - 0.5))).toBeLessThan(i * 0.01);
    }
  });
});

it('a box of 100 times the mass rests on a stack without crushing it', async () => {
  const description = { ...massRatioStack(), sleep: false };
  const scene = await openScene(description);
  await scene.step(600);
  for (let i = 1; i < scene.bodyCount; i++) {
    const [x, y, z] = scene.position(i);
    const below = i === 1 ? -0.5 : scene.position(i - 1)[1];
    expect(y - below).toBeGreaterThan(0.95);
    expect(Math.hypot(x, z)).toBeLessThan(0.05);
  }
});

describe('a house of cards of five storeys', () => {
  it.each([true, false])('stands for 10 s, sleep %s', async (sleep) => {
    const description = { ...houseOfCards(5), sleep };
    const scene = await openScene(description);
    await scene.step(600);
    const worst = Math.max(...description.bodies.map((_, i) => displacement(description, scene, i)));
    // A tenth of a card's length.
    expect(worst).toBeLessThan(0.1);
  });
});

it('a row of dominoes falls to its last stone', async () => {
  const description = dominoes(30);
  const scene = await openScene(description);
  await scene.step(60);
  expect(description.phases[0]!.sanity(scene).figures['standing']).toBeGreaterThan(10);
  await scene.step(540);
  expect(description.phases[0]!.sanity(scene)).toEqual({ ok: true, figures: { standing: 0 } });
});

it('a settled pile gains no energy in 60 s', { timeout: 60_000 }, async () => {
  // The pusher and the chain are left out: nothing works on the pile. Walls keep what rolls together.
  const { beforeStep: _, ...still } = drop();
  const wall = (x: number, z: number) =>
    body([x, 2, z], box([x === 0 ? 5 : 1, 2, z === 0 ? 5 : 1]), { type: 'static' });
  const falling = still.bodies.filter((part) => part.type === 'dynamic' && part.colliders.length === 1);
  const bodies = [floor(), wall(5, 0), wall(-5, 0), wall(0, 5), wall(0, -5), ...falling];
  const scene = await openScene({ ...still, bodies, joints: [], sleep: false });
  await scene.step(1200);
  expect(bodiesBelow(scene, 0)).toBe(1);

  const settled = energyOf(scene);
  let gained = 0;
  await scene.step(3600, () => {
    gained = Math.max(gained, energyOf(scene) - settled);
  });
  // What lifting the whole pile by a tenth of the collision tolerance would take.
  const weight = 10 * scene.bodies.reduce((sum, part) => sum + part.mass, 0);
  expect(gained).toBeLessThan(weight * 0.0005);
});
