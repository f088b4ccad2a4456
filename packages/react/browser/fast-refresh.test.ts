import { commands } from 'vitest/browser';
import { afterEach, expect, it, vi } from 'vitest';

declare module 'vitest/browser' {
  interface BrowserCommands {
    openPage(folder: string): Promise<void>;
    editModule(name: string, from: string, to: string): Promise<void>;
    evaluate(text: string): Promise<unknown>;
    countLoads(): Promise<number>;
    closePage(): Promise<void>;
  }
}

interface State {
  worlds: number;
  bodies: number;
  handles: number[];
  stepCount: number;
  velocity: number[];
  joints: number;
  damping: number;
  restitution: number;
  mountedAt: number;
}

const look = (): Promise<State> =>
  commands.evaluate(`(() => {
    const { worlds, bodies, mountedAt } = window.seen;
    const world = worlds.at(-1);
    const all = world ? [...world.bodies] : [];
    return {
      worlds: worlds.length,
      bodies: bodies.size,
      handles: all.map(({ handle }) => handle),
      stepCount: world?.stepCount ?? 0,
      velocity: [...(all[0]?.linearVelocity ?? [])],
      joints: world?.stats.jointCount ?? 0,
      damping: all[0]?.linearDamping ?? 0,
      restitution: all[0]?.colliders[0]?.restitution ?? 0,
      mountedAt,
    };
  })()`) as Promise<State>;

const until = (check: (state: State) => void) =>
  vi.waitFor(async () => check(await look()), { timeout: 20_000, interval: 50 });

afterEach(() => commands.closePage());

it('an edit of a component under Fast Refresh keeps the world, its bodies, their motion and their joints', async () => {
  await commands.openPage('fast-refresh');
  await until(({ stepCount }) => expect(stepCount).toBeGreaterThan(20));
  const first = await look();
  expect(first).toMatchObject({ worlds: 1, bodies: 1, joints: 1, restitution: 0 });

  // A prop of a body: the body changes, and goes on.
  await commands.editModule('scene.tsx', 'linearDamping={0}', 'restitution={0.5}');
  await until(({ restitution }) => expect(restitution).toBe(0.5));
  const second = await look();
  expect(second).toMatchObject({ worlds: 1, bodies: 1, joints: 1, handles: first.handles, mountedAt: first.mountedAt });
  expect(second.stepCount).toBeGreaterThan(first.stepCount);
  expect(second.velocity[0]).toBeCloseTo(1, 3);
  expect(second.velocity[1]).toBeLessThan(first.velocity[1]!);

  // Another body: those that were there stay.
  await commands.editModule('scene.tsx', '<Pendulum />', '<Pendulum /><Body position={[20, 0, 0]} />');
  await until(({ handles }) => expect(handles).toHaveLength(3));
  const third = await look();
  expect(third.handles).toEqual(expect.arrayContaining(first.handles));
  expect(third).toMatchObject({ worlds: 1, bodies: 1, joints: 1 });
  expect(third.velocity[1]).toBeLessThan(second.velocity[1]!);

  // The component around the world: the world stays, and takes the new setting.
  await commands.editModule('app.tsx', 'gravity={[0, -1, 0]}', 'gravity={[0, 0, 4]}');
  await until(({ velocity }) => expect(velocity[2]).toBeGreaterThan(0.5));
  const fourth = await look();
  expect(fourth).toMatchObject({ worlds: 1, bodies: 1, joints: 1, handles: third.handles });
  expect(fourth.stepCount).toBeGreaterThan(third.stepCount);

  // Other hooks: React mounts the component anew, and its bodies are new. The world goes on.
  await commands.editModule('scene.tsx', 'useState(() => performance', 'useState(() => 0 + performance');
  await until(({ mountedAt }) => expect(mountedAt).toBeGreaterThan(first.mountedAt));
  const fifth = await look();
  expect(fifth).toMatchObject({ worlds: 1, bodies: 2, joints: 1 });
  expect(fifth.handles).toHaveLength(3);
  expect(fifth.stepCount).toBeGreaterThan(fourth.stepCount);
  expect(await commands.countLoads()).toBe(1);
});
