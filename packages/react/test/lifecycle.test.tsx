import { useFrame } from '@react-three/fiber';
import {
  Activity,
  createRef,
  startTransition,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Matrix4, Vector3, type InstancedMesh, type Object3D } from 'three';
import { describe, expect, it, vi } from 'vitest';
import {
  Attractor,
  Body,
  BoxCollider,
  InstancedBodies,
  Joint,
  useAfterStep,
  useBeforeStep,
  useCollisions,
  useContacts,
  useIslands,
  usePose,
  useRaycast,
  useSleeping,
  useStats,
  useWorld,
  useWorldState,
  World,
} from '@atoll/react';
import { liveThreads } from '../../engine/src/pool/pool.js';
import { useWorldContext } from '../src/context.js';
import type { WorldRuntime } from '../src/world/runtime.js';
import { renderWorld, settle, until } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry />
  </mesh>
);

/** Uses every hook there is. */
function Everything() {
  useAfterStep(() => {});
  useBeforeStep(() => {});
  useCollisions({ onCollisionEnter: () => {}, onIntersectionEnter: () => {} });
  useContacts();
  useIslands();
  usePose();
  useRaycast({ direction: [0, -1, 0], maxDistance: 1 });
  useSleeping();
  useStats((stats) => stats.bodyCount);
  useWorldState((state) => state.bodyCount);
  return null;
}

const instances = [1, 2, 3].map((key) => ({ key, position: [key * 2, 20, 0] as const }));

