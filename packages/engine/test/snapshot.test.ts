import { StatePart } from '@atoll/kernel';
import { describe, expect, it } from 'vitest';
import type { Body, Joint, World, WorldOptions } from '../src/index.js';
import { idleThreads, liveThreads } from '../src/pool/pool.js';
import { resealed } from './reseal.js';
import { ball, ground, testWorld, transports } from './transports.js';

const box = { shape: 'box', halfExtents: [0.5, 0.5, 0.5] } as const;

/** Little of everything, at rest and in motion, with gaps in the tables. */
async function smallWorld(): Promise<World> {
  const world = await testWorld('inline', { maxMemory: 2 ** 26 });
  const axis = [0, 0, 1] as const;
  const crate = (x: number, y: number, z: number) => world.createBody({ position: [x, y, z], colliders: [box] });
  world.createBody(ground);
  const [low, high, goes, tied] = [crate(0, 0.5, 0), crate(0, 1.5, 0), crate(0, 0.5, -1.05), crate(0, 1.5, -1.05)];
  crate(0, 0.5, 1.05);
  crate(9, 5, 0);
  world.createJoint({ type: 'spherical', bodyA: low, bodyB: high, anchor: [0, 1, 0] });
  const motor = { velocity: 1, maxForce: 5 };
  const ends = world.createJoint({ type: 'revolute', bodyA: tied, bodyB: low, anchor: [0, 1, 0], axis, motor });
  const limits = { min: -1, max: 1 };
  world.createJoint({ type: 'revolute', bodyA: high, bodyB: null, anchor: [0, 2, 0], axis, limits, motor });
  await world.step(3);
  goes.destroy();
  ends.destroy();
  await world.step(1);
  return world;
}

/** Kinds of part whose numbers are no indices. */
const [BITS, PAIRS] = [1, 2];
/** Places of all other words of the kernel's records. */
function numbersOf(bytes: Uint8Array): number[] {
  const words = new Uint32Array(bytes.buffer);
  const places: number[] = [];
  const end = 16 + (words[4]! >>> 2);
  for (let at = 16; at < end;) {
    const length = words[at + (StatePart.byteLength >>> 2)]! >>> 2;
    const kind = words[at + (StatePart.partKind >>> 2)]!;
    if (kind !== BITS && kind !== PAIRS) for (let i = at; i < at + length; i++) places.push(i);
    at += length;
  }
  return places;
}

/** A bit of everything, in motion: some asleep, some in the air, joints, a sensor, gaps in the tables. */
async function busyWorld(world: World): Promise<{ bodies: Body[]; joints: Joint[] }> {
  const bodies = [world.createBody(ground)];
  for (let i = 0; i < 40; i++)
    bodies.push(world.createBody({ position: [i % 4, 0.5 + Math.floor(i / 4), 3], colliders: [box] }));
  for (let i = 0; i < 20; i++) bodies.push(world.createBody(ball(0.5, -30 + 2 * i)));
  const joints: Joint[] = [];
  for (let i = 1; i < 8; i++) {
    bodies.push(world.createBody({ ...ball(6, 12 + i), gravityScale: 0.5 }));
    const [bodyA, bodyB] = bodies.slice(-2) as [Body, Body];
    joints.push(world.createJoint({ type: 'spherical', bodyA, bodyB, anchorA: [0.5, 0, 0], anchorB: [-0.5, 0, 0] }));
  }
  const wheel = world.createBody(ball(8, 25));
  bodies.push(wheel);
  joints.push(
    world.createJoint({
      type: 'revolute',
      bodyA: wheel,
      bodyB: null,
      anchor: [25.5, 8, 0],
      axis: [0, 0, 1],
      limits: { min: -1, max: 1 },
      motor: { velocity: 2, maxForce: 1e5 },
    }),
  );
  bodies.push(
    world.createBody({
      type: 'static',
      position: [-20, 0.2, 0],
      colliders: [
        {
          shape: 'trimesh',
          vertices: new Float32Array([-30, 0, -5, -30, 0, 5, 30, 1, 5, 30, 1, -5]),
          indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
        },
      ],
    }),
    world.createBody({
      type: 'static',
      position: [0, -1, 40],
      colliders: [
        {
          shape: 'heightfield',
          rows: 4,
          columns: 4,
          heights: new Float32Array(16).map((_, i) => Math.sin(i)),
          scale: [20, 1, 20],
        },
      ],
    }),
    world.createBody({ position: [1, 3, 41], colliders: [box] }),
  );
  bodies.push(world.createBody({ type: 'static', position: [0, 2, 3], colliders: [{ ...box, sensor: true }] }));
  const turning = world.createBody({
    type: 'kinematic',
    position: [2, 4, -3],
    colliders: [box],
    angularVelocity: [0, 1, 0],
  });
  bodies.push(turning);
  await world.step(100);
  for (const body of bodies.splice(45, 5)) body.destroy();
  bodies.push(world.createBody({ ...ball(9, 1), linearVelocity: [0, -20, 0], position: [1, 14, 3] }));
  await world.step(7);
  return { bodies, joints };
}

