import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import type { LineSegments } from 'three';
import { Color } from 'three';
import { expect, waitFor } from 'storybook/test';
import { Body, BoxCollider, Debug, SphericalJoint, type DebugOptions } from '@atoll/react';
import { Ground, Stage, stepStory } from './support/stage.js';

/** Two piles, a chain that hangs from the world, a sensor and a platform, drawn by `<Debug>` alone. */
function Scene(options: DebugOptions) {
  const [links] = useState(() => Array.from({ length: 5 }, (): RefObject<Body | null> => ({ current: null })));
  return (
    <Stage label="What the simulation sees, drawn as lines" camera={[4, 4, 9]} target={[0.4, 1.6, 0]}>
      <Ground size={12} />
      {[-2.4, 1.2].flatMap((x) =>
        [0, 1, 2].map((i) => (
          <Body key={`${x} ${i}`} name={`crate ${x} ${i}`} position={[x, 0.5 + i * 1.001, 0]} rotation={[0, 0.5, 0]}>
            <mesh visible={false}>
              <boxGeometry />
            </mesh>
            <BoxCollider halfExtents={[0.5, 0.5, 0.5]} />
          </Body>
        )),
      )}
      {links.map((ref, i) => (
        <Body
          key={i}
          ref={ref}
          name={`link ${i}`}
          position={[3.4, 3.75 - 0.5 * i, 0]}
          linearVelocity={[0, 0, i]}
          canSleep={false}
        >
          <mesh>
            <capsuleGeometry args={[0.12, 0.26, 4, 8]} />
            <meshBasicMaterial transparent opacity={0} depthWrite={false} />
          </mesh>
        </Body>
      ))}
      {links.map((b, i) => (
        <SphericalJoint key={i} a={links[i - 1] ?? null} b={b} anchor={[3.4, 4 - 0.5 * i, 0]} />
      ))}
      <Body type="kinematic" position={[-0.6, 0.1, 2]} colliders={false}>
        <BoxCollider halfExtents={[0.6, 0.1, 0.6]} />
      </Body>
      <Body type="static" position={[-0.6, 0.8, 2]} colliders={false} sensor>
        <BoxCollider halfExtents={[0.6, 0.5, 0.6]} />
      </Body>
      <Debug {...options} />
    </Stage>
  );
}

const meta: Meta<DebugOptions> = {
  title: 'World/Debug',
  component: Scene,
  args: { shapes: true, contacts: true, joints: true, bounds: false, islands: false, sleep: true },
};
export default meta;

/** The colours of the lines that are drawn, with how many there are of each. */
function lineColours(object: LineSegments): Map<string, number> {
  const { color } = object.geometry.attributes;
  const colours = new Map<string, number>();
  for (let i = 0; i < object.geometry.drawRange.count; i += 2) {
    const name = new Color().fromBufferAttribute(color as never, i).getHexString();
    colours.set(name, (colours.get(name) ?? 0) + 1);
  }
  return colours;
}

const drawn = async (element: HTMLElement, seconds: number) => {
  const { object, world } = await stepStory(element, { seconds });
  return { world, colours: () => lineColours(object('atoll debug') as LineSegments) };
};

/** Static bodies grey, kinematic ones blue, dynamic ones orange, sensors green; contacts with their normals, and joints. */
export const ShapesContactsAndJoints: StoryObj<DebugOptions> = {
  play: async ({ canvasElement }) => {
    const { colours } = await drawn(canvasElement, 0.3);
    await waitFor(async () => {
      const seen = colours();
      // A box has 12 edges. One ground, one platform, one sensor.
      await expect([seen.get('8a8f98'), seen.get('3d8bfd'), seen.get('2ecc71')]).toEqual([12, 12, 12]);
      await expect(seen.get('ff9f43')).toBeGreaterThan(6 * 12);
      // Five joints: one line for each body of each, but the world has none.
      await expect(seen.get('c77dff')).toBe(9);
      // Six contacts of boxes with up to four points, and three strokes a point.
      await expect(seen.get('ff3860')).toBe(3 * seen.get('ffd166')!);
      await expect(seen.get('ffd166')).toBeGreaterThan(6);
    });
  },
};

/** Sleepers are dark: of the crates alone, since the chain may not sleep. */
export const Sleepers: StoryObj<DebugOptions> = {
  args: { contacts: false },
  play: async ({ canvasElement }) => {
    const { colours, world } = await drawn(canvasElement, 2);
    await expect([...world.bodies].filter(({ isSleeping, type }) => isSleeping && type === 'dynamic')).toHaveLength(6);
    const dark = new Color('#ff9f43').multiplyScalar(0.35).getHexString();
    await waitFor(() => expect(colours().get(dark)).toBe(6 * 12));
  },
};

/** Each island has a colour of its own: two piles and a chain. Grey boxes are the bounds of the bodies. */
export const IslandsAndBounds: StoryObj<DebugOptions> = {
  args: { islands: true, bounds: true, contacts: false, joints: false, sleep: false },
  play: async ({ canvasElement }) => {
    const { colours, world } = await drawn(canvasElement, 0.6);
    await expect(world.islandCount).toBe(3);
    await waitFor(async () => {
      const seen = colours();
      await expect(seen.get('5c6370')).toBe(12 * world.bodyCount);
      const others = [...seen.keys()].filter((name) => !['5c6370', '8a8f98', '3d8bfd', '2ecc71'].includes(name));
      await expect(others).toHaveLength(3);
    });
  },
};
