import { createRef } from 'react';
import { BufferGeometry, Float32BufferAttribute, Matrix4, Quaternion, Vector3, type Mesh, type Object3D } from 'three';
import { describe, expect, it } from 'vitest';
import { hullEdges, type Body as EngineBody } from '@atoll/engine';
import {
  Body,
  HeightfieldCollider,
  HullCollider,
  InstancedBodies,
  TrimeshCollider,
  type BodyProps,
  type Vec3,
} from '@atoll/react';
import { renderWorld } from './support/render.js';

/** Without any symmetry. */
const corners = [0, 0, 0, 1, 0, 0, 0, 2, 0, 0.5, 0.25, 3];
const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const geometry = new BufferGeometry();
geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
geometry.setIndex(faces);

interface Place {
  readonly position?: Vec3;
  readonly rotation?: Vec3;
  readonly scale?: Vec3;
}
/** Around the body, of the body, and in the body. */
const places: Record<string, readonly [Place, Place, Place]> = {
  'the body, along x': [{}, { scale: [-1, 1, 1] }, {}],
  'the body, along y, turned': [{}, { scale: [1, -1, 1], rotation: [0.3, 0.5, 0.7] }, {}],
  'the body, along all axes, by other factors': [{}, { scale: [-1, -2, -0.5], rotation: [0.3, 0, 0.7] }, {}],
  'its parent': [{ scale: [1, 1, -1] }, {}, {}],
  'its parent, and both turned': [
    { scale: [2, -2, 2], rotation: [0.2, 0.4, 0.6], position: [3, 0, 1] },
    { rotation: [0.7, 0.1, 0.3], position: [1, 2, 3] },
    {},
  ],
  'its parent and itself': [
    { scale: [-1, 1, 1], rotation: [0.2, 0.4, 0.6] },
    { rotation: [0.7, 0.1, 0.3], scale: [1, -2, 1], position: [1, 2, 3] },
    {},
  ],
  'what is in it': [{}, { rotation: [0.1, 0, 0] }, { scale: [1, -1, 1], rotation: [0.5, 0.2, 0], position: [2, 1, 0] }],
  'itself and what is in it': [
    { rotation: [0, 0.4, 0] },
    { scale: [1, 1, -2] },
    { scale: [-1, 3, 1], position: [2, 1, 0] },
  ],
};

/** Where the colliders of a body have their corners, in world space. */
function solid(body: EngineBody, at = 0): Vector3[] {
  const collider = body.colliders[at]!;
  const pose = ({ position, rotation }: Pick<EngineBody, 'position' | 'rotation'>) =>
    new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), new Vector3(1, 1, 1));
  const toWorld = pose(body).multiply(pose(collider));
  const ends =
    collider.shape === 'hull'
      ? hullEdges(collider)
      : new Float32Array(collider.geometry!.data.buffer, collider.geometry!.data.byteOffset, 12);
  return Array.from({ length: ends.length / 3 }, (_, i) => new Vector3().fromArray(ends, 3 * i).applyMatrix4(toWorld));
}

/** Where something draws the corners. */
const drawn = (toWorld: Matrix4): Vector3[] =>
  [0, 1, 2, 3].map((i) => new Vector3().fromArray(corners, 3 * i).applyMatrix4(toWorld));

function expectSame(found: Vector3[], wanted: Vector3[]): void {
  for (const point of wanted) expect(Math.min(...found.map((each) => each.distanceTo(point)))).toBeLessThan(1e-4);
}

const mesh = (scene: Object3D, name = 'mesh'): Matrix4 => {
  scene.updateMatrixWorld();
  return (scene.getObjectByName(name) as Mesh).matrixWorld;
};
const spin: BodyProps = { gravityScale: 0, angularVelocity: [1, 2, 3], linearVelocity: [1, 0, 0] };

describe.each(Object.entries(places))('where a scale mirrors %s', (_, [around, own, inside]) => {
  it('meshes and hulls collide as they are drawn, at first and when the body has turned', async () => {
    const ref = createRef<Body>();
    const { step, renderer } = await renderWorld(
      <group {...around}>
        <Body ref={ref} {...own} {...spin} colliders="hull">
          <group {...inside}>
            <mesh name="mesh" geometry={geometry} />
            <HullCollider points={corners} position={[0, 0, 1]}>
              <group name="hull" />
            </HullCollider>
          </group>
        </Body>
      </group>,
      { interpolate: false },
    );
    const scene = renderer.scene.instance as unknown as Object3D;
    for (const steps of [0, 1, 20]) {
      if (steps > 0) await step(steps);
      expectSame(solid(ref.current!, 0), drawn(mesh(scene)));
      expectSame(solid(ref.current!, 1), drawn(mesh(scene, 'hull')));
    }
  });

  it('triangles keep their outside', async () => {
    const ref = createRef<Body>();
    const { renderer } = await renderWorld(
      <group {...around}>
        <Body ref={ref} {...own} type="static" colliders="trimesh">
          <group {...inside}>
            <TrimeshCollider vertices={corners} indices={faces}>
              <group name="mesh" />
            </TrimeshCollider>
            <mesh geometry={geometry} />
          </group>
        </Body>
      </group>,
    );
    const wanted = drawn(mesh(renderer.scene.instance as unknown as Object3D));
    const centre = wanted.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(4);
    for (const at of [0, 1]) {
      const found = solid(ref.current!, at);
      expectSame(found, wanted);
      const { data } = ref.current!.colliders[at]!.geometry!;
      const indices = new Uint32Array(data.buffer, data.byteOffset + 48, 12);
      for (let i = 0; i < 12; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => found[indices[i + k]!]!) as [Vector3, Vector3, Vector3];
        const normal = b.clone().sub(a).cross(c.clone().sub(a));
        expect(normal.dot(a.clone().sub(centre))).toBeGreaterThan(0);
      }
    }
  });

  it('instances collide as they are drawn', async () => {
    const ref = createRef<readonly Body[]>();
    const { step, renderer } = await renderWorld(
      <group {...around}>
        <InstancedBodies ref={ref} instances={[{ key: 1, ...own }]} {...(spin as object)} colliders="hull">
          <group {...inside}>
            <instancedMesh name="mesh" args={[geometry, undefined, 1]} />
          </group>
        </InstancedBodies>
      </group>,
      { interpolate: false },
    );
    const scene = renderer.scene.instance as unknown as Object3D;
    for (const steps of [1, 20]) {
      await step(steps);
      const toWorld = mesh(scene).clone();
      const { array } = (scene.getObjectByName('mesh') as never as { instanceMatrix: { array: number[] } })
        .instanceMatrix;
      expectSame(solid(ref.current![0]!), drawn(toWorld.multiply(new Matrix4().fromArray(array))));
    }
  });
});

it('mirrors the ground of a height field, and its holes', async () => {
  const ref = createRef<Body>();
  const field = { rows: 2, columns: 3, heights: [0, 1, 2, 3, 4, 5], holes: [1, 0] };
  const { world, step } = await renderWorld(
    <Body ref={ref} type="static" scale={[-1, 1, 1]} colliders={false}>
      <HeightfieldCollider {...field} />
    </Body>,
  );
  await step(1);
  const heightAt = async (x: number) => {
    const hit = await world.castRay({ origin: [x, 10, -0.4999], direction: [0, -1, 0] });
    return hit && +hit.point[1].toFixed(2);
  };
  expect([await heightAt(-0.9), await heightAt(-0.1), await heightAt(0.9)]).toEqual([1.9, 1.1, null]);
});
