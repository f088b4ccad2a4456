import { describe, expect, it, vi } from 'vitest';
import { autoWorkers, createWorld, type PhysicsError, type World } from '../src/index.js';
import { acquireThreads, idleThreads, liveThreads, type PoolThread } from '../src/pool/pool.js';
import { ball, testWorld } from './transports.js';

it.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [8, 7],
  [9, 8],
  [64, 8],
])('takes for %i cores %i workers', (cores, workers) => {
  expect(autoWorkers(cores)).toBe(workers);
});

describe('threads', () => {
  it('are used again by the next world', async () => {
    const world = await createWorld({ transport: 'shared', workers: 2 });
    await world.step(3);
    await world.dispose();
    const idle = new Set(idleThreads());
    expect(idle.size).toBeGreaterThanOrEqual(2);
    const live = liveThreads().length;
    const next = await createWorld({ transport: 'shared', workers: 2 });
    expect(liveThreads()).toHaveLength(live);
    next.createBody(ball(0));
    await next.step(10);
    expect(next.stepCount).toBe(10);
    await next.dispose();
  });

  it('are told in the order in which worlds took them', () => {
    for (const thread of idleThreads()) thread.terminate();
    const [first, second] = acquireThreads(2);
    first!.release();
    const again = acquireThreads(1);
    expect(again).toEqual([first]);
    expect(liveThreads().slice(-2)).toEqual([second, first]);
    for (const thread of [first, second]) thread!.release();
  });

  it('end when nobody needs them for a while', async () => {
    const world = await createWorld({ transport: 'shared', workers: 2 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await world.dispose();
      expect(idleThreads().length).toBeGreaterThanOrEqual(2);
      vi.advanceTimersByTime(20000);
    } finally {
      vi.useRealTimers();
    }
    // Those that were idle before the clock was changed may be left.
    for (const thread of idleThreads()) thread.terminate();
    expect(idleThreads()).toHaveLength(0);
  });

  it.each([0, 1])('worker %i dies: problem event, promises rejected, world failed', async (victim) => {
    for (const thread of idleThreads()) thread.terminate();
    const before = new Set(liveThreads());
    const world = await testWorld('shared', { workers: 2 });
    const threads = liveThreads().filter((thread) => !before.has(thread));
    expect(threads).toHaveLength(2);
    const body = world.createBody(ball(0));
    await world.step(2);
    const problems: PhysicsError[] = [];
    world.on('problem', ({ error }) => problems.push(error));
    const steps = world.step(1e6);
    const hash = world.hash();
    const outcome = Promise.allSettled([steps, hash]);
    // As if it had crashed: the port dies, and the pool hears of it.
    (threads[victim] as unknown as { port: { terminate(): void } }).port.terminate();
    for (const result of await outcome) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'PhysicsError', problem: 'worker-failed' } });
    }
    expect(problems).toHaveLength(1);
    expect(world.failure).toBe(problems[0]);
    expect(problems[0]!.message).toMatch(/Worker [01] of 2 failed.*see @atoll\/engine\/docs\/errors.md#worker-failed/);
    await expect(world.step()).rejects.toBe(world.failure);
    expect(() => world.createBody()).toThrow(/has failed/);
    world.advance(1);
    expect(body.position[1]).toBeLessThan(0);
    await world.dispose();
    expect(liveThreads().filter((thread) => threads.includes(thread))).toEqual([]);
  });

  it('after a failure the next world works', async () => {
    const world = await testWorld('shared', { workers: 2 });
    await world.step(1);
    expect(world.stepCount).toBe(1);
  });

  interface Late {
    world: World;
    helper: PoolThread;
    listener: Parameters<PoolThread['run']>[1];
    /** Lets the helper start. */
    start(): void;
  }

  /** A world of two threads, of which the helper has not started yet. */
  async function withoutHelper(): Promise<Late> {
    const [conductor, helper] = acquireThreads(2) as [PoolThread, PoolThread];
    // The last one in is the first one out.
    helper.release();
    conductor.release();
    const run = vi.spyOn(helper, 'run').mockImplementation(() => {});
    const world = await createWorld({ transport: 'shared', workers: 2, sleep: false });
    const [call] = run.mock.calls;
    run.mockRestore();
    return { world, helper, listener: call![1], start: () => helper.run(...call!) };
  }

  it('that come late are not waited for, and take part from then on', async () => {
    const { world, helper, start } = await withoutHelper();
    for (let i = 0; i < 100; i++) world.createBody(ball(0, 2 * i));
    await world.step(10);
    expect(world.stepCount).toBe(10);
    expect(world.stats.workersIn).toBe(1);
    start();
    await world.step(50);
    expect(world.stepCount).toBe(60);
    await expect.poll(() => world.step().then(() => world.stats.workersIn), { timeout: 5000 }).toBe(2);
    // It parks between two steps, and hears of the next ones.
    await new Promise((resolve) => setTimeout(resolve, 50));
    let shared = 0;
    for (let i = 0; i < 200; i++) {
      await world.step();
      if (world.stats.workersIn === 2) shared++;
    }
    expect(shared).toBeGreaterThan(10);
    const end = performance.now();
    await world.dispose();
    expect(performance.now() - end).toBeLessThan(2000);
    expect(idleThreads()).toContain(helper);
  });

  it('that come when the world is over leave it at once', async () => {
    const { world, helper, start } = await withoutHelper();
    const disposed = world.dispose();
    start();
    await disposed;
    expect(idleThreads()).toContain(helper);
  });

  it('that fail to start end a world that runs already', async () => {
    const { world, helper, listener } = await withoutHelper();
    const problems: PhysicsError[] = [];
    world.on('problem', ({ error }) => problems.push(error));
    const steps = world.step(1e6);
    helper.terminate();
    listener.onFailure('its script could not be loaded');
    await expect(steps).rejects.toMatchObject({ problem: 'worker-failed' });
    expect(problems).toEqual([world.failure]);
    await world.dispose();
  });

  it('that cannot start reject createWorld, and are not used again', async () => {
    const broken = acquireThreads(1)[0]!;
    broken.release();
    vi.spyOn(broken, 'run').mockImplementation((_, listener) => listener.onFailure('its script could not be loaded'));
    await expect(createWorld({ transport: 'shared', workers: 1 })).rejects.toMatchObject({ problem: 'worker-failed' });
    expect(idleThreads()).not.toContain(broken);
  });
});
