import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { Body, RevoluteJoint, SphericalJoint } from '@atoll/react';
import { crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  dolls: number;
}

type Triple = readonly [number, number, number];

/** Where a part is, its radius, half its length, its parent, and the joint between them. */
const PARTS: readonly { at: Triple; radius: number; half: number; parent?: number; joint?: Triple; hinge?: boolean }[] =
  [
    { at: [0, 1.15, 0], radius: 0.15, half: 0.17 },
    { at: [0, 1.65, 0], radius: 0.12, half: 0.02, parent: 0, joint: [0, 1.47, 0] },
    { at: [-0.26, 1.12, 0], radius: 0.06, half: 0.13, parent: 0, joint: [-0.26, 1.32, 0] },
    { at: [0.26, 1.12, 0], radius: 0.06, half: 0.13, parent: 0, joint: [0.26, 1.32, 0] },
    { at: [-0.26, 0.76, 0], radius: 0.05, half: 0.12, parent: 2, joint: [-0.26, 0.93, 0], hinge: true },
    { at: [0.26, 0.76, 0], radius: 0.05, half: 0.12, parent: 3, joint: [0.26, 0.93, 0], hinge: true },
    { at: [-0.1, 0.62, 0], radius: 0.08, half: 0.14, parent: 0, joint: [-0.1, 0.84, 0] },
    { at: [0.1, 0.62, 0], radius: 0.08, half: 0.14, parent: 0, joint: [0.1, 0.84, 0] },
    { at: [-0.1, 0.2, 0], radius: 0.07, half: 0.13, parent: 6, joint: [-0.1, 0.4, 0], hinge: true },
    { at: [0.1, 0.2, 0], radius: 0.07, half: 0.13, parent: 7, joint: [0.1, 0.4, 0], hinge: true },
  ];

/** Shoulders, hips and neck turn within a cone, elbows and knees about one axis. */
function Doll({ name, at: [x, y, z], colour }: { name: string; at: Triple; colour: string }) {
  const [refs] = useState(() => PARTS.map((): RefObject<Body | null> => ({ current: null })));
  return (
    <>
      {PARTS.map(({ at, radius, half }, i) => (
        <Body key={i} ref={refs[i]!} name={`${name} ${i}`} position={[x + at[0], y + at[1], z + at[2]]} density={1000}>
          <mesh castShadow>
            <capsuleGeometry args={[radius, 2 * half, 4, 10]} />
            <meshStandardMaterial color={colour} />
          </mesh>
        </Body>
      ))}
      {PARTS.map(({ parent, joint, hinge }, i) => {
        if (parent === undefined || !joint) return null;
        const ends = { a: refs[parent]!, b: refs[i]! };
        const anchor: [number, number, number] = [x + joint[0], y + joint[1], z + joint[2]];
        return hinge ? (
          <RevoluteJoint key={i} {...ends} anchor={anchor} axis={[1, 0, 0]} limits={{ min: -0.1, max: 2.2 }} />
        ) : (
          <SphericalJoint
            key={i}
            {...ends}
            anchor={anchor}
            axis={[0, -1, 0]}
            cone={1}
            limits={{ min: -0.6, max: 0.6 }}
          />
        );
      })}
    </>
  );
}

function Ragdolls({ dolls }: Args) {
  return (
    <Stage label="Ragdolls fall on a heap" camera={[5, 4, 7]} target={[0, 1, 0]}>
      <Ground />
      {Array.from({ length: dolls }, (_, i) => (
        <Doll key={i} name={`doll ${i}`} at={[(i % 2) * 0.5, 0.5 + i * 1.9, (i % 3) * 0.3]} colour={crateColour(i)} />
      ))}
    </Stage>
  );
}

const meta: Meta<Args> = { title: 'Joints/Ragdolls', component: Ragdolls, args: { dolls: 6 } };
export default meta;

/** They fall in a heap, and every limb stays on its doll. */
export const FallInAHeap: StoryObj<Args> = {
  play: async ({ args: { dolls }, canvasElement }) => {
    const { body, world } = await stepStory(canvasElement, { seconds: 6 });
    for (let doll = 0; doll < dolls; doll++) {
      const trunk = body(`doll ${doll} 0`).position;
      await expect(trunk[1]).toBeLessThan(2.5);
      for (let i = 1; i < PARTS.length; i++) {
        const part = body(`doll ${doll} ${i}`).position;
        await expect(Math.hypot(...part.map((value, k) => value - trunk[k]!))).toBeLessThan(1.1);
        await expect(part[1]).toBeGreaterThan(0);
      }
    }
    await expect(world.stats.jointCount).toBe(dolls * (PARTS.length - 1));
  },
};
