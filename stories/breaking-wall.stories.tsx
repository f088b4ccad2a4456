import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { Body, FixedJoint } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** N that a seam bears. */
  strength: number;
}

const [COLUMNS, ROWS, SIZE] = [6, 5, 0.6];

/** Bricks that are welded to their neighbours, and a ball that is thrown at them. */
function BreakingWall({ strength }: Args) {
  const [refs] = useState(() =>
    Array.from({ length: COLUMNS * ROWS }, (): RefObject<Body | null> => ({ current: null })),
  );
  const seams = refs.flatMap((_, i) => [
    ...(i % COLUMNS < COLUMNS - 1 ? [[i, i + 1] as const] : []),
    ...(i + COLUMNS < refs.length ? [[i, i + COLUMNS] as const] : []),
  ]);
  return (
    <Stage label="A ball breaks a welded wall" camera={[9, 5, 10]} target={[0, 1.5, 0]}>
      <Ground />
      {refs.map((ref, i) => (
        <Crate
          key={i}
          ref={ref}
          name={`brick ${i}`}
          position={[0, (Math.floor(i / COLUMNS) + 0.5) * SIZE, ((i % COLUMNS) - (COLUMNS - 1) / 2) * SIZE]}
          size={[SIZE, SIZE, SIZE]}
          density={500}
          colour={crateColour(i)}
        />
      ))}
      {seams.map(([a, b]) => (
        <FixedJoint key={`${a}-${b}`} a={refs[a]!} b={refs[b]!} breakForce={strength} />
      ))}
      <Body name="ball" position={[8, 1.6, 0]} linearVelocity={[-18, 2, 0]} density={3000}>
        <mesh castShadow>
          <sphereGeometry args={[0.45, 32, 16]} />
          <meshStandardMaterial color={colours.ball} />
        </mesh>
      </Body>
    </Stage>
  );
}

const meta: Meta<Args> = { title: 'Joints/Breaking wall', component: BreakingWall, args: { strength: 5000 } };
export default meta;

/** It stands until the ball comes; then seams break where it hits, and the foot of the wall holds together. */
export const BreaksWhereItIsHit: StoryObj<Args> = {
  play: async ({ canvasElement }) => {
    let broken = 0;
    let brokenBefore = 0;
    let heard = false;
    const { body } = await stepStory(canvasElement, {
      seconds: 2.5,
      eachStep({ world, body: find }) {
        if (!heard) world.on('jointbreak', () => broken++);
        heard = true;
        if (find('ball').position[0] > 1) brokenBefore = broken;
      },
    });
    await expect(brokenBefore).toBe(0);
    await expect(broken).toBeGreaterThan(3);
    await expect(body('ball').position[0]).toBeLessThan(0);
  },
};
