/** A step in which more begins to touch than is taken in with one frame while nobody listens. */
import { expect, it } from 'vitest';
import type { Body, World } from '../src/index.js';
import { testWorld, transports } from './transports.js';

const SIDE = 40;
const box = { shape: 'box', halfExtents: [0.51, 0.5, 0.51] } as const;

/** A floor of boxes that overlap their neighbours a little. */
function carpet(world: World): Body[] {
  return Array.from({ length: SIDE * SIDE }, (_, i) =>
    world.createBody({ position: [i % SIDE, 0, Math.floor(i / SIDE)], gravityScale: 0, colliders: [box] }),
  );
}

const touched = (world: World, bodies: readonly Body[]): string[] =>
  bodies.map((body) =>
    [...world.contactsOf(body)]
      .map(({ bodyA, bodyB }) => (bodyA === body ? bodyB : bodyA).index)
      .sort((a, b) => a - b)
      .join(),
  );

it.each(transports)('what touches is the same whether someone listened or not (%s)', async (transport) => {
  const results = [];
  for (const listens of [true, false]) {
    const world = await testWorld(transport);
    const bodies = carpet(world);
    let begun = 0;
    if (listens) world.on('contactbegin', () => begun++);
    await world.step(1);
    if (listens) expect(begun).toBeGreaterThan(3000);
    // Some go while most of it was not taken in, and others take their places.
    for (let i = 0; i < bodies.length; i += 3) bodies[i]!.destroy();
    const others = Array.from({ length: 100 }, (_, i) =>
      world.createBody({ position: [i % SIDE, 1, Math.floor(i / SIDE)], colliders: [box] }),
    );
    await world.step(2);
    results.push(touched(world, [...bodies, ...others]));
    await world.dispose();
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[0]!.filter((list) => list.split(',').length > 1).length).toBeGreaterThan(500);
});

it('what touches is the same whenever someone asked first', async () => {
  const results = [];
  for (const first of [0, 30, 120]) {
    const world = await testWorld('inline', { sleep: false });
    world.createBody({ type: 'static', position: [0, -1, 0], colliders: [{ shape: 'box', halfExtents: [20, 1, 20] }] });
    // They fall apart and roll: many contacts end, and others take their numbers.
    const bodies = Array.from({ length: 150 }, (_, i) =>
      world.createBody({
        position: [(i % 5) * 0.9, 0.6 + Math.floor(i / 25), Math.floor((i % 25) / 5) * 0.9],
        colliders: [{ shape: 'sphere', radius: 0.5 }],
      }),
    );
    for (let step = 0; step < 120; step++) {
      if (step === first) touched(world, bodies.slice(0, 1));
      world.stepSync();
    }
    const before = touched(world, bodies);
    for (let i = 0; i < bodies.length; i += 4) bodies[i]!.destroy();
    world.stepSync();
    results.push([before, touched(world, bodies)]);
    await world.dispose();
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  expect(results[0]![0]!.filter((list) => list !== '').length).toBeGreaterThan(120);
});

it.each(transports)('who listens later hears nothing of what began before (%s)', async (transport) => {
  const world = await testWorld(transport);
  const bodies = carpet(world);
  await world.step(1);
  const heard: number[] = [];
  const end = bodies[820]!.onContactChange((contacts) => heard.push(contacts.size));
  await world.step(3);
  expect(heard).toEqual([]);
  bodies[821]!.destroy();
  await world.step(1);
  expect(heard).toEqual([world.contactsOf(bodies[820]!).size]);
  end();
  end();
  bodies[819]!.destroy();
  await world.step(1);
  expect(heard.length).toBe(1);
});

it.each(transports)('listeners of bodies that are gone wait for nothing (%s)', async (transport) => {
  const world = await testWorld(transport);
  const [first, second] = carpet(world) as [Body, Body];
  const end = first.onContactChange(() => {});
  second.on('contactend', () => {});
  expect(world['core'].contactListenerCount).toBe(2);
  first.destroy();
  second.destroy();
  await world.step(2);
  expect(world['core'].contactListenerCount).toBe(0);
  end();
  expect(world['core'].contactListenerCount).toBe(0);
});

it.each(transports)('what a body touches is known at once (%s)', async (transport) => {
  const world = await testWorld(transport);
  const bodies = carpet(world);
  await world.step(1);
  expect([...world.contactsOf(bodies.at(-1)!)].length).toBeGreaterThan(1);
  await world.restore(await world.snapshot());
  expect([...world.contactsOf([...world.bodies].at(-1)!)].length).toBeGreaterThan(1);
});

/** What was put off of what began and ended. */
interface PutOff {
  readonly words: Uint32Array;
  readonly first: number;
  readonly end: number;
}
const backlogOf = (world: World): PutOff =>
  (world as unknown as { core: { events: { backlog: PutOff } } }).core.events.backlog;

it('what begins is taken in while the pool is at work, not before a step is answered', async () => {
  const world = await testWorld('shared', { workers: 1 });
  carpet(world);
  await world.step(1);
  const backlog = backlogOf(world);
  for (let i = 0; i < 3; i++) {
    const { first } = backlog;
    const stepping = world.step();
    const taken = backlog.first;
    expect(taken).toBeGreaterThan(first);
    await stepping;
    expect(backlog.first).toBe(taken);
  }
});

it('what begins is taken in with the frames of many steps that were asked for at once', async () => {
  const world = await testWorld('inline');
  carpet(world);
  await world.step(1);
  const backlog = backlogOf(world);
  const words = backlog.end - backlog.first;
  expect(words).toBeGreaterThan(10_000);
  await world.step(300);
  // What the last of them began alone waits for the next one.
  expect(backlog.end - backlog.first).toBeLessThan(words / 100);
});

it('what begins in a first step finds room that was made where the world was prepared', async () => {
  const world = await testWorld('inline');
  carpet(world);
  // With these, each begins no more than is reckoned with.
  for (let i = 0; i < 600; i++) world.createBody({ position: [2 * i, 10, 0], colliders: [box] });
  await world.prepare();
  const backlog = backlogOf(world);
  const { words } = backlog;
  world.stepSync();
  expect(backlog.end).toBeGreaterThan(10_000);
  expect(backlog.words).toBe(words);
});

it('no room is made for what begins where it is heard of at once', async () => {
  const world = await testWorld('inline');
  world.on('contactbegin', () => {});
  carpet(world);
  const { words } = backlogOf(world);
  await world.prepare();
  expect(backlogOf(world).words).toBe(words);
});
