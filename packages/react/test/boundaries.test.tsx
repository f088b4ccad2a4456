import { createRef, useState, type ReactNode } from 'react';
import { BoxGeometry, Mesh, type Group } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { Body, InstancedBodies, Joint, useRaycast } from '@atoll/react';
import { Boundary } from './support/boundary.js';
import { renderWorld, settle } from './support/render.js';

const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);

/** A world with a bystander in it, and `children` behind a boundary of their own. */
async function guarded(children: (late: boolean) => ReactNode) {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const inner: unknown[] = [];
  const onError = vi.fn();
  const bystander = createRef<Body>();
  const tree = (late: boolean) => [
    <Body key="bystander" ref={bystander}>
      {crate}
    </Body>,
    <Boundary key="inside" onError={(error) => inner.push(error)}>
      {children(late)}
    </Boundary>,
  ];
  const rendered = await renderWorld(tree(false), { onError });
  const check = (message: RegExp) => {
    quiet.mockRestore();
    expect(inner.map(String)).toEqual([expect.stringMatching(message)]);
    expect(rendered.errors).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
    expect(bystander.current!.isValid).toBe(true);
  };
  return { ...rendered, tree, check };
}

describe('what fails later goes to the nearest error boundary, and the world lives on', () => {
  it('a joint whose second body comes later', async () => {
    const [a, b] = [createRef<Body>(), createRef<Body>()];
    const { update, tree, check } = await guarded((late) => [
      <Joint key="joint" type="fixed" a={a} b={b} breakForce={-1} />,
      <Body key="a" ref={a} />,
      late && <Body key="b" ref={b} />,
    ]);
    await update(tree(true));
    check(/breakForce/);
  });

  it('a mesh that comes later, in a shape that its scale does not allow', async () => {
    const group = createRef<Group>();
    const { check } = await guarded(() => (
      <Body colliders="sphere">
        <group ref={group} scale={[1, 2, 1]} />
      </Body>
    ));
    group.current!.add(new Mesh(new BoxGeometry()));
    await settle();
    check(/uniform scale/);
  });

  it('the same of instances', async () => {
    const group = createRef<Group>();
    const { check } = await guarded(() => (
      <InstancedBodies colliders="sphere" instances={[{ key: 1 }]}>
        <group ref={group} scale={[1, 2, 1]} />
      </InstancedBodies>
    ));
    group.current!.add(new Mesh(new BoxGeometry()));
    await settle();
    check(/uniform scale/);
  });

  it('a ray that a state makes a bad one', async () => {
    let aim: (y: number) => void = () => {};
    const Probe = () => {
      const [y, setY] = useState(-1);
      aim = setY;
      useRaycast({ direction: [0, y, 0] });
      return null;
    };
    const { check, step } = await guarded(() => <Probe />);
    await step(1);
    aim(0);
    await settle();
    await step(1);
    await settle();
    check(/direction/);
  });
});
