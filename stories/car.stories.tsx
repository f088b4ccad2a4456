import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { Body, WheelJoint } from '@atoll/react';
import { Crate } from './support/crate.js';
import { Follow } from './support/follow.js';
import { KeyButtons, useHeldKeys } from './support/keys.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** rad/s of the wheels at full throttle. */
  speed: number;
}

const WHEEL = 0.4;
const CORNERS = [
  [1.2, 0.9],
  [1.2, -0.9],
  [-1.2, 0.9],
  [-1.2, -0.9],
] as const;

/** Keys that drive, and what they do. */
const KEYS: Record<string, readonly [throttle: number, steering: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, 1],
  ArrowRight: [0, -1],
};
const KEY_NAMES = Object.keys(KEYS);
const BUTTONS = [
  ['Left', 'ArrowLeft'],
  ['Forward', 'ArrowUp'],
  ['Back', 'ArrowDown'],
  ['Right', 'ArrowRight'],
] as const;

const CAMERA: [number, number, number] = [-6, 6, 14];
const LOOKED_AT: [number, number, number] = [4, 0, 0];

/** A chassis on four sprung wheels; the front ones steer, all are driven. */
function Car({ speed }: Args) {
  const { held, hold } = useHeldKeys(KEY_NAMES);
  let [throttle, steering] = [0, 0];
  for (const key of held) {
    throttle += KEYS[key]![0];
    steering += KEYS[key]![1];
  }
  const [chassis] = useState((): RefObject<Body | null> => ({ current: null }));
  const [wheels] = useState(() => CORNERS.map((): RefObject<Body | null> => ({ current: null })));
  return (
    <>
      <Stage label="A car with suspension drives over bumps" camera={CAMERA} target={LOOKED_AT}>
        <Follow body={chassis} from={CAMERA} />
        <Ground size={80} friction={1} />
        {[3, 5, 7].map((x) => (
          <Crate key={x} type="static" position={[x, 0, 0]} size={[0.4, 0.2, 4]} colour={colours.crates[1]} />
        ))}
        <Crate
          ref={chassis}
          name="chassis"
          position={[0, 0.9, 0]}
          size={[3.2, 0.4, 1.2]}
          density={400}
          colour={crateColour(0)}
          canSleep={false}
        />
        {CORNERS.map(([x, z], i) => (
          <Body
            key={i}
            ref={wheels[i]!}
            name={`wheel ${i}`}
            position={[x, 0.5, z]}
            friction={1.2}
            density={500}
            colliders="sphere"
          >
            <mesh castShadow rotation={[Math.PI / 2, 0, 0]}>
              <cylinderGeometry args={[WHEEL, WHEEL, 0.3, 24]} />
              <meshStandardMaterial color={colours.ball} />
            </mesh>
          </Body>
        ))}
        {CORNERS.map(([x, z], i) => (
          <WheelJoint
            key={i}
            a={chassis}
            b={wheels[i]!}
            anchorA={[x, -0.4, z]}
            spring={{ hertz: 2.5, dampingRatio: 0.7 }}
            limits={{ min: -0.2, max: 0.25 }}
            motor={{ velocity: -throttle * speed, maxForce: 300 }}
            steering={{ angle: x > 0 ? steering * 0.4 : 0, hertz: 6 }}
          />
        ))}
      </Stage>
      <KeyButtons buttons={BUTTONS} hold={hold} />
    </>
  );
}

const meta: Meta<Args> = { title: 'Joints/Car', component: Car, args: { speed: 12 } };
export default meta;

/** It stands on its springs, drives over the bumps while the key is held, and stays upright. */
export const DrivesOverBumps: StoryObj<Args> = {
  play: async ({ canvasElement }) => {
    const { body } = await stepStory(canvasElement, { seconds: 1 });
    await expect(body('chassis').position[1]).toBeGreaterThan(0.6);
    await expect(Math.abs(body('chassis').position[0])).toBeLessThan(0.2);
    // One user, who knows which keys are down.
    const user = userEvent.setup();
    await user.keyboard('{ArrowUp>}');
    let highest = 0;
    const driven = await stepStory(canvasElement, {
      seconds: 5,
      eachStep: ({ body: find }) => {
        highest = Math.max(highest, find('wheel 0').position[1]);
      },
    });
    await user.keyboard('{/ArrowUp}');
    const [x, y, z] = driven.body('chassis').position;
    await expect(x).toBeGreaterThan(6);
    await expect(highest).toBeGreaterThan(WHEEL + 0.05);
    await expect(y).toBeGreaterThan(0.5);
    await expect(Math.abs(z)).toBeLessThan(2);
    // Without a key it brakes, and the buttons drive it as the keys do.
    const stood = (await stepStory(canvasElement, { seconds: 8 })).body('chassis').position[0];
    await expect(Math.abs(driven.body('chassis').linearVelocity[0])).toBeLessThan(0.2);
    const back = within(canvasElement).getByText('Back');
    await user.pointer({ target: back, keys: '[MouseLeft>]' });
    const backed = await stepStory(canvasElement, { seconds: 9.5 });
    await user.pointer({ target: back, keys: '[/MouseLeft]' });
    await expect(backed.body('chassis').position[0]).toBeLessThan(stood - 1);
  },
};
