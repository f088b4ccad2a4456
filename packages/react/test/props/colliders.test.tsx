import { createRef, type ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Body,
  BoxCollider,
  CapsuleCollider,
  HeightfieldCollider,
  HullCollider,
  MeshCollider,
  SphereCollider,
  TrimeshCollider,
  type BoxColliderProps,
  type CapsuleColliderProps,
  type ConeColliderProps,
  type CylinderColliderProps,
  type HeightfieldColliderProps,
  type HullColliderProps,
  type MeshColliderProps,
  type SphereColliderProps,
  type TrimeshColliderProps,
} from '@atoll/react';
import { renderWorld } from '../support/render.js';
import { equalValue, tableOf, type KeysOf } from './table.js';

type AnyProps =
  | BoxColliderProps
  | SphereColliderProps
  | CapsuleColliderProps
  | CylinderColliderProps
  | ConeColliderProps
  | HullColliderProps
  | TrimeshColliderProps
  | HeightfieldColliderProps
  | MeshColliderProps;
type Change = [component: ComponentType<any>, before: object, after: object];

const noop = () => {};
const box = { halfExtents: [0.5, 0.5, 0.5] };
const ofBox = (before: object, after: object): Change => [BoxCollider, { ...box, ...before }, { ...box, ...after }];
const handler = (name: string): Change => ofBox({ [name]: noop }, { [name]: () => {} });
const corners = [-1, -1, -1, 1, -1, -1, 0, 1, 0, 0, -1, 1];
const vertices = [-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5];
const indices = [0, 2, 1, 0, 3, 2];
const field = { rows: 3, columns: 4, heights: Array.from({ length: 12 }, (_, i) => i % 3) };
const ball = (
  <mesh>
    <sphereGeometry />
  </mesh>
);

/** For every prop that one of them has: before and after. TypeScript sees to it that none is missing. */
const changes: { [K in KeysOf<AnyProps>]: Change } = {
  halfExtents: ofBox({}, { halfExtents: [0.5, 1, 0.5] }),
  radius: [SphereCollider, { radius: 1 }, { radius: 2 }],
  halfHeight: [CapsuleCollider, { radius: 1, halfHeight: 1 }, { radius: 1, halfHeight: 2 }],
  points: [HullCollider, { points: corners }, { points: corners.map((value) => 2 * value) }],
  vertices: [TrimeshCollider, { vertices, indices }, { vertices: vertices.map((value) => 2 * value), indices }],
  indices: [TrimeshCollider, { vertices, indices }, { vertices, indices: [0, 2, 1] }],
  rows: [HeightfieldCollider, field, { ...field, rows: 4, columns: 3 }],
  columns: [HeightfieldCollider, field, { ...field, rows: 2, columns: 6 }],
  heights: [HeightfieldCollider, field, { ...field, heights: field.heights.map((height) => height + 1) }],
  holes: [HeightfieldCollider, field, { ...field, holes: [1, 0, 0, 0, 0, 0] }],
  type: [MeshCollider, { type: 'box', children: ball }, { type: 'sphere', children: ball }],
  position: ofBox({}, { position: [0, 1, 0] }),
  rotation: ofBox({}, { rotation: [0, 1, 0] }),
  quaternion: ofBox({}, { quaternion: [0, 1, 0, 0] }),
  scale: ofBox({}, { scale: 2 }),
  density: ofBox({}, { density: 500 }),
  friction: ofBox({}, { friction: 0.1 }),
  restitution: ofBox({}, { restitution: 0.1 }),
  rollingResistance: ofBox({}, { rollingResistance: 0.1 }),
  surfaceVelocity: ofBox({}, { surfaceVelocity: [1, 0, 0] }),
  sensor: ofBox({}, { sensor: true }),
  groups: ofBox({}, { groups: { filter: 0x10000 } }),
  events: ofBox({}, { events: false }),
  forces: ofBox({}, { forces: true }),
  rounding: ofBox({}, { rounding: 0.1 }),
  name: ofBox({ name: 'a' }, { name: 'b' }),
  children: ofBox({ children: ball }, { children: [ball] }),
  onCollisionEnter: handler('onCollisionEnter'),
  onCollisionExit: handler('onCollisionExit'),
  onIntersectionEnter: handler('onIntersectionEnter'),
  onIntersectionExit: handler('onIntersectionExit'),
  onHit: handler('onHit'),
  onContactForce: handler('onContactForce'),
  onSleep: handler('onSleep'),
  onWake: handler('onWake'),
};

describe('docs/props.md tells what a changed prop of a collider does', () => {
  const table = tableOf('Collider components');

  it('names every prop', () => {
    expect([...table.keys()].toSorted()).toEqual(Object.keys(changes).toSorted());
  });

  it.each([...table])('%s: %s', async (prop, effect) => {
    const [Component, before, after] = changes[prop as keyof typeof changes];
    const isSurface = Component === TrimeshCollider || Component === HeightfieldCollider;
    const ref = createRef<Body>();
    const tree = (props: object) => [
      <Body key="ground" type="static" position={[0, -1, 0]} colliders={false}>
        <BoxCollider halfExtents={[9, 0.5, 9]} />
      </Body>,
      <Body key="body" ref={ref} type={isSurface ? 'static' : 'dynamic'} colliders={false}>
        <Component {...props} />
        <SphereCollider radius={0.1} position={[0, 3, 0]} density={0} />
      </Body>,
    ];
    const { update, step, world } = await renderWorld(tree(before), { sleep: false });
    await step(20);
    const body = ref.current!;
    const told = vi.spyOn(body, 'update');
    const ends = vi.fn();
    world.on('contactend', ends);
    const { linearVelocity } = body;
    const touched = world.contactsOf(body).size > 0;
    expect(touched).toBe(!isSurface);
    await update(tree(after));
    const isTold = effect.endsWith('colliders');
    expect(told.mock.calls.map(([options]) => Object.keys(options))).toEqual(isTold ? [['colliders']] : []);
    await update(tree(Object.fromEntries(Object.entries(after).map(([key, value]) => [key, equalValue(value)]))));
    expect(told).toHaveBeenCalledTimes(isTold ? 1 : 0);
    expect([ref.current, body.isValid, body.linearVelocity]).toEqual([body, true, linearVelocity]);
    await step(1);
    expect(ends.mock.calls.length > 0).toBe(effect === 'replaces the colliders' && touched);
  });

  it('children of a MeshCollider: replaces the colliders', async () => {
    const ref = createRef<Body>();
    const tree = (size: number) => (
      <Body ref={ref} type="static" colliders={false}>
        <MeshCollider type="box">
          <mesh>
            <boxGeometry args={[size, 1, 1]} />
          </mesh>
        </MeshCollider>
      </Body>
    );
    const { update } = await renderWorld(tree(1));
    await update(tree(4));
    expect(ref.current!.colliders[0]!.size).toEqual([2, 0.5, 0.5]);
  });
});
