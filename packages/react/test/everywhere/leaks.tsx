import type { TransportKind, World as EngineWorld } from '@atoll/engine';
import { act } from '@testing-library/react';
import { Suspense, useLayoutEffect } from 'react';
import { BoxGeometry, Group, Mesh, type Object3D } from 'three';
import { describe, expect, it } from 'vitest';
import { Body, InstancedBodies, World } from '@atoll/react';
import { useWorldContext } from '../../src/context.js';
import type { WorldRuntime } from '../../src/world/runtime.js';
import type { Outside } from './outside.js';
import { sceneParts } from './scene.js';
import { pause, show, showPage, until, worldProps } from './show.js';

/** Times that the same thing comes and goes. */
const ROUNDS = 200;
/** More than a page changes by on its own, and far less than 200 of anything that a world keeps. */
const LISTENER_SLACK = 20;
const HEAP_SLACK = 3 * 2 ** 20;

/** What is left behind, on one transport. */
export function describeLeaks(transport: TransportKind, outside: Outside): void {
  describe(`leaks on the ${transport} transport`, () => {
    it(`${ROUNDS} times a scene in one world leaves no body, no listener and no memory`, async () => {
      let runtime!: WorldRuntime;
      const Probe = () => {
        const context = useWorldContext('Probe');
        useLayoutEffect(() => void (runtime = context.runtime), [context]);
        return null;
      };
      const nothing = [<Probe key="probe" />];
      const parts = [...nothing, ...Object.values(sceneParts())];
      const { world, update, step, unmount } = await show(transport, nothing);
      const held = () => ({
        bodies: world.bodyCount,
        joints: world.stats.jointCount,
        readers: [runtime.storeReaders, runtime.statsReaders],
        ...sizesOf(runtime),
        ...sizesOf(runtime.writer),
        ...listenersOf(world),
        kernelBytes: world.stats.memoryBytes,
      });
      const rounds = async (count: number) => {
        for (let i = 0; i < count; i++) {
          await update(parts);
          await update(nothing);
          if (i % 20 === 0) await step(1);
        }
        await step(2);
      };
      await rounds(40);
      const [before, listeners, heap] = [held(), await outside.listeners(), await outside.heapBytes()];
      expect(before).toMatchObject({ bodies: 0, joints: 0 });
      await rounds(ROUNDS - 40);
      expect(held()).toEqual(before);
      expect(await outside.listeners()).toBeLessThan(listeners + LISTENER_SLACK);
      expect(await outside.heapBytes()).toBeLessThan(heap + HEAP_SLACK);
      await unmount();
    }, 120_000);

    it('objects that outlive their bodies, or are taken out of them, keep no listener', async () => {
      const model = new Group().add(new Mesh(new BoxGeometry()));
      const inside = <primitive object={model} />;
      // Where three fiber does not know of it, and leaves it.
      const addModel = (marker: Group | null) => void marker?.parent?.add(model);
      const byHand = <group ref={addModel} />;
      const { update, unmount } = await show(transport, null);
      const instances = [{ key: 0 }];
      const parts = {
        'a Body': <Body key="a">{inside}</Body>,
        'a Body, by hand': <Body key="b">{byHand}</Body>,
        'an InstancedBodies': (
          <InstancedBodies key="c" instances={instances}>
            {inside}
          </InstancedBodies>
        ),
        'an InstancedBodies, by hand': (
          <InstancedBodies key="d" instances={instances}>
            {byHand}
          </InstancedBodies>
        ),
      };
      const watchers: Record<string, number[][]> = {};
      for (const [name, part] of Object.entries(parts)) {
        await update(part);
        const during = watchersOf(model);
        await update(null);
        watchers[name] = [during, watchersOf(model)];
      }
      await update(<Body key="body">{inside}</Body>);
      const during = watchersOf(model);
      await update(<Body key="body" />);
      watchers['a Body that stays'] = [during, watchersOf(model)];
      const gone = [
        [1, 1],
        [0, 0],
      ];
      const names = [...Object.keys(parts), 'a Body that stays'];
      expect(watchers).toEqual(Object.fromEntries(names.map((name) => [name, gone])));
      await unmount();
    });

    it(`${ROUNDS} worlds leave no thread, no listener and no memory`, async () => {
      const parts = Object.values(sceneParts());
      const worlds: WeakRef<EngineWorld>[] = [];
      const memories: WeakRef<WebAssembly.Memory>[] = [];
      const up = { count: 0, last: undefined as EngineWorld | undefined };
      const onReady = (world: EngineWorld) => {
        worlds.push(new WeakRef(world));
        memories.push(new WeakRef(memoryOf(world)));
        up.last = world;
        up.count++;
      };
      const threads: number[] = [];
      const page = await showPage(null);
      const rounds = async (count: number) => {
        for (let i = 0; i < count; i++) {
          const { count: before } = up;
          await page.update(
            <Suspense fallback={null}>
              <World {...worldProps(transport)} maxMemory={2 ** 26} onReady={onReady}>
                {parts}
              </World>
            </Suspense>,
          );
          await until(() => up.count > before, 'a world');
          const world = up.last!;
          up.last = undefined;
          await act(() => world.step(1));
          await page.draw();
          await page.update(null);
          await until(() => world.isDisposed, 'its end');
          threads.push(outside.threads());
        }
        await pause(50);
      };
      await rounds(20);
      const [before, listeners, heap] = [outside.threads(), await outside.listeners(), await outside.heapBytes()];
      await rounds(ROUNDS - 20);
      // Threads of a world that ended serve the next one. A loaded machine may be late to end some, and begins a few more.
      expect(outside.threads()).toBeLessThanOrEqual(before + 1);
      expect(Math.max(...threads)).toBeLessThanOrEqual(Math.max(...threads.slice(0, 20)) + 4);
      expect(await outside.listeners()).toBeLessThan(listeners + LISTENER_SLACK);
      expect(await outside.heapBytes()).toBeLessThan(heap + HEAP_SLACK);
      const alive = (refs: readonly WeakRef<object>[]) => refs.filter((ref) => ref.deref()).length;
      expect(worlds).toHaveLength(ROUNDS);
      // React keeps the tree before the one that it shows.
      expect([alive(worlds), alive(memories)].every((count) => count <= 3)).toBe(true);
      await page.unmount();
    }, 180_000);
  });
}

interface Insides {
  core: { listeners: { sets: Map<string, Set<unknown>> }; transport: { memory: WebAssembly.Memory } };
}

const memoryOf = (world: EngineWorld): WebAssembly.Memory => (world as unknown as Insides).core.transport.memory;

/** How many are told what comes into an object, and into its first child. */
const watchersOf = (object: Object3D): number[] =>
  [object, object.children[0]!].map((part) => {
    const { _listeners: listeners } = part as { _listeners?: Record<string, unknown[]> };
    return listeners?.childadded?.length ?? 0;
  });

/** Of the collections that an object holds. */
const sizesOf = (object: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      value instanceof Set || value instanceof Map ? [[name, value.size]] : [],
    ),
  );

/** How many listen to each event of a world. */
function listenersOf(world: EngineWorld): Record<string, number> {
  const { sets } = (world as unknown as Insides).core.listeners;
  return Object.fromEntries([...sets].map(([type, set]) => [`on ${type}`, set.size]));
}
