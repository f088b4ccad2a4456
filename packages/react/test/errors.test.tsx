import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Attractor,
  Body,
  BoxCollider,
  CapsuleCollider,
  HeightfieldCollider,
  HullCollider,
  InstancedBodies,
  Joint,
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
    ['Attractor', <AnyAttractor type="gravity" />, /Attractor.type: expected 'static', .*'newtonian', got 'gravity'/],
  ])('%s', async (_, tree, message) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(renderWorld(tree)).rejects.toThrow(message);
    quiet.mockRestore();
  });
});
