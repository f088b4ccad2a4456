import { createRef, useState, act, type ReactNode } from 'react';
import { Color, Euler, Matrix4, Quaternion, Raycaster, Vector3, type InstancedMesh } from 'three';
import { describe, expect, it, vi } from 'vitest';
import {
  Body,
  bodyOf,
  objectOf,
  BoxCollider,
  InstancedBodies,
  SphereCollider,
  useBody,
  type InstancedBodiesProps,
  type InstanceProps,
} from '@atoll/react';
import { renderWorld, settle } from './support/render.js';

const mesh = createRef<InstancedMesh>();
type Bodies = readonly Body[];

const row = (count: number, from = 0): InstanceProps[] =>
  Array.from({ length: count }, (_, i) => ({ key: from + i, position: [(from + i) * 3, 10, 0] }));

const crates = (instances: InstanceProps[], props: Partial<InstancedBodiesProps> = {}, room = 8): ReactNode => (
  <InstancedBodies instances={instances} {...props}>
    <instancedMesh ref={mesh} args={[undefined, undefined, room]}>
      <boxGeometry args={[1, 2, 3]} />
    </instancedMesh>
    {props.children}
  </InstancedBodies>
);

const matrixOf = (place: number) => {
  const matrix = new Matrix4();
  mesh.current!.getMatrixAt(place, matrix);
  const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  matrix.decompose(position, rotation, scale);
  return { position, rotation, scale };
};

