import { Activity, createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { Body, InstancedBodies } from '@atoll/react';
import { renderWorld, settle } from './support/render.js';

const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);

describe('bodies inside a body that is made again', () => {
  function setup() {
    const [outer, inner] = [createRef<Body>(), createRef<Body>()];
    const many = createRef<readonly Body[]>();
    const tree = (
      <Body ref={outer} position={[0, 10, 0]} linearVelocity={[5, 0, 0]} angularVelocity={[0, 0, 3]}>
        {crate}
        <Body ref={inner} position={[3, 0, 0]}>
          {crate}
        </Body>
        <InstancedBodies ref={many} instances={[{ key: 1, position: [-3, 0, 0] }]}>
          <instancedMesh args={[undefined, undefined, 1]}>
            <boxGeometry />
          </instancedMesh>
        </InstancedBodies>
      </Body>
    );
    const places = () => [outer.current, inner.current, many.current![0]].map((body) => body!.position);
    return { tree, places };
  }
  const first = [
    [0, 10, 0],
    [3, 10, 0],
    [-3, 10, 0],
  ];

  it('begin where all props put them in a new world', async () => {
    const { tree, places } = setup();
    const { step, update, worlds } = await renderWorld(tree);
    expect(places()).toEqual(first);
    await step(30);
    await update(tree, { maxMemory: 2 ** 27 });
    await settle();
    expect(worlds).toHaveLength(2);
    expect(places()).toEqual(first);
  });

  it('begin there when they are shown again', async () => {
    const { tree, places } = setup();
    const at = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{tree}</Activity>;
    const { step, update, world } = await renderWorld(at('visible'));
    await step(30);
    await update(at('hidden'));
    expect(world.bodyCount).toBe(0);
    await update(at('visible'));
    expect(places()).toEqual(first);
  });
});
