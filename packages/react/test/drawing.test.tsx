import { useFrame } from '@react-three/fiber';
import { createRef, useRef, type ReactNode } from 'react';
import { Matrix4, Vector3, type InstancedMesh, type Object3D } from 'three';
import { describe, expect, it } from 'vitest';
import { Body, InstancedBodies } from '@atoll/react';
import { renderWorld } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry />
  </mesh>
);

describe('what is drawn', () => {
  const fly = (children?: ReactNode) => (
    <Body name="flyer" position={[0, 0, 0]} linearVelocity={[7, 1, -3]} gravityScale={0}>
      {box}
      {children}
    </Body>
  );

  it.each([144, 75, 61, 48])('moves evenly at %i Hz for a camera that follows in useFrame', async (rate) => {
    const seen: Vector3[] = [];
    const Camera = () => {
      const target = useRef<Object3D>(null);
      useFrame(({ scene }) => {
        target.current ??= scene.getObjectByName('flyer')!;
        seen.push(target.current.getWorldPosition(new Vector3()));
      });
      return null;
    };
    const { frames } = await renderWorld([<Camera key="camera" />, <group key="body">{fly()}</group>], {
      clock: 'frame',
    });
    const draw = async (count: number) => {
      for (let i = 0; i < count; i++) await frames(1, 1 / rate);
    };
    await draw(10);
    seen.length = 0;
    await draw(3 * rate);
    const second = seen.slice(2).map((at, i) =>
      at
        .clone()
        .addScaledVector(seen[i + 1]!, -2)
        .add(seen[i]!)
        .length(),
    );
    expect(seen.at(-1)!.distanceTo(seen[0]!)).toBeGreaterThan(15);
    expect(Math.max(...second)).toBeLessThan(1e-4);
  });

  it('jumps where a body is teleported, and is never drawn on the way', async () => {
    const ref = createRef<Body>();
    const { frames, renderer } = await renderWorld(
      <Body ref={ref} name="jumper" gravityScale={0}>
        {box}
      </Body>,
      { clock: 'frame' },
    );
    const group = renderer.scene.findByProps({ name: 'jumper' }).instance as unknown as Object3D;
    await frames(5, 1 / 144);
    ref.current!.setPosition([100, 0, 0]);
    const seen = new Set<number>();
    for (let i = 0; i < 12; i++) {
      await frames(1, 1 / 144);
      seen.add(group.position.x);
    }
    expect(seen).toEqual(new Set([0, 100]));
  });

  it.each([
    ['before the world', -200],
    ['in an ordinary useFrame', 0],
  ])('stays where the body is while all that is around it is moved and turned %s', async (_, priority) => {
    const outer = createRef<Object3D>();
    const inner = createRef<Object3D>();
    const Mover = () => {
      useFrame((_, delta) => {
        outer.current!.position.x += delta;
        outer.current!.rotation.y += delta;
        inner.current!.position.y -= delta;
      }, priority);
      return null;
    };
    const ref = createRef<Body>();
    const bodies = createRef<readonly Body[]>();
    const { frames, renderer, world } = await renderWorld(
      <>
        <Mover />
        <group ref={outer as never} scale={2}>
          <group ref={inner as never}>
            <Body ref={ref} name="still" position={[1, 2, 3]} rotation={[0, 1, 0]} linearVelocity={[1, 2, 0]}>
              {box}
            </Body>
            <InstancedBodies ref={bodies} name="many" instances={[{ key: 'a', position: [5, 0, 0] }]}>
              <instancedMesh name="mesh" args={[undefined, undefined, 1]}>
                <boxGeometry />
              </instancedMesh>
            </InstancedBodies>
          </group>
        </group>
      </>,
      { clock: 'frame', gravity: [0, 0, 0] },
    );
    const still = renderer.scene.findByProps({ name: 'still' }).instance as unknown as Object3D;
    const matrix = new Matrix4();
    let scene: Object3D = still;
    while (scene.parent) scene = scene.parent;
    const mesh = scene.getObjectByName('mesh') as InstancedMesh;
    const drawnAt = ({ index }: Body) => {
      const pose: number[] = [];
      world.poses.sample(index, pose);
      return new Vector3().fromArray(pose);
    };
    for (let i = 0; i < 20; i++) {
      await frames(1, 1 / 60);
      // As three does when it draws.
      scene.updateMatrixWorld();
      expect(new Vector3().setFromMatrixPosition(still.matrixWorld).distanceTo(drawnAt(ref.current!))).toBeLessThan(
        1e-5,
      );
      mesh.getMatrixAt(0, matrix);
      matrix.premultiply(mesh.matrixWorld);
      expect(new Vector3().setFromMatrixPosition(matrix).distanceTo(drawnAt(bodies.current![0]!))).toBeLessThan(1e-5);
    }
  });
});