/** The pool has nothing else to do. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const go = async (world: World, steps: number): Promise<bigint> => {
  await world.step(steps);
  return world.hash();
};
const poses = (world: World): unknown =>
  [...world.bodies].map((body) => [
    body.handle,
    body.position,
    body.rotation,
    body.linearVelocity,
    body.isSleeping,
    body.mass,
  ]);
const touching = (world: World): unknown =>
  [...world.bodies].map((body) =>
    [...world.contactsOf(body)]
      .map((pair) => [pair.bodyA.handle, pair.colliderA, pair.bodyB.handle, pair.colliderB].join())
      .toSorted(),
  );

describe.each(transports)('%s transport', (transport) => {
  it('goes on from a snapshot as it went on then, to the bit', async () => {
    const world = await testWorld(transport);
    await busyWorld(world);
    const before = await world.hash();
    const bytes = await world.snapshot();
    const [stepCount, time, state, pairs] = [world.stepCount, world.time, poses(world), touching(world)];
    const later = await go(world, 90);
    await world.restore(bytes);
    expect([world.stepCount, world.time]).toEqual([stepCount, time]);
    expect(poses(world)).toEqual(state);
    expect(touching(world)).toEqual(pairs);
    expect(await world.hash()).toBe(before);
    expect(await go(world, 90)).toBe(later);
  });

  it('forgets what the pool did ahead of the next step of the state before', async () => {
    const world = await testWorld(transport, { gravity: [0, 0, 0] });
    // Spheres that cross each other's way, and are elsewhere when the snapshot is loaded.
    for (let i = 0; i < 300; i++) {
      const [x, y, z] = [i % 10, Math.floor(i / 10) % 6, Math.floor(i / 60)];
      world.createBody({
        position: [1.1 * x, 1.1 * y, 1.1 * z],
        linearVelocity: [i % 2 ? 15 : -15, i % 3 ? 8 : -16, 0],
        colliders: [{ shape: 'sphere', radius: 0.5 }],
      });
    }
    await world.step(3);
    const bytes = await world.snapshot();
    const later = await go(world, 30);
    await pause();
    await world.restore(bytes);
    await pause();
    expect(await go(world, 30)).toBe(later);
  });

  it('goes on in another world, on another transport, with other workers', async () => {
    const world = await testWorld(transport, { workers: 2 });
    await busyWorld(world);
    const bytes = await world.snapshot();
    const [state, pairs, later] = [poses(world), touching(world), await go(world, 60)];
    for (const [other, options] of [
      ['inline', { maxMemory: 2 ** 27 }],
      ['transfer', {}],
      ['shared', { workers: 1 }],
      ['shared', { workers: 3, gravity: [1, 2, 3], substeps: 2 }],
    ] as const satisfies readonly (readonly [string, WorldOptions])[]) {
      const fresh = await testWorld(other, options);
      fresh.createBody(ball(3));
      await fresh.step(2);
      await fresh.restore(bytes);
      expect(poses(fresh)).toEqual(state);
      expect(touching(fresh)).toEqual(pairs);
      expect(fresh.gravity).toEqual(world.gravity);
      expect(await go(fresh, 60)).toBe(later);
    }
  });

  it('keeps the bodies that are in both, ends the others, and brings back what was gone', async () => {
    const world = await testWorld(transport);
    const { bodies, joints } = await busyWorld(world);
    const bytes = await world.snapshot();
    const [kept, gone] = [bodies[3]!, bodies[4]!];
    const { handle } = gone;
    kept.userData = 'mine';
    const joint = joints[0]!;
    gone.destroy();
    joint.destroy();
    kept.update({ mass: 77 });
    const late = world.createBody(ball(20));
    const count = world.bodyCount;
    await world.step(5);
    await world.restore(bytes);
    expect([late.isValid, gone.isValid, joint.isValid, kept.isValid]).toEqual([false, false, false, true]);
    expect([world.bodyCount, kept.mass, kept.userData]).toEqual([count, 1000, 'mine']);
    expect(world.bodyOf(handle)!.position).toEqual(gone.position);
    expect(world.bodyOf(kept.handle)).toBe(kept);
    expect([...joints[1]!.bodyA!.joints]).toContain(joints[1]);
    const next = world.createBody(ball(30));
    expect(bodies.map((body) => body.handle)).not.toContain(next.handle);
    next.setLinearVelocity([0, 5, 0]);
    kept.setPosition([50, 50, 50]);
    await world.step(1);
    expect(next.linearVelocity[1]).toBeGreaterThan(4);
    expect(kept.position[0]).toBeCloseTo(50, 3);
    for (const body of [...world.bodies]) body.destroy();
    await world.step(1);
    expect([world.stats.bodyCount, world.stats.jointCount, world.stats.contactCount]).toEqual([0, 0, 0]);
  });

  it('tells of what never moved the same bits as were known of it before', async () => {
    const world = await testWorld(transport);
    const rotations: [number, number, number, number][] = [];
    for (let i = 1; i <= 40; i++) {
      const length = Math.hypot(i, 2, 41 - i, 3 * i);
      rotations.push([i / length, 2 / length, (41 - i) / length, (3 * i) / length]);
    }
    const still = rotations.map((rotation, i) =>
      world.createBody({ type: 'static', position: [3 * i, 0, 0], rotation, colliders: [box] }),
    );
    await world.step();
    for (const [i, body] of still.entries()) if (i % 2) body.setRotation(rotations[40 - i]!);
    await world.step();
    const before = still.map(({ rotation }) => [...rotation]);
    await world.restore(await world.snapshot());
    expect(still.map(({ rotation }) => [...rotation])).toEqual(before);
    await world.dispose();
  });

  it('of a world without bodies empties another, and what is created then is simulated', async () => {
    const empty = await testWorld(transport);
    for (const steps of [0, 3]) {
      if (steps > 0) await empty.step(steps);
      const bytes = await empty.snapshot();
      const world = await testWorld(transport);
      const { bodies, joints } = await busyWorld(world);
      await world.restore(bytes);
      expect([world.bodyCount, world.awakeBodyCount]).toEqual([0, 0]);
      expect([...bodies, ...joints].some(({ isValid }) => isValid)).toBe(false);
      const again = await testWorld(transport);
      await again.restore(bytes);
      expect(again.stepCount).toBe(steps);
      const balls = [world, again].map((each) => each.createBody(ball(3)));
      expect(await go(world, 10)).toBe(await go(again, 10));
      expect([world.stats.bodyCount, world.stats.contactCount]).toEqual([1, 0]);
      for (const { position } of balls) expect(position[1]).toBeCloseTo(3 - (0.5 * 9.81 * 40 * 41) / 240 ** 2, 4);
    }
    expect(empty.failure).toBeUndefined();
  });

  it('takes joints to the world itself after a snapshot of a time before the first, and keeps those that were there', async () => {
    const world = await testWorld(transport);
    const body = world.createBody(ball(3));
    const before = await world.snapshot();
    const pin = { type: 'spherical', bodyA: body, anchor: [0.5, 3, 0] } as const;
    const first = world.createJoint(pin);
    await world.step(1);
    const after = await world.snapshot();
    await world.restore(before);
    expect(first.isValid).toBe(false);
    world.createJoint(pin).destroy();
    world.createJoint(pin);
    await world.step(1);
    const hash = await world.hash();
    await world.restore(after);
    expect(await world.hash()).toBe(hash);
    // In a world that never had one.
    const other = await testWorld(transport);
    await other.restore(after);
    const again = other.bodyOf(body.handle)!;
    other.createJoint({ ...pin, bodyA: again, anchor: [-0.5, 3, 0] });
    const hung = await go(other, 60);
    expect(again.position[1]).toBeCloseTo(3, 2);
    world.createJoint({ ...pin, anchor: [-0.5, 3, 0] });
    expect(await go(world, 60)).toBe(hung);
  });

  it('is heard of no more than once: what was to be told when it was taken is in what is there', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    const [low, high] = [0.5, 1.5].map((y) => world.createBody({ position: [0, y, 0], colliders: [box] }));
    await world.step(60);
    expect(high!.isSleeping).toBe(true);
    low!.update({ enabled: false });
    const bytes = await world.snapshot();
    const fresh = await testWorld(transport);
    for (const each of [world, fresh]) {
      await each.restore(bytes);
      const heard: string[] = [];
      for (const type of ['contactend', 'wake'] as const) each.on(type, ({ type }) => heard.push(type));
      expect(each.contactsOf(each.bodyOf(high!.handle)!).size).toBe(0);
      await each.step(1);
      expect(heard).toEqual([]);
    }
  });

  it('has nothing in it that was told while it was restored', async () => {
    const world = await testWorld(transport);
    const { bodies, joints } = await busyWorld(world);
    const bytes = await world.snapshot();
    const later = await go(world, 30);
    const hull = { shape: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] } as const;
    const news = { isRead: false };
    world.on('restore', () => (news.isRead = true));
    const restoring = world.restore(bytes);
    const made: { readonly isValid: boolean }[] = [];
    for (let i = 0; !news.isRead; i++) {
      const body = world.createBody({ ...ball(9), colliders: [hull] });
      made.push(body, world.createJoint({ type: 'distance', bodyA: bodies[0]!, bodyB: body, length: 9 }));
      world.update({ gravity: [0, i % 2, 0] });
      if (joints[0]!.isValid && i % 3 === 2) joints[0]!.destroy();
      bodies[5]!.setPosition([i, 9, 9]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await restoring;
    expect(made.filter(({ isValid }) => isValid)).toHaveLength(0);
    expect(await go(world, 30)).toBe(later);
    expect(world.stats.bodyCount).toBe(world.bodyCount);
    await world.restore(await world.snapshot());
    const body = world.createBody(ball(50));
    await world.step(1);
    expect(body.position[1]).toBeLessThan(50);
  });

  it('waits for a restore that is under way, as another restore does', async () => {
    const world = await testWorld(transport);
    const { bodies } = await busyWorld(world);
    const first = await world.snapshot();
    const count = world.bodyCount;
    for (const body of bodies.splice(20)) body.destroy();
    await world.step(3);
    const second = await world.snapshot();
    const state = poses(world);
    const restored: string[] = [];
    const done = (what: string) => () => restored.push(what);
    const changed = first.slice();
    let between = second;
    const later = [
      world.restore(changed).then(done('first')),
      world.restore(new Uint8Array(99)).catch(done('refused')),
      world.snapshot().then((bytes) => (between = bytes)),
      world.restore(second).then(done('second')),
      world.restore(changed).then(done('third')),
      world.restore(second).then(done('fourth')),
    ];
    changed.fill(0);
    await Promise.all(later);
    expect(restored).toEqual(['refused', 'first', 'second', 'third', 'fourth']);
    expect(poses(world)).toEqual(state);
    await world.restore(between);
    expect(world.bodyCount).toBe(count);
    const ending = [world.restore(first), world.restore(second), world.dispose()];
    const outcomes = await Promise.allSettled(ending);
    expect(outcomes.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('is not restored where the world ends meanwhile', async () => {
    const world = await testWorld(transport);
    world.createBody(ball(1));
    await world.step(1);
    const restoring = world.restore(await world.snapshot());
    const [result] = await Promise.allSettled([restoring, world.dispose()]);
    expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('disposed') } });
  });

  it('does so many times without keeping memory', async () => {
    const world = await testWorld(transport);
    await busyWorld(world);
    const bytes = await world.snapshot();
    await world.restore(bytes);
    await world.step(1);
    const { memoryBytes } = world.stats;
    for (let i = 0; i < 20; i++) {
      await world.restore(bytes);
      await world.step(1);
    }
    expect(world.stats.memoryBytes).toBe(memoryBytes);
    expect((await world.snapshot()).length).toBeGreaterThan(1000);
  });
});

it('a world whose worker died goes on in another one from its last snapshot', async () => {
  for (const thread of idleThreads()) thread.terminate();
  const before = new Set(liveThreads());
  const world = await testWorld('shared', { workers: 2 });
  const threads = liveThreads().filter((thread) => !before.has(thread));
  await busyWorld(world);
  const bytes = await world.snapshot();
  const later = await go(world, 30);
  const outcome = world.step(1e6).catch((error: unknown) => error);
  (threads[0] as unknown as { port: { terminate(): void } }).port.terminate();
  expect(await outcome).toMatchObject({ problem: 'worker-failed' });
  const next = await testWorld('shared', { workers: 2 });
  await next.restore(bytes);
  expect(await go(next, 30)).toBe(later);
});

it('is taken at any moment: where an island is about to split that a joint has just made larger', async () => {
  const world = await testWorld('inline', { gravity: [0, 0, 0] });
  const row = (length: number, z: number) =>
    Array.from({ length }, (_, i) => world.createBody({ position: [i, 0, z], colliders: [box] }));
  const [long, short] = [row(700, 0), row(500, 5)];
  await world.step(2);
  long[350]!.destroy();
  await world.step(20);
  for (let i = 0; i < 12; i++) {
    const before = await world.snapshot();
    world.createJoint({ type: 'distance', bodyA: long[0]!, bodyB: short[0]!, length: 5 });
    const joined = await world.snapshot();
    const hash = await world.hash();
    await world.restore(joined);
    expect(await world.hash()).toBe(hash);
    await world.restore(before);
    await world.step(1);
  }
  await world.step(10);
  expect(world.stats.awakeBodyCount).toBe(0);
});

describe('bytes that are not sound', () => {
  const refused = async (world: World, bytes: unknown): Promise<void> => {
    await expect(world.restore(bytes as Uint8Array)).rejects.toMatchObject({ problem: 'invalid-snapshot' });
  };

  it('are refused, and nothing has changed', async () => {
    const world = await testWorld('inline');
    await busyWorld(world);
    const bytes = await world.snapshot();
    await world.step(3);
    const [before, state] = [await world.hash(), poses(world)];
    for (const bad of [undefined, 'text', new Uint8Array(0), new Uint8Array(64), bytes.slice(0, -4), bytes.slice(4)])
      await refused(world, bad);
    for (let i = 0; i < 60; i++) {
      const bad = bytes.slice();
      const at = Math.floor((i / 60) * bad.length);
      bad[at]! ^= 1 << (i % 8);
      await refused(world, bad);
    }
    expect(await world.hash()).toBe(before);
    expect(poses(world)).toEqual(state);
    expect(world.failure).toBeUndefined();
  });

  it('are refused with a right checksum too, or harmless: no index is followed that was not checked', async () => {
    const world = await testWorld('inline', { maxMemory: 2 ** 26 });
    await busyWorld(world);
    const bytes = await world.snapshot();
    const before = await world.hash();
    let [refusals, state] = [0, 12345];
    const random = (below: number): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below;
    for (let i = 0; i < 400; i++) {
      const bad = bytes.slice();
      const words = new Uint32Array(bad.buffer);
      const kernelWords = words[4]! >>> 2;
      words[16 + random(kernelWords)] = [0xffffffff, 0x7fffffff, 0x80000000, random(2 ** 32), random(200)][random(5)]!;
      try {
        await world.restore(resealed(bad));
        await world.step(2);
      } catch (error) {
        expect(error).toMatchObject({ problem: expect.stringMatching(/invalid-snapshot|out-of-memory/) });
        refusals++;
      }
      expect(world.failure).toBeUndefined();
    }
    expect(refusals).toBeGreaterThan(20);
    await world.restore(bytes);
    expect(await world.hash()).toBe(before);
  });

  it('are refused where a collider has strange events', async () => {
    const world = await testWorld('inline');
    world.createBody({
      colliders: [{ shape: 'hull', points: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2], rounding: 0.1, events: 'all' }],
    });
    const bytes = await world.snapshot();
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).toContain('"events":"all"');
    await refused(
      world,
      resealed(new Uint8Array(Buffer.from(text.replace('"events":"all"', '"events":"any"'), 'latin1'))),
    );
  });

  it('keep a hull as it was saved where its points would make another, or none', async () => {
    const points = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2];
    const world = await testWorld('inline');
    const body = world.createBody({ position: [0, 5, 0], colliders: [{ shape: 'hull', points }] });
    const bytes = Buffer.from(await world.snapshot()).toString('latin1');
    const written = (list: number[]) => Buffer.from(Float32Array.from(list).buffer).toString('base64');
    expect(bytes).toContain(written(points));
    for (const others of [points.map((x) => 2 * x), points.map(() => 0)]) {
      const other = await testWorld('inline');
      await other.restore(
        resealed(new Uint8Array(Buffer.from(bytes.replace(written(points), written(others)), 'latin1'))),
      );
      expect(other.bodyOf(body.handle)!.mass).toBe(body.mass);
    }
  });

  it('are followed by the same handles whatever is destroyed', async () => {
    const world = await testWorld('inline');
    const [hub, ...rim] = Array.from({ length: 4 }, (_, i) => world.createBody(ball(2 * i)));
    const spoke = (of: World, bodyA: Body, bodyB: Body) => of.createJoint({ type: 'spherical', bodyA, bodyB });
    const first = spoke(world, hub!, rim[0]!);
    spoke(world, hub!, rim[1]!);
    first.destroy();
    // In the slot of the first, and so before the second where joints stand in order.
    spoke(world, hub!, rim[2]!);
    const other = await testWorld('inline');
    await other.restore(await world.snapshot());
    const next = [world, other].map((each) => {
      each.bodyOf(hub!.handle)!.destroy();
      const [a, b, c] = rim.map((body) => each.bodyOf(body.handle)!);
      return [spoke(each, a!, b!), spoke(each, b!, c!)].map((joint) => joint.handle);
    });
    expect(next[1]).toEqual(next[0]);
  });

  it('are refused where a body would have an inertia that no number holds, and nothing has changed', async () => {
    const world = await smallWorld();
    const bytes = await world.snapshot();
    const before = await world.hash();
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).toContain('"size":[0.5,0.5,0.5]');
    const bad = Buffer.from(text.replaceAll('"size":[0.5,0.5,0.5]', '"size":[9e9,9e9,9e9]'), 'latin1');
    await refused(world, resealed(new Uint8Array(bad)));
    expect(await world.hash()).toBe(before);
  });

  it.each([0xa0000000, 0xffffffff, 0x7fffffff, 2])(
    'are refused or harmless whichever number of a small world is %i',
    { timeout: 60_000 },
    async (value) => {
      const world = await smallWorld();
      const bytes = await world.snapshot();
      const before = await world.hash();
      let refusals = 0;
      for (const at of numbersOf(bytes)) {
        const bad = bytes.slice();
        new Uint32Array(bad.buffer)[at] = value;
        try {
          await world.restore(resealed(bad));
          await world.step(1);
        } catch (error) {
          expect(error, `word ${at}`).toMatchObject({
            problem: expect.stringMatching(/invalid-snapshot|out-of-memory/),
          });
          refusals++;
        }
      }
      expect(refusals).toBeGreaterThan(1000);
      await world.restore(bytes);
      expect(await world.hash()).toBe(before);
    },
  );
});
