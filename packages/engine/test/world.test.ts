import { describe, expect, it, vi } from 'vitest';
import { createWorld, PhysicsError, type Body, type ProblemEvent, type World } from '../src/index.js';
import { ball, ground, testWorld, transports } from './transports.js';

const FIGURES = [
  'awakeBodyCount',
  'awakeIslandCount',
  'bodyCount',
  'colliderCount',
  'colourCount',
  'contactCount',
  'droppedTime',
  'gjkRounds',
  'islandCount',
  'jointCount',
  'kibStreamed',
  'manifoldsReused',
  'memoryBytes',
  'memoryReserved',
  'nodesVisited',
  'overflowCount',
  'overload',
  'pairsTested',
  'proxiesMoved',
  'rowsSolved',
  'satRuns',
  'splitCount',
  'stages',
  'stepTime',
  'touchingCount',
  'workersIn',
];

describe.each(transports)('%s transport', (transport) => {
  it('drops by g·t·(t + h)/2, the exact sum of semi-implicit Euler', async () => {
    const world = await testWorld(transport, { gravity: [0, -10, 0], timeStep: 1 / 64, substeps: 4 });
    const body = world.createBody(ball(100));
    await world.step(64);
    const h = 1 / 256;
    expect(world.time).toBeCloseTo(1, 6);
    expect(100 - body.position[1]).toBeCloseTo((10 * 1 * (1 + h)) / 2, 3);
    expect(body.linearVelocity[1]).toBeCloseTo(-10, 4);
  });

  it('says what was chosen', async () => {
    const world = await testWorld(transport, { workers: 3 });
    expect(world.transport).toBe(transport);
    expect(world.workers).toBe(transport === 'shared' ? 3 : 1);
  });

  it('tells the figures of a step, and nothing else', async () => {
    const world = await testWorld(transport);
    world.createBody(ground);
    for (const x of [0, 5]) world.createBody(ball(0.4, x));
    await world.step();
    expect(Object.keys(world.stats).toSorted()).toEqual(FIGURES);
    const { bodyCount, awakeBodyCount, colliderCount, contactCount, touchingCount, islandCount, jointCount } =
      world.stats;
    expect([bodyCount, awakeBodyCount, colliderCount, contactCount, touchingCount, islandCount, jointCount]).toEqual([
      3, 2, 3, 2, 2, 2, 0,
    ]);
    expect(world.stats.stages.publish).toBeGreaterThanOrEqual(0);
  });

  it('runs exactly n steps and resolves when the last can be read', async () => {
    const world = await testWorld(transport);
    expect([world.stepCount, world.time]).toEqual([0, 0]);
    await world.step();
    expect(world.stepCount).toBe(1);
    await Promise.all([world.step(2), world.step(3)]);
    expect(world.stepCount).toBe(6);
    expect(world.time).toBeCloseTo(0.1, 6);
  });

  it('reads any number of steps, also more than the outbox holds', async () => {
    const world = await testWorld(transport, { sleep: false, gravity: [0, 0, 0] });
    world.batch(() => {
      for (let i = 0; i < 2000; i++) world.createBody(ball(0, 2 * i));
    });
    await world.step(100);
    expect(world.stepCount).toBe(100);
  });

  it('books the time of commands under the step after them', async () => {
    const world = await testWorld(transport);
    world.batch(() => {
      for (let i = 0; i < 2000; i++) world.createBody(ball(0, 2 * i));
    });
    await world.step();
    expect(world.stats.stages.drainCommands).toBeGreaterThan(0.05);
    await world.step();
    expect(world.stats.stages.drainCommands).toBe(0);
  });

  it('applies commands in the order of the calls', async () => {
    const world = await testWorld(transport, { gravity: [0, 0, 0] });
    const body = world.createBody(ball(0));
    body.setLinearVelocity([1, 0, 0]);
    const first = world.step(1);
    body.setLinearVelocity([2, 0, 0]);
    const second = world.step(1);
    await first;
    await second;
    expect(body.position[0]).toBeCloseTo(3 / 60, 6);
  });

  it('takes 20,000 bodies at once, and their handles', async () => {
    const world = await testWorld(transport, { gravity: [0, 0, 0], sleep: false });
    const bodies = world.batch(() => Array.from({ length: 20000 }, (_, i) => world.createBody(ball(0, i * 2))));
    expect(world.bodyCount).toBe(20000);
    await world.step(1);
    expect(world.awakeBodyCount).toBe(20000);
    expect(world.stats.bodyCount).toBe(20000);
    expect(bodies[19999]!.position[0]).toBe(39998);
    expect(world.bodyOf(bodies[777]!.handle)).toBe(bodies[777]);
    world.batch(() => bodies.forEach((body) => body.setLinearVelocity([0, 60, 0])));
    await world.step(1);
    expect(bodies.every((body) => Math.abs(body.position[1] - 1) < 1e-5)).toBe(true);
    world.batch(() => bodies.forEach((body) => body.destroy()));
    await world.step(1);
    expect([world.bodyCount, world.awakeBodyCount, world.stats.bodyCount]).toEqual([0, 0, 0]);
  });

  it('takes 20,000 bodies without a batch', async () => {
    const world = await testWorld(transport, { gravity: [0, 0, 0] });
    for (let i = 0; i < 20000; i++) world.createBody(ball(0, i * 2));
    await world.step(1);
    expect(world.stats.bodyCount).toBe(20000);
  });

  it('uses the slot of a destroyed body again, and never mixes the two', async () => {
    const world = await testWorld(transport, { gravity: [0, 0, 0], sleep: false });
    const old = world.createBody({ ...ball(0), linearVelocity: [600, 0, 0] });
    await world.step(1);
    const pending = world.step(30);
    const before = old.position;
    old.destroy();
    const next = world.createBody(ball(7));
    expect(next.index).toBe(old.index);
    expect(next.handle).not.toBe(old.handle);
    await pending;
    expect(next.position).toEqual([0, 7, 0]);
    expect(old.position).toEqual(before);
    await world.step(1);
    expect(next.position).toEqual([0, 7, 0]);
    expect([world.bodyOf(old.handle), world.bodyOf(next.handle)]).toEqual([undefined, next]);
  });

  it('ignores and mentions once what is told to a destroyed body', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = await testWorld(transport);
    const [body, other] = [world.createBody(ball(0)), world.createBody(ball(9))];
    body.destroy();
    body.destroy();
    const hash = await world.hash();
    body.setPosition([1, 2, 3]);
    body.setLinearVelocity([1, 2, 3]);
    body.applyImpulse([1, 2, 3]);
    body.update({ gravityScale: 0 });
    body.wake();
    body.sleep();
    expect(await world.hash()).toBe(hash);
    expect(body.isValid).toBe(false);
    expect(world.bodyCount).toBe(1);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]![0]).toMatch(/destroyed.*stale-handle/);
    expect(() => world.createJoint({ type: 'spherical', bodyA: body, bodyB: other })).toThrow(
      /SphericalJoint.bodyA.*stale-handle/,
    );
    warn.mockRestore();
  });

  it('gives equal hashes for equal commands, and another after another step', async () => {
    const run = async (): Promise<bigint[]> => {
      const world = await testWorld(transport);
      world.createBody(ground);
      for (let i = 0; i < 20; i++) world.createBody(ball(2 + i, (i % 3) * 0.1));
      await world.step(30);
      const first = await world.hash();
      await world.step(1);
      return [first, await world.hash()];
    };
    const [a, b] = [await run(), await run()];
    expect(a).toEqual(b);
    expect(a[0]).not.toBe(a[1]);
    expect(typeof a[0]).toBe('bigint');
  });

  it('keeps two worlds apart', async () => {
    const [a, b] = [await testWorld(transport), await testWorld(transport, { gravity: [0, 5, 0] })];
    const [inA, inB] = [a.createBody(ball(0)), b.createBody(ball(0))];
    await Promise.all([a.step(30), b.step(60)]);
    expect([a.stepCount, b.stepCount]).toEqual([30, 60]);
    expect(inA.position[1]).toBeLessThan(-1);
    expect(inB.position[1]).toBeGreaterThan(2);
    expect(() => a.createJoint({ type: 'spherical', bodyA: inA, bodyB: inB })).toThrow(/another world/);
  });

  it('changes gravity and step length from the next step on', async () => {
    const world = await testWorld(transport, { gravity: [0, 0, 0] });
    const body = world.createBody(ball(0));
    await world.step(10);
    expect(body.position[1]).toBe(0);
    world.update({ gravity: [0, 6, 0], timeStep: 0.5, substeps: 1 });
    await world.step(1);
    expect(body.linearVelocity[1]).toBeCloseTo(3, 5);
    expect(world.time).toBeCloseTo(10 / 60 + 0.5, 5);
  });

  it('holds a ball at its anchor', async () => {
    const world = await testWorld(transport);
    const anchor = world.createBody({ type: 'static', position: [0, 5, 0] });
    const bob = world.createBody({ ...ball(5, 2) });
    const joint = world.createJoint({ type: 'spherical', bodyA: anchor, bodyB: bob, anchorB: [-2, 0, 0] });
    await world.step(60);
    const [x, y, z] = bob.position;
    expect(Math.hypot(x, y - 5, z)).toBeCloseTo(2, 1);
    expect(y).toBeLessThan(4.5);
    joint.destroy();
    joint.destroy();
    expect(joint.isValid).toBe(false);
    await world.step(120);
    expect(bob.position[1]).toBeLessThan(-3);
  });

  it('forgets the joints of a destroyed body', async () => {
    const world = await testWorld(transport);
    const [a, b] = [world.createBody(ball(0)), world.createBody(ball(2))];
    const joint = world.createJoint({ type: 'spherical', bodyA: a, bodyB: b, anchorB: [0, -2, 0] });
    expect([...a.joints]).toEqual([joint]);
    a.destroy();
    expect([joint.isValid, b.joints.size]).toEqual([false, 0]);
    await world.step(2);
    expect(world.stats.jointCount).toBe(0);
  });

  describe('dispose', () => {
    it('rejects what is under way, and is idempotent', async () => {
      const world = await testWorld(transport);
      for (let i = 0; i < 200; i++) world.createBody(ball(i, i));
      const steps = transport === 'inline' ? world.step(1) : world.step(100000);
      const outcome = steps.then(
        () => 'done',
        (error: unknown) => error,
      );
      const [first, second] = [world.dispose(), world.dispose()];
      await Promise.all([first, second]);
      await world.dispose();
      if (transport !== 'inline') {
        expect(await outcome).toBeInstanceOf(PhysicsError);
        expect(await outcome).toMatchObject({ problem: 'disposed' });
      } else expect(await outcome).toBe('done');
      expect(world.isDisposed).toBe(true);
    });

    it('leaves later calls without effect, or with a clear error', async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const world = await testWorld(transport);
      const body = world.createBody(ball(0));
      await world.dispose();
      world.advance(1);
      world.read();
      world.stop();
      body.setPosition([1, 2, 3]);
      body.destroy();
      expect(body.isValid).toBe(false);
      expect(() => world.createBody()).toThrow(/disposed, see @atoll\/engine\/docs\/errors.md#disposed/);
      expect(() => world.update({})).toThrow(/disposed/);
      expect(() => world.start()).toThrow(/disposed/);
      await expect(world.step()).rejects.toThrow(/disposed/);
      await expect(world.hash()).rejects.toThrow(/disposed/);
      expect(warn).toHaveBeenCalledTimes(1);
      warn.mockRestore();
    });

    it('may be called by a listener', async () => {
      const world = await testWorld(transport);
      world.createBody(ground);
      world.createBody(ball(0.6));
      let events = 0;
      world.on('contactbegin', () => {
        events++;
        void world.dispose();
      });
      await expect(world.step(60)).rejects.toThrow(/disposed/);
      expect(events).toBe(1);
    });
  });

  describe('advance', () => {
    it('asks for whole steps and keeps the rest', async () => {
      const world = await testWorld(transport, { timeStep: 1 / 64 });
      world.createBody(ball(0));
      for (let i = 0; i < 32; i++) {
        world.advance(1 / 128);
        await settled(world, Math.floor((i + 1) / 2));
      }
      expect(world.stepCount).toBe(16);
    });

    it('drops time beyond maxCatchUp steps, and says so', async () => {
      const world = await testWorld(transport, { maxCatchUp: 3 });
      const stalls: number[] = [];
      world.on('stall', ({ droppedTime }) => stalls.push(droppedTime));
      world.advance(1);
      expect(world.stats.overload).toBe(true);
      await settled(world, 3);
      expect(world.stepCount).toBe(3);
      expect(stalls).toHaveLength(1);
      expect(stalls[0]).toBeCloseTo(57 / 60, 6);
      expect(world.stats.droppedTime).toBeCloseTo(57 / 60, 6);
      world.advance(0);
      expect(world.stats.overload).toBe(false);
    });

    it('moves what is drawn evenly', async () => {
      const world = await testWorld(transport, { gravity: [0, 0, 0], timeStep: 1 / 60, sleep: false });
      const body = world.createBody({ ...ball(0), linearVelocity: [60, 0, 0] });
      const drawn: number[] = [];
      const pose = new Float32Array(7);
      for (let i = 0; i < 200; i++) {
        world.advance(1 / 144);
        world.poses.sample(body.index, pose);
        drawn.push(pose[0]!);
        await begun(world);
        await new Promise((resolve) => setTimeout(resolve, transport === 'inline' ? 0 : 2));
      }
      const speeds = drawn.slice(51).map((x, i) => (x - drawn[50 + i]!) * 144);
      // A pool that lost its core for a moment is late, and that shows once or twice.
      expect(speeds.filter((speed) => Math.abs(speed - 60) > 0.6).length).toBeLessThan(transport === 'inline' ? 1 : 8);
      for (const speed of speeds) expect(speed).toBeGreaterThanOrEqual(0);
    });
  });

  it('runs by itself between start and stop', async () => {
    const world = await testWorld(transport);
    world.start();
    world.start();
    await vi.waitFor(() => expect(world.stepCount).toBeGreaterThan(5), { timeout: 5000 });
    world.stop();
    await world.step(1);
    const count = world.stepCount;
    await new Promise((resolve) => setTimeout(resolve, 60));
    world.read();
    expect(world.stepCount).toBe(count);
  });
});

