import { createRef, use, type RefObject } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, Joint, SphericalJoint } from '@atoll/react';
import { renderWorld, settle } from './support/render.js';

const ball = (
  <mesh>
    <sphereGeometry args={[0.2]} />
  </mesh>
);

function setup() {
  const a = createRef<Body>();
  const b = createRef<Body>();
  const joint = createRef<Joint>();
  const hook = (
    <Body key="a" ref={a} type="static" position={[0, 5, 0]}>
      {ball}
    </Body>
  );
  const bob = (
    <Body key="b" ref={b} position={[2, 5, 0]}>
      {ball}
    </Body>
  );
  const tie = <Joint key="j" type="spherical" ref={joint} a={a} b={b} anchorB={[-2, 0, 0]} />;
  return { a, b, joint, hook, bob, tie };
}

/** From the hook to the anchor in the bob. */
const gap = (b: RefObject<Body | null>) =>
  Math.abs(Math.hypot(...b.current!.position.map((value, i) => value - [0, 5, 0][i]!)) - 2);

describe('Joint', () => {
  it.each([
    ['last', 2],
    ['between', 1],
    ['first', 0],
  ])('holds two bodies together when it is mounted %s', async (_, place) => {
    const { b, joint, hook, bob, tie } = setup();
    const children = [hook, bob];
    children.splice(place, 0, tie);
    const { step } = await renderWorld(children);
    expect(joint.current?.type).toBe('spherical');
    await step(60);
    expect(gap(b)).toBeLessThan(0.02);
    expect(b.current!.position[0]).toBeLessThan(1.5);
  });

  it('waits for refs that are filled later', async () => {
    const { b, joint, hook, bob, tie } = setup();
    const { update, step } = await renderWorld([tie, hook]);
    expect(joint.current).toBeNull();
    await update([tie, hook, bob]);
    expect(joint.current?.isValid).toBe(true);
    await step(30);
    expect(gap(b)).toBeLessThan(0.02);
  });

  it.each(['a', 'b', 'j'])('goes when %s unmounts, and comes back with it', async (key) => {
    const { joint, hook, bob, tie } = setup();
    const all = [tie, hook, bob];
    const { update, step, errors } = await renderWorld(all);
    const first = joint.current;
    await update(all.filter((element) => !element.key!.endsWith(key)));
    expect(first!.isValid).toBe(false);
    expect(joint.current).toBeNull();
    await step(2);
    await update(all);
    expect(joint.current?.isValid).toBe(true);
    await step(2);
    expect(errors).toEqual([]);
  });

  it('updates in place', async () => {
    const { a, b, joint, hook, bob } = setup();
    const at = (length: number) => [
      hook,
      bob,
      <SphericalJoint key="j" ref={joint} a={a} b={b} anchorB={[-length, 0, 0]} />,
    ];
    const { update } = await renderWorld(at(2));
    const first = joint.current;
    await update(at(1.9));
    expect(joint.current).toBe(first);
    expect(first!.isValid).toBe(true);
  });

  it('follows a ref to another body', async () => {
    const { a, b, joint, hook, bob, tie } = setup();
    const { update } = await renderWorld([hook, bob, tie]);
    const first = joint.current!;
    const c = createRef<Body>();
    const other = (
      <Body key="c" ref={c} position={[2, 5, 0]}>
        {ball}
      </Body>
    );
    await update([hook, bob, other, <Joint key="j" type="spherical" ref={joint} a={a} b={c} anchorB={[-2, 0, 0]} />]);
    expect(first.isValid).toBe(false);
    expect(joint.current!.bodyB).toBe(c.current);
    expect(b.current!.isValid).toBe(true);
  });

  it('goes when its ref is changed for an empty one', async () => {
    const { a, joint, hook, bob, tie } = setup();
    const { update } = await renderWorld([hook, bob, tie]);
    const first = joint.current!;
    await update([hook, bob, <Joint key="j" type="spherical" ref={joint} a={a} b={createRef<Body>()} />]);
    expect(first.isValid).toBe(false);
    expect(joint.current).toBeNull();
  });

  it('survives being hidden by Suspense', async () => {
    const { joint, hook, bob, tie } = setup();
    let release = () => {};
    const gate = new Promise<void>((done) => (release = done));
    const Late = () => (use(gate), null);
    const { update, step } = await renderWorld([tie, hook, bob]);
    const first = joint.current!;
    await update([tie, hook, bob, <Late key="late" />]);
    expect(first.isValid).toBe(true);
    release();
    await settle();
    await step(2);
    expect(joint.current).toBe(first);
    expect(first.isValid).toBe(true);
  });

  it('gives what the engine refuses to the error boundary', async () => {
    const { a, b, hook, bob } = setup();
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(
      renderWorld([hook, bob, <Joint key="j" type="spherical" a={a} b={b} breakForce={-1} />]),
    ).rejects.toThrow(/breakForce/);
    quiet.mockRestore();
  });

  it('gives a function ref what React would: the joint once, and then its end', async () => {
    const { a, b, hook, bob } = setup();
    const told: string[] = [];
    const plain = (joint: Joint | null) => void told.push(joint ? 'joint' : 'null');
    const ending = (joint: Joint | null) => {
      plain(joint);
      return () => void told.push('end');
    };
    const tree = (ref?: (joint: Joint | null) => void) => [
      hook,
      bob,
      ref && <SphericalJoint key="j" ref={ref} a={a} b={b} anchorB={[-2, 0, 0]} />,
    ];
    const { update } = await renderWorld(tree(plain), {}, { strict: false });
    await update(tree(plain));
    await update(tree(ending));
    await update([hook, null, tree(ending)[2]]);
    await update(tree(ending));
    await update(tree());
    expect(told).toEqual(['joint', 'null', 'joint', 'end', 'joint', 'end']);
  });
});
