import type { Body as EngineBody } from '@atoll/engine';
import { act, createRef, Suspense, use, useEffect, useLayoutEffect, useRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Body,
  BoxCollider,
  SphericalJoint,
  useAfterStep,
  useBeforeStep,
  useBody,
  useCollisions,
  useContacts,
  useIslands,
  usePose,
  useSleeping,
  useStats,
  type BodyRef,
  type Island,
} from '@atoll/react';
import { renderWorld, settle } from './support/render.js';

const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);
const ground = (
  <Body key="ground" type="static" position={[0, -1, 0]} userData="ground">
    <mesh>
      <boxGeometry args={[50, 1, 50]} />
    </mesh>
  </Body>
);

describe('useSleeping', () => {
  it('re-renders exactly the one component whose body fell asleep or woke', async () => {
    const renders: Record<string, boolean[]> = { a: [], b: [] };
    const Light = ({ id }: { id: string }) => (renders[id]!.push(useSleeping()), null);
    const a = createRef<Body>();
    const { step } = await renderWorld(
      [
        ground,
        <Body key="a" ref={a} position={[0, 0, 0]}>
          {crate}
          <Light id="a" />
        </Body>,
        <Body key="b" position={[10, 0, 0]}>
          {crate}
          <Light id="b" />
        </Body>,
      ],
      {},
      { strict: false },
    );
    await step(200);
    expect(renders).toEqual({ a: [false, true], b: [false, true] });
    await act(async () => a.current!.applyImpulse([0, 3000, 0]));
    await step(1);
    expect(renders).toEqual({ a: [false, true, false], b: [false, true] });
  });

  it('follows a ref that is filled later, and emptied again', async () => {
    const ref = createRef<Body>();
    const seen: boolean[] = [];
    const Watch = ({ body }: { body: BodyRef }) => (seen.push(useSleeping(body)), null);
    const watch = <Watch key="w" body={ref} />;
    const { update, step } = await renderWorld([watch, ground], {}, { strict: false });
    expect(seen).toEqual([false]);
    await update([
      watch,
      ground,
      <Body key="a" ref={ref}>
        {crate}
      </Body>,
    ]);
    await step(200);
    expect(seen.at(-1)).toBe(true);
    await update([watch, ground]);
    expect(seen.at(-1)).toBe(false);
  });
});

describe('useContacts', () => {
  it('tells what a body touches, and re-renders when that changes alone', async () => {
    const seen: unknown[][] = [];
    const Watch = () => (seen.push(useContacts().map(({ other }) => other.userData)), null);
    const ref = createRef<Body>();
    const { step } = await renderWorld(
      [
        ground,
        <Body key="a" ref={ref} position={[0, 1, 0]}>
          {crate}
          <Watch />
        </Body>,
      ],
      {},
      { strict: false },
    );
    await step(100);
    expect(seen).toEqual([[], ['ground']]);
    await act(async () => ref.current!.applyImpulse([0, 5000, 0]));
    await step(20);
    expect(seen).toEqual([[], ['ground'], []]);
  });

  it('filters', async () => {
    const seen: number[] = [];
    const Watch = () => (
      seen.push(useContacts(undefined, { filter: ({ other }) => other.userData !== 'ground' }).length),
      null
    );
    const { step } = await renderWorld(
      [
        ground,
        <Body key="a">
          {crate}
          <Watch />
        </Body>,
      ],
      {},
      { strict: false },
    );
    await step(30);
    expect(seen.at(-1)).toBe(0);
  });
});

describe('collision events of a body', () => {
  it('speak from its side, and a new handler is no new subscription', async () => {
    const ref = createRef<Body>();
    const enter = vi.fn();
    const exit = vi.fn();
    const stale = vi.fn();
    const at = (handler: typeof enter) => [
      ground,
      <Body key="a" ref={ref} position={[0, 1, 0]} onCollisionEnter={handler} onCollisionExit={exit}>
        {crate}
      </Body>,
    ];
    const { update, step } = await renderWorld(at(stale));
    const subscribed = vi.spyOn(ref.current!, 'on');
    await update(at(enter));
    expect(subscribed).not.toHaveBeenCalled();
    await step(60);
    expect(stale).not.toHaveBeenCalled();
    expect(enter).toHaveBeenCalledTimes(1);
    const { target, other, points } = enter.mock.calls[0]![0];
    expect(target).toBe(ref.current);
    expect(other.userData).toBe('ground');
    expect(points.length).toBeGreaterThan(0);
    expect(points[0].normal[1]).toBeCloseTo(-1, 3);
    await act(async () => ref.current!.applyImpulse([0, 5000, 0]));
    await step(20);
    expect(exit).toHaveBeenCalledTimes(1);
  });

  it('tell of sleep and wake', async () => {
    const ref = createRef<Body>();
    const sleep = vi.fn();
    const wake = vi.fn();
    const { step } = await renderWorld([
      ground,
      <Body key="a" ref={ref} onSleep={sleep} onWake={wake}>
        {crate}
      </Body>,
    ]);
    await step(120);
    expect(sleep).toHaveBeenCalledTimes(1);
    ref.current!.wake();
    await step(1);
    expect(wake).toHaveBeenCalledTimes(1);
  });
});

