import { createContext, useContext, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, BoxCollider, SphereCollider } from '@atoll/react';
import { renderWorld } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry />
  </mesh>
);
const ground = (props: Parameters<typeof Body>[0] = {}): ReactNode => (
  <Body type="static" userData="ground" position={[0, -0.5, 0]} colliders={false} {...props}>
    <BoxCollider halfExtents={[5, 0.5, 5]} position={[-5, 0, 0]} />
    <BoxCollider halfExtents={[5, 0.5, 5]} position={[5, 0, 0]} />
  </Body>
);

describe('events', () => {
  it('come once for two bodies, however many of their colliders touch', async () => {
    const heard: string[] = [];
    const { step, world } = await renderWorld(
      <>
        {ground({
          onCollisionEnter: () => heard.push('ground enter'),
          onCollisionExit: () => heard.push('ground exit'),
        })}
        <Body
          userData="crate"
          position={[0, 0.52, 0]}
          onCollisionEnter={() => heard.push('enter')}
          onCollisionExit={() => heard.push('exit')}
        >
          {box}
        </Body>
      </>,
    );
    await step(30);
    const crate = [...world.bodies].find(({ userData }) => userData === 'crate')!;
    expect(world.contactsOf(crate).size).toBe(2);
    expect(heard.toSorted()).toEqual(['enter', 'ground enter']);
    // Off one of the two colliders, and on to it again: it was on the ground all the time.
    crate.setPosition([3, 0.5, 0]);
    await step(5);
    expect(world.contactsOf(crate).size).toBe(1);
    expect(heard).toHaveLength(2);
    crate.setPosition([-3, 0.5, 0]);
    await step(5);
    expect(world.contactsOf(crate).size).toBe(1);
    expect(heard).toHaveLength(2);
    crate.setPosition([0, 5, 0]);
    await step(2);
    expect(heard.toSorted()).toEqual(['enter', 'exit', 'ground enter', 'ground exit']);
  });

  it('are delivered when no component renders, after the step that they are of', async () => {
    const heard: string[] = [];
    const Place = createContext(null);
    const hear = (name: string) => () => {
      // React refuses hooks outside of a render.
      const read = useContext;
      const refused = vi.spyOn(console, 'error').mockImplementation(() => {});
      expect(() => read(Place)).toThrow(/useContext|hook/);
      refused.mockRestore();
      heard.push(name);
    };
    const { step } = await renderWorld(
      <>
        {ground()}
        <Body
          position={[0, 1, 0]}
          onCollisionEnter={hear('enter')}
          onContactForce={hear('force')}
          onSleep={hear('sleep')}
        >
          {box}
        </Body>
      </>,
      { onContactBegin: hear('begin'), onSleep: hear('world sleep') },
    );
    await step(200);
    expect(new Set(heard)).toEqual(new Set(['begin', 'enter', 'force', 'sleep', 'world sleep']));
  });

  it('reach the collider that is concerned', async () => {
    const heard: string[] = [];
    const part = (name: string, y: number) => (
      <SphereCollider
        radius={0.3}
        position={[0, y, 0]}
        onCollisionEnter={({ targetCollider }) => heard.push(`${name} enter ${targetCollider}`)}
        onCollisionExit={() => heard.push(`${name} exit`)}
      />
    );
    const { step, world } = await renderWorld(
      <>
        {ground()}
        <Body userData="pin" position={[1, 1, 0]} lockRotations colliders={false}>
          {part('head', 0.6)}
          {part('foot', -0.6)}
        </Body>
      </>,
    );
    await step(60);
    expect(heard).toEqual(['foot enter 1']);
    [...world.bodies].find(({ userData }) => userData === 'pin')!.setPosition([1, 9, 0]);
    await step(2);
    expect(heard).toEqual(['foot enter 1', 'foot exit']);
  });

  it('tell of parting when the other body is taken away', async () => {
    const heard: string[] = [];
    const scene = (withGround: boolean) => (
      <>
        {withGround && ground()}
        <Body
          position={[1, 0.5, 0]}
          onCollisionEnter={() => heard.push('enter')}
          onCollisionExit={({ other }) => heard.push(`exit ${String(other.userData)}`)}
        >
          {box}
        </Body>
      </>
    );
    const { step, update } = await renderWorld(scene(true));
    await step(5);
    expect(heard).toEqual(['enter']);
    await update(scene(false));
    await step(2);
    expect(heard).toEqual(['enter', 'exit ground']);
  });

  it('tell a handler that came later of parting too', async () => {
    const heard: string[] = [];
    const scene = (listens: boolean) => (
      <>
        {ground()}
        <Body userData="crate" position={[1, 0.5, 0]} {...(listens && { onCollisionExit: () => heard.push('exit') })}>
          {box}
        </Body>
      </>
    );
    const { step, update, world } = await renderWorld(scene(false));
    await step(5);
    await update(scene(true));
    [...world.bodies].find(({ userData }) => userData === 'crate')!.setPosition([1, 9, 0]);
    await step(2);
    expect(heard).toEqual(['exit']);
  });

  it('of a sensor come once for each body, and do not count as collisions', async () => {
    const heard: string[] = [];
    const { step } = await renderWorld(
      <>
        <Body
          type="static"
          userData="gate"
          colliders={false}
          onIntersectionEnter={({ other }) => heard.push(`enter ${String(other.userData)}`)}
          onIntersectionExit={({ other }) => heard.push(`exit ${String(other.userData)}`)}
          onCollisionEnter={() => heard.push('collision')}
        >
          <BoxCollider sensor halfExtents={[1, 0.5, 1]} />
          <BoxCollider sensor halfExtents={[1, 0.5, 1]} position={[0, 0.8, 0]} />
        </Body>
        <Body userData="ball" position={[0, 3, 0]}>
          <SphereCollider radius={0.2} />
        </Body>
      </>,
    );
    await step(120);
    expect(heard).toEqual(['enter ball', 'exit ball']);
  });

  it('tell how fast two bodies hit each other', async () => {
    const speeds: number[] = [];
    const { step } = await renderWorld(
      <>
        {ground()}
        <Body position={[1, 2.5, 0]} onHit={({ speed }) => speeds.push(speed)}>
          {box}
        </Body>
      </>,
    );
    await step(90);
    // From 2 m: √(2 · 9.81 · 2).
    expect(speeds[0]).toBeGreaterThan(6);
    expect(speeds[0]).toBeLessThan(6.5);
  });

  it('tell the force of what rests, which is its weight', async () => {
    const forces: number[] = [];
    const heard: number[] = [];
    const { step } = await renderWorld(
      <>
        {ground({ onContactForce: ({ force }) => heard.push(force) })}
        <Body position={[3, 0.5, 0]} mass={20} canSleep={false}>
          {box}
        </Body>
        <Body position={[-3, 0.5, 0]} canSleep={false} colliders={false}>
          <BoxCollider halfExtents={[0.5, 0.5, 0.5]} density={10} onContactForce={({ force }) => forces.push(force)} />
        </Body>
      </>,
    );
    await step(90);
    expect(forces.at(-1)).toBeCloseTo(98.1, 0);
    expect(forces.length).toBeGreaterThan(85);
    // Of both, in each step.
    expect(heard.slice(-2).toSorted((a, b) => a - b)[1]).toBeCloseTo(196.2, 0);
  });
});
