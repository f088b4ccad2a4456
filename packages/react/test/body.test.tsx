import { createRef } from 'react';
import { Euler, type Group, Quaternion, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { Body, bodyOf, BoxCollider } from '@atoll/react';
import { renderWorld } from './support/render.js';

const box = (
  <mesh>
    <boxGeometry args={[1, 2, 3]} />
  </mesh>
);

describe('Body', () => {
  it('falls, and its group follows', async () => {
    const ref = createRef<Body>();
    const { step, world, renderer } = await renderWorld(
      <Body ref={ref} name="crate" position={[1, 10, 0]}>
        {box}
      </Body>,
    );
    expect(world.bodyCount).toBe(1);
    await step(60);
    const [x, y] = ref.current!.position;
    expect(x).toBeCloseTo(1, 5);
    expect(y).toBeLessThan(6);
    const group = renderer.scene.findByProps({ name: 'crate' }).instance as Group;
    expect(group.position.y).toBeCloseTo(y, 5);
    expect(bodyOf(group.children[0]!)).toBe(ref.current);
  });

  it('takes every option of createBody', async () => {
    const ref = createRef<Body>();
    const { world } = await renderWorld(
      <Body
        ref={ref}
        type="dynamic"
        position={new Vector3(1, 2, 3)}
        rotation={[0, Math.PI / 2, 0]}
        linearVelocity={[1, 0, 0]}
        angularVelocity={[0, 1, 0]}
        linearDamping={0.1}
        angularDamping={0.2}
        gravityScale={0.5}
        canSleep={false}
        sleepThreshold={0.1}
        bullet
        enabled
        lockTranslations={[false, true, false]}
        lockRotations={[true, false, true]}
        mass={7}
        userData="seven"
        friction={0.3}
        restitution={0.4}
        density={500}
        groups={{ memberships: 1, filter: 2 }}
      >
        {box}
      </Body>,
    );
    const body = ref.current!;
    expect(body.position).toEqual([1, 2, 3]);
    expect(body.rotation[1]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(body.linearVelocity).toEqual([1, 0, 0]);
    expect(body.mass).toBe(7);
    expect(body.userData).toBe('seven');
    expect(body.colliders[0]).toMatchObject({
      shape: 'box',
      size: [0.5, 1, 1.5],
      friction: 0.3,
      restitution: 0.4,
      density: 500,
      memberships: 1,
      filter: 2,
    });
    expect(world.bodyCount).toBe(1);
  });

  it('changes in place: it keeps its identity, and its velocity', async () => {
    const ref = createRef<Body>();
    const at = (gravityScale: number, friction = 0.5) => (
      <Body ref={ref} position={[0, 10, 0]} gravityScale={gravityScale} friction={friction}>
        {box}
      </Body>
    );
    const { update, step, world } = await renderWorld(at(1));
    const body = ref.current;
    await step(30);
    const velocity = body!.linearVelocity[1];
    expect(velocity).toBeLessThan(-4);
    await update(at(0, 0.9));
    await step(30);
    expect(ref.current).toBe(body);
    expect(world.bodyCount).toBe(1);
    expect(body!.linearVelocity[1]).toBeCloseTo(velocity, 4);
    expect(body!.colliders[0]!.friction).toBe(0.9);
  });

  it('takes arrays that are equal by value for no change', async () => {
    const ref = createRef<Body>();
    const make = () => (
      <Body
        ref={ref}
        position={[0, 10, 0]}
        rotation={[0, 0, 0]}
        linearVelocity={[1, 0, 0]}
        lockRotations={[true, true, true]}
        groups={{ filter: 1 }}
      >
        {box}
      </Body>
    );
    const { update, step } = await renderWorld(make());
    const changes = vi.spyOn(ref.current!, 'update');
    await step(10);
    const { position } = ref.current!;
    await update(make());
    expect(changes).not.toHaveBeenCalled();
    expect(ref.current!.position).toEqual(position);
    await step(1);
    expect(ref.current!.position[1]).toBeLessThan(position[1]);
  });

  it('teleports when its position changes, and keeps its rotation', async () => {
    const ref = createRef<Body>();
    const at = (x: number) => (
      <Body ref={ref} position={[x, 10, 0]} angularVelocity={[0, 2, 0]} gravityScale={0}>
        {box}
      </Body>
    );
    const { update, step } = await renderWorld(at(0));
    await step(30);
    const turned = ref.current!.rotation[1];
    expect(turned).toBeGreaterThan(0.3);
    await update(at(5));
    await step(1);
    expect(ref.current!.position[0]).toBeCloseTo(5, 5);
    expect(ref.current!.rotation[1]).toBeGreaterThan(turned);
  });

  it('goes back to the default where a prop is left out', async () => {
    const ref = createRef<Body>();
    const { update, step } = await renderWorld(
      <Body ref={ref} gravityScale={0}>
        {box}
      </Body>,
    );
    await step(10);
    expect(ref.current!.linearVelocity[1]).toBe(0);
    await update(<Body ref={ref}>{box}</Body>);
    await step(10);
    expect(ref.current!.linearVelocity[1]).toBeLessThan(-1);
  });

  it('turns in the usual order of axes again where an order is left out', async () => {
    const ref = createRef<Body>();
    const turned = (rotation: [number, number, number, 'ZYX'?]) => (
      <Body ref={ref} gravityScale={0} rotation={rotation}>
        {box}
      </Body>
    );
    const { update, step } = await renderWorld(turned([0.5, 0.6, 0.7, 'ZYX']));
    await update(turned([0.5, 0.6, 0.7]));
    await step();
    expect(ref.current!.rotation[0]).toBeCloseTo(new Quaternion().setFromEuler(new Euler(0.5, 0.6, 0.7)).x, 5);
  });

  it('takes a quaternion of about unit length for one, as instances do', async () => {
    const ref = createRef<Body>();
    const turned = (quaternion: [number, number, number, number]) => (
      <Body ref={ref} gravityScale={0} quaternion={quaternion}>
        <BoxCollider halfExtents={[1, 2, 3]} quaternion={[0, 0, 1, 1]} />
      </Body>
    );
    const isTurned = (x: number, z: number): void => {
      expect(ref.current!.rotation[0]).toBeCloseTo(x, 6);
      expect(ref.current!.rotation[2]).toBeCloseTo(z, 6);
    };
    const { update, step } = await renderWorld(turned([0, 0, 1, 1]));
    isTurned(0, Math.SQRT1_2);
    expect(ref.current!.colliders[0]!.rotation[2]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(ref.current!.colliders[0]!.size.map((half) => +half.toFixed(6))).toEqual([1, 2, 3]);
    await update(turned([1, 0, 0, 1]));
    await step();
    isTurned(Math.SQRT1_2, 0);
  });

  it('has userData that changes where it is another thing, whatever is in it', async () => {
    const ref = createRef<Body>();
    const knowing = (userData: unknown) => (
      <Body ref={ref} userData={userData}>
        {box}
      </Body>
    );
    const self = (): object => {
      const cycle = { inside: {} };
      cycle.inside = [cycle];
      return cycle;
    };
    const { update, errors } = await renderWorld(knowing(undefined));
    const told = vi.spyOn(ref.current!, 'update');
    const pairs: [() => unknown, () => unknown][] = [
      [() => new Set(['a']), () => new Set(['b'])],
      [() => new Map([[1, 'a']]), () => new Map([[1, 'b']])],
      [() => ({ at: new Date(0) }), () => ({ at: new Date(1) })],
      [() => ({ icon: <group /> }), () => ({ icon: <mesh /> })],
      [self, self],
    ];
    for (const [one, other] of pairs) {
      await update(knowing(one()));
      const now = other();
      await update(knowing(now));
      expect(ref.current!.userData).toBe(now);
    }
    expect(errors).toEqual([]);
    told.mockClear();
    for (let i = 0; i < 2; i++) await update(knowing({ path: [new Vector3(1, 2, 3), { deep: [Float32Array.of(1)] }] }));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('is destroyed when it unmounts', async () => {
    const ref = createRef<Body>();
    const { update, world } = await renderWorld([
      <Body key="a">{box}</Body>,
      <Body key="b" ref={ref}>
        {box}
      </Body>,
    ]);
    const body = ref.current!;
    await update([<Body key="a">{box}</Body>]);
    expect(world.bodyCount).toBe(1);
    expect(body.isValid).toBe(false);
    expect(ref.current).toBeNull();
  });
});
