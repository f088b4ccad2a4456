import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Attractor,
  Body,
  BoxCollider,
  CapsuleCollider,
  Explosion,
  HeightfieldCollider,
  HullCollider,
  InstancedBodies,
  Joint,
  MeshCollider,
  SphereCollider,
  TrimeshCollider,
} from '@atoll/react';
import { renderWorld } from './support/render.js';

/** What people who come from other libraries write first, without TypeScript. */
const Any = (component: unknown) => component as (props: Record<string, unknown>) => ReactNode;
const [AnyBody, AnyBox, AnySphere, AnyCapsule] = [Body, BoxCollider, SphereCollider, CapsuleCollider].map(Any) as [
  ReturnType<typeof Any>,
  ReturnType<typeof Any>,
  ReturnType<typeof Any>,
  ReturnType<typeof Any>,
];
const [AnyHull, AnyMesh, AnyField] = [Any(HullCollider), Any(TrimeshCollider), Any(HeightfieldCollider)];
const [AnyMany, AnyJoint, AnyAttractor] = [Any(InstancedBodies), Any(Joint), Any(Attractor)];
const [AnyExplosion, AnyMeshCollider] = [Any(Explosion), Any(MeshCollider)];
const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);

describe('a bad prop goes to the error boundary with its name, and with what was expected', () => {
  it.each<[string, ReactNode, RegExp]>([
    [
      'Body colliders',
      <AnyBody colliders="ball">{crate}</AnyBody>,
      /Body.colliders: expected .*'sphere'.*false, got 'ball'/,
    ],
    ['Body type', <AnyBody type="fixed" />, /Body.type: expected .*'static'.*'fixed'/],
    ['Body position', <AnyBody position={5} />, /Body.position: expected .*, got 5/],
    ['Body quaternion', <AnyBody quaternion={[0, 0, 0, 0]} />, /Body.quaternion: expected .* length 1, got length 0/],
    ['Body linearVelocity', <AnyBody linearVelocity="up" />, /Body.linearVelocity: expected .*, got 'up'/],
    ['Body friction', <AnyBody friction={-1}>{crate}</AnyBody>, /friction: expected .*, got -1/],
    [
      'BoxCollider',
      <AnyBody>
        <AnyBox args={[1, 1, 1]} />
      </AnyBody>,
      /BoxCollider.halfExtents: expected .*, got undefined/,
    ],
    [
      'SphereCollider',
      <AnyBody>
        <AnySphere args={[1]} />
      </AnyBody>,
      /SphereCollider.radius: expected .*, got (NaN|undefined)/,
    ],
    [
      'CapsuleCollider',
      <AnyBody>
        <AnyCapsule args={[1, 1]} />
      </AnyBody>,
      /CapsuleCollider.radius: expected .*, got (NaN|undefined)/,
    ],
    [
      'HullCollider',
      <AnyBody>
        <AnyHull args={[[]]} />
      </AnyBody>,
      /HullCollider.points: expected .*, got undefined/,
    ],
    [
      'TrimeshCollider',
      <AnyBody type="static">
        <AnyMesh />
      </AnyBody>,
      /TrimeshCollider.vertices: expected .*, got undefined/,
    ],
    [
      'HeightfieldCollider',
      <AnyBody type="static">
        <AnyField />
      </AnyBody>,
      /HeightfieldCollider.heights: expected .*, got undefined/,
    ],
    ['InstancedBodies', <AnyMany />, /InstancedBodies.instances: expected .*, got undefined/],
    ['Joint', <AnyJoint type="hinge" />, /Joint.type: expected .*'revolute'.*'hinge'/],
    [
      'Attractor',
      <AnyAttractor type="gravity" />,
      /Attractor.type: expected one of 'static', .*'newtonian', got 'gravity'/,
    ],
    [
      'MeshCollider',
      <AnyBody>
        <AnyMeshCollider type="ball">{crate}</AnyMeshCollider>
      </AnyBody>,
      /MeshCollider.type: expected .*'trimesh', got 'ball'/,
    ],
    [
      'Explosion',
      <AnyExplosion falloff="quadratic" />,
      /Explosion.falloff: expected .*'linear', 'none', got 'quadratic'/,
    ],
    ...['strength', 'range', 'gravitationalConstant', 'softening'].map((prop): [string, ReactNode, RegExp] => [
      `Attractor ${prop}`,
      <AnyAttractor {...{ [prop]: NaN }} />,
      RegExp(`Attractor.${prop}: expected .*, got NaN`),
    ]),
    ...['strength', 'radius'].map((prop): [string, ReactNode, RegExp] => [
      `Explosion ${prop}`,
      <AnyExplosion auto={false} {...{ [prop]: '5' }} />,
      RegExp(`Explosion.${prop}: expected .*, got '5'`),
    ]),
    ['Attractor range', <AnyAttractor range={-1} />, /Attractor.range: expected a number >= 0 or Infinity, got -1/],
    ['Body scale', <AnyBody scale={0}>{crate}</AnyBody>, /Body.scale: expected numbers other than 0, got 0/],
    ['Body rotation', <AnyBody rotation={[0, 0, 0, 'XYX']} />, /Body.rotation.order: expected .*'ZYX'.*, got 'XYX'/],
  ])('%s', async (_, tree, message) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(renderWorld(tree)).rejects.toThrow(message);
    quiet.mockRestore();
  });
});

