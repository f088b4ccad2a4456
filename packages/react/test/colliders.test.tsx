import { createRef, Suspense, use } from 'react';
import {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  type InstancedMesh,
  Matrix4,
  SphereGeometry,
  Vector3,
} from 'three';
import { describe, expect, it, vi } from 'vitest';
import {
  Body,
  BoxCollider,
  CapsuleCollider,
  HeightfieldCollider,
  MeshCollider,
  SphereCollider,
  TrimeshCollider,
  type BoxColliderProps,
} from '@atoll/react';
import { renderWorld, settle } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry args={[1, 2, 3]} />
  </mesh>
);

type Turn = Pick<BoxColliderProps, 'rotation' | 'quaternion'>;

describe('colliders of a Body', () => {
  async function collidersOf(children: React.ReactNode, parent?: (body: React.ReactNode) => React.ReactNode) {
    const ref = createRef<Body>();
    const body = (
      <Body ref={ref} position={[1, 2, 3]}>
        {children}
      </Body>
    );
    await renderWorld(parent ? parent(body) : body);
    return ref.current!;
  }

  it('are made of box, sphere and capsule geometries', async () => {
    const { colliders } = await collidersOf(
      <>
        {box}
        <mesh position={[0, 3, 0]}>
          <sphereGeometry args={[0.7]} />
        </mesh>
        <mesh rotation={[0, 0, Math.PI / 2]}>
          <capsuleGeometry args={[0.25, 2]} />
        </mesh>
      </>,
    );
    expect(colliders).toMatchObject([
      { shape: 'box', size: [0.5, 1, 1.5] },
      { shape: 'sphere', position: [0, 3, 0] },
      { shape: 'capsule', position: [0, 0, 0] },
    ]);
    expect(colliders[1]!.size[0]).toBeCloseTo(0.7, 6);
    expect(colliders[2]!.size[0]).toBeCloseTo(0.25, 6);
    expect(colliders[2]!.size[1]).toBeCloseTo(1, 6);
    expect(colliders[2]!.rotation[2]).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it('are made of cylinder and cone geometries that are whole', async () => {
    const { colliders } = await collidersOf(
      <>
        <mesh>
          <cylinderGeometry args={[1, 1, 4]} />
        </mesh>
        <mesh scale={[2, 3, 2]}>
          <coneGeometry args={[1, 4]} />
        </mesh>
        <mesh>
          <cylinderGeometry args={[0.5, 1, 4]} />
        </mesh>
      </>,
    );
    expect(colliders.map(({ shape }) => shape)).toEqual(['cylinder', 'cone', 'box']);
    expect(colliders[0]!.size.slice(0, 2)).toEqual([1, 2]);
    expect(colliders[1]!.size.slice(0, 2)).toEqual([2, 6]);
  });

  it('are of what was baked into a geometry', async () => {
    const ref = createRef<Body>();
    await renderWorld(
      <Body ref={ref}>
        <mesh geometry={new SphereGeometry(1).scale(3, 3, 3)} />
        <mesh geometry={new SphereGeometry(1).scale(0.5, 1, 1)} />
        <mesh geometry={new SphereGeometry(1, 3, 2).translate(0, 5, 0)} />
        <mesh geometry={new CapsuleGeometry(1, 2, 4, 7)} />
        <mesh geometry={new CapsuleGeometry(1, 2).scale(1, 2, 1)} />
        <mesh geometry={new CylinderGeometry(1, 1, 4, 3)} />
        <mesh geometry={new ConeGeometry(1, 4, 32).rotateX(Math.PI / 2)} />
      </Body>,
    );
    const sizes = ref.current!.colliders.map(({ shape, size }) => [
      shape,
      ...size.map((half) => +half.toFixed(2)).filter((half) => half > 0),
    ]);
    expect(sizes).toEqual([
      ['box', 3, 3, 3],
      ['box', 0.5, 1, 1],
      ['sphere', 1],
      ['capsule', 1, 1],
      ['box', 1, 4, 1],
      ['cylinder', 1, 2],
      ['box', 1, 1, 2],
    ]);
  });

  it('are hulls of meshes, in the space of the body', async () => {
    const ref = createRef<Body>();
    await renderWorld(
      <Body ref={ref} colliders="hull" density={1000}>
        <mesh position={[0, 5, 0]} scale={[1, 2, -3]}>
          <boxGeometry args={[1, 1, 1, 3, 3, 3]} />
        </mesh>
      </Body>,
    );
    const { colliders, mass, centerOfMass } = ref.current!;
    expect(colliders.map(({ shape }) => shape)).toEqual(['hull']);
    expect(mass).toBeCloseTo(6000, 0);
    expect(centerOfMass[1]).toBeCloseTo(5, 4);
  });

  it.each(['indexed', 'not indexed'])('are made of geometries that are %s, however deep they are', async (kind) => {
    const ref = createRef<Body>();
    const geometry = new BoxGeometry(1, 2, 1);
    const { world } = await renderWorld(
      <Body ref={ref} colliders="hull" density={1000}>
        <group rotation={[0, 0, Math.PI / 2]} position={[3, 0, 0]}>
          <group scale={2}>
            <mesh geometry={kind === 'indexed' ? geometry : geometry.toNonIndexed()} />
          </group>
        </group>
      </Body>,
    );
    expect(ref.current!.mass).toBeCloseTo(16_000, 0);
    expect(ref.current!.centerOfMass[0]).toBeCloseTo(3, 4);
    await world.step(1);
    // It lies on its side: 4 m along x, 2 m up.
    const [x, y] = [[-1, 0, 0] as const, [0, -1, 0] as const].map(
      (direction) => world.castRaySync({ origin: [9, 0, 0], direction, maxDistance: 20 })?.point[0],
    );
    expect([x, y]).toEqual([expect.closeTo(5, 3), undefined]);
    expect(world.castRaySync({ origin: [3, 9, 0], direction: [0, -1, 0], maxDistance: 20 })!.point[1]).toBeCloseTo(
      1,
      2,
    );
  });

  it('are one for each instance of an instanced mesh', async () => {
    const place = (mesh: InstancedMesh | null) => {
      mesh?.setMatrixAt(0, new Matrix4().makeTranslation(1, 0, 0));
      mesh?.setMatrixAt(1, new Matrix4().makeTranslation(-1, 0, 0).scale(new Vector3(2, 2, 2)));
    };
    const { colliders } = await collidersOf(
      <instancedMesh ref={place} args={[undefined, undefined, 2]} position={[0, 1, 0]}>
        <boxGeometry />
      </instancedMesh>,
    );
    expect(colliders.map(({ size, position }) => [size[0], ...position])).toEqual([
      [0.5, 1, 1, 0],
      [1, -1, 1, 0],
    ]);
  });

  it('leave out what is not visible, unless asked', async () => {
    const tree = (includeInvisible?: boolean) => (
      <Body key={String(includeInvisible)} ref={ref} includeInvisible={includeInvisible}>
        <group visible={false}>{box}</group>
        <mesh visible={false}>
          <sphereGeometry />
        </mesh>
        <mesh>
          <capsuleGeometry />
        </mesh>
      </Body>
    );
    const ref = createRef<Body>();
    const { update } = await renderWorld(tree());
    expect(ref.current!.colliders.map(({ shape }) => shape)).toEqual(['capsule']);
    await update(tree(true));
    expect(ref.current!.colliders.map(({ shape }) => shape)).toEqual(['box', 'sphere', 'capsule']);
  });

  it('are bounding boxes of other geometries', async () => {
    const { colliders } = await collidersOf(
      <mesh>
        <torusGeometry args={[2, 0.5, 32, 64]} />
      </mesh>,
    );
    expect(colliders).toHaveLength(1);
    expect(colliders[0]!.shape).toBe('box');
    expect(colliders[0]!.size[0]).toBeCloseTo(2.5, 5);
    expect(colliders[0]!.size[2]).toBeCloseTo(0.5, 5);
  });

  it('honour nested transforms, and uniform scale of parents', async () => {
    const body = await collidersOf(
      <group position={[1, 0, 0]} rotation={[0, 0, Math.PI / 2]} scale={2}>
        <mesh position={[0, 1, 0]}>
          <sphereGeometry args={[0.5]} />
        </mesh>
        <BoxCollider position={[1, 0, 0]} halfExtents={[1, 2, 3]} />
      </group>,
      (inside) => (
        <group position={[0, 10, 0]} rotation={[0, 1, 0]} scale={3}>
          {inside}
        </group>
      ),
    );
    const [sphere, boxy] = body.colliders;
    expect(sphere!.size[0]).toBeCloseTo(0.5 * 6, 5);
    // The parent's scale counts for places inside the body too: (1 - 2, 0) times 3.
    expect(sphere!.position[0]).toBeCloseTo(-3, 5);
    expect(boxy!.size.map((half) => +half.toFixed(4))).toEqual([6, 12, 18]);
    expect(boxy!.position[1]).toBeCloseTo(6, 5);
    expect(body.position[1]).toBeCloseTo(10 + 3 * 2, 5);
    expect(body.rotation[1]).toBeCloseTo(Math.sin(0.5), 5);
  });

  it('take a scale of each axis for boxes', async () => {
    const { colliders } = await collidersOf(
      <mesh scale={[2, 3, 4]}>
        <boxGeometry />
      </mesh>,
    );
    expect(colliders[0]!.size.map((half) => +half.toFixed(5))).toEqual([1, 1.5, 2]);
  });

  it.each([
    [
      'SphereCollider',
      <SphereCollider radius={1} scale={[1, 2, 1]} />,
      /SphereCollider: expected a uniform scale, got \[1, 2, 1\]/,
    ],
    [
      'a sphere mesh',
      <mesh scale={[1, 2, 1]}>
        <sphereGeometry />
      </mesh>,
      /SphereGeometry: expected a uniform scale/,
    ],
    [
      'CapsuleCollider',
      <group scale={[2, 1, 2]}>
        <CapsuleCollider radius={1} halfHeight={1} />
      </group>,
      /CapsuleCollider: expected a uniform scale/,
    ],
    [
      'a sheared box',
      <group scale={[3, 1, 1]}>
        <mesh rotation={[0, 0, 0.7]}>
          <boxGeometry />
        </mesh>
      </group>,
      /shear/,
    ],
  ])('refuse a scale that %s cannot take', async (_, children, message) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(renderWorld(<Body>{children}</Body>)).rejects.toThrow(message);
    quiet.mockRestore();
  });

  it('are the triangles of a mesh, in the space of the body, with their outside out', async () => {
    const ref = createRef<Body>();
    const { step, world } = await renderWorld(
      <>
        <Body ref={ref} type="static" colliders="trimesh" friction={0.3} density={5} rotation={[0, 1, 0]}>
          <group position={[0, -1, 0]} scale={[-2, 1, 1]}>
            <mesh rotation={[-Math.PI / 2, 0, 0]}>
              <planeGeometry args={[4, 4]} />
            </mesh>
          </group>
        </Body>
        <Body position={[2, 1, 0]}>
          <mesh>
            <sphereGeometry args={[0.5]} />
          </mesh>
        </Body>
      </>,
    );
    expect(ref.current!.colliders).toMatchObject([{ shape: 'trimesh', friction: 0.3 }]);
    await step(90);
    const ball = [...world.bodies].find(({ type }) => type === 'dynamic')!;
    expect(ball.position[1]).toBeCloseTo(-0.5, 1);
  });

  it('of triangles stay what they are at each render', async () => {
    const ref = createRef<Body>();
    const tree = (friction: number) => (
      <>
        <Body ref={ref} type="static" colliders={false} friction={friction}>
          <MeshCollider>
            <mesh>
              <torusGeometry />
            </mesh>
          </MeshCollider>
          <TrimeshCollider vertices={[0, 0, 0, 1, 0, 0, 0, 0, -1]} indices={[0, 1, 2]} />
          <HeightfieldCollider rows={2} columns={3} heights={[0, 0, 0, 1, 1, 1]} holes={[false, true]} />
        </Body>
      </>
    );
    const { update } = await renderWorld(tree(0.1));
    expect(ref.current!.colliders.map(({ shape }) => shape)).toEqual(['trimesh', 'trimesh', 'heightfield']);
    const told = vi.spyOn(ref.current!, 'update');
    await update(tree(0.1));
    expect(told).not.toHaveBeenCalled();
    await update(tree(0.2));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('of a height field lie where its samples are', async () => {
    const { step, world } = await renderWorld(
      <>
        <Body type="static" colliders={false} position={[0, 2, 0]}>
          <HeightfieldCollider rows={2} columns={2} heights={[1, 1, 1, 1]} scale={[20, 3, 20]} />
        </Body>
        <Body position={[4, 6.5, -4]}>
          <mesh>
            <sphereGeometry args={[0.5]} />
          </mesh>
        </Body>
      </>,
    );
    await step(90);
    const ball = [...world.bodies].find(({ type }) => type === 'dynamic')!;
    expect(ball.position[1]).toBeCloseTo(5.5, 1);
  });

  it('come from World where Body does not say, and false makes none', async () => {
    const a = createRef<Body>();
    const b = createRef<Body>();
    await renderWorld(
      [
        <Body key="a" ref={a}>
          {box}
        </Body>,
        <Body key="b" ref={b} colliders={false}>
          {box}
          <SphereCollider radius={2} />
        </Body>,
      ],
      { colliders: 'sphere' },
    );
    expect(a.current!.colliders).toMatchObject([{ shape: 'sphere' }]);
    expect(b.current!.colliders).toMatchObject([{ shape: 'sphere', size: [2, 0, 0] }]);
  });

  it('change with the collider component alone, and the body stays', async () => {
    const ref = createRef<Body>();
    const at = (radius: number, more = false) => (
      <Body ref={ref} colliders={false} restitution={0.5}>
        <SphereCollider radius={radius} friction={0.1} />
        {more && <BoxCollider halfExtents={[1, 1, 1]} />}
      </Body>
    );
    const { update } = await renderWorld(at(1));
    const body = ref.current;
    await update(at(2));
    expect(body!.colliders).toMatchObject([{ size: [2, 0, 0], friction: 0.1, restitution: 0.5 }]);
    await update(at(2, true));
    expect(body!.colliders.map(({ shape }) => shape)).toEqual(['sphere', 'box']);
    await update(at(2));
    expect(body!.colliders).toHaveLength(1);
    expect(ref.current).toBe(body);
  });

  it.each<[string, Turn, Turn]>([
    ['quaternion to rotation', { quaternion: [1, 0, 0, 0] }, { rotation: [0, 0, 0.7] }],
    ['rotation to quaternion', { rotation: [1, 0, 0] }, { quaternion: [0, 0, Math.sin(0.35), Math.cos(0.35)] }],
  ])('keep their rotation when it changes from %s', async (_, before, after) => {
    const ref = createRef<Body>();
    const at = (turn: Turn) => (
      <Body ref={ref} colliders={false}>
        <BoxCollider halfExtents={[1, 2, 3]} {...turn} />
      </Body>
    );
    const { update } = await renderWorld(at(before));
    await update(at(after));
    const { rotation } = ref.current!.colliders[0]!;
    expect(rotation[0]).toBeCloseTo(0, 6);
    expect(rotation[2]).toBeCloseTo(Math.sin(0.35), 6);
    expect(rotation[3]).toBeCloseTo(Math.cos(0.35), 6);
  });

  it('stay what they are when a body turned under an uneven scale renders again', async () => {
    const ref = createRef<Body>();
    const at = (name: string) => (
      <group scale={[1, 2, 1]}>
        <Body ref={ref} name={name} gravityScale={0} angularVelocity={[0, 0, 0.5]}>
          {box}
        </Body>
      </group>
    );
    const { errors, step, update } = await renderWorld(at('a'));
    const { size } = ref.current!.colliders[0]!;
    expect(size).toEqual([0.5, 2, 1.5]);
    await step(60);
    expect(ref.current!.rotation[2]).toBeGreaterThan(0.2);
    const told = vi.spyOn(ref.current!, 'update');
    await update(at('b'));
    expect([errors, told.mock.calls]).toEqual([[], []]);
    expect(ref.current!.colliders[0]!.size).toEqual(size);
  });

  it('come from meshes that arrive later', async () => {
    const ref = createRef<Body>();
    let release = () => {};
    const gate = new Promise<void>((done) => (release = done));
    const Model = () => (use(gate), box);
    const { step } = await renderWorld(
      <Body ref={ref}>
        <Suspense fallback={null}>
          <group>
            <Model />
          </group>
        </Suspense>
      </Body>,
    );
    const body = ref.current!;
    expect(body.colliders).toHaveLength(0);
    release();
    await settle();
    await step(1);
    expect(ref.current).toBe(body);
    expect(body.colliders).toMatchObject([{ shape: 'box', size: [0.5, 1, 1.5] }]);
  });

  it('leave out what belongs to a body inside the body', async () => {
    const inner = createRef<Body>();
    const outer = await collidersOf(
      <>
        {box}
        <Body ref={inner} position={[0, 5, 0]}>
          <mesh>
            <sphereGeometry />
          </mesh>
        </Body>
      </>,
    );
    expect(outer.colliders.map(({ shape }) => shape)).toEqual(['box']);
    expect(inner.current!.colliders.map(({ shape }) => shape)).toEqual(['sphere']);
    expect(inner.current!.position[1]).toBeCloseTo(7, 5);
  });
});
