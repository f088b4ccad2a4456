import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { GenericJoint, type Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** rad/s of the drill. */
  speed: number;
  /** m that the drill may go to either side. */
  way: number;
  /** rad that the stick may lean about either axis. */
  lean: number;
}

const NAMES = ['drill', 'stick', 'glider'] as const;

/**
 * One type of joint, three machines: a drill that turns about its axis and is driven along it as far as its limits; a stick that leans about two axes
 * against springs and does not twist; and a glider that is free in a level plane alone.
 */
function SixDegrees({ speed, way, lean }: Args) {
  const [[drill, stick, glider]] = useState(() => NAMES.map((): RefObject<Body | null> => ({ current: null })));
  const axis = { spring: { hertz: 1.5, dampingRatio: 0.15 }, limits: { min: -lean, max: lean } };
  return (
    <Stage label="A drill, a joystick and a glider" camera={[2, 4, 10]} target={[0, 1.2, 0]}>
      <Ground />
      <Crate
        ref={drill!}
        name="drill"
        position={[-3, 1.2, 0]}
        size={[1.6, 0.5, 0.5]}
        density={300}
        colour={crateColour(0)}
        canSleep={false}
      />
      <GenericJoint
        b={drill!}
        anchor={[-3, 1.2, 0]}
        axis={[1, 0, 0]}
        normal={[0, 1, 0]}
        linear={[{ motor: { velocity: 0.6, maxForce: 500 }, limits: { min: -way, max: way } }, 'locked', 'locked']}
        angular={[{ motor: { velocity: speed, maxForce: 50 } }, 'locked', 'locked']}
      />
      <Crate type="static" position={[0, 0.15, 0]} size={[1, 0.3, 1]} colour={colours.steel} />
      <Crate
        ref={stick!}
        name="stick"
        position={[0, 1.2, 0]}
        size={[0.2, 1.6, 0.2]}
        density={300}
        colour={crateColour(1)}
        linearVelocity={[3.2, 0, 2]}
        angularVelocity={[2.5, 0, -4]}
        canSleep={false}
      />
      <GenericJoint
        b={stick!}
        anchor={[0, 0.4, 0]}
        axis={[0, 1, 0]}
        normal={[1, 0, 0]}
        angular={['locked', axis, axis]}
      />
      <Crate
        ref={glider!}
        name="glider"
        position={[2, 1.2, 1]}
        size={[1.2, 0.15, 0.6]}
        density={300}
        colour={crateColour(2)}
        linearVelocity={[0.6, 0, -0.5]}
        angularVelocity={[0, 1, 0]}
        canSleep={false}
      />
      <GenericJoint
        b={glider!}
        anchor={[2, 1.2, 1]}
        axis={[1, 0, 0]}
        normal={[0, 1, 0]}
        linear={['free', 'locked', 'free']}
        angular={['locked', 'free', 'locked']}
      />
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Joints/Six degrees of freedom',
  component: SixDegrees,
  args: { speed: 4, way: 0.8, lean: 0.5 },
  argTypes: {
    speed: { control: { type: 'range', min: -10, max: 10, step: 1 } },
    way: { control: { type: 'range', min: 0, max: 1, step: 0.1 } },
    lean: { control: { type: 'range', min: 0.1, max: 1, step: 0.1 } },
  },
};
export default meta;

/** Each axis is free, locked, limited, sprung or driven as it was told. */
export const EachAxisAsTold: StoryObj<Args> = {
  play: async ({ args: { speed, way, lean }, canvasElement }) => {
    let [leaned, twisted] = [0, 0];
    const { body } = await stepStory(canvasElement, {
      seconds: 3,
      eachStep({ body: find }) {
        const [x, y, z, w] = find('stick').rotation;
        leaned = Math.max(leaned, 2 * Math.atan2(Math.abs(x), w), 2 * Math.atan2(Math.abs(z), w));
        twisted = Math.max(twisted, 2 * Math.atan2(Math.abs(y), w));
      },
    });
    const drill = body('drill');
    await expect(drill.position[0]).toBeCloseTo(-3 + way, 2);
    await expect(Math.hypot(drill.position[1] - 1.2, drill.position[2])).toBeLessThan(0.005);
    await expect(drill.angularVelocity[0]).toBeCloseTo(speed, 2);
    await expect(leaned).toBeGreaterThan(0.9 * lean);
    await expect(leaned).toBeLessThan(lean + Math.PI / 360);
    await expect(twisted).toBeLessThan(0.01);
    const glider = body('glider');
    await expect(glider.position[0]).toBeCloseTo(2 + 0.6 * 3, 2);
    await expect(glider.position[2]).toBeCloseTo(1 - 0.5 * 3, 2);
    await expect(Math.abs(glider.position[1] - 1.2)).toBeLessThan(0.005);
    await expect(glider.angularVelocity[1]).toBeCloseTo(1, 2);
  },
};
