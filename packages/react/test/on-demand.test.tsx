import { useThree } from '@react-three/fiber';
import { createRef, useLayoutEffect } from 'react';
import type { Object3D } from 'three';
import { expect, it } from 'vitest';
import { Body, type WorldProps } from '@atoll/react';
import { renderWorld, settle, until } from './support/render.js';

/** As `<Canvas frameloop="demand">`: frames are drawn where somebody asks for one. */
const OnDemand = () => {
  const setFrameloop = useThree((state) => state.setFrameloop);
  useLayoutEffect(() => setFrameloop('demand'), [setFrameloop]);
  return null;
};

async function scene(props: WorldProps) {
  const ref = createRef<Body>();
  const tree = [
    <OnDemand key="demand" />,
    <Body key="body" ref={ref} name="ball" position={[0, 5, 0]}>
      <mesh>
        <sphereGeometry />
      </mesh>
    </Body>,
  ];
  const { world, update, renderer } = await renderWorld(tree, props);
  const rest = async () => {
    for (let i = 0; i < 15; i++) await settle();
  };
  await rest();
  const ball = (renderer.scene.instance as unknown as Object3D).getObjectByName('ball')!;
  return { world, ball, rest, change: (more: WorldProps) => update(tree, more) };
}

it.each<[string, WorldProps, WorldProps]>([
  ["'manual' for 'frame'", { clock: 'manual' }, { clock: 'frame' }],
  ["'manual' for 'fixed'", { clock: 'manual' }, { clock: 'fixed' }],
  ['paused for not', { clock: 'frame', paused: true }, { clock: 'frame' }],
])('a world moves where its clock is exchanged, %s, with frames on demand', async (_, before, after) => {
  const { ball, change } = await scene(before);
  expect(ball.position.y).toBe(5);
  await change(after);
  await until(() => ball.position.y < 4.9, 'a fall');
});

it('steps by hand are drawn, with frames on demand', async () => {
  const { world, ball, rest } = await scene({ clock: 'manual', interpolate: false });
  void world.step(30);
  await rest();
  const { position } = [...world.bodies][0]!;
  expect(position[1]).toBeLessThan(4);
  expect(ball.position.y).toBe(position[1]);
});
