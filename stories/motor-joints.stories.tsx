import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { MotorJoint, type Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** m: to where all are lifted. */
  height: number;
  /** rad: by how much they are turned about the vertical. */
  turn: number;
  /** N that each motor may use. */
  maxForce: number;
}

const HERTZ = 3;
const SIZE = 0.9;
/** kg/m³ */
const DENSITIES = [100, 250, 800];

/** A motor for each crate lifts it to the pose that is drawn in outline; the last one is too heavy for it. */
function MotorJoints({ height, turn, maxForce }: Args) {
  const [refs] = useState(() => DENSITIES.map((): RefObject<Body | null> => ({ current: null })));
  return (
    <Stage
      label="Motors lift two crates to a pose in the air; a third is too heavy"
      camera={[3, 4.5, 9]}
      target={[0, 1.3, 0]}
    >
      <Ground />
      {DENSITIES.map((density, i) => {
        const x = (i - 1) * 2.2;
        return (
          <group key={density}>
            <Crate
              ref={refs[i]!}
              name={`crate ${i}`}
              position={[x, SIZE / 2, 0]}
              size={[SIZE, SIZE, SIZE]}
              density={density}
              colour={crateColour(i)}
              canSleep={false}
            />
            <mesh position={[x, height, 0]} rotation={[0, turn, 0]}>
              <boxGeometry args={[SIZE, SIZE, SIZE]} />
              <meshBasicMaterial color={colours.ball} wireframe />
            </mesh>
            <MotorJoint
              b={refs[i]!}
              target={{ position: [x, height, 0], rotation: [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)] }}
              hertz={HERTZ}
              maxForce={maxForce}
              maxTorque={500}
            />
          </group>
        );
      })}
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Joints/Motors',
  component: MotorJoints,
  args: { height: 2, turn: 0.8, maxForce: 3000 },
  argTypes: {
    height: { control: { type: 'range', min: 0.5, max: 3, step: 0.1 } },
    turn: { control: { type: 'range', min: -1.5, max: 1.5, step: 0.1 } },
    maxForce: { control: { type: 'range', min: 0, max: 10_000, step: 500 } },
  },
};
export default meta;

/** What the motor can bear comes to its pose, lower by the stretch of the spring, g / (2π f)²; what it cannot stays on the ground and turns. */
export const LiftsWhatItCan: StoryObj<Args> = {
  play: async ({ args: { height, turn, maxForce }, canvasElement }) => {
    const { body } = await stepStory(canvasElement, { seconds: 4 });
    for (const [i, density] of DENSITIES.entries()) {
      const crate = body(`crate ${i}`);
      const isLifted = crate.mass * 9.81 < maxForce;
      await expect(crate.mass).toBeCloseTo(density * SIZE ** 3, 1);
      const y = isLifted ? height - 9.81 / (2 * Math.PI * HERTZ) ** 2 : SIZE / 2;
      await expect(Math.abs(crate.position[1] - y)).toBeLessThan(0.01);
      if (isLifted) await expect(2 * Math.atan2(crate.rotation[1], crate.rotation[3])).toBeCloseTo(turn, 2);
    }
  },
};
