import { useThree } from '@react-three/fiber';
import { createRef, useLayoutEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Attractor, Body, Explosion, type AttractorProps, type ExplosionHandle } from '@atoll/react';
import { renderWorld, settle, until } from './support/render.js';

const ball = (
  <mesh>
    <sphereGeometry args={[0.1]} />
  </mesh>
);

describe('Attractor', () => {
  /** Acceleration in the first step of a body of 2 kg that is 3 m away. */
  const accelerationOf = async (props: AttractorProps) => {
    const ref = createRef<Body>();
    const { step } = await renderWorld(
      <>
        <Body ref={ref} position={[3, 0, 0]} mass={2}>
          {ball}
        </Body>
        <Attractor range={6} {...props} />
      </>,
      { gravity: [0, 0, 0] },
    );
    await step(1);
    const [x, y, z] = ref.current!.linearVelocity;
    expect(Math.abs(y) + Math.abs(z)).toBeLessThan(1e-6);
    return x * 60;
  };

  it('pulls with its strength, or by distance, or by gravitation', async () => {
    expect(await accelerationOf({ strength: 10 })).toBeCloseTo(-5, 4);
    expect(await accelerationOf({ strength: -10 })).toBeCloseTo(5, 4);
    expect(await accelerationOf({ strength: 10, type: 'linear' })).toBeCloseTo(-2.5, 4);
    expect(await accelerationOf({ strength: 9, type: 'newtonian', gravitationalConstant: 2 })).toBeCloseTo(-2, 4);
  });

  it('leaves alone what is out of its range, of its groups or filtered', async () => {
    expect(await accelerationOf({ strength: 10, range: 2.9 })).toBeCloseTo(0, 6);
    expect(await accelerationOf({ strength: 10, range: Infinity })).toBeCloseTo(-5, 4);
    expect(await accelerationOf({ strength: 10, groups: 0x10000 })).toBeCloseTo(0, 6);
    expect(await accelerationOf({ strength: 10, groups: 1 })).toBeCloseTo(-5, 4);
    expect(await accelerationOf({ strength: 10, filter: () => false })).toBeCloseTo(0, 6);
  });

  it('goes with its parent, and keeps a body in orbit', async () => {
    const ref = createRef<Body>();
    const [radius, speed] = [3, 2];
    const { step } = await renderWorld(
      <>
        <Body ref={ref} position={[5 + radius, 0, 0]} linearVelocity={[0, 0, speed]} mass={1}>
          {ball}
        </Body>
        <group position={[5, 0, 0]}>
          <Attractor strength={speed ** 2 / radius} range={9} />
        </group>
      </>,
      { gravity: [0, 0, 0] },
    );
    // A centripetal force of m v² / r: half a turn takes π r / v.
    for (let left = Math.round(((Math.PI * radius) / speed) * 60); left > 0; left--) await step(1);
    const [x, , z] = ref.current!.position;
    expect(x).toBeCloseTo(5 - radius, 1);
    expect(z).toBeCloseTo(0, 1);
  });

  it('lets what rests sleep, and wakes it when it changes', async () => {
    const ref = createRef<Body>();
    const tree = (strength: number) => (
      <>
        <Body type="static" position={[0, -1, 0]}>
          <mesh>
            <boxGeometry args={[9, 1, 9]} />
          </mesh>
        </Body>
        <Body ref={ref} position={[0, 0, 0]} mass={1}>
          <mesh>
            <boxGeometry />
          </mesh>
        </Body>
        <Attractor position={[0, 4, 0]} strength={strength} />
      </>
    );
    const { step, update } = await renderWorld(tree(1));
    for (let i = 0; i < 150; i++) await step(1);
    expect(ref.current!.isSleeping).toBe(true);
    await update(tree(20));
    for (let i = 0; i < 20; i++) await step(1);
    expect(ref.current!.isSleeping).toBe(false);
    expect(ref.current!.position[1]).toBeGreaterThan(0.1);
  });

  /** As `<Canvas frameloop="demand">`. */
  const OnDemand = () => {
    const setFrameloop = useThree((state) => state.setFrameloop);
    useLayoutEffect(() => setFrameloop('demand'), [setFrameloop]);
    return null;
  };
  const weak = <Attractor key="attractor" strength={0} position={[0, 9, 0]} />;

  it.each([
    ['appears', null, <Attractor key="attractor" strength={50} />],
    ['is stronger', weak, <Attractor key="attractor" strength={50} position={[0, 9, 0]} />],
    [
      'comes into reach',
      <Attractor key="attractor" strength={50} range={1} />,
      <Attractor key="attractor" strength={50} />,
    ],
    [
      'comes near',
      <Attractor key="attractor" strength={50} position={[0, 99, 0]} />,
      <Attractor key="attractor" strength={50} position={[0, 9, 0]} />,
    ],
  ])('pulls what sleeps when it %s, where frames are drawn on demand', async (_, before, after) => {
    const ref = createRef<Body>();
    let steps = 0;
    const tree = (attractor: React.ReactNode) => [
      <OnDemand key="demand" />,
      <Body key="body" ref={ref} position={[3, 0, 0]} mass={1}>
        {ball}
      </Body>,
      attractor,
    ];
    const { world, update } = await renderWorld(tree(before), { clock: 'frame', gravity: [0, 0, 0] });
    world.on('beforestep', () => void steps++);
    await until(() => ref.current!.isSleeping, 'sleep');
    for (let i = 0; i < 10; i++) await settle();
    const rested = steps;
    for (let i = 0; i < 10; i++) await settle();
    expect(steps).toBe(rested);
    await update(tree(after));
    await until(() => ref.current!.position[0] < 2.99, 'a pull');
  });
});

