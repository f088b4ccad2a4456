import { createRef } from 'react';
import { Group, Vector3, type Object3D } from 'three';
import { expect, it } from 'vitest';
import { Body } from '@atoll/react';
import { renderWorld } from './support/render.js';

const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);
const moved = (x: number, y: number): Group => {
  const group = new Group();
  group.position.set(x, y, 0);
  group.rotation.z = x;
  return group;
};

it('a body is drawn where it is when the object around it is exchanged', async () => {
  const [awake, asleep] = [createRef<Body>(), createRef<Body>()];
  const tree = (object: Object3D) => (
    <primitive object={object}>
      <Body ref={awake} name="awake" position={[0, 1, 0]} gravityScale={0} linearVelocity={[1, 0, 0]}>
        {crate}
      </Body>
      <Body ref={asleep} name="asleep" position={[0, 5, 0]} gravityScale={0}>
        {crate}
      </Body>
    </primitive>
  );
  const { step, update, renderer, world } = await renderWorld(tree(moved(1, 2)), { interpolate: false });
  const scene = renderer.scene.instance as unknown as Object3D;
  const gap = (body: Body, name: string) =>
    scene
      .getObjectByName(name)!
      .getWorldPosition(new Vector3())
      .distanceTo(new Vector3(...body.position));
  await step(5);
  asleep.current!.sleep();
  await step(2);
  const other = moved(-3, 4);
  await update(tree(other));
  await step(2);
  expect(scene.getObjectByName('awake')!.parent).toBe(other);
  expect(world.bodyCount).toBe(2);
  expect(asleep.current!.isSleeping).toBe(true);
  expect(gap(awake.current!, 'awake')).toBeLessThan(1e-5);
  expect(gap(asleep.current!, 'asleep')).toBeLessThan(1e-5);
  // And where that moves.
  other.position.x += 2;
  await step(1);
  expect(gap(awake.current!, 'awake')).toBeLessThan(1e-5);
  expect(gap(asleep.current!, 'asleep')).toBeLessThan(1e-5);
});
