import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { act } from '@testing-library/react';
import {
  Activity,
  createRef,
  startTransition,
  StrictMode,
  Suspense,
  use,
  useEffect,
  useState,
  type ReactNode,
} from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body } from '@atoll/react';
import { box } from './components.js';
import { hush } from './hush.js';
import type { Outside } from './outside.js';
import { bodiesIn, sceneParts } from './scene.js';
import { pause, show, showPage, until, worldTree } from './show.js';

const threadsOfAWorld = { inline: 0, transfer: 1, shared: 2 };

/** The same permutation of `names` for the same `seed`. */
function shuffled(names: readonly string[], seed: number): string[] {
  const key = (name: string) => {
    let value = seed * 2654435761;
    for (const letter of name) value = Math.imul(value ^ letter.charCodeAt(0), 16777619);
    return value >>> 0;
  };
  return names.toSorted((x, y) => key(x) - key(y));
}

/** Mounting, suspending, coming back and going, on one transport. */
export function describeLifecycle(transport: TransportKind, outside: Outside): void {
  describe(`life on the ${transport} transport`, () => {
    it('StrictMode, which mounts twice, gets one world, and its threads are the only ones', async () => {
      const worlds: EngineWorld[] = [];
      const Tree = worldTree(transport, worlds);
      const mounts = vi.fn();
      const Child = () => (useEffect(() => mounts(), []), null);
      const before = outside.threads();
      const page = await showPage(
        <StrictMode>
          <Tree>
            <Body>{box}</Body>
            <Child />
          </Tree>
        </StrictMode>,
      );
      await until(() => worlds.length > 0, 'a world');
      await pause(50);
      expect(mounts).toHaveBeenCalledTimes(2);
      expect(worlds).toHaveLength(1);
      expect(worlds[0]!.bodyCount).toBe(1);
      expect(worlds[0]!.isDisposed).toBe(false);
      // Threads of worlds before it may have been idle.
      expect(outside.threads() - before).toBeLessThanOrEqual(threadsOfAWorld[transport]);
      await page.unmount();
      await until(() => worlds[0]!.isDisposed, 'its end');
    });

    it('parts of a scene come and go in any order', async () => {
      const parts = sceneParts();
      const names = Object.keys(parts);
      const count = (those: string[]) => those.reduce((sum, name) => sum + (bodiesIn[name] ?? 0), 0);
      const quiet = hush();
      const { world, update, step, unmount } = await show(transport, []);
      for (let round = 0; round < 6; round++) {
        const comes = shuffled(names, round);
        const goes = shuffled(names, round + 7);
        const stages = [...comes.map((_, i) => comes.slice(0, i + 1)), ...goes.map((_, i) => goes.slice(i + 1))];
        for (const there of stages) {
          await update(there.map((name) => parts[name]));
          await step(1);
          expect(world.bodyCount).toBe(count(there));
          expect(world.stats.jointCount).toBe(['a', 'b', 'joint'].every((name) => there.includes(name)) ? 1 : 0);
        }
      }
      await unmount();
      await until(() => world.isDisposed, 'its end');
      expect(quiet.said()).toEqual([]);
      quiet.end([]);
    });

    it('what suspends again, inside the world and around it, keeps the world and the motion in it', async () => {
      let release = () => {};
      const gate = new Promise<void>((done) => (release = done));
      const Late = ({ waits }: { waits: boolean }) => (waits && use(gate), null);
      const ref = createRef<Body>();
      const tree = (waits: boolean) => [
        <Body key="b" ref={ref} position={[0, 50, 0]}>
          {box}
        </Body>,
        <Late key="late" waits={waits} />,
      ];
      const { world, step, update } = await show(transport, tree(false));
      await step(30);
      const body = ref.current!;
      const { linearVelocity } = body;
      await update(tree(true));
      expect([body.isValid, world.isDisposed]).toEqual([true, false]);
      await act(async () => release());
      await pause();
      expect(ref.current).toBe(body);
      expect(body.linearVelocity).toEqual(linearVelocity);
      await step(1);
      expect(body.linearVelocity[1]).toBeLessThan(linearVelocity[1]);
    });

    it('a mesh that comes late, behind a Suspense boundary inside the body, becomes its collider', async () => {
      let load!: (model: ReactNode) => void;
      const model = new Promise<ReactNode>((done) => (load = done));
      const Model = () => use(model);
      const ref = createRef<Body>();
      const { world, step } = await show(transport, [
        <Body key="b" ref={ref} gravityScale={0} mass={1}>
          <Suspense fallback={null}>
            <Model />
          </Suspense>
        </Body>,
      ]);
      await step(1);
      const body = ref.current!;
      expect(body.colliders).toHaveLength(0);
      await act(async () => load(box));
      await until(() => body.colliders.length === 1, 'a collider');
      await step(1);
      expect(ref.current).toBe(body);
      expect(world.bodyCount).toBe(1);
    });

    it('two worlds on a page know nothing of each other', async () => {
      const worlds: EngineWorld[] = [];
      const Tree = worldTree(transport, worlds);
      const [up, down] = [createRef<Body>(), createRef<Body>()];
      const tree = (both: boolean) => (
        <StrictMode>
          <Tree key="down" gravity={[0, -1, 0]}>
            <Body ref={down}>{box}</Body>
          </Tree>
          {both && (
            <Tree key="up" gravity={[0, 1, 0]}>
              <Body ref={up}>{box}</Body>
            </Tree>
          )}
        </StrictMode>
      );
      const page = await showPage(tree(true));
      await until(() => worlds.length === 2, 'two worlds');
      const upper = worlds.find(({ gravity }) => gravity[1] === 1)!;
      const lower = worlds.find(({ gravity }) => gravity[1] === -1)!;
      await act(() => upper.step(10));
      expect(up.current!.linearVelocity[1]).toBeCloseTo(10 / 60, 4);
      expect(down.current!.linearVelocity[1]).toBe(0);
      await page.update(tree(false));
      await until(() => upper.isDisposed, 'the end of one');
      expect(lower.isDisposed).toBe(false);
      await act(() => lower.step(10));
      expect(down.current!.linearVelocity[1]).toBeCloseTo(-10 / 60, 4);
      await page.unmount();
      await until(() => lower.isDisposed, 'the end of the other');
    });

    it('another key makes another body, or another world; a handle that is left over says so once', async () => {
      const worlds: EngineWorld[] = [];
      const Tree = worldTree(transport, worlds);
      const ref = createRef<Body>();
      const tree = (worldKey: string, bodyKey: string) => (
        <Tree key={worldKey}>
          <Body key={bodyKey} ref={ref} position={[0, 5, 0]}>
            {box}
          </Body>
        </Tree>
      );
      const page = await showPage(tree('first', 'first'));
      await until(() => worlds.length === 1, 'a world');
      await act(() => worlds[0]!.step(10));
      const first = ref.current!;
      await page.update(tree('first', 'second'));
      await act(() => worlds[0]!.step(1));
      const second = ref.current!;
      expect([first.isValid, second.isValid, worlds[0]!.bodyCount]).toEqual([false, true, 1]);
      expect(second.position[1]).toBeCloseTo(5, 1);
      await page.update(tree('second', 'second'));
      await until(() => worlds.length === 2 && worlds[0]!.isDisposed, 'another world');
      expect(ref.current).not.toBe(second);
      expect(second.isValid).toBe(false);
      expect(worlds[1]!.bodyCount).toBe(1);

      const quiet = hush();
      first.applyImpulse([0, 1, 0]);
      first.setPosition([0, 0, 0]);
      first.update({ gravityScale: 0 });
      expect(quiet.said()).toEqual([expect.stringContaining('stale-handle')]);
      quiet.end([]);
      await page.unmount();
    });

    it('a hidden body goes, and comes back where its props say; a hidden world ends, and starts anew', async () => {
      const worlds: EngineWorld[] = [];
      const Tree = worldTree(transport, worlds);
      const ref = createRef<Body>();
      const mode = (hidden: boolean) => (hidden ? 'hidden' : 'visible');
      const tree = (bodyHidden: boolean, worldHidden: boolean) => (
        <Activity mode={mode(worldHidden)}>
          <Tree>
            <Activity mode={mode(bodyHidden)}>
              <Body ref={ref} position={[0, 5, 0]}>
                {box}
              </Body>
            </Activity>
          </Tree>
        </Activity>
      );
      const page = await showPage(tree(false, false));
      await until(() => worlds.length === 1, 'a world');
      await act(() => worlds[0]!.step(30));
      await page.update(tree(true, false));
      expect(worlds[0]!.bodyCount).toBe(0);
      await page.update(tree(false, false));
      expect(worlds[0]!.bodyCount).toBe(1);
      expect(ref.current!.position).toEqual([0, 5, 0]);
      await page.update(tree(false, true));
      await until(() => worlds[0]!.isDisposed, 'its end');
      await page.update(tree(false, false));
      await until(() => worlds.length === 2, 'another world');
      await act(() => worlds[1]!.step(1));
      expect([ref.current!.isValid, worlds[1]!.bodyCount]).toEqual([true, 1]);
      await page.unmount();
    });

    it('a body that is hidden, and shown before its effects have ended, stays', async () => {
      const ref = createRef<Body>();
      let setMode!: (mode: 'hidden' | 'visible') => void;
      const Hider = () => {
        const [mode, set] = useState<'hidden' | 'visible'>('visible');
        setMode = set;
        return (
          <Activity mode={mode}>
            <Body ref={ref}>{box}</Body>
          </Activity>
        );
      };
      const { world } = await show(transport, <Hider />);
      // Two commits in a row, as React makes them on a page: `act` would end the effects of the first before the second.
      const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
      environment.IS_REACT_ACT_ENVIRONMENT = false;
      setMode('hidden');
      startTransition(() => setMode('visible'));
      await new Promise((done) => setTimeout(done, 50));
      environment.IS_REACT_ACT_ENVIRONMENT = true;
      await pause();
      expect([world.bodyCount, ref.current?.isValid]).toEqual([1, true]);
    });

    it('another number of workers makes another world with the same bodies, while components keep their state', async () => {
      const worlds: EngineWorld[] = [];
      const states = new Set<object>();
      const Tree = worldTree(transport, worlds);
      const ref = createRef<Body>();
      const Stateful = () => (states.add(useState(() => ({}))[0]), null);
      const tree = (workers: number) => (
        <Tree workers={workers}>
          <Body ref={ref} position={[0, 5, 0]}>
            {box}
            <Stateful />
          </Body>
        </Tree>
      );
      const page = await showPage(tree(2));
      await until(() => worlds.length === 1, 'a world');
      await act(() => worlds[0]!.step(10));
      await page.update(tree(3));
      await until(() => worlds.length === 2 && worlds[0]!.isDisposed, 'another world');
      if (transport === 'shared') expect(worlds.map(({ workers }) => workers)).toEqual([2, 3]);
      expect([worlds[1]!.bodyCount, ref.current!.isValid, ref.current!.position[1]]).toEqual([1, true, 5]);
      expect(states.size).toBe(1);
      await act(() => worlds[1]!.step(10));
      expect(ref.current!.position[1]).toBeLessThan(5);
      await page.unmount();
    });
  });
}