describe('InstancedBodies', () => {
  it('draws each body with its instance', async () => {
    const ref = createRef<Bodies>();
    const { step, world } = await renderWorld(
      crates(
        [
          { key: 'a', position: [1, 2, 3] },
          { key: 'b', position: [5, 2, 3], rotation: [0, 1, 0], scale: [1, 2, 1], gravityScale: 0 },
          { key: 'c', position: [9, 2, 3], angularVelocity: [0, 3, 0] },
        ],
        { ref },
      ),
    );
    expect(world.bodyCount).toBe(3);
    await step(20);
    expect(mesh.current!.count).toBe(3);
    expect(ref.current).toHaveLength(3);
    ref.current!.forEach((body, i) => {
      const { position, rotation } = matrixOf(i);
      body.position.forEach((value, axis) => expect(position.getComponent(axis)).toBeCloseTo(value, 5));
      expect(Math.abs(rotation.dot(new Quaternion(...body.rotation)))).toBeCloseTo(1, 5);
    });
    expect(ref.current![0]!.position[1]).toBeLessThan(1.9);
    expect(ref.current![1]!.position[1]).toBeCloseTo(2, 5);
    expect(matrixOf(1).scale.y).toBeCloseTo(2, 5);
    expect(ref.current![2]!.rotation[1]).toBeGreaterThan(0.3);
    expect(ref.current!.map(({ colliders }) => colliders[0]!.size[1])).toEqual([1, 2, 1]);
  });

  it('keeps the body of each key while others are added, removed and moved', async () => {
    const ref = createRef<Bodies>();
    const { step, update, world } = await renderWorld(crates(row(4), { ref }));
    await step(30);
    const [a, b, c, d] = ref.current!;
    const velocity = c!.linearVelocity[1];
    expect(velocity).toBeLessThan(-4);
    const all = row(4);
    await update(crates([all[3]!, { key: 'new', position: [0, 50, 0] }, all[2]!, all[0]!], { ref }));
    expect(ref.current).toHaveLength(4);
    expect([ref.current![0], ref.current![2], ref.current![3]]).toEqual([d, c, a]);
    expect(b!.isValid).toBe(false);
    expect(world.bodyCount).toBe(4);
    expect(c!.linearVelocity[1]).toBe(velocity);
    await step(1);
    ref.current!.forEach((body, i) => expect(matrixOf(i).position.y).toBeCloseTo(body.position[1], 5));
    expect(matrixOf(1).position.y).toBeGreaterThan(49);
  });

  it('grows the mesh when there are more bodies than it has room for, and keeps its colours', async () => {
    const { update, step } = await renderWorld(crates(row(2), {}, 2));
    mesh.current!.setColorAt(0, new Color(1, 0, 0));
    mesh.current!.setColorAt(1, new Color(0, 1, 0));
    await update(crates(row(5), {}, 2));
    await step(1);
    expect(mesh.current!.count).toBe(5);
    expect(mesh.current!.instanceMatrix.count).toBeGreaterThanOrEqual(5);
    expect(matrixOf(4).position.x).toBeCloseTo(12, 5);
    const colour = new Color();
    mesh.current!.getColorAt(1, colour);
    expect(colour.toArray()).toEqual([0, 1, 0]);
    mesh.current!.getColorAt(4, colour);
    expect(colour.toArray()).toEqual([1, 1, 1]);
    await update(crates([], {}, 2));
    expect(mesh.current!.count).toBe(0);
  });

  it('changes in place, and takes what is equal by value for no change', async () => {
    const ref = createRef<Bodies>();
    const make = (gravityScale: number, own: Partial<InstanceProps> = {}) =>
      crates(
        [
          { key: 1, position: [0, 10, 0], ...own },
          { key: 2, position: [5, 10, 0] },
        ],
        { ref, gravityScale },
      );
    const { update, step } = await renderWorld(make(1));
    const bodies = ref.current!;
    await step(10);
    const told = bodies.map((body) => vi.spyOn(body, 'update'));
    await update(make(1));
    expect(ref.current).toBe(bodies);
    expect(told.map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
    const velocity = bodies[1]!.linearVelocity[1];
    await update(make(0));
    expect(told.map((spy) => spy.mock.calls)).toEqual([[[{ gravityScale: 0 }]], [[{ gravityScale: 0 }]]]);
    await step(1);
    expect(bodies[1]!.linearVelocity[1]).toBeCloseTo(velocity, 5);
    await update(make(0, { friction: 0.1, position: [0, 3, 0] }));
    expect(told.map((spy) => spy.mock.calls.length)).toEqual([2, 1]);
    await step(1);
    expect(bodies[0]!.colliders[0]!.friction).toBe(0.1);
    expect(bodies[0]!.position[1]).toBeCloseTo(3, 1);
    await update(make(0, { scale: 2 }));
    expect(bodies[0]!.colliders[0]!.size).toEqual([1, 2, 3]);
    expect(bodies[1]!.colliders[0]!.size).toEqual([0.5, 1, 1.5]);
  });

  it('turns each instance in its own order of axes, whatever the one before it says', async () => {
    const ref = createRef<Bodies>();
    const angles = [0.5, 0.6, 0.7] as const;
    await renderWorld(
      crates(
        [
          { key: 1, rotation: [...angles, 'ZYX'] },
          { key: 2, position: [5, 0, 0], rotation: angles },
        ],
        { ref, gravityScale: 0 },
      ),
    );
    for (const [i, order] of (['ZYX', 'XYZ'] as const).entries()) {
      const { x } = new Quaternion().setFromEuler(new Euler(...angles, order));
      expect(ref.current![i]!.rotation[0]).toBeCloseTo(x, 5);
    }
  });

  it('says in events which instance they are about, by the place that it has then', async () => {
    const heard: unknown[] = [];
    const handlers: Partial<InstancedBodiesProps> = {
      onCollisionEnter: ({ index, key, target, other }) =>
        heard.push(['enter', index, key, target.userData, other.userData]),
      onSleep: ({ index, key }) => heard.push(['sleep', index, key]),
    };
    const scene = (instances: InstanceProps[]) => (
      <>
        <Body type="static" userData="ground">
          <BoxCollider halfExtents={[50, 0.5, 50]} />
        </Body>
        {crates(instances, { ...handlers, userData: 'crate' })}
      </>
    );
    const a: InstanceProps = { key: 'a', position: [0, 1.6, 0] };
    const b: InstanceProps = { key: 'b', position: [9, 3, 0] };
    const { step, update } = await renderWorld(scene([a, b]));
    await step(12);
    expect(heard).toEqual([['enter', 0, 'a', 'crate', 'ground']]);
    await update(scene([b, a]));
    await step(120);
    expect(heard[1]).toEqual(['enter', 0, 'b', 'crate', 'ground']);
    expect(heard.slice(2)).toContainEqual(['sleep', 1, 'a']);
  });

  it('honours where it stands, and where its mesh does', async () => {
    const ref = createRef<Bodies>();
    const { step } = await renderWorld(
      <group position={[10, 0, 0]} rotation={[0, Math.PI / 2, 0]} scale={2}>
        <InstancedBodies
          ref={ref}
          instances={[{ key: 1, position: [0, 0, 1] }]}
          gravityScale={0}
          angularVelocity={[0, 1, 0]}
        >
          <instancedMesh ref={mesh} args={[undefined, undefined, 1]} position={[0, 1, 0]}>
            <boxGeometry args={[1, 1, 1]} />
          </instancedMesh>
        </InstancedBodies>
      </group>,
    );
    const [body] = ref.current!;
    expect(body!.position.map((value) => +value.toFixed(4))).toEqual([12, 0, 0]);
    expect(body!.colliders[0]).toMatchObject({ size: [1, 1, 1], position: [0, 2, 0] });
    await step(30);
    const matrix = new Matrix4();
    mesh.current!.getMatrixAt(0, matrix);
    mesh.current!.updateWorldMatrix(true, false);
    matrix.premultiply(mesh.current!.matrixWorld);
    const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
    matrix.decompose(position, rotation, scale);
    const [x, y, z] = body!.position;
    // The mesh stands 1 above the body, in a parent that is scaled by 2.
    [x, y + 2, z].forEach((value, axis) => expect(position.getComponent(axis)).toBeCloseTo(value, 4));
    expect(Math.abs(rotation.dot(new Quaternion(...body!.rotation)))).toBeCloseTo(1, 4);
    scale.toArray().forEach((factor) => expect(factor).toBeCloseTo(2, 4));
  });

  it('gives each body the collider components inside it', async () => {
    const ref = createRef<Bodies>();
    await renderWorld(
      crates([{ key: 1 }, { key: 2, scale: 3 }], {
        ref,
        colliders: false,
        children: <SphereCollider radius={0.5} position={[0, 1, 0]} />,
      }),
    );
    expect(
      ref.current!.map(({ colliders }) => [colliders.length, colliders[0]!.size[0], colliders[0]!.position[1]]),
    ).toEqual([
      [1, 0.5, 1],
      [1, 1.5, 3],
    ]);
  });

  it('finds the body behind an instance that a ray hits, wherever it has moved', async () => {
    const ref = createRef<Bodies>();
    const { step } = await renderWorld(crates([{ key: 1 }, { key: 2, position: [5, 0, 0] }], { ref }));
    await step(60);
    const ray = new Raycaster(new Vector3(5, ref.current![1]!.position[1], 50), new Vector3(0, 0, -1));
    const [hit] = ray.intersectObject(mesh.current!);
    expect(bodyOf(hit!.object, hit!.instanceId)).toBe(ref.current![1]);
    expect(objectOf(ref.current![1]!)).toBe(mesh.current!.parent);
  });

  it('comes and goes with state, and leaves no body behind', async () => {
    let show!: (count: number) => void;
    const Some = () => {
      const [count, setCount] = useState(0);
      show = setCount;
      return count > 0 && crates(row(count));
    };
    const { world } = await renderWorld(<Some />);
    for (const count of [3, 0, 7, 2]) {
      await act(async () => show(count));
      await settle();
      expect(world.bodyCount).toBe(count);
    }
  });

  it('refuses two instances with one key, to the error boundary', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(renderWorld(crates([{ key: 1 }, { key: 1 }]))).rejects.toThrow(/different keys, got '1' twice/);
    errors.mockRestore();
  });

  it('has no nearest body: there are many', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const Lost = () => (useBody(), null);
    await expect(renderWorld(crates([{ key: 1 }], { children: <Lost /> }))).rejects.toThrow('inside <Body>');
    errors.mockRestore();
  });
});
