import { useFrame } from '@react-three/fiber';
import { cleanup } from '@testing-library/react';
import { createRef } from 'react';
import { Matrix4, Vector3, type Group, type InstancedMesh, type Mesh } from 'three';
import { afterEach, expect, it } from 'vitest';
import { Body, InstancedBodies } from '@atoll/react';
import { frame, show, type EngineWorld } from './support/canvas.js';

afterEach(cleanup);

it('draws bodies and instances where they are, in the very frame in which useFrame moves all that is around them', async () => {
  const outer = createRef<Group>();
  const inner = createRef<Group>();
  const body = createRef<Body>();
  const many = createRef<readonly Body[]>();
  let world: EngineWorld | undefined;
  /** Distances of what WebGL draws from where its body is, and how far the group around it went since the frame before. */
  const wrong: Record<string, number[]> = { body: [], instances: [] };
  const moves: number[] = [];

  const where = (of: Body): Vector3 => {
    const pose: number[] = [];
    world!.poses.sample(of.index, pose);
    return new Vector3().fromArray(pose);
  };
  const drawn = (mesh: Mesh, instance = new Matrix4()): Vector3 =>
    new Vector3().setFromMatrixPosition(instance.premultiply(mesh.matrixWorld));
  const checkBody = (mesh: Mesh) => {
    if (world && body.current) wrong['body']!.push(drawn(mesh).distanceTo(where(body.current)));
  };
  const checkInstances = (mesh: InstancedMesh) => {
    many.current?.forEach((each, i) => {
      const matrix = new Matrix4();
      mesh.getMatrixAt(i, matrix);
      if (world) wrong['instances']!.push(drawn(mesh, matrix).distanceTo(where(each)));
    });
  };
  const Mover = () => {
    useFrame(({ clock }) => {
      const before = inner.current!.getWorldPosition(new Vector3());
      outer.current!.position.set(Math.sin(clock.elapsedTime * 9), 0, 0);
      outer.current!.rotation.z = clock.elapsedTime * 5;
      inner.current!.position.set(0, Math.cos(clock.elapsedTime * 7), 0);
      inner.current!.scale.setScalar(1.5);
      moves.push(inner.current!.getWorldPosition(new Vector3()).distanceTo(before));
    });
    return null;
  };
  ({ world } = await show(
    <>
      <Mover />
      <group ref={outer}>
        <group ref={inner}>
          <Body ref={body} gravityScale={0} linearVelocity={[0.3, 0, 0]} canSleep={false}>
            <mesh
              frustumCulled={false}
              onBeforeRender={function (this: Mesh) {
                checkBody(this);
              }}
            >
              <boxGeometry args={[0.3, 0.3, 0.3]} />
            </mesh>
          </Body>
          <InstancedBodies
            ref={many}
            gravityScale={0}
            canSleep={false}
            instances={[0, 1, 2].map((key) => ({
              key,
              position: [key - 1, 1, 0] as const,
              linearVelocity: [0, -0.3, 0] as const,
            }))}
          >
            <instancedMesh
              args={[undefined, undefined, 3]}
              onBeforeRender={function (this: InstancedMesh) {
                checkInstances(this);
              }}
            >
              <boxGeometry args={[0.3, 0.3, 0.3]} />
            </instancedMesh>
          </InstancedBodies>
        </group>
      </group>
    </>,
  ));
  for (let i = 0; i < 60; i++) await frame();
  expect(world.stepCount).toBeGreaterThan(20);
  expect(moves.filter((move) => move > 0.01).length).toBeGreaterThan(20);
  expect(wrong['body']!.length).toBeGreaterThan(30);
  expect(wrong['instances']!.length).toBeGreaterThan(90);
  expect(Math.max(...wrong['body']!)).toBeLessThan(1e-5);
  expect(Math.max(...wrong['instances']!)).toBeLessThan(1e-5);
});