/** Waits until the pool has begun all that was asked for. */
async function begun(world: World): Promise<void> {
  const { core } = world as unknown as { core: { begun: number; asked: number } };
  await vi.waitFor(() => expect(core.begun).toBe(core.asked), { interval: 1 });
}

/** Reads until `steps` have arrived. */
async function settled(world: World, steps: number): Promise<void> {
  await vi.waitFor(
    () => {
      world.read();
      expect(world.stepCount).toBeGreaterThanOrEqual(steps);
    },
    { interval: 1, timeout: 5000 },
  );
}

it('gives the same bits on every transport, with any number of workers and any order of blocks', async () => {
  const hashAfter = async (options: Parameters<typeof createWorld>[0]): Promise<bigint> => {
    const world = await createWorld({ maxMemory: 2 ** 28, ...options });
    world.createBody(ground);
    for (let i = 0; i < 150; i++) {
      world.createBody({
        position: [(i % 5) * 0.9, 1 + Math.floor(i / 5) * 1.1, 0],
        colliders: [{ shape: 'box', halfExtents: [0.5, 0.5, 0.5] }],
      });
    }
    await world.step(60);
    const hash = await world.hash();
    await world.dispose();
    return hash;
  };
  const expected = await hashAfter({ transport: 'inline' });
  expect(await hashAfter({ transport: 'transfer' })).toBe(expected);
  for (const workers of [1, 2, 4]) expect(await hashAfter({ transport: 'shared', workers })).toBe(expected);
  for (const blockOrderSeed of [1, 12345])
    expect(await hashAfter({ transport: 'inline', blockOrderSeed })).toBe(expected);
});

