import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { RevoluteJoint, type Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  speed: number;
}

const DOORS = ['free', 'limited', 'sprung', 'driven'] as const;

/** Four doors on the world's own hinges, pushed alike: one swings free, one has stops, one a spring, one a motor. */
function Doors({ speed }: Args) {
  const [refs] = useState(() => DOORS.map((): RefObject<Body | null> => ({ current: null })));
  const hinges = [
    {},
    { limits: { min: -0.5, max: 1 } },
    { spring: { hertz: 1, dampingRatio: 0.5 } },
    { motor: { velocity: speed, maxForce: 500 } },
  ];
  return (
    <Stage label="Four doors: free, with stops, with a spring, with a motor" camera={[0, 6, 13]} target={[0, 1, 0]}>
      <Ground />
      {DOORS.map((name, i) => (
        <Crate
          key={name}
          ref={refs[i]!}
          name={name}
          position={[i * 3.2 - 4.1, 1.1, 0]}
          size={[1.4, 2, 0.08]}
          density={300}
          colour={crateColour(i)}
          canSleep={false}
          angularVelocity={name === 'driven' ? [0, 0, 0] : [0, 3, 0]}
          linearVelocity={name === 'driven' ? [0, 0, 0] : [0, 0, -2.1]}
        />
      ))}
      {DOORS.map((name, i) => (
        <RevoluteJoint key={name} b={refs[i]!} anchor={[i * 3.2 - 4.8, 1.1, 0]} axis={[0, 1, 0]} {...hinges[i]} />
      ))}
      <Crate type="static" name="lintel" position={[0, 2.3, 0]} size={[12, 0.2, 0.2]} colour={colours.steel} />
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Joints/Doors',
  component: Doors,
  args: { speed: 1.5 },
  argTypes: { speed: { control: { type: 'range', min: -4, max: 4, step: 0.5 } } },
};
export default meta;

/** The stops hold within half a degree, the spring brings its door back, and the motor keeps its speed. */
export const HingesWithStopsSpringsAndMotors: StoryObj<Args> = {
  play: async ({ args: { speed }, canvasElement }) => {
    const angle = (body: Body) => 2 * Math.atan2(body.rotation[1], body.rotation[3]);
    let [least, most] = [0, 0];
    const { body } = await stepStory(canvasElement, {
      seconds: 3,
      eachStep({ body: find }) {
        least = Math.min(least, angle(find('limited')));
        most = Math.max(most, angle(find('limited')));
      },
    });
    await expect(most).toBeGreaterThan(0.9);
    await expect(most).toBeLessThan(1 + Math.PI / 360);
    await expect(least).toBeGreaterThan(-0.5 - Math.PI / 360);
    await expect(Math.abs(angle(body('sprung')))).toBeLessThan(0.05);
    await expect(body('driven').angularVelocity[1]).toBeCloseTo(speed, 1);
  },
};
