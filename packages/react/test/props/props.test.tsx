import { createRef, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, type BodyProps, type WorldProps } from '@atoll/react';
import { renderWorld } from '../support/render.js';
import { bodyChanges, bodyEffects, both, crate, noop } from './changes.js';
import { equalValue, tableOf } from './table.js';

describe('docs/props.md tells what a changed prop of Body does', () => {
  const table = tableOf('`<Body>`');

  it('names every prop', () => {
    expect([...table.keys()].toSorted()).toEqual(Object.keys(bodyChanges).toSorted());
  });

  it.each([...table])('%s: %s', async (prop, effect) => {
    const [before, after] = bodyChanges[prop as keyof BodyProps] as [unknown, unknown];
    const inside = prop === 'includeInvisible' ? both : crate;
    const ref = createRef<Body>();
    // The children differ by what is visible: then all of it counts.
    const shared: BodyProps = { children: inside, ...(prop === 'children' && { includeInvisible: true }) };
    const tree = (value: unknown) => <Body {...(prop !== 'ref' && { ref })} {...shared} {...{ [prop]: value }} />;
    const { world, update, step } = await renderWorld(tree(before), { gravity: [0, 0, 0] });
    const body = [...world.bodies][0]!;
    body.setLinearVelocity([1, 2, 0]);
    body.setAngularVelocity([0, 2, 0]);
    await step(5);
    const { position, linearVelocity, angularVelocity } = body;
    const told = vi.spyOn(body, 'update');
    await update(tree(after));
    expect(told.mock.calls.map(([options]) => Object.keys(options))).toEqual(bodyEffects[effect]!(prop));
    expect([...world.bodies]).toEqual([body]);
    expect(body.isValid).toBe(true);
    await step(1);
    if (effect !== 'teleports') {
      expect(body.position[1]).toBeCloseTo(
        position[1] + (prop === 'enabled' || prop === 'linearVelocity' ? 0 : 2 / 60),
        3,
      );
    }
    if (effect !== 'sets the velocity' && prop !== 'enabled') {
      body.linearVelocity.forEach((value, i) => expect(value).toBeCloseTo(linearVelocity[i]!, 4));
      body.angularVelocity.forEach((value, i) => expect(value).toBeCloseTo(angularVelocity[i]!, 4));
    }
    told.mockClear();
    await update(tree(equalValue(after)));
    expect(told).not.toHaveBeenCalled();
  });
});

describe('docs/props.md tells what goes on to touch where a prop of Body changes', () => {
  const rows = [...tableOf('`<Body>`')].filter(([, effect]) => /^(updates|replaces)/.test(effect));

  it.each(rows)('%s: %s', async (prop, effect) => {
    const [before, after] = bodyChanges[prop as keyof BodyProps] as [unknown, unknown];
    const tree = (value: unknown) => [
      <Body key="ground" type="static" position={[0, -1, 0]} groups={{ memberships: 0xffff }}>
        <mesh>
          <boxGeometry args={[20, 1, 20]} />
        </mesh>
      </Body>,
      <Body key="crate" {...(prop === 'children' && { includeInvisible: true })} {...{ [prop]: value }}>
        {prop === 'children' ? (value as ReactNode) : prop === 'includeInvisible' ? both : crate}
      </Body>,
    ];
    const ends = vi.fn();
    const { update, step, world } = await renderWorld(tree(before), { sleep: false });
    await step(30);
    expect(world.stats.touchingCount).toBeGreaterThan(0);
    world.on('contactend', ends);
    await update(tree(after));
    await step(1);
    const anew = effect === 'updates the body, anew' || effect === 'replaces the colliders';
    expect(ends.mock.calls.length > 0).toBe(anew);
  });
});

const worldChanges: { [K in keyof Required<WorldProps>]: readonly [WorldProps[K], WorldProps[K]] } = {
  gravity: [undefined, [0, -1, 0]],
  timeStep: [1 / 60, 1 / 120],
  substeps: [4, 8],
  sleep: [true, false],
  continuous: [true, false],
  contactHertz: [50, 30],
  contactDampingRatio: [5, 10],
  contactPushSpeed: [3, 4],
  jointHertz: [80, 60],
  jointDampingRatio: [10, 5],
  restitutionThreshold: [1, 2],
  hitSpeedThreshold: [1, 2],
  maxCatchUp: [5, 6],
  blockOrderSeed: [0, 1],
  workers: [1, 2],
  transport: ['inline', 'auto'],
  maxMemory: [undefined, 2 ** 28],
  colliders: ['box', 'sphere'],
  paused: [false, true],
  interpolate: [true, false],
  clock: ['manual', 'frame'],
  startWhen: ['ready', true],
  debug: [false, true],
  children: [undefined, <group key="more" />],
  onReady: [noop, () => {}],
  onError: [noop, () => {}],
  onCollisionEnter: [noop, () => {}],
  onCollisionExit: [noop, () => {}],
  onIntersectionEnter: [noop, () => {}],
  onIntersectionExit: [noop, () => {}],
  onContactForce: [noop, () => {}],
  onContactBegin: [noop, () => {}],
  onContactEnd: [noop, () => {}],
  onContactHit: [noop, () => {}],
  onSensorEnter: [noop, () => {}],
  onSensorExit: [noop, () => {}],
  onSleep: [noop, () => {}],
  onWake: [noop, () => {}],
  onJointBreak: [noop, () => {}],
  onProblem: [noop, () => {}],
  onRestore: [noop, () => {}],
  onStall: [noop, () => {}],
};

describe('docs/props.md tells what a changed prop of World does', () => {
  const table = tableOf('`<World>`');

  it('names every prop', () => {
    expect([...table.keys()].toSorted()).toEqual(Object.keys(worldChanges).toSorted());
  });

  it.each([...table])('%s: %s', async (prop, effect) => {
    const [before, after] = worldChanges[prop as keyof WorldProps] as [unknown, unknown];
    const ref = createRef<Body>();
    const body = (
      <Body key="body" ref={ref}>
        {crate}
      </Body>
    );
    const tree = (value: unknown) => (prop === 'children' ? [body, value as never] : body);
    const { world, worlds, update, unmount } = await renderWorld(tree(before), { [prop]: before });
    const first = ref.current!;
    const told = vi.spyOn(world, 'update');
    const changed = vi.spyOn(first, 'update');
    await update(tree(after), { [prop]: after });
    await vi.waitFor(() => expect(worlds).toHaveLength(effect === 'makes a new world' ? 2 : 1));
    expect(told.mock.calls.map(([options]) => Object.keys(options))).toEqual(
      effect === 'updates the world' ? [[prop]] : [],
    );
    expect(changed).toHaveBeenCalledTimes(effect.startsWith('replaces the colliders') ? 1 : 0);
    expect(first.isValid && !world.isDisposed).toBe(effect !== 'makes a new world');
    await unmount();
  });
});