it('lists all that moved since the last read, however often its own clock ticked', async () => {
  const world = await testWorld('inline', { gravity: [0, 0, 0], sleep: false });
  const [a, b] = [
    world.createBody({ ...ball(0), linearVelocity: [1, 0, 0] }),
    world.createBody({ ...ball(5), linearVelocity: [1, 0, 0] }),
  ];
  world.read();
  world.start();
  await vi.waitFor(() => expect(world.stepCount).toBeGreaterThan(1), { timeout: 5000 });
  a.update({ type: 'static' });
  const { stepCount } = world;
  await vi.waitFor(() => expect(world.stepCount).toBeGreaterThan(stepCount + 3), { timeout: 5000 });
  world.read();
  expect([...world.poses.moved.subarray(0, world.poses.movedCount)].toSorted()).toEqual([a.index, b.index]);
  world.read();
  expect([...world.poses.moved.subarray(0, world.poses.movedCount)]).not.toContain(a.index);
});

describe('stepSync', () => {
  it('steps at once on the inline transport', async () => {
    const world = await testWorld('inline');
    const body = world.createBody(ball(0));
    world.stepSync(5);
    expect(world.stepCount).toBe(5);
    expect(body.position[1]).toBeLessThan(0);
  });

  it('is refused where it cannot wait, and inside of listeners and batches', async () => {
    for (const transport of ['shared', 'transfer'] as const) {
      const other = await testWorld(transport);
      expect(() => other.stepSync()).toThrow(/World.stepSync.*unsupported/);
    }
    const world = await testWorld('inline');
    expect(() => world.batch(() => world.stepSync())).toThrow(/unsupported/);
    world.createBody(ground);
    world.createBody(ball(0.6));
    const errors: unknown[] = [];
    world.on('contactbegin', () => {
      try {
        world.stepSync();
      } catch (error) {
        errors.push(error);
      }
    });
    world.stepSync(60);
    expect(errors).toHaveLength(1);
    expect(world.stepCount).toBe(60);
  });
});