describe('Explosion', () => {
  const scene = (explosion: React.ReactNode, refs: React.RefObject<Body | null>[]) => (
    <>
      {refs.map((ref, i) => (
        <Body key={i} ref={ref} position={[i + 1, 0, 0]} mass={2}>
          {ball}
        </Body>
      ))}
      <Body type="static" position={[0, 1, 0]}>
        {ball}
      </Body>
      {explosion}
    </>
  );

  it('pushes once what is near, less and less, under StrictMode too', async () => {
    const refs = [createRef<Body>(), createRef<Body>(), createRef<Body>()];
    const onExplode = vi.fn();
    const { step, update } = await renderWorld(
      scene(<Explosion strength={20} radius={2.5} onExplode={onExplode} />, refs),
      { gravity: [0, 0, 0] },
    );
    await step(1);
    const speeds = refs.map(({ current }) => current!.linearVelocity[0]);
    // 20 N s · (1 − d / 2.5) on 2 kg.
    [6, 2, 0].forEach((speed, i) => expect(speeds[i]).toBeCloseTo(speed, 4));
    expect(onExplode.mock.calls).toEqual([[[refs[0]!.current, refs[1]!.current]]]);
    await update(scene(<Explosion strength={20} radius={2.5} onExplode={onExplode} />, refs));
    await step(1);
    expect(refs[0]!.current!.linearVelocity[0]).toBeCloseTo(6, 4);
    await update(scene(<Explosion key="again" strength={20} radius={9} falloff="none" />, refs));
    await step(1);
    expect(refs[2]!.current!.linearVelocity[0]).toBeCloseTo(10, 4);
  });

  it('waits to be told', async () => {
    const refs = [createRef<Body>()];
    const handle = createRef<ExplosionHandle>();
    const { step } = await renderWorld(scene(<Explosion ref={handle} auto={false} strength={20} />, refs), {
      gravity: [0, 0, 0],
    });
    await step(1);
    expect(refs[0]!.current!.linearVelocity[0]).toBe(0);
    expect(handle.current!.explode()).toEqual([refs[0]!.current]);
    await step(1);
    expect(refs[0]!.current!.linearVelocity[0]).toBeCloseTo(8, 4);
  });

  it('does nothing when it is told after it went, wherever another one was', async () => {
    const refs = [createRef<Body>()];
    const handle = createRef<ExplosionHandle>();
    const onExplode = vi.fn();
    const { step, update } = await renderWorld(
      scene(<Explosion ref={handle} auto={false} strength={20} onExplode={onExplode} />, refs),
      { gravity: [0, 0, 0] },
    );
    const kept = handle.current!;
    await update(scene(<Explosion key="another" strength={0} />, refs));
    expect(handle.current).toBeNull();
    expect(kept.explode()).toHaveLength(0);
    expect(onExplode).not.toHaveBeenCalled();
    await step(1);
    expect(refs[0]!.current!.linearVelocity).toEqual([0, 0, 0]);
  });
});
