import { create } from '@react-three/test-renderer';
import { createRef, Suspense, useState } from 'react';
import type { Object3D } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { Body, useAfterStep, useBeforeStep, useWorldState, World } from '@atoll/react';
import { renderWorld, until } from './support/render.js';

const ball = (
  <mesh>
    <sphereGeometry args={[0.5]} />
  </mesh>
);

const quietly = () => vi.spyOn(console, 'error').mockImplementation(() => {});

describe('World', () => {
  it('suspends until it is up', async () => {
    const seen: string[] = [];
    const Fallback = () => (seen.push('fallback'), null);
    const Inside = () => (seen.push('world'), null);
    await create(
      <Suspense fallback={<Fallback />}>
        <World transport="inline">
          <Inside />
        </World>
      </Suspense>,
    );
    await until(() => seen.includes('world'));
    expect(seen[0]).toBe('fallback');
  });

  it('updates its settings in place', async () => {
    const ref = createRef<Body>();
    const tree = <Body ref={ref}>{ball}</Body>;
    const { update, step, worlds, world } = await renderWorld(tree, { gravity: [0, 0, 0] });
    await step(10);
    expect(ref.current!.linearVelocity[1]).toBe(0);
    await update(tree, { gravity: [0, -20, 0], timeStep: 1 / 100, substeps: 2 });
    expect(world.gravity).toEqual([0, -20, 0]);
    expect(world.timeStep).toBe(1 / 100);
    await step(10);
    expect(ref.current!.linearVelocity[1]).toBeCloseTo(-2, 3);
    await update(tree, {});
    expect(world.gravity).toEqual([0, -9.81, 0]);
    expect(worlds).toHaveLength(1);
  });

  it('does not tell the engine of settings that are equal by value', async () => {
    const { update, world } = await renderWorld(null, { gravity: [0, -1, 0] });
    const told = vi.spyOn(world, 'update');
    await update(null, { gravity: [0, -1, 0] });
    expect(told).not.toHaveBeenCalled();
  });

  it('makes a new world for another maxMemory, with its bodies, and keeps the state of components', async () => {
    const ref = createRef<Body>();
    const states: object[] = [];
    const Stateful = () => (states.push(useState(() => ({}))[0]), null);
    const tree = (
      <Body ref={ref} position={[0, 3, 0]}>
        {ball}
        <Stateful />
      </Body>
    );
    const { update, step, worlds } = await renderWorld(tree, { maxMemory: 2 ** 26 }, { strict: false });
    await step(20);
    const first = ref.current;
    await update(tree, { maxMemory: 2 ** 27 });
    await until(() => worlds.length === 2);
    expect(worlds[0]!.isDisposed).toBe(true);
    expect(worlds[1]!.bodyCount).toBe(1);
    expect(ref.current).not.toBe(first);
    expect(ref.current!.isValid).toBe(true);
    expect(new Set(states).size).toBe(1);
  });

  it('gives a bad setting of a running world to the error boundary', async () => {
    const quiet = quietly();
    const { update, errors } = await renderWorld(null);
    await update(null, { timeStep: -1 });
    expect(String(errors[0])).toMatch(/World.timeStep: expected a finite number > 0, got -1/);
    quiet.mockRestore();
  });

  it('hears world events, with whichever handler there is at the time', async () => {
    const first = vi.fn();
    const second = vi.fn();
    const tree = [
      <Body key="ground" type="static" position={[0, -1, 0]}>
        <mesh>
          <boxGeometry args={[10, 1, 10]} />
        </mesh>
      </Body>,
      <Body key="ball" position={[0, 1, 0]}>
        {ball}
      </Body>,
    ];
    const { update, step } = await renderWorld(tree, { onContactBegin: first });
    await update(tree, { onContactBegin: second });
    await step(60);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
    await update(tree, {});
    await step(10);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it.each(['body first', 'world first', 'everything at once'])('unmounts without a word: %s', async (order) => {
    const said = vi.spyOn(console, 'error');
    const warned = vi.spyOn(console, 'warn');
    const { update, unmount, world, step } = await renderWorld([
      <Body key="a">{ball}</Body>,
      <Body key="b">{ball}</Body>,
    ]);
    await step(2);
    if (order === 'body first') await update([<Body key="b">{ball}</Body>]);
    if (order === 'world first') await world.dispose();
    if (order === 'world first')
      await update([
        <Body key="b" gravityScale={0}>
          {ball}
        </Body>,
        <Body key="c">{ball}</Body>,
      ]);
    await unmount();
    expect(world.isDisposed).toBe(true);
    expect(said.mock.calls.filter(([text]) => !/deprecat/i.test(String(text)))).toEqual([]);
    expect(warned.mock.calls.filter(([text]) => !/deprecat|Clock/i.test(String(text)))).toEqual([]);
    said.mockRestore();
    warned.mockRestore();
  });
});

describe('the frame loop', () => {
  const groupOf = (renderer: { scene: { findByProps(props: object): { instance: unknown } } }, name: string) =>
    renderer.scene.findByProps({ name }).instance as Object3D;

  it('lets real time pass, and stops while paused', async () => {
    const ref = createRef<Body>();
    const tree = (
      <Body ref={ref} position={[0, 10, 0]}>
        {ball}
      </Body>
    );
    const { frames, update, world } = await renderWorld(tree, { clock: 'frame' });
    const before = world.lastStepAsked;
    await frames(30);
    expect(world.lastStepAsked - before).toBeGreaterThanOrEqual(29);
    await update(tree, { clock: 'frame', paused: true });
    const { position } = ref.current!;
    await frames(30);
    expect(ref.current!.position).toEqual(position);
  });

  it('holds time until startWhen is true for the first time', async () => {
    const ref = createRef<Body>();
    const tree = (
      <Body ref={ref} position={[0, 10, 0]}>
        {ball}
      </Body>
    );
    const { frames, update } = await renderWorld(tree, { clock: 'frame', startWhen: false });
    await frames(20);
    expect(ref.current!.position[1]).toBe(10);
    await update(tree, { clock: 'frame', startWhen: true });
    await frames(20);
    const { position } = ref.current!;
    expect(position[1]).toBeLessThan(9.9);
    await update(tree, { clock: 'frame', startWhen: false });
    await frames(5);
    expect(ref.current!.position[1]).toBeLessThan(position[1]);
  });

  it('begins with one step at most, however long the page took to load', async () => {
    const { frames, world } = await renderWorld(<Body>{ball}</Body>, { clock: 'frame' });
    const stalls = vi.fn();
    world.on('stall', stalls);
    await frames(1, 10);
    expect(world.stepCount).toBeLessThanOrEqual(1);
    expect(stalls).not.toHaveBeenCalled();
  });

  it('catches up with maxCatchUp steps at most', async () => {
    const { frames, world } = await renderWorld(<Body>{ball}</Body>, { clock: 'frame', maxCatchUp: 3 });
    await frames(2);
    const before = world.lastStepAsked;
    await frames(1, 10);
    expect(world.lastStepAsked - before).toBe(3);
  });

  it.each(['inline', 'shared'] as const)('acts before each step with a fixed clock too (%s)', async (transport) => {
    const ref = createRef<Body>();
    let steps = 0;
    const Push = () => {
      useBeforeStep(() => {
        steps++;
        ref.current!.applyForce([12, 0, 0]);
      });
      return null;
    };
    const { frames } = await renderWorld(
      <Body ref={ref} mass={2} gravityScale={0} canSleep={false}>
        {ball}
        <Push />
      </Body>,
      { clock: 'fixed', transport, workers: 1 },
      { strict: false },
    );
    await until(() => steps > 20);
    await frames(1);
    // 12 N for 1/60 s on 2 kg, in each step but those that were not read yet.
    const pushes = ref.current!.linearVelocity[0] / 0.1;
    expect(pushes).toBeGreaterThan(steps - 8);
    expect(pushes).toBeLessThan(steps + 0.1);
  });

  it('draws between the last two steps at 144 Hz: evenly', async () => {
    const { frames, renderer } = await renderWorld(
      <Body name="ball" linearVelocity={[6, 0, 0]} gravityScale={0}>
        {ball}
      </Body>,
      { clock: 'frame' },
    );
    const group = groupOf(renderer, 'ball');
    await frames(20, 1 / 144);
    const xs: number[] = [];
    for (let i = 0; i < 50; i++) {
      await frames(1, 1 / 144);
      xs.push(group.position.x);
    }
    const moves = xs.slice(1).map((x, i) => x - xs[i]!);
    expect(Math.max(...moves)).toBeCloseTo(6 / 144, 3);
    expect(Math.min(...moves)).toBeCloseTo(6 / 144, 3);
  });

  it('draws whole steps without interpolation', async () => {
    const { frames, renderer, world } = await renderWorld(
      <Body name="ball" linearVelocity={[6, 0, 0]} gravityScale={0}>
        {ball}
      </Body>,
      { clock: 'frame', interpolate: false },
    );
    const group = groupOf(renderer, 'ball');
    await frames(9, 1 / 144);
    expect(group.position.x).toBeCloseTo(world.stepCount * 0.1, 4);
  });

  it('keeps a body in its place in the world while its parent moves', async () => {
    const parent = createRef<Object3D>();
    const { frames, renderer } = await renderWorld(
      <group ref={parent as never} position={[5, 0, 0]}>
        <Body name="still" type="static" position={[1, 2, 3]}>
          {ball}
        </Body>
      </group>,
      { clock: 'frame' },
    );
    const group = groupOf(renderer, 'still');
    for (const turn of [0.5, 1, 2]) {
      parent.current!.rotation.y = turn;
      parent.current!.position.z = turn;
      await frames(1);
      group.updateWorldMatrix(true, false);
      const world = group.getWorldPosition(group.position.clone());
      expect(world.toArray().map((value) => +value.toFixed(4))).toEqual([6, 2, 3]);
    }
  });

  it('writes nothing while everything sleeps', async () => {
    const { step, frames, renderer, world } = await renderWorld([
      <Body key="ground" type="static" position={[0, -1, 0]}>
        <mesh>
          <boxGeometry args={[10, 1, 10]} />
        </mesh>
      </Body>,
      <Body key="box" name="box" position={[0, 0, 0]}>
        <mesh>
          <boxGeometry />
        </mesh>
      </Body>,
    ]);
    await step(200);
    expect(world.awakeBodyCount).toBe(0);
    const written = vi.spyOn(groupOf(renderer, 'box').position, 'set');
    await frames(10);
    expect(written).not.toHaveBeenCalled();
  });

  it('asks a sleeping world for its steps some at a time, unless somebody looks at each', async () => {
    const steps: number[] = [];
    const Watch = () => (useAfterStep((_, count) => void steps.push(count)), null);
    const still = <Body key="still" type="static" />;
    const { frames, update, world } = await renderWorld([still], { clock: 'frame' }, { strict: false });
    await frames(5);
    const from = world.lastStepAsked;
    await frames(20);
    expect(world.lastStepAsked).toBeLessThan(from + 3);
    await update([still, <Watch key="watch" />], { clock: 'frame' });
    await frames(10);
    // What was owed comes at once, or from the pool in the next frame; then each step in its frame.
    expect(world.lastStepAsked).toBe(35);
    expect(steps.slice(-8)).toEqual(Array.from({ length: 8 }, () => 1));
  });

  it('publishes the state of the world to those who read it', async () => {
    const seen: number[] = [];
    const Reader = () => (seen.push(useWorldState((state) => state.bodyCount)), null);
    const { update, step } = await renderWorld(
      [<Reader key="r" />, <Body key="a">{ball}</Body>],
      {},
      { strict: false },
    );
    await step(1);
    await step(5);
    await update([<Reader key="r" />, <Body key="a">{ball}</Body>, <Body key="b">{ball}</Body>]);
    await step(5);
    expect(seen.at(-1)).toBe(2);
    expect(seen.length).toBeLessThan(6);
  });

  it('publishes several figures at once, as one object', async () => {
    const seen: unknown[] = [];
    const Reader = () => (seen.push(useWorldState(({ bodyCount, paused }) => ({ bodyCount, paused }))), null);
    const { update, step } = await renderWorld(<Reader key="r" />, {}, { strict: false });
    await step(5);
    await update([<Reader key="r" />, <Body key="a">{ball}</Body>]);
    await step(5);
    expect(seen.at(-1)).toEqual({ bodyCount: 1, paused: false });
    expect(seen.length).toBeLessThan(5);
  });
});