describe('mounting and unmounting', () => {
  const a = createRef<Body>();
  const b = createRef<Body>();
  const parts: Record<string, ReactNode> = {
    a: (
      <Body key="a" ref={a} position={[0, 5, 0]} onSleep={() => {}}>
        {box}
        <Everything />
      </Body>
    ),
    b: (
      <Body key="b" ref={b} position={[2, 5, 0]} onCollisionEnter={() => {}}>
        {box}
      </Body>
    ),
    joint: <Joint key="joint" type="spherical" a={a} b={b} anchorA={[1, 0, 0]} anchorB={[-1, 0, 0]} />,
    many: (
      <InstancedBodies key="many" instances={instances} onWake={() => {}}>
        <instancedMesh args={[undefined, undefined, 3]}>
          <boxGeometry />
        </instancedMesh>
      </InstancedBodies>
    ),
    attractor: <Attractor key="attractor" />,
  };
  const bodies: Record<string, number> = { a: 1, b: 1, many: 3 };
  const count = (names: string[]) => names.reduce((sum, name) => sum + (bodies[name] ?? 0), 0);

  it('may happen in any order', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { update, step, world, errors } = await renderWorld([]);
    const names = Object.keys(parts);
    for (let round = 0; round < names.length * 2; round++) {
      const comes = names.toSorted((x, y) => hash(x, round) - hash(y, round));
      const goes = names.toSorted((x, y) => hash(y, round + 7) - hash(x, round + 7));
      for (let i = 1; i <= names.length; i++) {
        await update(comes.slice(0, i).map((name) => parts[name]));
        await step(1);
        expect(world.bodyCount).toBe(count(comes.slice(0, i)));
      }
      for (let i = 1; i <= names.length; i++) {
        const left = goes.slice(i);
        await update(left.map((name) => parts[name]));
        await step(1);
        expect(world.bodyCount).toBe(count(left));
        expect(world.stats.jointCount).toBe(['a', 'b', 'joint'].every((name) => left.includes(name)) ? 1 : 0);
      }
    }
    expect(errors).toEqual([]);
    expect(said.mock.calls.filter(([text]) => !/deprecat|wrapped in act/i.test(String(text)))).toEqual([]);
    said.mockRestore();
  });

  it('leaves nothing behind after 200 times', async () => {
    const found: WorldRuntime[] = [];
    const Probe = () => {
      const { runtime } = useWorldContext('Probe');
      useLayoutEffect(() => void found.push(runtime), [runtime]);
      return null;
    };
    const { update, step, world } = await renderWorld([<Probe key="probe" />]);
    const all = [<Probe key="probe" />, ...Object.values(parts)];
    const runtime = found.at(-1)!;
    const held = () => ({
      frame: runtime.frameListeners.size,
      after: runtime.afterStep.size,
      readers: runtime.storeReaders,
      bodies: world.bodyCount,
      ...sizesOf(runtime),
      ...sizesOf(runtime.writer),
      ...listenersOf(world),
    });
    const rounds = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await update(all);
        await update([<Probe key="probe" />]);
        if (i % 20 === 0) await step(1);
      }
      await step(2);
    };
    await rounds(40);
    const before = held();
    const { memoryBytes } = world.stats;
    await rounds(160);
    expect(held()).toEqual(before);
    expect(world.stats.memoryBytes).toBe(memoryBytes);
  }, 60_000);

  it('leaves no world and no thread behind after 200 worlds', async () => {
    const { create } = await import('@react-three/test-renderer');
    const worlds: { isDisposed: boolean }[] = [];
    const counts: number[] = [];
    const renderer = await create(null);
    for (let i = 0; i < 200; i++) {
      await renderer.update(
        <Suspense fallback={null}>
          <World transport="shared" workers={2} maxMemory={2 ** 25} onReady={(world) => void worlds.push(world)}>
            <Body>{box}</Body>
          </World>
        </Suspense>,
      );
      await until(() => worlds.length > i, 'a world');
      await renderer.update(null);
      await until(() => worlds[i]!.isDisposed, 'its end');
      counts.push(liveThreads().length);
    }
    expect(worlds).toHaveLength(200);
    // Threads of a world that ended serve the next one.
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  }, 120_000);

  it('makes another body for another key, and a handle that is left over says so once', async () => {
    const ref = createRef<Body>();
    const tree = (key: string) => (
      <Body key={key} ref={ref} position={[0, 5, 0]}>
        {box}
      </Body>
    );
    const { update, step, world } = await renderWorld(tree('first'));
    const first = ref.current!;
    await step(10);
    await update(tree('second'));
    await step(1);
    expect(world.bodyCount).toBe(1);
    expect(ref.current).not.toBe(first);
    expect(ref.current!.position[1]).toBeCloseTo(5, 1);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    first.applyImpulse([0, 1, 0]);
    first.setPosition([0, 0, 0]);
    first.update({ gravityScale: 0 });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(String(warned.mock.calls[0]![0])).toContain('stale-handle');
    warned.mockRestore();
  });

  it('brings a hidden body back where its props say', async () => {
    const ref = createRef<Body>();
    const tree = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Body ref={ref} position={[0, 5, 0]}>
          {box}
        </Body>
      </Activity>
    );
    const { update, step, world } = await renderWorld(tree('visible'), {}, { strict: false });
    await step(30);
    await update(tree('hidden'));
    expect(world.bodyCount).toBe(0);
    await update(tree('visible'));
    expect(world.bodyCount).toBe(1);
    expect(ref.current!.position).toEqual([0, 5, 0]);
  });

  it('starts a hidden world anew', async () => {
    const { create } = await import('@react-three/test-renderer');
    const ready: unknown[] = [];
    const ref = createRef<Body>();
    const tree = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <World transport="inline" clock="manual" onReady={(world) => ready.push(world)}>
          <Body ref={ref} position={[0, 5, 0]}>
            {box}
          </Body>
        </World>
      </Activity>
    );
    const renderer = await create(tree('visible'));
    await until(() => ready.length === 1, 'a world');
    await renderer.update(tree('hidden'));
    await settle();
    await settle();
    await renderer.update(tree('visible'));
    await until(() => ready.length === 2, 'another world');
    expect(ref.current!.isValid).toBe(true);
    await renderer.unmount();
  });
});

