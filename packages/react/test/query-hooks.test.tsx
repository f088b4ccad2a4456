import type { QueryHit, ShapeOverlap } from '@atoll/engine';
import { createRef, useLayoutEffect, type RefObject } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Body, BoxCollider, useOverlap, useRaycast, useShapecast, type RaycastOptions } from '@atoll/react';
import { renderWorld } from './support/render.js';

const ground = (
  <Body type="static" userData="ground" position={[0, -0.5, 0]} colliders={false}>
    <BoxCollider halfExtents={[50, 0.5, 50]} />
  </Body>
);
const crate = (
  <mesh>
    <boxGeometry />
  </mesh>
);

describe('useRaycast', () => {
  const seen: { hit?: RefObject<QueryHit | null>; renders: number } = { renders: 0 };
  const Ray = (props: { ray: RaycastOptions | (() => RaycastOptions | null) }) => {
    seen.renders++;
    seen.hit = useRaycast(props.ray);
    return null;
  };

  it('goes with the nearest body, passes through it, and re-renders nothing', async () => {
    seen.renders = 0;
    const ref = createRef<Body>();
    const { step } = await renderWorld(
      <>
        {ground}
        <Body ref={ref} position={[0, 10, 0]}>
          {crate}
          <Ray ray={{ direction: [0, -1, 0], maxDistance: 20 }} />
        </Body>
      </>,
      {},
      { strict: false },
    );
    const before = seen.renders;
    for (let i = 0; i < 20; i++) {
      await step(1);
      expect(seen.hit!.current!.body.userData).toBe('ground');
      expect(seen.hit!.current!.distance).toBeCloseTo(ref.current!.position[1], 4);
    }
    expect(seen.renders).toBe(before);
  });

  it('turns with its body, unless it is upright', async () => {
    const tree = (upright: boolean) => (
      <>
        {ground}
        <Body position={[0, 3, 0]} rotation={[0, 0, Math.PI / 2]} gravityScale={0}>
          {crate}
          <Ray ray={{ direction: [0, -1, 0], maxDistance: 20, upright }} />
        </Body>
      </>
    );
    const { step, update } = await renderWorld(tree(false));
    await step(1);
    expect(seen.hit!.current).toBeNull();
    await update(tree(true));
    await step(1);
    expect(seen.hit!.current!.distance).toBeCloseTo(3, 4);
  });

  it('stays in the world outside of bodies, and follows what a function says', async () => {
    let x = 0;
    const { step } = await renderWorld(
      <>
        {ground}
        <Body type="static" userData="tower" position={[5, 1, 0]}>
          {crate}
        </Body>
        <Ray ray={() => (x < 0 ? null : { origin: [x, 10, 0], direction: [0, -1, 0] })} />
      </>,
    );
    await step(1);
    expect(seen.hit!.current!.body.userData).toBe('ground');
    x = 5;
    await step(1);
    expect(seen.hit!.current!.body.userData).toBe('tower');
    expect(seen.hit!.current!.distance).toBeCloseTo(8.5, 4);
    x = -1;
    await step(1);
    expect(seen.hit!.current).toBeNull();
  });

  it('works while time stands still', async () => {
    let x = 0;
    const { frames } = await renderWorld(
      <>
        {ground}
        <Ray ray={() => ({ origin: [x, 10, 0], direction: [0, -1, 0], maxDistance: 20 })} />
      </>,
      { clock: 'frame', paused: false },
    );
    await frames(3);
    expect(seen.hit!.current).not.toBeNull();
    x = 80;
    await frames(1);
    expect(seen.hit!.current).toBeNull();
  });

  it('has the empty answer of the mode that it has now', async () => {
    const all: { hit?: RefObject<unknown>; cast?: RefObject<unknown> } = {};
    const body = createRef<Body>();
    const Rays = ({ mode }: { mode: 'closest' | 'all' }) => {
      all.hit = useRaycast({ direction: [0, -1, 0], mode: mode as 'all' }, body);
      all.cast = useShapecast({ shape: 'sphere', radius: 0.1, direction: [0, -1, 0], mode: mode as 'all' }, body);
      return null;
    };
    const tree = (mode: 'closest' | 'all', present: boolean) => [
      <Rays key="rays" mode={mode} />,
      present && (
        <Body key="body" ref={body} position={[0, 3, 0]}>
          {crate}
        </Body>
      ),
    ];
    const { step, update } = await renderWorld(tree('closest', true));
    const look = async (mode: 'closest' | 'all', present: boolean) => {
      await update(tree(mode, present));
      await step(1);
      return [all.hit!.current, all.cast!.current];
    };
    expect(await look('closest', false)).toEqual([null, null]);
    expect(await look('all', true)).toEqual([[], []]);
    expect(await look('all', false)).toEqual([[], []]);
    expect(await look('closest', false)).toEqual([null, null]);
  });

  it('gives a bad ray to the error boundary', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(renderWorld(<Ray ray={{ direction: [0, 0, 0] }} />)).rejects.toThrow('castRaySync.direction');
    said.mockRestore();
  });
});

describe('useShapecast and useOverlap', () => {
  it('go with the nearest body and leave it out', async () => {
    const seen: { hit?: RefObject<QueryHit | null>; near?: RefObject<readonly ShapeOverlap[]> } = {};
    const Probe = () => {
      const hit = useShapecast({ shape: 'sphere', radius: 0.25, direction: [0, -1, 0], maxDistance: 20 });
      const near = useOverlap({ shape: 'sphere', radius: 2, position: [0, 0, 1] });
      useLayoutEffect(() => void Object.assign(seen, { hit, near }), [hit, near]);
      return null;
    };
    const { step } = await renderWorld(
      <>
        {ground}
        <Body position={[0, 4, 0]} gravityScale={0}>
          {crate}
          <Probe />
        </Body>
        <Body userData="near" type="static" position={[0, 4, 3]}>
          {crate}
        </Body>
      </>,
    );
    await step(1);
    expect(seen.hit!.current!.body.userData).toBe('ground');
    expect(seen.hit!.current!.distance).toBeCloseTo(3.75, 3);
    expect(seen.near!.current.map(({ body }) => body.userData)).toEqual(['near']);
  });
});
