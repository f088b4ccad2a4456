import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Crate } from './support/crate.js';
import { crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** Crates in the lowest row. */
  base: number;
}

function Pyramid({ base }: Args) {
  const rows = Array.from({ length: base }, (_, row) =>
    Array.from({ length: base - row }, (_, i) => (
      <Crate
        key={`${row}/${i}`}
        name={row === base - 1 ? 'top' : `crate ${row}/${i}`}
        position={[(i - (base - row - 1) / 2) * 1.02, row + 0.5, 0]}
        colour={crateColour(row + i)}
      />
    )),
  );
  return (
    <Stage label={`A pyramid of crates with ${base} in its lowest row`} camera={[4, 8, 24]} target={[0, 5, 0]}>
      <Ground />
      {rows}
    </Stage>
  );
}

const meta: Meta<Args> = { title: 'Stacking/Pyramid', component: Pyramid, args: { base: 12 } };
export default meta;

/** 78 crates stand, come to rest, and fall asleep. */
export const StandsAndSleeps: StoryObj<Args> = {
  play: async ({ args: { base }, canvasElement }) => {
    const { world, body } = await stepStory(canvasElement, { seconds: 5 });
    const top = body('top');
    await expect(Math.abs(top.position[0])).toBeLessThan(0.1);
    await expect(Math.abs(top.position[1] - (base - 0.5))).toBeLessThan(0.1);
    await expect(world.bodyCount).toBe((base * (base + 1)) / 2 + 1);
    await expect(world.awakeBodyCount).toBe(0);
    await expect([...world.bodies].filter((crate) => crate.type === 'dynamic').every((crate) => crate.isSleeping)).toBe(
      true,
    );
  },
};