it('a clock that there is not goes to the error boundary', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(renderWorld(crate, { clock: 'auto' as never })).rejects.toThrow(
    /World.clock: expected .*'frame'.*'auto'/,
  );
  quiet.mockRestore();
});

describe('a bad value that comes with a later render goes to the error boundary with its name', () => {
  const many = (more: object) => (
    <AnyMany instances={[{ key: 1, ...more }]}>
      <instancedMesh args={[undefined, undefined, 1]}>
        <boxGeometry />
      </instancedMesh>
    </AnyMany>
  );
  const body = (more: object) => <AnyBody {...more}>{crate}</AnyBody>;
  const inside = (more: object) => (
    <AnyBody>
      <AnyBox halfExtents={[1, 1, 1]} {...more} />
    </AnyBody>
  );
  it.each<[string, (more: object) => ReactNode, object, RegExp]>([
    ['a position of two numbers', body, { position: [1, 2] }, /Body.position: expected 3 numbers, got 2/],
    ['a position with NaN', body, { position: [0, NaN, 0] }, /Body.position\[1\]: expected a finite number, got NaN/],
    ['an object without z', body, { position: { x: 1, y: 2 } }, /Body.position\[2\]: expected a finite number/],
    ['a rotation of two numbers', body, { rotation: [1, 2] }, /Body.rotation\[2\]: expected a finite number/],
    ['a quaternion with NaN', body, { quaternion: [0, 0, NaN, 1] }, /Body.quaternion\[2\]: expected a finite number/],
    ['a scale of 0', body, { scale: 0 }, /Body.scale: expected numbers other than 0, got 0/],
    ['a scale of 0 along one axis', body, { scale: [1, 0, 1] }, /Body.scale: expected numbers other than 0, got 0/],
    ['a scale of NaN', body, { scale: NaN }, /Body.scale\[0\]: expected a finite number, got NaN/],
    ['a velocity of two numbers', body, { linearVelocity: [1, 2] }, /Body.linearVelocity: expected 3 numbers, got 2/],
    ['the position of a collider', inside, { position: [1, 2] }, /BoxCollider.position: expected 3 numbers, got 2/],
    ['the scale of a collider', inside, { scale: 0 }, /BoxCollider.scale: expected numbers other than 0, got 0/],
    ['the position of an instance', many, { position: [1, 2] }, /InstancedBodies.position: expected 3 numbers, got 2/],
    ['the scale of an instance', many, { scale: NaN }, /InstancedBodies.scale\[0\]: expected a finite number, got NaN/],
  ])('%s', async (_, tree, more, message) => {
    const { update, errors } = await renderWorld(tree({}));
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await update(tree(more));
    quiet.mockRestore();
    expect(errors[0]).toMatchObject({ name: 'PhysicsInputError', message: expect.stringMatching(message) });
  });
});
