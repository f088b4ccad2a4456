import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** rad/s */
  rate: number;
}

const TOP = 0.4;

interface Rider {
  readonly name: string;
  readonly position: [number, number, number];
  readonly size: [number, number, number];
}

/** A wall of bricks through the axis, and crates about it. */
const RIDERS: readonly Rider[] = [
  ...Array.from({ length: 5 }, (_, layer) =>
    Array.from({ length: 5 - layer }, (__, i): Rider => ({
      name: `brick ${layer} ${i}`,
      position: [(i - (4 - layer) / 2) * 0.62, TOP + 0.15 + 0.3 * layer, 0],
      size: [0.6, 0.3, 0.4],
    })),
  ).flat(),
  ...Array.from({ length: 8 }, (_, i): Rider => {
    const angle = (Math.PI / 4) * (i + 0.5);
    return {
      name: `crate ${i}`,
      position: [2.4 * Math.cos(angle), TOP + 0.25, 2.4 * Math.sin(angle)],
      size: [0.5, 0.5, 0.5],
    };
  }),
];

/** Everything is put down where the table already turns, and goes round with it from the start. */
function Turntable({ rate }: Args) {
  return (
    <Stage label="A turntable with a wall of bricks and crates around it" camera={[5, 5, 7]} target={[0, 0.7, 0]}>
      <Ground />
      <Body type="kinematic" name="table" position={[0, TOP / 2, 0]} angularVelocity={[0, rate, 0]}>
        <mesh castShadow receiveShadow>
          <cylinderGeometry args={[3, 3, TOP, 64]} />
          <meshStandardMaterial color={colours.steel} />
        </mesh>
      </Body>
      {RIDERS.map(({ name, position, size }, i) => (
        <Crate
          key={name}
          name={name}
          position={position}
          size={size}
          colour={crateColour(i)}
          linearVelocity={[rate * position[2], 0, -rate * position[0]]}
          angularVelocity={[0, rate, 0]}
        />
      ))}
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Bodies/Turntable',
  component: Turntable,
  args: { rate: 1 },
  argTypes: { rate: { control: { type: 'range', min: -1.5, max: 1.5, step: 0.1 } } },
};
export default meta;

/** After ten seconds everything is as far from the axis, and as high, as it was, and has gone round as far as the table. */
export const WhatRidesStaysWhereItIs: StoryObj<Args> = {
  play: async ({ args: { rate }, canvasElement }) => {
    const seconds = 10;
    const { body } = await stepStory(canvasElement, { seconds });
    const [cos, sin] = [Math.cos(rate * seconds), Math.sin(rate * seconds)];
    for (const { name, position } of RIDERS) {
      const [x, y, z] = body(name).position;
      const away = Math.hypot(
        x! - (cos * position[0] + sin * position[2]),
        y! - position[1],
        z! - (cos * position[2] - sin * position[0]),
      );
      await expect(away).toBeLessThan(0.02);
    }
  },
};
