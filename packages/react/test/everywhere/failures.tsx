import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { WorldHeader } from '../../../kernel/src/index.js';
import { act } from '@testing-library/react';
import { createRef, StrictMode, useEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body } from '@atoll/react';
import { Boundary } from '../support/boundary.js';
import { box } from './components.js';
import { hush } from './hush.js';
import type { Outside } from './outside.js';
import { showPage, until, worldTree } from './show.js';

/** Failing, and trying again, on one transport. */
export function describeFailures(transport: TransportKind): void {
  describe(`failures on the ${transport} transport`, () => {
    it('what a child throws goes to the error boundary, and a retry brings another world', async () => {
      const quiet = hush();
      const worlds: EngineWorld[] = [];
      const errors: unknown[] = [];
      const boundary = createRef<Boundary>();
      const ref = createRef<Body>();
      const Tree = worldTree(transport, worlds);
      const Child = ({ breaks }: { breaks: boolean }) => {
        if (breaks) throw new Error('broken child');
        return null;
      };
      const tree = (breaks: boolean) => (
        <StrictMode>
          <Boundary ref={boundary} onError={(error) => errors.push(error)}>
            <Tree>
              <Body ref={ref} position={[0, 5, 0]}>
                {box}
              </Body>
              <Child breaks={breaks} />
            </Tree>
          </Boundary>
        </StrictMode>
      );
      const page = await showPage(tree(false));
      await until(() => worlds.length === 1, 'a world');
      await act(() => worlds[0]!.step(20));
      await page.update(tree(true));
      expect(errors.map(String)).toEqual(['Error: broken child']);
      await until(() => worlds[0]!.isDisposed, 'its end');
      await page.update(tree(false));
      await act(async () => boundary.current!.retry());
      await until(() => worlds.length === 2, 'another world');
      expect(ref.current!.position[1]).toBe(5);
      await act(() => worlds[1]!.step(20));
      expect(ref.current!.position[1]).toBeLessThan(5);
      await page.unmount();
      quiet.end(errors);
    });

    it('a world that cannot start goes to onError and to the error boundary, and a retry tries again', async () => {
      const quiet = hush();
      const worlds: EngineWorld[] = [];
      const caught: unknown[] = [];
      const told: unknown[] = [];
      const boundary = createRef<Boundary>();
      const Tree = worldTree(transport, worlds);
      const tree = (maxMemory: number) => (
        <Boundary ref={boundary} onError={(error) => caught.push(error)}>
          <Tree maxMemory={maxMemory} onError={(error) => told.push(error)}>
            <Body>{box}</Body>
          </Tree>
        </Boundary>
      );
      const page = await showPage(tree(1));
      await until(() => caught.length > 0, 'a failure');
      expect(String(caught[0])).toMatch(/World.maxMemory/);
      expect(told).toEqual(caught);
      await page.update(tree(2 ** 26));
      await act(async () => boundary.current!.retry());
      await until(() => worlds.length === 1, 'a world');
      expect(worlds[0]!.bodyCount).toBe(1);
      await page.unmount();
      quiet.end(caught);
    });
  });
}

