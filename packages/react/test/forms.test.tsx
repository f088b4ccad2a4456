import { createRef } from 'react';
import { Euler, Quaternion, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { Body, InstancedBodies, type BodyProps } from '@atoll/react';
import { renderWorld } from './support/render.js';

const turn = new Quaternion().setFromEuler(new Euler(0.1, 0.2, 0.3));
const cases: [string, BodyProps, BodyProps][] = [
  ['an array, then a Vector3', { position: [0, 5, 0] }, { position: new Vector3(0, 5, 0) }],
  ['a Vector3, then a plain object', { position: new Vector3(0, 5, 0) }, { position: { x: 0, y: 5, z: 0 } }],
  ['no position, then the origin', {}, { position: [0, 0, 0] }],
  ['an array, then an Euler', { rotation: [0.1, 0.2, 0.3] }, { rotation: new Euler(0.1, 0.2, 0.3) }],
  ['an array, then one with the order', { rotation: [0.1, 0.2, 0.3] }, { rotation: [0.1, 0.2, 0.3, 'XYZ'] }],
  ['no rotation, then a quaternion that is none', {}, { quaternion: new Quaternion() }],
  ['an array, then a Quaternion', { quaternion: turn.toArray() }, { quaternion: turn }],
  ['a number, then three', { scale: 2 }, { scale: [2, 2, 2] }],
  ['the velocity as a Vector3', { linearVelocity: [1, 0, 0] }, { linearVelocity: new Vector3(1, 0, 0) }],
  ['the spin as a Vector3', { angularVelocity: [0, 1, 0] }, { angularVelocity: new Vector3(0, 1, 0) }],
  ['locks one by one', { lockRotations: true }, { lockRotations: [true, true, true] }],
];

describe('a value in another form is no change', () => {
  it.each(cases)('Body: %s', async (_, before, after) => {
    const ref = createRef<Body>();
    const tree = (props: BodyProps) => (
      <Body ref={ref} {...props}>
        <mesh>
          <boxGeometry />
        </mesh>
      </Body>
    );
    const { update, step } = await renderWorld(tree(before));
    await step(10);
    const told = vi.spyOn(ref.current!, 'update');
    const { position, linearVelocity } = ref.current!;
    await update(tree(after));
    await step(1);
    expect(told).not.toHaveBeenCalled();
    expect(ref.current!.position[1]).toBeLessThan(position[1]);
    expect(ref.current!.linearVelocity[1]).toBeLessThan(linearVelocity[1]);
  });

  it.each(cases)('an instance: %s', async (_, before, after) => {
    const ref = createRef<readonly Body[]>();
    const tree = (props: BodyProps) => (
      <InstancedBodies ref={ref} instances={[{ key: 1, ...(props as object) }]}>
        <instancedMesh args={[undefined, undefined, 1]}>
          <boxGeometry />
        </instancedMesh>
      </InstancedBodies>
    );
    const { update, step } = await renderWorld(tree(before));
    await step(10);
    const told = vi.spyOn(ref.current![0]!, 'update');
    await update(tree(after));
    expect(told).not.toHaveBeenCalled();
  });
});

it('a vector that is moved about in frames does not teleport the body that began there', async () => {
  const ref = createRef<Body>();
  const spawn = new Vector3(0, 5, 0);
  const tree = (name: string) => <Body ref={ref} name={name} position={spawn} />;
  const { update, step } = await renderWorld(tree('a'), { gravity: [0, 0, 0] });
  spawn.set(7, 7, 7);
  await update(tree('b'));
  await step(1);
  expect(ref.current!.position).toEqual([0, 5, 0]);
  await update(<Body ref={ref} name="b" position={new Vector3(7, 7, 7)} />);
  await step(1);
  expect(ref.current!.position).toEqual([7, 7, 7]);
});