describe('what is drawn', () => {
  const fly = (children?: ReactNode) => (
    <Body name="flyer" position={[0, 0, 0]} linearVelocity={[7, 1, -3]} gravityScale={0}>
      {box}
      {children}
    </Body>
  );

  it.each([144, 75, 61, 48])('moves evenly at %i Hz for a camera that follows in useFrame', async (rate) => {
    const seen: Vector3[] = [];
    const Camera = () => {
      const target = useRef<Object3D>(null);
      useFrame(({ scene }) => {
        target.current ??= scene.getObjectByName('flyer')!;
        seen.push(target.current.getWorldPosition(new Vector3()));
      });
      return null;
    };
    const { frames } = await renderWorld([<Camera key="camera" />, <group key="body">{fly()}</group>], {
      clock: 'frame',
    });
    const draw = async (count: number) => {
      for (let i = 0; i < count; i++) await frames(1, 1 / rate);
    };
    await draw(10);
    seen.length = 0;
    await draw(3 * rate);
    const second = seen.slice(2).map((at, i) =>
      at
        .clone()
        .addScaledVector(seen[i + 1]!, -2)
        .add(seen[i]!)
        .length(),
    );
    expect(seen.at(-1)!.distanceTo(seen[0]!)).toBeGreaterThan(15);
    expect(Math.max(...second)).toBeLessThan(1e-4);
  });

  it('jumps where a body is teleported, and is never drawn on the way', async () => {
    const ref = createRef<Body>();
    const { frames, renderer } = await renderWorld(
      <Body ref={ref} name="jumper" gravityScale={0}>
        {box}
      </Body>,
      { clock: 'frame' },
    );
    const group = renderer.scene.findByProps({ name: 'jumper' }).instance as unknown as Object3D;
    await frames(5, 1 / 144);
    ref.current!.setPosition([100, 0, 0]);
    const seen = new Set<number>();
    for (let i = 0; i < 12; i++) {
      await frames(1, 1 / 144);
      seen.add(group.position.x);
    }
    expect(seen).toEqual(new Set([0, 100]));
  });

  it.each([
    ['before the world', -200],
    ['in an ordinary useFrame', 0],
  ])('stays where the body is while all that is around it is moved and turned %s', async (_, priority) => {
    const outer = createRef<Object3D>();
    const inner = createRef<Object3D>();
    const Mover = () => {
      useFrame((_, delta) => {
        outer.current!.position.x += delta;
        outer.current!.rotation.y += delta;
        inner.current!.position.y -= delta;
      }, priority);
      return null;
    };
    const ref = createRef<Body>();
    const bodies = createRef<readonly Body[]>();
    const { frames, renderer, world } = await renderWorld(
      <>
        <Mover />
        <group ref={outer as never} scale={2}>
          <group ref={inner as never}>
            <Body ref={ref} name="still" position={[1, 2, 3]} rotation={[0, 1, 0]} linearVelocity={[1, 2, 0]}>
              {box}
            </Body>
            <InstancedBodies ref={bodies} name="many" instances={[{ key: 'a', position: [5, 0, 0] }]}>
              <instancedMesh name="mesh" args={[undefined, undefined, 1]}>
                <boxGeometry />
              </instancedMesh>
            </InstancedBodies>
          </group>
        </group>
      </>,
      { clock: 'frame', gravity: [0, 0, 0] },
    );
    const still = renderer.scene.findByProps({ name: 'still' }).instance as unknown as Object3D;
    const matrix = new Matrix4();
    let scene: Object3D = still;
    while (scene.parent) scene = scene.parent;
    const mesh = scene.getObjectByName('mesh') as InstancedMesh;
    const drawnAt = ({ index }: Body) => {
      const pose: number[] = [];
      world.poses.sample(index, pose);
      return new Vector3().fromArray(pose);
    };
    for (let i = 0; i < 20; i++) {
      await frames(1, 1 / 60);
      // As three does when it draws.
      scene.updateMatrixWorld();
      expect(new Vector3().setFromMatrixPosition(still.matrixWorld).distanceTo(drawnAt(ref.current!))).toBeLessThan(
        1e-5,
      );
      mesh.getMatrixAt(0, matrix);
      matrix.premultiply(mesh.matrixWorld);
      expect(new Vector3().setFromMatrixPosition(matrix).distanceTo(drawnAt(bodies.current![0]!))).toBeLessThan(1e-5);
    }
  });
});

