import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** m/s */
  speed: number;
  continuous: boolean;
}

const BALLS = 12;
const CRATES = 21;
/** Where the wall stands, m. Its front is farther behind the posts than a ball goes in a step. */
const WALL = 4.2;
const RADIUS = 0.1;
/** Half the thickness of the posts, m. */
const POST = 0.02;

/** Balls shot at posts that are far thinner than a ball's way in one step. */
function Bullets({ speed, continuous }: Args) {
  return (
    <Stage
      key={`${speed} ${continuous}`}
      label="Fast balls shot at a row of thin posts in front of a wall of crates"
      camera={[-7, 6, 15]}
      target={[2, 1, 0]}
      gravity={[0, -9.81, 0]}
      continuous={continuous}
    >
      <Ground />
      {Array.from({ length: BALLS }, (_, i) => {
        const z = (i - (BALLS - 1) / 2) * 0.6;
        return [
          <Body key={`post ${i}`} name={`post ${i}`} type="static" position={[0, 1, z]}>
            <mesh castShadow>
              <capsuleGeometry args={[POST, 2, 4, 12]} />
              <meshStandardMaterial color={colours.steel} />
            </mesh>
          </Body>,
          <Body
            key={`ball ${i}`}
            name={`ball ${i}`}
            position={[-8 - i * 0.3, 1, z]}
            linearVelocity={[speed, 0, 0]}
            density={2000}
          >
            <mesh castShadow>
              <sphereGeometry args={[RADIUS, 24, 12]} />
              <meshStandardMaterial color={colours.ball} metalness={0.3} roughness={0.4} />
            </mesh>
          </Body>,
        ];
      })}
      {Array.from({ length: CRATES }, (_, i) => (
        <Crate
          key={i}
          name={`crate ${i}`}
          position={[WALL, 0.5 + Math.floor(i / 7), ((i % 7) - 3) * 1.02]}
          density={100}
          colour={crateColour(i)}
        />
      ))}
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Continuous collision/Bullets',
  component: Bullets,
  args: { speed: 200, continuous: true },
  argTypes: { speed: { control: { type: 'range', min: 20, max: 390, step: 10 } } },
};
export default meta;

/** At 200 m/s a ball goes 3.3 m a step, through posts of 4 cm: every one is stopped, and drops. */
export const StopAtThinPosts: StoryObj<Args> = {
  play: async ({ canvasElement }) => {
    let farthest = -Infinity;
    const { body } = await stepStory(canvasElement, {
      seconds: 0.5,
      eachStep({ body: named }) {
        for (let i = 0; i < BALLS; i++) farthest = Math.max(farthest, named(`ball ${i}`).position[0]);
      },
    });
    await expect(farthest).toBeLessThan(0);
    for (let i = 0; i < BALLS; i++) await expect(body(`ball ${i}`).linearVelocity[0]).toBeLessThan(1);
    for (let i = 0; i < CRATES; i++) await expect(Math.abs(body(`crate ${i}`).position[0] - WALL)).toBeLessThan(0.01);
  },
};

/** The same without it: the balls pass the posts, and those that a step leaves in a crate scatter the wall. */
export const PassWithoutIt: StoryObj<Args> = {
  args: { continuous: false },
  play: async ({ canvasElement }) => {
    const passed = new Set<number>();
    const { body: named } = await stepStory(canvasElement, {
      seconds: 0.5,
      eachStep({ body }) {
        for (let i = 0; i < BALLS; i++) if (body(`ball ${i}`).position[0] > 0) passed.add(i);
      },
    });
    await expect(passed.size).toBeGreaterThan(BALLS / 2);
    const moved = Array.from({ length: CRATES }, (_, i) => named(`crate ${i}`).position[0] - WALL);
    await expect(Math.max(...moved)).toBeGreaterThan(0.5);
  },
};