describe('step hooks', () => {
  it('useBeforeStep runs once a step: a force against gravity holds a body', async () => {
    let calls = 0;
    const Hover = () => {
      const body = useBody();
      useBeforeStep(() => {
        calls++;
        body.current!.applyForce([0, 9.81 * body.current!.mass, 0]);
      });
      return null;
    };
    const ref = createRef<Body>();
    const { frames, world } = await renderWorld(
      <Body ref={ref} position={[0, 5, 0]}>
        {crate}
        <Hover />
      </Body>,
      { clock: 'frame', paused: false },
    );
    for (const delta of [1 / 60, 1 / 30, 1 / 144, 1 / 144, 1 / 144, 1 / 20, 1 / 60]) await frames(4, delta);
    expect(world.stepCount).toBeGreaterThan(20);
    expect(calls).toBe(world.lastStepAsked);
    expect(ref.current!.position[1]).toBeCloseTo(5, 3);
  });

  it('useAfterStep tells how many steps were read', async () => {
    let total = 0;
    const Count = () => (useAfterStep((_, steps) => void (total += steps)), null);
    const { frames, world } = await renderWorld(<Count />, { clock: 'frame' });
    await frames(10, 1 / 30);
    expect(world.stepCount).toBeGreaterThan(10);
    expect(total).toBe(world.stepCount);
  });
});

it('hooks of a body that Suspense hid say what is so when it is shown again', async () => {
  const ref = createRef<EngineBody>();
  let arrive = (): void => {};
  let said: unknown;
  const Watch = () => ((said = [useSleeping(ref), useContacts(ref).length]), null);
  const late = new Promise<void>((done) => (arrive = done));
  const Late = ({ waits }: { waits: boolean }) => (waits && use(late), null);
  const tree = (waits: boolean) => [
    <Watch key="watch" />,
    ground,
    <Suspense key="rest" fallback={null}>
      <Body ref={ref} position={[0, 0.5, 0]}>
        <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />
      </Body>
      <Late waits={waits} />
    </Suspense>,
  ];
  const { step, update } = await renderWorld(tree(false));
  await step(200);
  expect(said).toEqual([true, 1]);
  await update(tree(true));
  await act(async () => {
    arrive();
    await late;
  });
  await settle();
  expect(ref.current!.isSleeping).toBe(true);
  expect(said).toEqual([true, 1]);
});

it('useBody is filled behind the layout effects inside the body, and before those around it', async () => {
  const seen: [string, boolean][] = [];
  const around = createRef<Body>();
  const Inside = () => {
    const body = useBody();
    useLayoutEffect(() => void seen.push(['layout effect inside', body.current !== null]));
    useEffect(() => void seen.push(['effect inside', body.current !== null]));
    return null;
  };
  const Around = () => {
    useLayoutEffect(() => void seen.push(['layout effect around', around.current !== null]));
    return (
      <Body ref={around}>
        <Inside />
      </Body>
    );
  };
  await renderWorld(<Around />, {}, { strict: false });
  expect(seen).toEqual([
    ['layout effect inside', false],
    ['layout effect around', true],
    ['effect inside', true],
  ]);
});

it('useStats re-renders when the selected figure changes', async () => {
  const seen: number[] = [];
  const Panel = () => (seen.push(useStats((stats) => stats.awakeBodyCount)), null);
  const { step } = await renderWorld([ground, <Body key="a">{crate}</Body>, <Panel key="p" />], {}, { strict: false });
  for (let i = 0; i < 12; i++) await step(10);
  expect(seen).toEqual([0, 1, 0]);
});

it('useStats takes a map that differs for another value', async () => {
  let bodies: Map<string, number>;
  const Panel = () => ((bodies = useStats(({ bodyCount }) => new Map([['bodies', bodyCount]]))), null);
  const { update, step } = await renderWorld(<Panel key="p" />);
  await update([<Panel key="p" />, <Body key="a">{crate}</Body>]);
  await step();
  expect(bodies!.get('bodies')).toBe(1);
});