it('puts a body, its colliders and its joint into the world between the same two steps', async () => {
  const pin = createRef<Body>();
  const ball = createRef<Body>();
  const lengths: number[] = [];
  const Meter = () => {
    useAfterStep(() => {
      if (ball.current) lengths.push(new Vector3(...ball.current.position).distanceTo(new Vector3(0, 9, 0)));
    });
    return null;
  };
  const chain = (
    <>
      <Body ref={ball} position={[0, 8, 0]} linearVelocity={[0, -20, 0]}>
        {box}
      </Body>
      <Body ref={pin} type="static" position={[0, 9, 0]} colliders={false}>
        <BoxCollider halfExtents={[0.1, 0.1, 0.1]} />
      </Body>
      <Joint type="spherical" a={pin} b={ball} anchorB={[0, 1, 0]} />
    </>
  );
  const { update, frames } = await renderWorld(<Meter />, { clock: 'frame' });
  await frames(5);
  await update([<Meter key="meter" />, <group key="chain">{chain}</group>], { clock: 'frame' });
  await frames(5);
  expect(lengths.length).toBeGreaterThan(3);
  // A step without the joint would be a third of a metre.
  expect(Math.max(...lengths)).toBeLessThan(1.05);
});

/** A different order for each round, the same in each run. */
function hash(text: string, round: number): number {
  let value = round * 2654435761;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 16777619);
  return value >>> 0;
}

/** Of the collections that an object holds. */
function sizesOf(object: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      value instanceof Set || value instanceof Map ? [[name, value.size]] : [],
    ),
  );
}

function listenersOf(world: object): Record<string, number> {
  const { sets } = (world as { core: { listeners: { sets: Map<string, Set<unknown>> } } }).core.listeners;
  return Object.fromEntries([...sets].map(([type, set]) => [`on ${type}`, set.size]));
}

it('takes away what goes in the same turn in which it brings what comes', async () => {
  let swap = (_key: string) => {};
  const counts: [bodies: number, joints: number][] = [];
  const Swapped = () => {
    const [key, setKey] = useState('first');
    const ref = useRef<Body>(null);
    const world = useWorld();
    useLayoutEffect(() => void (swap = setKey), [setKey]);
    useLayoutEffect(() => {
      // Before any timer or frame: after the microtasks that the commit leaves.
      void Promise.resolve()
        .then(() => {})
        .then(() => {})
        .then(() => counts.push([world.bodyCount, [...world.bodies].flatMap(({ joints }) => [...joints]).length]));
    }, [key, world]);
    return (
      <>
        <Body key={`body ${key}`} ref={ref} position={[0, 5, 0]}>
          {box}
        </Body>
        <Joint key={`joint ${key}`} type="fixed" b={ref} />
        <InstancedBodies key={`many ${key}`} instances={instances}>
          <instancedMesh args={[undefined, undefined, 3]}>
            <boxGeometry />
          </instancedMesh>
        </InstancedBodies>
      </>
    );
  };
  const { step, unmount } = await renderWorld(<Swapped />, {}, { strict: false });
  await step(3);
  // Outside of act(), which runs the cleanups of effects at once.
  const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  globals.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    startTransition(() => swap('second'));
    await vi.waitFor(() => expect(counts).toHaveLength(2));
    expect(counts[1]).toEqual([4, 1]);
  } finally {
    globals.IS_REACT_ACT_ENVIRONMENT = true;
  }
  await unmount();
});

it('shows the pool all of a commit at once where the world steps by itself', async () => {
  const heads: number[] = [];
  const ref = createRef<Body>();
  const parts = (
    <>
      {[1, 2, 3].map((x) => (
        <Body key={x} ref={x === 1 ? ref : null} position={[x * 2, 5, 0]}>
          {box}
        </Body>
      ))}
      <Joint type="spherical" b={ref} anchor={[0, 5, 0]} />
    </>
  );
  const { update, world } = await renderWorld(null, { clock: 'fixed', transport: 'shared', workers: 1 });
  const { inbox } = (world as unknown as { core: { inbox: { publish(): void; batches: number; count: number } } }).core;
  const publish = inbox.publish.bind(inbox);
  let shown = inbox.count;
  inbox.publish = () => {
    publish();
    if (inbox.batches > 0 || inbox.count === shown) return;
    heads.push(inbox.count - shown);
    shown = inbox.count;
  };
  await update(parts, { clock: 'fixed', transport: 'shared', workers: 1 });
  // Three bodies and their joint, and what says how their colliders look.
  expect(heads).toHaveLength(1);
  expect(heads[0]).toBeGreaterThanOrEqual(4);
  await until(() => world.stats.jointCount === 1);
});
