import { createRef } from 'react';
import { Euler, Quaternion, Vector3, type Mesh } from 'three';
import { expect, it } from 'vitest';
import * as A from '@atoll/react';

const ref = createRef<A.Body>();
const mesh = createRef<Mesh>();
const nums = [0, 1, 2];

/** Each of these is an error of TypeScript: where one compiles, the comment above it is one. */
const bad = () => [
  // @ts-expect-error
  <A.Body position="up" />,
  // @ts-expect-error
  <A.Body position={5} />,
  // @ts-expect-error
  <A.Body type="fixed" />,
  // @ts-expect-error
  <A.Body colliders="ball" />,
  // @ts-expect-error
  <A.Body ref={mesh} />,
  // @ts-expect-error
  <A.Body nonsense />,
  // @ts-expect-error
  <A.Body rotation={[0, 0]} />,
  // @ts-expect-error
  <A.Body rotation={[0, 0, 0, 'XXX']} />,
  // @ts-expect-error
  <A.Body onCollisionEnter={(e: string) => e} />,
  // @ts-expect-error
  <A.Body lockRotations={[true]} />,
  // @ts-expect-error
  <A.Body groups={3} />,
  // @ts-expect-error
  <A.BoxCollider />,
  // @ts-expect-error
  <A.BoxCollider args={[1, 1, 1]} />,
  // @ts-expect-error
  <A.SphereCollider radius="1" />,
  // @ts-expect-error
  <A.TrimeshCollider vertices={nums} indices={nums} density={3} />,
  // @ts-expect-error
  <A.MeshCollider type={false} />,
  // @ts-expect-error
  <A.MeshCollider type="ball" />,
  // @ts-expect-error
  <A.Joint type="hinge" />,
  // @ts-expect-error
  <A.Joint a={ref} b={ref} />,
  // @ts-expect-error
  <A.RevoluteJoint a={mesh} b={ref} />,
  // @ts-expect-error
  <A.RevoluteJoint a={ref} b={ref} length={3} />,
  // @ts-expect-error
  <A.RopeJoint a={ref} b={ref} limits={{ min: 0, max: 1 }} />,
  // @ts-expect-error
  <A.World gravity={9.81} />,
  // @ts-expect-error
  <A.World clock="auto" />,
  // @ts-expect-error
  <A.InstancedBodies instances={[{ position: [0, 0, 0] }]} />,
  // @ts-expect-error
  <A.InstancedBodies instances={[{ key: 1, colliders: 'hull' }]} />,
  // @ts-expect-error
  <A.Explosion falloff="quadratic" />,
  // @ts-expect-error
  <A.Attractor type="gravity" />,
  // @ts-expect-error
  <A.Debug shapes="all" />,
  // @ts-expect-error
  <A.Body density="heavy" />,
  // @ts-expect-error
  <A.Body linearVelocity={3} />,
  // @ts-expect-error
  <A.Body scale="2" />,
  // @ts-expect-error
  <A.Body position={[1, 'a', 2]} />,
  // @ts-expect-error
  <A.Body quaternion={new Vector3()} />,
  // @ts-expect-error
  <A.Body position={new Euler()} rotation={new Vector3()} />,
  // @ts-expect-error
  <A.Body mass="1" />,
  // @ts-expect-error
  <A.World colliders="ball" />,
  // @ts-expect-error
  <A.FixedJoint a={ref} b={ref} type="revolute" />,
  // @ts-expect-error
  <A.RevoluteJoint a={ref} b={ref} motor={3} />,
  // @ts-expect-error
  <A.RevoluteJoint a={ref} b={ref} limits={[0, 1]} />,
];
const good = () => [
  <A.Body position={nums} rotation={new Euler()} quaternion={new Quaternion()} scale={2} ref={ref} key={1} />,
  <A.Body position={new Vector3()} ref={(body) => void body?.wake()} key={2} />,
  <A.Body position={undefined} type={undefined} onSleep={undefined} groups={A.interactionGroups(1)} key={3} />,
  <A.RevoluteJoint a={ref} b={null} axis={new Vector3(0, 1, 0)} limits={{ min: 0, max: 1 }} key={4} />,
  <A.Joint type="wheel" a={ref} b={ref} axle={[1, 0, 0]} key={5} />,
  <A.TrimeshCollider vertices={new Float32Array(9)} indices={new Uint16Array(3)} key={6} />,
];

it('types of props refuse what the engine would, and take what it does', () => {
  // Said to the compiler; there is nothing to find out here.
  expect([bad().length, good().length]).toEqual([40, 6]);
});