it('usePose is written once a frame, and re-renders nothing', async () => {
  let renders = 0;
  const ys: number[] = [];
  const ref = createRef<Body>();
  const Camera = () => {
    renders++;
    const pose = usePose(ref);
    const kept = useRef(pose);
    expect(kept.current).toBe(pose);
    useAfterStep(() => void ys.push(pose.position.y));
    return null;
  };
  const { step } = await renderWorld(
    [
      <Body key="a" ref={ref} position={[0, 9, 0]}>
        {crate}
      </Body>,
      <Camera key="c" />,
    ],
    {},
    { strict: false },
  );
  await step(10);
  await step(10);
  await step(10);
  expect(renders).toBe(1);
  expect(ys.at(-1)).toBeLessThan(9);
});

describe('useCollisions', () => {
  it('hears the nearest body, with whichever handlers there are at the time', async () => {
    const heard: string[] = [];
    const Listener = ({ name }: { name: string }) => {
      useCollisions({ onCollisionEnter: ({ other }) => heard.push(`${name} enter ${String(other.userData)}`) });
      return null;
    };
    const tree = (name: string) => (
      <>
        <Body type="static" userData="ground" position={[0, -1, 0]}>
          {crate}
        </Body>
        <Body name="crate" position={[0, 0.5, 0]}>
          {crate}
          <Listener name={name} />
        </Body>
      </>
    );
    const { step, update, world } = await renderWorld(tree('a'));
    await update(tree('b'));
    await step(40);
    expect(heard).toEqual(['b enter ground']);
    expect(world.awakeBodyCount).toBeLessThanOrEqual(1);
  });

  it('follows a ref that is filled later', async () => {
    const heard: string[] = [];
    const ref = createRef<Body>();
    const Listener = () => (
      useCollisions(ref, { onSleep: () => heard.push('sleep'), onWake: () => heard.push('wake') }),
      null
    );
    const tree = (there: boolean) => (
      <>
        <Listener />
        <Body type="static" position={[0, -1, 0]}>
          {crate}
        </Body>
        {there && (
          <Body ref={ref} position={[0, 0, 0]}>
            {crate}
          </Body>
        )}
      </>
    );
    const { step, update } = await renderWorld(tree(false));
    await update(tree(true));
    await step(120);
    ref.current!.applyImpulse([0, 5000, 0]);
    await step(1);
    expect(heard).toEqual(['sleep', 'wake']);
  });
});

describe('useIslands', () => {
  it('tells which bodies hang together, and renders again when that changes alone', async () => {
    let islands!: readonly Island[];
    let renders = 0;
    const Reader = () => {
      islands = useIslands();
      renders++;
      return null;
    };
    const a = createRef<Body>();
    const b = createRef<Body>();
    const tree = (joined: boolean) => (
      <>
        <Reader />
        <Body type="static" position={[0, -1, 0]} colliders={false}>
          <BoxCollider halfExtents={[50, 0.5, 50]} />
        </Body>
        <Body ref={a} userData="a" position={[0, 0, 0]}>
          {crate}
        </Body>
        <Body userData="on a" position={[0, 1, 0]}>
          {crate}
        </Body>
        <Body ref={b} userData="b" position={[3, 0, 0]}>
          {crate}
        </Body>
        {joined && <SphericalJoint a={a} b={b} anchorA={[1.5, 0, 0]} anchorB={[-1.5, 0, 0]} />}
      </>
    );
    const { step, update, world } = await renderWorld(tree(false), {}, { strict: false });
    const told = () =>
      islands.map(({ bodies, isSleeping }) => [bodies.map(({ userData }) => userData).join(), isSleeping]);
    await step(5);
    expect(told()).toEqual([
      ['a,on a', false],
      ['b', false],
    ]);
    expect(world.islandCount).toBe(2);
    const before = renders;
    const [stack] = islands;
    await step(5);
    expect(renders).toBe(before);
    await update(tree(true));
    await step(2);
    expect(told()).toEqual([['a,on a,b', false]]);
    await update(tree(false));
    await step(2);
    expect(told()).toHaveLength(2);
    expect(islands[0]).not.toBe(stack);
    await step(200);
    expect(told()).toEqual([
      ['a,on a', true],
      ['b', true],
    ]);
    const rested = islands[1];
    a.current!.applyImpulse([0, 5000, 0]);
    await step(2);
    expect(islands[0]!.isSleeping).toBe(false);
    expect(islands.find(({ bodies }) => bodies.includes(b.current!))).toBe(rested);
  });
});
