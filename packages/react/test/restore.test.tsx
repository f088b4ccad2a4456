import type { Body as EngineBody } from '@atoll/engine';
import { useThree } from '@react-three/fiber';
import { act, createRef, useEffect, type RefObject } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, BoxCollider, objectOf, useCollisions, useContacts, useIslands, useSleeping } from '@atoll/react';
import { renderWorld, type Rendered } from './support/render.js';

const ground = (
  <Body key="ground" type="static" position={[0, -0.5, 0]}>
    <BoxCollider halfExtents={[10, 0.5, 10]} />
  </Body>
);
const box = <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />;

const restore = (scene: Rendered, bytes: Uint8Array): Promise<void> => act(() => scene.world.restore(bytes));

describe('after a snapshot was restored', () => {
  it('bodies that meet again say so again', async () => {
    const ref = createRef<EngineBody>();
    const heard = { body: vi.fn(), hook: vi.fn(), world: vi.fn() };
    const Hook = () => (useCollisions(ref, { onCollisionEnter: heard.hook }), null);
    const scene = await renderWorld(
      [
        ground,
        <Body key="body" ref={ref} position={[0, 2, 0]} onCollisionEnter={heard.body}>
          {box}
        </Body>,
        <Hook key="hook" />,
      ],
      { onCollisionEnter: heard.world },
    );
    await scene.step(2);
    const bytes = await scene.world.snapshot();
    for (const times of [1, 2]) {
      await scene.step(60);
      for (const handler of Object.values(heard)) expect(handler).toHaveBeenCalledTimes(times);
      await restore(scene, bytes);
    }
  });

  it('those that are together in it and part say so, though they had parted before', async () => {
    const ref = createRef<EngineBody>();
    const exit = vi.fn(),
      leave = vi.fn();
    const scene = await renderWorld([
      ground,
      <Body key="body" ref={ref} position={[0, 0.5, 0]} canSleep={false} onCollisionExit={exit}>
        {box}
      </Body>,
      <Body key="zone" type="static" position={[0, 0.5, 0]} onIntersectionExit={leave}>
        <BoxCollider sensor halfExtents={[2, 2, 2]} />
      </Body>,
    ]);
    await scene.step(10);
    const bytes = await scene.world.snapshot();
    for (const times of [1, 2]) {
      ref.current!.setPosition([5, 9, 0]);
      await scene.step(5);
      expect(exit).toHaveBeenCalledTimes(times);
      expect(leave).toHaveBeenCalledTimes(times);
      await restore(scene, bytes);
    }
  });

  it('hooks say what is so in it', async () => {
    const ref = createRef<EngineBody>();
    const said: unknown[] = [];
    const Sleeps = () => ((said[0] = useSleeping(ref)), null);
    const Touches = () => ((said[1] = useContacts(ref).length), null);
    const Rests = () => ((said[2] = useIslands().filter(({ isSleeping }) => isSleeping).length), null);
    const scene = await renderWorld([
      ground,
      <Body key="body" ref={ref} position={[0, 0.5, 0]}>
        {box}
      </Body>,
      <Sleeps key="sleeps" />,
      <Touches key="touches" />,
      <Rests key="rests" />,
    ]);
    await scene.step(200);
    expect(said).toEqual([true, 1, 1]);
    const bytes = await scene.world.snapshot();
    await act(() => ref.current!.setPosition([0, 9, 0]));
    await scene.step(5);
    expect(said).toEqual([false, 0, 0]);
    await restore(scene, bytes);
    await scene.frames(1, 0);
    expect(said).toEqual([true, 1, 1]);
  });

  it.each([{ paused: true }, { clock: 'manual' }] as const)(
    'bodies are drawn where they are, with %j',
    async (props) => {
      const ref = createRef<EngineBody>();
      const scene = await renderWorld(
        <Body ref={ref} position={[0, 5, 0]}>
          {box}
        </Body>,
        props,
      );
      await scene.step(5);
      const y = ref.current!.position[1];
      const bytes = await scene.world.snapshot();
      await scene.step(60);
      expect(drawn(ref)).toBeLessThan(y - 1);
      await restore(scene, bytes);
      await scene.frames(1, 0);
      expect(ref.current!.position[1]).toBe(y);
      expect(drawn(ref)).toBeCloseTo(y, 5);
    },
  );

  it('a frame is asked for, and `onRestore` called', async () => {
    const told = vi.fn(),
      invalidate = vi.fn();
    const Frames = () => {
      const set = useThree((state) => state.set);
      useEffect(() => set({ invalidate }), [set]);
      return null;
    };
    const scene = await renderWorld([ground, <Frames key="frames" />], { onRestore: told });
    await scene.step(7);
    const bytes = await scene.world.snapshot();
    await scene.step(3);
    invalidate.mockClear();
    await restore(scene, bytes);
    expect(invalidate).toHaveBeenCalled();
    expect(told).toHaveBeenCalledExactlyOnceWith({ type: 'restore', step: 7 });
  });
});

const drawn = (ref: RefObject<EngineBody | null>): number => objectOf(ref.current!)!.position.y;
