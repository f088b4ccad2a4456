import { expect, it, vi } from 'vitest';
import { createWorld, type PhysicsError } from '../src/index.js';
import { idleThreads, liveThreads } from '../src/pool/pool.js';
import { ball, testWorld } from './transports.js';

interface Parcelled {
  ring(): void;
  receive(message: { parcel: { buffer: ArrayBuffer; byteLength: number } }): void;
}

const obstacles = vi.hoisted(() => ({ threads: undefined as string | undefined, sharing: 'not isolated' }));
vi.mock('#spawn', async (original) => {
  const { spawner } = await original<typeof import('../src/pool/spawn-node.js')>();
  return {
    spawner: { ...spawner, threadObstacle: () => obstacles.threads, sharingObstacle: () => obstacles.sharing },
  };
});

it('auto takes one thread where memory cannot be shared, this thread where there is none, and says so once', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  expect((await testWorld('auto', {})).transport).toBe('transfer');
  obstacles.threads = 'there are no workers here';
  expect((await testWorld('auto', {})).transport).toBe('inline');
  await expect(createWorld({ transport: 'transfer' })).rejects.toThrow(
    /'transfer' cannot be used: there are no workers/,
  );
  obstacles.threads = undefined;
  expect(info).toHaveBeenCalledTimes(1);
  expect(info.mock.calls[0]![0]).toMatch(/transport 'transfer'.*not isolated.*errors.md#isolation/s);
  info.mockRestore();
});

it('uses its thread again for the next world', async () => {
  const world = await createWorld({ transport: 'transfer' });
  const body = world.createBody(ball(0));
  await world.step(3);
  expect(body.position[1]).toBeLessThan(0);
  await world.dispose();
  const live = liveThreads().length;
  const next = await testWorld('transfer');
  expect(liveThreads()).toHaveLength(live);
  await next.step(2);
  expect(next.stepCount).toBe(2);
});

it('ends in the middle of many steps', async () => {
  const world = await createWorld({ transport: 'transfer' });
  for (let i = 0; i < 200; i++) world.createBody(ball(i, i));
  const steps = world.step(1e6);
  const outcome = steps.catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  await world.dispose();
  expect(await outcome).toMatchObject({ problem: 'disposed' });
  expect(performance.now() - start).toBeLessThan(1000);
  // The thread came back by itself: it was not ended.
  expect(idleThreads().length).toBeGreaterThan(0);
});

it('a page that gives no buffers back pauses the world, and nothing is lost', async () => {
  const world = await testWorld('transfer', { sleep: false, gravity: [0, 0, 0] });
  world.batch(() => {
    for (let i = 0; i < 2000; i++) world.createBody(ball(0, 2 * i));
  });
  const steps = world.step(300);
  const { transport } = (world as unknown as { core: { transport: Parcelled } }).core;
  const held = vi.spyOn(transport, 'ring').mockImplementation(() => {});
  const received = vi.spyOn(transport, 'receive');
  const bytes = (): number => received.mock.calls.reduce((sum, [{ parcel }]) => sum + parcel.buffer.byteLength, 0);
  await vi.waitFor(() => expect(bytes()).toBeGreaterThan(2 ** 22), { timeout: 20000 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bytes()).toBeLessThan(2 ** 22 + 2 ** 20);
  expect(world.stepCount).toBeLessThan(60);
  held.mockRestore();
  transport.ring();
  await steps;
  expect(world.stepCount).toBe(300);
});

it('says when its worker dies', async () => {
  for (const thread of idleThreads()) thread.terminate();
  const before = new Set(liveThreads());
  const world = await testWorld('transfer');
  const [thread] = liveThreads().filter((each) => !before.has(each));
  const problems: PhysicsError[] = [];
  world.on('problem', ({ error }) => problems.push(error));
  const steps = world.step(1e6);
  const outcome = steps.catch((error: unknown) => error);
  (thread as unknown as { port: { terminate(): void } }).port.terminate();
  expect(await outcome).toMatchObject({ problem: 'worker-failed' });
  expect(problems).toEqual([world.failure]);
  await world.dispose();
  expect(liveThreads()).not.toContain(thread);
});
