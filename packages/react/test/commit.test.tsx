import { createRef, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { Vector3 } from 'three';
import { expect, it, vi } from 'vitest';
import { Body, BoxCollider, InstancedBodies, Joint, useAfterStep, useWorld } from '@atoll/react';
import { renderWorld, until } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry />
  </mesh>
);

const instances = [1, 2, 3].map((key) => ({ key, position: [key * 2, 20, 0] as const }));

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