it.each(['inline', 'transfer'] as const)(
  'grows up to maxMemory, reports the end, and lives on (%s)',
  async (transport) => {
    const world = await testWorld(transport, { maxMemory: 2 ** 24, gravity: [0, 0, 0] });
    const left: ProblemEvent[] = [];
    world.on('problem', (event) => left.push(event));
    const bodies: Body[] = [];
    while (!left.some(({ body }) => body)) {
      // Far more at a time than there is room for reports.
      for (let i = 0; i < 30000; i++) bodies.push(world.createBody(ball(0, bodies.length * 2)));
      await world.step(1);
    }
    for (const { error } of left) expect(error).toMatchObject({ name: 'PhysicsError', problem: 'out-of-memory' });
    const refused = left.flatMap(({ body }) => body ?? []);
    expect(refused.length).toBeGreaterThan(0);
    const known = new Set(bodies);
    expect(refused.every((body) => known.has(body))).toBe(true);
    expect(world.failure).toBeUndefined();
    for (const body of bodies.splice(0, 2000)) body.destroy();
    await world.step(1);
    left.length = 0;
    const late = world.createBody({ ...ball(0, -10), linearVelocity: [0, 60, 0], canSleep: false });
    await world.step(1);
    expect(left).toEqual([]);
    expect(late.position[1]).toBeCloseTo(1, 5);
  },
);

describe.each(['inline', 'transfer', 'shared'] as const)(
  'a page without room for the memory of a world (%s)',
  (transport) => {
    const refusing = async (times: number): Promise<World> => {
      // What a page does once, with memories of its own, is over then.
      await testWorld(transport);
      const { Memory } = WebAssembly;
      let attempts = 0;
      WebAssembly.Memory = class extends Memory {
        constructor(descriptor: WebAssembly.MemoryDescriptor) {
          if (attempts++ < times) throw new RangeError('could not allocate memory');
          super(descriptor);
        }
      };
      try {
        return await testWorld(transport);
      } finally {
        WebAssembly.Memory = Memory;
      }
    };

    it('is asked again, since worlds that ended give theirs back late', async () => {
      const world = await refusing(2);
      await world.step(1);
      expect(world.stepCount).toBe(1);
    });

    it('says so when it has none for a second', async () => {
      await expect(refusing(Infinity)).rejects.toMatchObject({ name: 'PhysicsError', problem: 'out-of-memory' });
    });
  },
);
