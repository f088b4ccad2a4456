import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Body } from '@atoll/react';
import { crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** Rebound speed over impact speed. */
  restitution: number;
}

const DROP = 2;
const RADIUS = 0.4;

function Bounce({ restitution }: Args) {
  return (
    <Stage label="Balls that bounce on the ground" camera={[0, 2.5, 8]} target={[0, 1.2, 0]}>
      <Ground />
      {[-2, -1, 0, 1, 2].map((x, i) => (
        <Body key={x} name={`ball ${i}`} position={[x, DROP + RADIUS, 0]} restitution={restitution}>
          <mesh castShadow>
            <sphereGeometry args={[RADIUS, 32, 16]} />
            <meshStandardMaterial color={crateColour(i)} roughness={0.35} />
          </mesh>
        </Body>
      ))}
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Contacts/Bounce',
  component: Bounce,
  args: { restitution: 0.8 },
  argTypes: { restitution: { control: { type: 'range', min: 0, max: 1, step: 0.05 } } },
};
export default meta;

const play: StoryObj<Args>['play'] = async ({ args: { restitution }, canvasElement }) => {
  let lowest = Infinity;
  let hasHit = false;
  let peak = 0;
  let last = Infinity;
  await stepStory(canvasElement, {
    seconds: 1.45,
    eachStep({ body }) {
      const height = body('ball 2').position[1] - RADIUS;
      lowest = Math.min(lowest, height);
      hasHit ||= height > last && last < 0.2;
      if (hasHit) peak = Math.max(peak, height);
      last = height;
    },
  });
  await expect(lowest).toBeLessThan(0.15);
  await expect(Math.abs(peak - DROP * restitution ** 2)).toBeLessThan(0.1);
};

/** Balls dropped from 2 m. The first rebound reaches e² of the drop. */
export const Bouncy: StoryObj<Args> = { play };

/** With half the restitution it reaches a quarter of that. */
export const Dull: StoryObj<Args> = { args: { restitution: 0.4 }, play };
