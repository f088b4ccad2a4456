import { readFileSync } from 'node:fs';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, type BodyProps, type WorldProps } from '@atoll/react';
import { renderWorld } from './support/render.js';

const page = readFileSync('docs/props.md', 'utf8');
/** The rows of one table of the page: prop to what a change does. */
const tableOf = (heading: string): Map<string, string> => {
  const section = page.split(`## \`<${heading}>\``)[1]!.split('\n## ')[0]!;
  return new Map([...section.matchAll(/^\| `(\w+)`\s+\| (.+?)\s+\|$/gm)].map(([, prop, effect]) => [prop!, effect!]));
};

const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);
const both = (
  <>
    {crate}
    <mesh visible={false}>
      <sphereGeometry />
    </mesh>
  </>
);
const noop = () => {};

/** For every prop: a value, and another one. TypeScript sees to it that none is missing. */
const bodyChanges: { [K in keyof Required<BodyProps>]: readonly [BodyProps[K], BodyProps[K]] } = {
  type: ['dynamic', 'kinematic'],
  position: [undefined, [0, 3, 0]],
  rotation: [undefined, [0, 1, 0]],
  quaternion: [undefined, [0, 1, 0, 0]],
  scale: [1, 2],
  linearVelocity: [undefined, [0, 0, 3]],
  angularVelocity: [undefined, [0, 0, 3]],
  linearDamping: [0, 1e-6],
  angularDamping: [0, 1e-6],
  gravityScale: [1, 2],
  canSleep: [true, false],
  sleepThreshold: [0.05, 0.01],
  bullet: [false, true],
  enabled: [true, false],
  lockTranslations: [false, [false, false, true]],
  lockRotations: [false, [true, false, true]],
  mass: [undefined, 7],
  massProperties: [undefined, { mass: 3, inertia: [1, 1, 1] }],
  userData: ['a', 'b'],
  colliders: ['box', 'sphere'],
  includeInvisible: [false, true],
  density: [1000, 500],
  friction: [0.5, 0.6],
  restitution: [0, 0.5],
  rollingResistance: [0, 0.1],
  surfaceVelocity: [undefined, [1, 0, 0]],
  sensor: [false, true],
  groups: [undefined, { filter: 1 }],
  events: [true, false],
  forces: [false, true],
  rounding: [0, 0.1],
  children: [crate, both],
  name: ['a', 'b'],
  visible: [true, false],
  ref: [null, noop],
  onCollisionEnter: [noop, () => {}],
  onCollisionExit: [noop, () => {}],
  onIntersectionEnter: [noop, () => {}],
  onIntersectionExit: [noop, () => {}],
  onHit: [noop, () => {}],
  onContactForce: [noop, () => {}],
  onSleep: [noop, () => {}],
  onWake: [noop, () => {}],
};

/** What the engine is told for each effect. */
const bodyEffects: Record<string, (prop: string) => string[][]> = {
  'updates the body': (prop) => [[prop]],
  'sets the velocity': (prop) => [[prop]],
  teleports: (prop) => [[prop === 'quaternion' ? 'rotation' : prop]],
  'replaces the colliders': () => [['colliders']],
  'the group alone': () => [],
  'nothing in the world': () => [],
};

describe('docs/props.md tells what a changed prop of Body does', () => {
  const table = tableOf('Body');

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
    await update(tree(structuredClonePlain(after)));
    expect(told).not.toHaveBeenCalled();
  });
});

/** Equal by value, and new. */
function structuredClonePlain(value: unknown): unknown {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  return isPlain && !(value as { $$typeof?: unknown }).$$typeof ? structuredClone(value) : value;
}

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
  onStall: [noop, () => {}],
};

describe('docs/props.md tells what a changed prop of World does', () => {
  const table = tableOf('World');

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
