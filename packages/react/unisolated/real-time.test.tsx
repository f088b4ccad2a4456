import { useFrame } from '@react-three/fiber';
import { cleanup } from '@testing-library/react';
import { createRef } from 'react';
import type { Object3D } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import { Body, BoxCollider, useBeforeStep } from '@atoll/react';
import { crate, frame, show, wait } from '../browser/support/canvas.js';

afterEach(cleanup);

const ground = (
  <Body key="ground" type="static" position={[0, -1, 0]} colliders={false}>
    <BoxCollider halfExtents={[5, 1, 5]} />
  </Body>
);

it('runs on one worker where the page is not isolated, says so, and draws what falls', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { world, scene } = await show(
    <Body name="crate" position={[0, 10, 0]}>
      {crate}
    </Body>,
    { workers: 'auto' },
  );
  expect([world.transport, world.workers]).toEqual(['transfer', 1]);
  const second = await show(null, { workers: 'auto' });
  expect(second.world.transport).toBe('transfer');
  second.unmount();
  // Once: which, why, and how to get the fast one.
  expect(info.mock.calls.map(([text]) => String(text))).toEqual([
    expect.stringMatching(
      /transport 'transfer'.*: .*not cross-origin isolated.*Cross-Origin-Opener-Policy: same-origin and/,
    ),
  ]);
  info.mockRestore();
  const group = scene.getObjectByName('crate') as Object3D;
  const ys: number[] = [];
  for (let i = 0; i < 40; i++) {
    await frame();
    ys.push(group.position.y);
  }
  expect(ys.at(-1)).toBeLessThan(9.8);
  expect(ys.every((y, i) => i === 0 || y <= ys[i - 1]!)).toBe(true);
});

it('draws on demand while something moves, and rests with the world', async () => {
  let frames = 0;
  const ref = createRef<Body>();
  const Count = () => (useFrame(() => void frames++), null);
  const { world } = await show(
    [
      ground,
      <Body key="crate" ref={ref} position={[0, 0.5, 0]}>
        {crate}
      </Body>,
      <Count key="count" />,
    ],
    {},
    { frameloop: 'demand' },
  );
  for (let i = 0; i < 200 && (world.stepCount < 30 || world.awakeBodyCount > 0); i++) await wait(50);
  expect(world.awakeBodyCount).toBe(0);
  await wait(300);
  const rested = frames;
  await wait(300);
  expect(frames).toBe(rested);
  ref.current!.applyImpulse([0, 4000, 0]);
  for (let i = 0; i < 100 && ref.current!.position[1] < 0.8; i++) await wait(20);
  expect(ref.current!.position[1]).toBeGreaterThan(0.8);
});

it('acts before each step, with time from frames and from a timer', async () => {
  for (const clock of ['frame', 'fixed'] as const) {
    const ref = createRef<Body>();
    let steps = 0;
    const Push = () => {
      useBeforeStep(() => {
        steps++;
        ref.current!.applyForce([12, 0, 0]);
      });
      return null;
    };
    const { unmount } = await show(
      <Body ref={ref} mass={2} gravityScale={0} canSleep={false}>
        {crate}
        <Push />
      </Body>,
      { clock },
    );
    await vi.waitFor(() => expect(steps).toBeGreaterThan(30), { timeout: 10_000 });
    await frame();
    // 12 N for 1/60 s on 2 kg, in each step but those that were not read yet.
    const pushes = ref.current!.linearVelocity[0] / 0.1;
    expect(pushes).toBeGreaterThan(steps - 9);
    expect(pushes).toBeLessThan(steps + 0.1);
    unmount();
  }
});
