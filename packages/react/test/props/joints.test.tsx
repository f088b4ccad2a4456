import type { JointKind } from '@atoll/engine';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, Joint, type JointProps } from '@atoll/react';
import { renderWorld } from '../support/render.js';
import { equalValue, tableOf, type KeysOf } from './table.js';

type Change = [type: JointKind, before: unknown, after: unknown, others?: object];

const [a, b, c] = [createRef<Body>(), createRef<Body>(), createRef<Body>()];
const noop = () => {};
const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/** For every prop: a type that has it, a value, and another one. TypeScript sees to it that none is missing. */
const changes: { [K in KeysOf<JointProps>]: Change } = {
  type: ['spherical', 'spherical', 'fixed'],
  a: ['spherical', a, c],
  b: ['spherical', b, c],
  anchor: ['spherical', undefined, [0.5, 5, 0]],
  anchorA: ['spherical', [1, 0, 0], [1, 0.1, 0]],
  anchorB: ['spherical', [-1, 0, 0], [-1, 0.1, 0]],
  axis: ['revolute', [0, 0, 1], [0, 1, 0]],
  axisA: ['revolute', [0, 0, 1], [0, 1, 0]],
  axisB: ['revolute', [0, 0, 1], [0, 1, 0]],
  normal: ['revolute', [1, 0, 0], [0, 1, 0], { axis: [0, 0, 1] }],
  normalA: ['revolute', [1, 0, 0], [0, 1, 0], { axisA: [0, 0, 1], axisB: [0, 0, 1] }],
  normalB: ['revolute', [1, 0, 0], [0, 1, 0], { axisA: [0, 0, 1], axisB: [0, 0, 1] }],
  axle: ['wheel', [0, 0, 1], [1, 0, 0], { axis: [0, 1, 0] }],
  axleA: ['wheel', [0, 0, 1], [1, 0, 0], { axisA: [0, 1, 0] }],
  rotationA: ['fixed', [0, 0, 0, 1], turned],
  rotationB: ['fixed', [0, 0, 0, 1], turned],
  limits: ['revolute', { min: -1 }, { min: -2, max: 1 }],
  cone: ['spherical', 1, 2],
  spring: ['revolute', { hertz: 1 }, { hertz: 2 }],
  motor: ['revolute', undefined, { velocity: 1, maxForce: 10 }],
  steering: ['wheel', { angle: 0 }, { angle: 0.1 }],
  target: ['motor', { position: [2, 0, 0] }, { position: [2, 1, 0] }],
  length: ['rope', 3, 4],
  hertz: ['motor', 5, 6],
  dampingRatio: ['motor', 1, 2],
  maxForce: ['motor', 1000, 2000],
  maxTorque: ['motor', 1000, 2000],
  linear: ['generic', ['locked', 'locked', 'locked'], ['free', 'locked', 'locked']],
  angular: ['generic', ['locked', 'locked', 'locked'], ['free', 'locked', 'locked']],
  collideConnected: ['spherical', false, true],
  breakForce: ['spherical', undefined, 1e9],
  breakTorque: ['spherical', undefined, 1e9],
  enabled: ['spherical', true, false],
  onBreak: ['spherical', noop, () => {}],
  ref: ['spherical', null, noop],
};

describe('docs/props.md tells what a changed prop of a joint does', () => {
  const table = tableOf('Joints');

  it('names every prop', () => {
    expect([...table.keys()].toSorted()).toEqual(Object.keys(changes).toSorted());
  });

  it.each([...table])('%s: %s', async (prop, effect) => {
    const [type, before, after, others] = changes[prop as keyof typeof changes];
    const tree = (value: unknown) => [
      ...[a, b, c].map((ref, i) => (
        <Body key={i} ref={ref} position={[2 * i, 5, 0]} linearVelocity={[0, 1, 0]}>
          <mesh>
            <boxGeometry />
          </mesh>
        </Body>
      )),
      <Joint key="j" {...({ type, a, b, ...others, [prop]: value } as unknown as JointProps)} />,
    ];
    const { update, step, world } = await renderWorld(tree(before), { gravity: [0, 0, 0] });
    await step(5);
    const joints = () => new Set([...world.bodies].flatMap((body) => [...body.joints]));
    const [first, ...more] = joints();
    expect(more).toEqual([]);
    const bodies = [...world.bodies];
    const velocities = bodies.map(({ linearVelocity }) => linearVelocity);
    const told = vi.spyOn(first!, 'update');
    await update(tree(after));
    expect(told.mock.calls.map(([options]) => Object.keys(options))).toEqual(
      effect === 'updates the joint' ? [[prop]] : [],
    );
    expect(joints().size).toBe(1);
    expect([joints().has(first!), first!.isValid]).toEqual(Array(2).fill(effect !== 'makes a new joint'));
    expect([...world.bodies]).toEqual(bodies);
    expect(bodies.map(({ linearVelocity }) => linearVelocity)).toEqual(velocities);
    const now = [...joints()][0]!;
    const again = vi.spyOn(now, 'update');
    told.mockClear();
    await update(tree(equalValue(after)));
    expect([[...joints()][0], again.mock.calls.length]).toEqual([now, 0]);
    await step(1);
  });
});
