import { createRef } from 'react';
import { Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import {
  Body,
  Joint,
  RevoluteJoint,
  RopeJoint,
  useFixedJoint,
  usePrismaticJoint,
  useRevoluteJoint,
  useRopeJoint,
  useSphericalJoint,
  useSpringJoint,
  type JointProps,
} from '@atoll/react';
import { renderWorld } from './support/render.js';

const ball = (
  <mesh>
    <sphereGeometry args={[0.2]} />
  </mesh>
);
const bob = (ref: React.Ref<Body>, x = 1) => (
  <Body key="bob" ref={ref} position={[x, 0, 0]}>
    {ball}
  </Body>
);

describe('joints of every type', () => {
  const types: JointProps[] = [
    { type: 'fixed' },
    { type: 'spherical', anchor: [0, 0, 0], cone: 1 },
    { type: 'revolute', anchor: new Vector3(0, 0, 0), axis: new Vector3(0, 0, 1), limits: { max: 1 } },
    { type: 'prismatic', axis: [0, 1, 0], spring: { hertz: 2 } },
    { type: 'distance', anchorA: [0, 0, 0] },
    { type: 'rope', anchorA: [0, 0, 0], length: 1.2 },
    { type: 'spring', anchorA: [0, 0, 0] },
    { type: 'wheel', anchor: [1, 0, 0], spring: { hertz: 2 } },
    { type: 'motor', target: { position: [1, 1, 0] } },
    { type: 'generic', anchor: [0, 0, 0], angular: ['free', 'free', 'locked'] },
  ];
  it.each(types.map((props) => [props.type, props] as const))('%s ties a body to the world', async (type, props) => {
    const [body, joint] = [createRef<Body>(), createRef<Joint>()];
    const { step } = await renderWorld([bob(body), <Joint key="j" ref={joint} b={body} {...props} />]);
    expect([joint.current!.type, joint.current!.bodyA, joint.current!.bodyB === body.current]).toEqual([
      type,
      null,
      true,
    ]);
    await step(30);
    // Falling freely it would be 1.27 m lower.
    expect(body.current!.position[1]).toBeGreaterThan(-1.2);
  });
});

it('a changed prop updates the joint in place, and does not measure the world anchor again', async () => {
  const [body, joint] = [createRef<Body>(), createRef<Joint>()];
  const hinge = (velocity: number) => (
    <RevoluteJoint key="j" ref={joint} b={body} anchor={[0, 0, 0]} motor={{ velocity, maxForce: 1000 }} />
  );
  const { update, step } = await renderWorld([bob(body), hinge(1)]);
  const first = joint.current!;
  await step(60);
  expect(first.speed).toBeCloseTo(1, 1);
  await update([bob(body), hinge(-2)]);
  await step(60);
  expect(joint.current).toBe(first);
  expect(first.speed).toBeCloseTo(-2, 1);
  // Measured again, the world's anchor would be 1 m beside the body's.
  expect(Math.hypot(...body.current!.position)).toBeCloseTo(1, 1);
});

it('another type makes another joint, with its own options alone', async () => {
  const [body, joint] = [createRef<Body>(), createRef<Joint>()];
  const tie = (props: JointProps) => [bob(body), <Joint key="j" ref={joint} b={body} {...props} />];
  const { update, step, errors } = await renderWorld(tie({ type: 'fixed' }));
  const types: JointProps[] = [
    { type: 'revolute', anchor: [0, 0, 0], axis: [0, 0, 1], limits: { max: 1 } },
    { type: 'rope', anchorA: [0, 0, 0], length: 1.2 },
    { type: 'generic', anchor: [0, 0, 0], angular: ['free', 'free', 'locked'] },
    { type: 'fixed' },
  ];
  for (const props of types) {
    const before = joint.current!;
    await update(tie(props));
    expect(errors).toEqual([]);
    expect(before.isValid).toBe(false);
    expect([joint.current?.isValid, joint.current?.type]).toEqual([true, props.type]);
    await step(2);
  }
});

it('a joint that breaks tells onBreak, empties its ref, and stays gone until it is another one', async () => {
  const [body, joint] = [createRef<Body>(), createRef<Joint>()];
  const emptyAtBreak: boolean[] = [];
  const onJointBreak = () => void emptyAtBreak.push(joint.current === null);
  const onBreak = vi.fn<NonNullable<JointProps['onBreak']>>(onJointBreak);
  const rope = (key: string, breakForce: number) => (
    <RopeJoint key={key} ref={joint} b={body} anchorA={[1, 0, 0]} length={0.5} {...{ breakForce, onBreak }} />
  );
  const { update, step } = await renderWorld([bob(body), rope('a', 10)], { onJointBreak });
  const first = joint.current;
  await step(60);
  expect(onBreak).toHaveBeenCalledOnce();
  expect(onBreak.mock.calls[0]![0].joint === first).toBe(true);
  expect(emptyAtBreak).toEqual([true, true]);
  await update([bob(body), rope('a', 20)]);
  await step(10);
  expect(joint.current).toBeNull();
  await update([bob(body), rope('b', Infinity)]);
  expect(joint.current?.isValid).toBe(true);
});

it('a joint that breaks unheard empties its ref, of an object, a function and a hook', async () => {
  const [body, joint] = [createRef<Body>(), createRef<Joint>()];
  const told: (JointProps['type'] | undefined)[] = [];
  let hooked: ReturnType<typeof useFixedJoint> | undefined;
  function Tie() {
    hooked = useFixedJoint(null, body, { breakForce: 1 });
    return null;
  }
  const { step } = await renderWorld(
    [
      bob(body),
      <Joint key="object" type="fixed" ref={joint} b={body} breakForce={1} />,
      <Joint key="function" type="fixed" ref={(now) => void told.push(now?.type)} b={body} breakForce={1} />,
      <Tie key="hook" />,
    ],
    {},
    { strict: false },
  );
  const held = () => [joint.current?.type, told.at(-1), hooked!.current?.type];
  expect(held()).toEqual(['fixed', 'fixed', 'fixed']);
  await step(5);
  expect(held()).toEqual([undefined, undefined, undefined]);
});

it('hooks make the same joints, and give a ref', async () => {
  const [a, b] = [createRef<Body>(), createRef<Body>()];
  const found: (string | undefined)[] = [];
  const refs: ReturnType<typeof useFixedJoint>[] = [];
  function Ties() {
    refs.length = 0;
    refs.push(useFixedJoint(a, b));
    refs.push(useSphericalJoint(a, b, { anchor: [0.5, 0, 0] }));
    refs.push(useRevoluteJoint(a, b, { axis: [0, 1, 0], anchor: [0.5, 0, 0] }));
    refs.push(usePrismaticJoint(a, b, { axis: [1, 0, 0] }));
    refs.push(useRopeJoint(null, a, { anchorA: [0, 0, 0] }));
    refs.push(useSpringJoint(null, b, { anchorA: [1, 0, 0], spring: { stiffness: 10 } }));
    return null;
  }
  const { step } = await renderWorld([
    <Body key="a" ref={a} position={[0, 0, 0]}>
      {ball}
    </Body>,
    bob(b),
    <Ties key="ties" />,
  ]);
  for (const ref of refs) found.push(ref.current?.type);
  expect(found).toEqual(['fixed', 'spherical', 'revolute', 'prismatic', 'rope', 'spring']);
  await step();
});

it('props that a type does not have are refused by name', async () => {
  const body = createRef<Body>();
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  // @ts-expect-error: a rope has no motor.
  const wrong = <RopeJoint key="j" b={body} motor={{ velocity: 1 }} />;
  await expect(renderWorld([bob(body), wrong])).rejects.toThrow(/RopeJoint.motor.*unknown-option/);
  error.mockRestore();
});
