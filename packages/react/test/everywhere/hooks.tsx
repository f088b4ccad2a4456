import type { QueryHit, TransportKind } from '@atoll/engine';
import { act } from '@testing-library/react';
import { createRef, memo, type ReactNode, type RefObject } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Body,
  SphereCollider,
  useAfterStep,
  useBeforeStep,
  useBody,
  useCollisions,
  useContacts,
  useDistanceJoint,
  useFixedJoint,
  useGenericJoint,
  useIslands,
  useMotorJoint,
  useOverlap,
  usePose,
  usePrismaticJoint,
  useRaycast,
  useRevoluteJoint,
  useRopeJoint,
  useShapecast,
  useSleeping,
  useSphericalJoint,
  useSpringJoint,
  useStats,
  useWheelJoint,
  useWorld,
  useWorldState,
} from '@atoll/react';
import { box, ground } from './components.js';
import { show } from './show.js';

const jointHooks = {
  fixed: useFixedJoint,
  spherical: useSphericalJoint,
  revolute: useRevoluteJoint,
  prismatic: usePrismaticJoint,
  distance: useDistanceJoint,
  rope: useRopeJoint,
  spring: useSpringJoint,
  wheel: useWheelJoint,
  motor: useMotorJoint,
  generic: useGenericJoint,
};

