import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { act } from '@testing-library/react';
import { createRef, Profiler, StrictMode, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Attractor,
  Body,
  Debug,
  InstancedBodies,
  SphericalJoint,
  useAfterStep,
  useBeforeStep,
  useBody,
  useCollisions,
  useContacts,
  useIslands,
  useOverlap,
  usePose,
  useRaycast,
  useShapecast,
  useSleeping,
  useStats,
  useWorld,
  useWorldState,
  type WorldState,
} from '@atoll/react';
import { box, ground } from './components.js';
import { pause, show, showPage, until, worldTree } from './show.js';

/** Calls every hook that a component inside a body may call. */
function Everything() {
  useWorld();
  useBody();
  usePose();
  useSleeping();
  useContacts();
  useIslands();
  useStats(({ bodyCount }) => bodyCount);
  useWorldState(({ bodyCount }) => bodyCount);
  useBeforeStep(() => {});
  useAfterStep(() => {});
  useCollisions({ onCollisionEnter: () => {} });
  useRaycast({ direction: [0, -1, 0] });
  useShapecast({ shape: 'sphere', radius: 0.1, direction: [0, -1, 0] });
  useOverlap({ shape: 'sphere', radius: 2 });
  return null;
}

/** What React does, and what the world says of itself, on one transport. */
export function describeWorld(transport: TransportKind): void {
  describe(`the world on the ${transport} transport`, () => {
    it('renders nothing while bodies move, whatever hooks are used', async () => {
      const rendered = vi.fn();
      const ref = createRef<Body>();
      const many = createRef<readonly Body[]>();
      const { step, world } = await show(transport, [
        <Profiler key="all" id="all" onRender={rendered}>
          {ground}
          <Body ref={ref} position={[0, 50, 0]} angularVelocity={[1, 2, 3]} onCollisionEnter={() => {}}>
            {box}
            <Everything />
          </Body>
          <SphericalJoint b={ref} anchor={[0, 51, 0]} />
          <InstancedBodies ref={many} instances={[{ key: 1, position: [9, 50, 0] }]} onSleep={() => {}}>
            <instancedMesh args={[undefined, undefined, 1]}>
              <boxGeometry />
            </instancedMesh>
          </InstancedBodies>
          <Attractor position={[0, 60, 0]} />
          <Debug bounds islands />
        </Profiler>,
      ]);
      await step(2);
      expect(rendered).toHaveBeenCalled();
      rendered.mockClear();
      const before = many.current![0]!.position[1];
      for (let i = 0; i < 40; i++) await step(1);
      expect(world.awakeBodyCount).toBe(2);
      expect(many.current![0]!.position[1]).toBeLessThan(before - 1);
      expect(rendered).not.toHaveBeenCalled();
    });

    it('has a store of its own: a selector renders when its own value changes, and of its own world', async () => {
      const worlds: EngineWorld[] = [];
      const Tree = worldTree(transport, worlds);
      const seen: Record<string, number[]> = { a: [], b: [] };
      const Counter = ({ of }: { of: string }) => (seen[of]!.push(useWorldState(({ bodyCount }) => bodyCount)), null);
      const tree = (count: number) => (
        <StrictMode>
          {['a', 'b'].map((name) => (
            <Tree key={name} gravity={[0, name === 'a' ? -1 : -2, 0]}>
              <Counter of={name} />
              {Array.from({ length: name === 'a' ? count : 1 }, (_, i) => (
                <Body key={i} position={[3 * i, 0, 0]}>
                  {box}
                </Body>
              ))}
            </Tree>
          ))}
        </StrictMode>
      );
      const page = await showPage(tree(1));
      await until(() => worlds.length === 2, 'two worlds');
      const round = async () => {
        for (const world of worlds) await act(() => world.step(1));
        await page.draw();
      };
      for (let i = 0; i < 5; i++) await round();
      expect([seen.a!.at(-1), seen.b!.at(-1)]).toEqual([1, 1]);
      await page.update(tree(4));
      await round();
      const [a, b] = [seen.a!.length, seen.b!.length];
      for (let i = 0; i < 10; i++) await round();
      expect([seen.a!.at(-1), seen.b!.at(-1)]).toEqual([4, 1]);
      expect([seen.a!.length, seen.b!.length]).toEqual([a, b]);
      await page.unmount();
    });

    it('tells its state as it is, and overload where it lasts', async () => {
      const states: WorldState[] = [];
      const Reader = () => (states.push(useWorldState((state) => state)), null);
      const { draw, world } = await show(
        transport,
        [
          <Reader key="reader" />,
          <Body key="b" canSleep={false}>
            {box}
          </Body>,
        ],
        { clock: 'frame', maxCatchUp: 1, timeStep: 1 / 60 },
      );
      const last = () => states.at(-1)!;
      for (let i = 0; i < 5; i++) await draw();
      expect(last()).toMatchObject({ transport, workers: world.workers, paused: false, bodyCount: 1, overload: false });
      // A frame stands for ten steps, of which one may be under way.
      act(() => world.update({ timeStep: 1 / 600 }));
      for (let i = 0; i < 30; i++) await draw();
      expect(last().overload).toBe(true);
      expect(world.stats.droppedTime).toBeGreaterThan(0.2);
      act(() => world.update({ timeStep: 1 / 60 }));
      await until(() => world.pendingSteps === 0, 'the last of them');
      for (let i = 0; i < 80 && last().overload; i++) {
        await draw();
        await pause(1);
      }
      expect(last().overload).toBe(false);
      expect(last()).toMatchObject({ stepCount: world.stepCount, awakeBodyCount: 1, islandCount: world.islandCount });
      expect(last().time).toBe(world.time);
    });

    it('while paused, time stands still, questions are answered, and what is moved is drawn where it is put', async () => {
      const tree = (x: number): ReactNode => [
        ground,
        <Body key="b" name="b" position={[x, 5, 0]}>
          {box}
        </Body>,
      ];
      const { draw, update, state, world } = await show(transport, tree(0), { clock: 'frame', paused: true });
      const cast = (x: number) => world.castRay({ origin: [x, 9, 0], direction: [0, -1, 0], maxDistance: 20 });
      for (let i = 0; i < 3; i++) await draw();
      expect((await cast(0))?.distance).toBeCloseTo(3.5, 3);
      await update(tree(4));
      for (let i = 0; i < 3; i++) {
        await draw();
        await pause();
      }
      expect(state.scene.getObjectByName('b')!.position.x).toBeCloseTo(4, 5);
      expect((await cast(4))?.distance).toBeCloseTo(3.5, 3);
      expect((await cast(0))?.distance).toBeCloseTo(9, 3);
      await world.prepare();
      expect([world.stepCount, world.time]).toEqual([0, 0]);
    });
  });
}
