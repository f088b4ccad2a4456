import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { InstancedBodies, type Body, type InstancedBodiesProps, type InstanceProps } from '@atoll/react';
import { renderWorld } from '../support/render.js';
import { bodyChanges, bodyEffects } from './changes.js';
import { tableOf } from './table.js';

const mesh = (
  <instancedMesh args={[undefined, undefined, 2]}>
    <boxGeometry />
  </instancedMesh>
);

describe('docs/props.md tells what a changed prop of instances does', () => {
  const table = tableOf('`<InstancedBodies>`');
  const ofBody = tableOf('`<Body>`');
  const notOfOne = ['colliders', 'includeInvisible', 'children', 'name', 'visible', 'ref'];
  const notOfAll = ['position', 'rotation', 'quaternion', 'scale', 'children', 'ref'];
  const rowsFor = (whom: string, without: string[]) =>
    [...ofBody].filter(([prop]) => !without.includes(prop)).map(([prop, effect]) => [whom, prop, effect] as const);

  it('names what is its own', () => {
    const own: Record<Exclude<keyof (InstancedBodiesProps & InstanceProps), keyof typeof bodyChanges>, true> = {
      instances: true,
      key: true,
    };
    expect([...table.keys()].toSorted()).toEqual(Object.keys(own).toSorted());
  });

  it.each([...rowsFor('one', notOfOne), ...rowsFor('all', notOfAll)])('of %s, %s: %s', async (whom, prop, effect) => {
    const [before, after] = bodyChanges[prop as keyof typeof bodyChanges] as [unknown, unknown];
    const ref = createRef<readonly Body[]>();
    const tree = (value: unknown) => {
      const own = whom === 'one' ? { [prop]: value } : {};
      const all = whom === 'all' ? { [prop]: value } : {};
      return (
        <InstancedBodies
          ref={ref}
          instances={[
            { key: 'changed', ...own },
            { key: 'other', ...(prop !== 'position' && { position: [5, 0, 0] }) },
          ]}
          {...all}
        >
          {prop === 'includeInvisible' ? <group visible={false}>{mesh}</group> : mesh}
        </InstancedBodies>
      );
    };
    const { update, world } = await renderWorld(tree(before), { gravity: [0, 0, 0] });
    const bodies = ref.current!;
    const told = bodies.map((body) => vi.spyOn(body, 'update'));
    await update(tree(after));
    const expected = bodyEffects[effect]!(prop);
    expect(told.map(({ mock }) => mock.calls.map(([options]) => Object.keys(options)))).toEqual([
      expected,
      whom === 'all' ? expected : [],
    ]);
    expect([...world.bodies]).toEqual([...bodies]);
  });

  it('instances: bodies come and go with their keys; key: another body', async () => {
    const ref = createRef<readonly Body[]>();
    const tree = (keys: string[]) => (
      <InstancedBodies ref={ref} instances={keys.map((key, i) => ({ key, position: [2 * i, 0, 0] }))}>
        {mesh}
      </InstancedBodies>
    );
    const { update } = await renderWorld(tree(['a', 'b']));
    const [a, b] = ref.current!;
    await update(tree(['c', 'b']));
    expect(ref.current![0]).not.toBe(a);
    expect([ref.current![1], a!.isValid, b!.isValid]).toEqual([b, false, true]);
  });
});