/** Threads that die, on a transport that has them. */
export function describeCrashes(transport: Exclude<TransportKind, 'inline'>, outside: Outside): void {
  describe(`crashes on the ${transport} transport`, () => {
    it('a thread that dies is told to onProblem, onError and the error boundary; a retry brings another world', async () => {
      const quiet = hush();
      const worlds: EngineWorld[] = [];
      const caught: unknown[] = [];
      const told = vi.fn();
      const problems = vi.fn();
      const boundary = createRef<Boundary>();
      const ref = createRef<Body>();
      const Tree = worldTree(transport, worlds);
      const page = await showPage(
        <StrictMode>
          <Boundary ref={boundary} onError={(error) => caught.push(error)}>
            <Tree onError={told} onProblem={problems} maxMemory={2 ** 26}>
              <Body ref={ref} position={[0, 5, 0]}>
                {box}
              </Body>
            </Tree>
          </Boundary>
        </StrictMode>,
      );
      for (let attempt = 1; attempt <= 2; attempt++) {
        await until(() => worlds.length === attempt, 'a world');
        const world = worlds[attempt - 1]!;
        await act(() => world.step(10));
        expect(ref.current!.position[1]).toBeLessThan(5);
        const waiting = world.step(1e6).catch((error: unknown) => error);
        outside.crash();
        await until(() => caught.length === attempt, 'a failure');
        const error = caught[attempt - 1];
        expect(error).toMatchObject({ name: 'PhysicsError', problem: 'worker-failed' });
        expect([world.failure, await waiting]).toEqual([error, error]);
        expect(told.mock.calls.map(([each]) => each)).toEqual(caught);
        expect(problems).toHaveBeenCalledTimes(attempt);
        expect(problems.mock.calls[attempt - 1]![0]).toMatchObject({ type: 'problem', error });
        await until(() => world.isDisposed, 'its end');
        await act(async () => boundary.current!.retry());
      }
      await until(() => worlds.length === 3, 'a third world');
      await act(() => worlds[2]!.step(10));
      expect(ref.current!.position[1]).toBeLessThan(5);
      await page.unmount();
      quiet.end(caught);
    });

    it('onError may answer a dead thread with another key: nothing unmounts but the world', async () => {
      const quiet = hush();
      const worlds: EngineWorld[] = [];
      const caught = vi.fn();
      const Tree = worldTree(transport, worlds);
      const beside = vi.fn();
      const Beside = () => (useEffect(() => beside, []), null);
      const Restarting = () => {
        const [attempt, setAttempt] = useState(1);
        return (
          <>
            <Beside />
            <Tree key={attempt} onError={() => setAttempt(attempt + 1)}>
              <Body position={[0, 5, 0]}>{box}</Body>
            </Tree>
          </>
        );
      };
      const page = await showPage(
        <Boundary onError={caught}>
          <Restarting />
        </Boundary>,
      );
      await until(() => worlds.length === 1, 'a world');
      await act(() => worlds[0]!.step(1));
      outside.crash();
      await until(() => worlds.length === 2, 'another world');
      await act(() => worlds[1]!.step(1));
      expect(worlds[1]!.bodyCount).toBe(1);
      expect(caught).not.toHaveBeenCalled();
      expect(beside).not.toHaveBeenCalled();
      await until(() => worlds[0]!.isDisposed, 'its end');
      await page.unmount();
      quiet.end([]);
    });
  });
}

/** A kernel that traps, where its memory is shared. */
export function describeTraps(): void {
  it('what traps in a thread is told to onError and the error boundary, and a retry brings another world', async () => {
    const quiet = hush();
    const worlds: EngineWorld[] = [];
    const caught: unknown[] = [];
    const told: unknown[] = [];
    const boundary = createRef<Boundary>();
    const Tree = worldTree('shared', worlds);
    const page = await showPage(
      <Boundary ref={boundary} onError={(error) => caught.push(error)}>
        <Tree onError={(error) => told.push(error)}>
          <Body>{box}</Body>
        </Tree>
      </Boundary>,
    );
    await until(() => worlds.length === 1, 'a world');
    await act(() => worlds[0]!.step(1));
    const { memory, world } = (worlds[0] as unknown as { core: { transport: SharedMemory } }).core.transport;
    // The kernel's own pointers, behind its settings: all of them past the end of its memory.
    new Uint32Array(memory.buffer, world + WorldHeader.stride + 128, 64).fill(0xfffffff0);
    const waiting = worlds[0]!.step(1).catch((error: unknown) => error);
    await until(() => caught.length === 1, 'a failure');
    expect(String(caught[0])).toMatch(/Worker [01] of 2 failed: RuntimeError: .*memory/);
    expect([told, await waiting]).toEqual([caught, caught[0]]);
    await act(async () => boundary.current!.retry());
    await until(() => worlds.length === 2, 'another world');
    await act(() => worlds[1]!.step(1));
    await page.unmount();
    quiet.end(caught);
  });
}

interface SharedMemory {
  readonly memory: WebAssembly.Memory;
  readonly world: number;
}