/** Every hook, in a canvas that the testing library renders, on one transport. */
export function describeHooks(transport: TransportKind): void {
  /** Calls a hook inside a body that falls onto the ground, and keeps what it gives. */
  const inFall = async <T,>(hook: () => T, beside?: ReactNode) => {
    const seen: T[] = [];
    const ref = createRef<Body>();
    const Probe = () => (seen.push(hook()), null);
    const shown = await show(transport, [
      ground,
      <Body key="b" ref={ref} position={[0, 1, 0]}>
        {box}
        <Probe />
      </Body>,
      beside,
    ]);
    return { ...shown, body: ref.current!, last: () => seen.at(-1)! };
  };

  describe(`hooks on the ${transport} transport`, () => {
    it('useWorld gives the world, and useBody the nearest body', async () => {
      const { world, body, last } = await inFall(() => [useWorld(), useBody()] as const);
      expect(last()[0]).toBe(world);
      expect(last()[1].current).toBe(body);
    });

    it('usePose is where the body is drawn', async () => {
      const { step, body, last } = await inFall(() => usePose());
      await step(10);
      expect(last().position.toArray()).toEqual(body.position);
    });

    it('useSleeping and useContacts tell of rest and of touch', async () => {
      const { step, last } = await inFall(() => [useSleeping(), useContacts()] as const);
      await step(5);
      expect(last()).toEqual([false, []]);
      await step(35);
      expect(last()[0]).toBe(false);
      expect(last()[1].map(({ other }) => other.userData)).toEqual(['ground']);
      await step(160);
      expect(last()[0]).toBe(true);
    });

    it('useCollisions hears the body', async () => {
      const onCollisionEnter = vi.fn();
      const { step } = await inFall(() => useCollisions({ onCollisionEnter }));
      await step(60);
      expect(onCollisionEnter).toHaveBeenCalledTimes(1);
    });

    it('useIslands, useStats and useWorldState tell of the world', async () => {
      const { step, last } = await inFall(
        () =>
          [
            useIslands().length,
            useStats(({ bodyCount }) => bodyCount),
            useWorldState(({ stepCount, transport: kind }) => `${kind} ${stepCount}`),
          ] as const,
      );
      await step(10);
      await step(2);
      expect(last()).toEqual([1, 2, `${transport} 12`]);
    });

    it('useBeforeStep acts on each step, and useAfterStep hears of each', async () => {
      let before = 0;
      let after = 0;
      const { step, body } = await inFall(() => {
        const own = useBody();
        useBeforeStep(() => {
          before++;
          const { current } = own;
          current!.applyForce([0, 9.81 * current!.mass, 0]);
        });
        useAfterStep((_, steps) => void (after += steps));
      });
      await step(20);
      expect([before, after]).toEqual([20, 20]);
      expect(body.position[1]).toBeCloseTo(1, 4);
    });

    it('useRaycast, useShapecast and useOverlap find the ground', async () => {
      const { step, draw, body, last } = await inFall(
        () =>
          [
            useRaycast({ direction: [0, -1, 0], maxDistance: 10 }),
            useShapecast({ shape: 'sphere', radius: 0.25, direction: [0, -1, 0], maxDistance: 10 }),
            useOverlap({ shape: 'sphere', radius: 1.2 }),
          ] as const,
      );
      await step(1);
      // With transfer the answers come in a later frame.
      await vi.waitFor(async () => {
        await draw();
        expect(last()[2].current).toHaveLength(1);
        expect(last()[0].current?.distance).toBeCloseTo(body.position[1], 3);
        expect(last()[1].current?.distance).toBeCloseTo(body.position[1] - 0.25, 3);
      });
    });

    it('useRaycast and useShapecast find all, in order of distance, and nothing where there is nothing', async () => {
      const { step, draw, last, update } = await inFall(
        () =>
          [
            useRaycast({ origin: [0, 5, 0], direction: [0, -1, 0], mode: 'all' }),
            useShapecast({
              shape: 'sphere',
              radius: 0.1,
              position: [0, 5, 0],
              direction: [0, -1, 0],
              maxDistance: 20,
              mode: 'all',
            }),
            useRaycast({ direction: [0, 1, 0], mode: 'all' }),
            useShapecast({ shape: 'sphere', radius: 0.1, direction: [0, 1, 0], maxDistance: 9, mode: 'all' }),
            useRaycast({ direction: [0, 1, 0] }),
          ] as const,
        <Body key="beside" type="static" userData="beam" position={[0, 3, 0]}>
          {box}
        </Body>,
      );
      await step(1);
      const names = () =>
        last().map(({ current }) =>
          Array.isArray(current)
            ? current.map(({ body }: QueryHit) => body.userData)
            : (current as QueryHit)?.body.userData,
        );
      await vi.waitFor(async () => {
        await draw();
        expect(names()).toEqual([['beam', 'ground'], ['beam', 'ground'], ['beam'], ['beam'], 'beam']);
      });
      await update([]);
      expect(last().map(({ current }) => JSON.stringify(current))).toEqual(['[]', '[]', '[]', '[]', 'null']);
    });

    it('hooks of joints make one of each type', async () => {
      const [a, b] = [createRef<Body>(), createRef<Body>()];
      const made: RefObject<{ type: string } | null>[] = [];
      const Ties = () => {
        made.length = 0;
        for (const [type, useEach] of Object.entries(jointHooks)) {
          const needs = type === 'rope' ? { length: 2 } : type === 'motor' ? { target: { position: [1, 0, 0] } } : {};
          made.push((useEach as typeof useRopeJoint)(a, b, needs as never));
        }
        return null;
      };
      const { step } = await show(transport, [
        ...[a, b].map((ref, i) => (
          <Body key={i} ref={ref} position={[i * 2, 5, 0]}>
            {box}
          </Body>
        )),
        <Ties key="ties" />,
      ]);
      await step(2);
      expect(made.map(({ current }) => current?.type)).toEqual(Object.keys(jointHooks));
    });

    it('waking one of 2,000 bodies renders exactly one component', async () => {
      const renders = new Int32Array(2000);
      const Light = memo(({ i }: { i: number }): ReactNode => {
        renders[i]!++;
        return useSleeping() ? null : null;
      });
      const refs = Array.from({ length: renders.length }, () => createRef<Body>());
      const { step, world } = await show(
        transport,
        refs.map((ref, i) => (
          <Body key={i} ref={ref} position={[i * 3, 0, 0]} colliders={false}>
            <SphereCollider radius={0.5} />
            <Light i={i} />
          </Body>
        )),
        { gravity: [0, 0, 0] },
      );
      await step(60);
      expect(world.awakeBodyCount).toBe(0);
      const before = renders.slice();
      await act(async () => refs[1234]!.current!.applyImpulse([100, 0, 0]));
      await step(3);
      expect(world.awakeBodyCount).toBe(1);
      const changed = [...renders.keys()].filter((i) => renders[i] !== before[i]);
      expect(changed).toEqual([1234]);
      // StrictMode renders twice what renders once.
      expect(renders[1234]! - before[1234]!).toBe(2);
    }, 60_000);
  });
}
