import type { TransportKind } from '@atoll/engine';
import { createRef, type ReactNode } from 'react';
import { type InstancedMesh, type LineSegments, Matrix4, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import {
  Attractor,
  Body,
  bodyOf,
  objectOf,
  interactionGroups,
  BoxCollider,
  CapsuleCollider,
  ConeCollider,
  CylinderCollider,
  Debug,
  type DebugProps,
  DistanceJoint,
  Explosion,
  type ExplosionHandle,
  FixedJoint,
  GenericJoint,
  HeightfieldCollider,
  HullCollider,
  InstancedBodies,
  Joint,
  MeshCollider,
  MotorJoint,
  PrismaticJoint,
  RevoluteJoint,
  RopeJoint,
  SphereCollider,
  SphericalJoint,
  SpringJoint,
  TrimeshCollider,
  WheelJoint,
} from '@atoll/react';
import { show } from './show.js';

export const box = (
  <mesh>
    <boxGeometry />
  </mesh>
);
export const ground = (
  <Body key="ground" type="static" userData="ground" position={[0, -0.5, 0]} colliders={false}>
    <BoxCollider halfExtents={[50, 0.5, 50]} />
  </Body>
);

const corners = [-1, -1, -1, 1, -1, -1, 0, 1, 0, 0, -1, 1];
const floor = { vertices: [-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5], indices: [0, 2, 1, 0, 3, 2] };

/** Components by what a ball that falls from 3 m onto them comes to rest on. */
const colliders: Record<string, [collider: ReactNode, top: number]> = {
  BoxCollider: [<BoxCollider key="c" halfExtents={[2, 0.5, 2]} />, 0.5],
  SphereCollider: [<SphereCollider key="c" radius={1} />, 1],
  CapsuleCollider: [<CapsuleCollider key="c" halfHeight={0.5} radius={0.5} />, 1],
  CylinderCollider: [<CylinderCollider key="c" halfHeight={0.5} radius={1} />, 0.5],
  ConeCollider: [<ConeCollider key="c" halfHeight={0.5} radius={2} rotation={[Math.PI, 0, 0]} />, 0.5],
  HullCollider: [<HullCollider key="c" points={corners} rotation={[Math.PI, 0, 0]} />, 1],
  TrimeshCollider: [<TrimeshCollider key="c" {...floor} />, 0],
  HeightfieldCollider: [<HeightfieldCollider key="c" rows={3} columns={3} heights={new Float32Array(9)} />, 0],
  MeshCollider: [
    <MeshCollider key="c" type="trimesh">
      {box}
    </MeshCollider>,
    0.5,
  ],
};

/** Components of joints, and a free fall of the body that they hold at [1, 0, 0]. */
const joints: Record<string, (b: { current: Body | null }) => ReactNode> = {
  FixedJoint: (b) => <FixedJoint key="j" b={b} />,
  SphericalJoint: (b) => <SphericalJoint key="j" b={b} anchor={[0, 0, 0]} />,
  RevoluteJoint: (b) => <RevoluteJoint key="j" b={b} anchor={[0, 0, 0]} axis={[0, 0, 1]} />,
  PrismaticJoint: (b) => <PrismaticJoint key="j" b={b} axis={[1, 0, 0]} />,
  DistanceJoint: (b) => <DistanceJoint key="j" b={b} anchorA={[0, 0, 0]} />,
  RopeJoint: (b) => <RopeJoint key="j" b={b} anchorA={[0, 0, 0]} length={1} />,
  SpringJoint: (b) => <SpringJoint key="j" b={b} anchorA={[1, 1, 0]} spring={{ hertz: 5, dampingRatio: 1 }} />,
  WheelJoint: (b) => <WheelJoint key="j" b={b} anchor={[1, 0, 0]} spring={{ hertz: 5, dampingRatio: 1 }} />,
  MotorJoint: (b) => <MotorJoint key="j" b={b} target={{ position: [1, 0, 0] }} />,
  GenericJoint: (b) => <GenericJoint key="j" b={b} anchor={[0, 0, 0]} angular={['free', 'free', 'free']} />,
  Joint: (b) => <Joint key="j" type="spherical" b={b} anchor={[0, 0, 0]} />,
};

/** Every component, in a canvas that the testing library renders, on one transport. */
export function describeComponents(transport: TransportKind): void {
  describe(`components on the ${transport} transport`, () => {
    it('World runs on it, and tells its events', async () => {
      const onContactBegin = vi.fn();
      const { world, step } = await show(
        transport,
        [
          ground,
          <Body key="b" position={[0, 0.6, 0]}>
            {box}
          </Body>,
        ],
        { onContactBegin, gravity: [0, -5, 0] },
      );
      expect(world.transport).toBe(transport);
      expect(world.gravity).toEqual([0, -5, 0]);
      await step(60);
      expect(onContactBegin).toHaveBeenCalledTimes(1);
    });

    it('Body falls, is drawn where it is, keeps itself when a prop changes, and goes', async () => {
      const ref = createRef<Body>();
      const body = (damping: number) => (
        <Body key="b" ref={ref} name="b" position={[1, 5, 0]} linearDamping={damping}>
          {box}
        </Body>
      );
      const { step, state, update, world } = await show(transport, [body(0)]);
      await step(30);
      const first = ref.current!;
      // g·t·(t + h)/2, with four substeps a step.
      expect(first.position[1]).toBeCloseTo(5 - (9.81 * 0.5 * (0.5 + 1 / 240)) / 2, 3);
      const group = state.scene.getObjectByName('b')!;
      expect(group.position.distanceTo(new Vector3(...first.position))).toBeLessThan(1e-5);
      expect(bodyOf(group.children[0]!)).toBe(first);
      expect(objectOf(first)).toBe(group);
      const speed = first.linearVelocity[1];
      await update([body(3)]);
      await step(1);
      expect(ref.current).toBe(first);
      expect(first.linearVelocity[1]).toBeCloseTo((speed - 9.81 / 60) * Math.exp(-3 / 60), 1);
      await update([]);
      await step(1);
      expect(world.bodyCount).toBe(0);
      expect(ref.current).toBeNull();
    });

    it('interactionGroups say in numbers who meets whom', async () => {
      const refs = [createRef<Body>(), createRef<Body>(), createRef<Body>()];
      const groups = [interactionGroups([1, 31], 0), interactionGroups(2, [0, 1]), interactionGroups(1)];
      expect(groups[0]).toEqual({ memberships: 0x80000002, filter: 1 });
      const { step } = await show(transport, [
        <Body key="ground" type="static" position={[0, -0.5, 0]} colliders={false} groups={interactionGroups(0, 1)}>
          <BoxCollider halfExtents={[50, 0.5, 50]} />
        </Body>,
        ...refs.map((ref, i) => (
          <Body key={i} ref={ref} position={[3 * i, 0.5, 0]} groups={groups[i]}>
            {box}
          </Body>
        )),
      ]);
      await step(30);
      // The ground meets group 1 alone, of those that meet it.
      expect(refs.map(({ current }) => current!.position[1] > 0.4)).toEqual([true, false, true]);
    });

    it.each(Object.keys(colliders))('%s carries what falls on it', async (name) => {
      const [collider, top] = colliders[name]!;
      const ball = createRef<Body>();
      const { step } = await show(transport, [
        <Body key="base" type="static" colliders={false}>
          {collider}
        </Body>,
        <Body
          key="ball"
          ref={ball}
          position={[0, top + 0.35, 0]}
          colliders={false}
          lockTranslations={[true, false, true]}
        >
          <SphereCollider radius={0.25} />
        </Body>,
      ]);
      await step(60);
      expect(ball.current!.position[1]).toBeCloseTo(top + 0.25, 1.5);
    });

    it.each(Object.keys(joints))('%s holds a body', async (name) => {
      const ref = createRef<Body>();
      const { step, world } = await show(transport, [
        <Body key="b" ref={ref} position={[1, 0, 0]}>
          {box}
        </Body>,
        joints[name]!(ref),
      ]);
      await step(30);
      expect(world.stats.jointCount).toBe(1);
      // Falling freely it would be 1.27 m lower.
      expect(ref.current!.position[1]).toBeGreaterThan(-1.05);
    });

    it('InstancedBodies keeps the body of each key while others come, go and change places', async () => {
      const bodies = createRef<readonly Body[]>();
      const tree = (keys: string[]) => (
        <InstancedBodies
          ref={bodies}
          instances={keys.map((key) => ({ key, position: [key.charCodeAt(0) - 97, 5, 0] as const }))}
        >
          <instancedMesh name="many" args={[undefined, undefined, 4]}>
            <boxGeometry args={[0.5, 0.5, 0.5]} />
          </instancedMesh>
        </InstancedBodies>
      );
      const { step, update, state, world } = await show(transport, tree(['a', 'b', 'c']));
      await step(10);
      const [a, b, c] = bodies.current!;
      await update(tree(['c', 'd', 'a']));
      await step(10);
      expect(bodies.current).toEqual([c, expect.anything(), a]);
      expect([b!.isValid, world.bodyCount]).toEqual([false, 3]);
      expect(a!.linearVelocity[1]).toBeCloseTo((-9.81 * 20) / 60, 2);
      const matrix = new Matrix4();
      const mesh = state.scene.getObjectByName('many') as InstancedMesh;
      bodies.current!.forEach((body, i) => {
        mesh.getMatrixAt(i, matrix);
        expect(new Vector3().setFromMatrixPosition(matrix).distanceTo(new Vector3(...body.position))).toBeLessThan(
          1e-5,
        );
      });
    });

    it('InstancedBodies follows any list of keys, and writes into the memory that three uploads', async () => {
      const ref = createRef<readonly Body[]>();
      /** Without the standard library's randomness: the same lists each time. */
      let seed = 7;
      const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
      const lists = Array.from({ length: 25 }, () => {
        const keys = Array.from({ length: 12 }, (_, key) => key).filter(() => random(3) > 0);
        return keys
          .map((key) => [random(1000), key] as const)
          .toSorted(([x], [y]) => x - y)
          .map(([, key]) => key);
      });
      const tree = (keys: readonly number[]) => (
        <InstancedBodies
          ref={ref}
          instances={keys.map((key) => ({ key, position: [3 * key, 50, 0], userData: key }))}
          colliders={false}
        >
          <instancedMesh name="many" args={[undefined, undefined, 12]}>
            <boxGeometry args={[0.5, 0.5, 0.5]} />
          </instancedMesh>
          <SphereCollider radius={0.25} />
        </InstancedBodies>
      );
      const { step, update, state, world } = await show(transport, tree([]));
      const mesh = state.scene.getObjectByName('many') as InstancedMesh;
      const { instanceMatrix } = mesh;
      const memory = instanceMatrix.array;
      /** What each key has: its body, and the step in which it came. */
      let alive = new Map<number, [body: Body, since: number]>();
      for (const keys of lists) {
        await update(tree(keys));
        const bodies = ref.current!;
        expect(bodies.map(({ userData }) => userData)).toEqual(keys);
        for (const [key, [body]] of alive) {
          if (keys.includes(key)) expect(bodies[keys.indexOf(key)]).toBe(body);
          else expect(body.isValid).toBe(false);
        }
        alive = new Map(keys.map((key, i) => [key, alive.get(key) ?? [bodies[i]!, world.stepCount]]));
        await step(1);
        expect([world.bodyCount, mesh.count]).toEqual([keys.length, keys.length]);
        keys.forEach((key, i) => {
          const [body, since] = alive.get(key)!;
          expect(body.linearVelocity[1]).toBeCloseTo((-9.81 * (world.stepCount - since)) / 60, 3);
          const at = [12, 13, 14].map((k) => memory[16 * i + k]);
          at.forEach((value, axis) => expect(value).toBeCloseTo(body.position[axis]!, 4));
        });
      }
      expect([mesh.instanceMatrix, mesh.instanceMatrix.array]).toEqual([instanceMatrix, memory]);
      expect(mesh.instanceMatrix.array === memory && mesh.instanceMatrix === instanceMatrix).toBe(true);
      // Each write is told to three, which uploads it.
      const { version } = instanceMatrix;
      await step(1);
      expect(instanceMatrix.version).toBeGreaterThan(version);
    });

    it.each([
      ['static', {}, -6],
      ['linear', {}, -3],
      ['newtonian', { gravitationalConstant: 1.5 }, -4.5],
    ] as const)('Attractor, %s, pulls', async (type, props, acceleration) => {
      const ref = createRef<Body>();
      const { step } = await show(
        transport,
        [
          <Body key="b" ref={ref} position={[2, 0, 0]} mass={2}>
            {box}
          </Body>,
          <Attractor key="attractor" type={type} strength={12} range={4} {...props} />,
        ],
        { gravity: [0, 0, 0] },
      );
      await step(1);
      expect(ref.current!.linearVelocity[0] * 60).toBeCloseTo(acceleration, 3);
    });

    it('Explosion pushes as it appears, and when it is told to', async () => {
      const ref = createRef<Body>();
      const handle = createRef<ExplosionHandle>();
      const onExplode = vi.fn();
      const { step } = await show(
        transport,
        [
          <Body key="b" ref={ref} position={[0, 1, 0]} mass={2}>
            {box}
          </Body>,
          <Explosion key="first" strength={8} radius={2} onExplode={onExplode} />,
          <Explosion key="second" ref={handle} strength={8} radius={2} falloff="none" auto={false} />,
        ],
        { gravity: [0, 0, 0] },
      );
      await step(1);
      expect(onExplode.mock.calls).toEqual([[[ref.current]]]);
      expect(ref.current!.linearVelocity[1]).toBeCloseTo(2, 4);
      expect(handle.current!.explode()).toEqual([ref.current]);
      await step(1);
      expect(ref.current!.linearVelocity[1]).toBeCloseTo(6, 4);
    });

    it('Debug draws shapes, contacts, joints and bounds, and tells kinds, sleep and islands by colour', async () => {
      const refs = [createRef<Body>(), createRef<Body>()];
      const tree = (props: DebugProps, joined = false) => [
        <Body key="ground" type="static" position={[0, -0.5, 0]} colliders={false}>
          <BoxCollider halfExtents={[9, 0.5, 9]} />
        </Body>,
        ...refs.map((ref, i) => (
          <Body key={i} ref={ref} position={[3 * i, 0.5, 0]}>
            {box}
          </Body>
        )),
        <Body key="cart" type="kinematic" position={[-5, 5, 0]}>
          {box}
        </Body>,
        <Body key="gate" type="static" position={[5, 5, 0]} sensor>
          {box}
        </Body>,
        joined && <SphericalJoint key="j" a={refs[0]!} b={refs[1]!} anchor={[1.5, 0.5, 0]} />,
        <Debug key="debug" shapes={false} contacts={false} joints={false} {...props} />,
      ];
      const { step, update, state } = await show(transport, tree({}));
      const lines = () => (state.scene.getObjectByName('atoll debug') as LineSegments).geometry;
      const count = () => lines().drawRange.count / 2;
      const colours = () => {
        const { array } = lines().attributes.color!;
        const seen = new Set<string>();
        for (let i = 0; i < 2 * count(); i++) seen.add(String(array.slice(3 * i, 3 * i + 3)));
        return seen.size;
      };
      const drawn = async (props: DebugProps, joined?: boolean) => {
        await update(tree(props, joined));
        // Islands are found anew in a frame of their own.
        for (let i = 0; i < 2; i++) await step(1);
        return [count(), colours()];
      };
      await step(5);
      // Five boxes of twelve edges: static, dynamic, kinematic, sensor.
      expect(await drawn({ shapes: true })).toEqual([60, 4]);
      expect(await drawn({ bounds: true })).toEqual([60, 1]);
      // Four corners of two boxes: a cross and a normal each.
      expect(await drawn({ contacts: true })).toEqual([32, 2]);
      expect(await drawn({ shapes: true, islands: true })).toEqual([60, 5]);
      refs[0]!.current!.sleep();
      await step(1);
      expect(await drawn({ shapes: true })).toEqual([60, 5]);
      expect(await drawn({ shapes: true, sleep: false })).toEqual([60, 4]);
      // From both bodies to their anchor.
      expect(await drawn({ joints: true }, true)).toEqual([2, 1]);
      expect(await drawn({ shapes: true, islands: true }, true)).toEqual([60, 4]);
    });

    it('time stands still while paused, and questions are answered', async () => {
      const { world, draw } = await show(transport, [ground], { clock: 'frame', paused: true });
      for (let i = 0; i < 5; i++) await draw();
      const hit = await world.castRay({ origin: [0, 5, 0], direction: [0, -1, 0], maxDistance: 10 });
      expect(hit?.distance).toBeCloseTo(5, 4);
      expect(world.stepCount).toBe(0);
    });

    it('leaves nothing on the page after it unmounts', async () => {
      const { world, unmount } = await show(transport, [ground]);
      await unmount();
      await vi.waitFor(() => expect(world.isDisposed).toBe(true));
    });
  });
}
