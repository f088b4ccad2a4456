import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect, userEvent } from 'storybook/test';
import type { Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { Follow } from './support/follow.js';
import { KeyButtons, useHeldKeys } from './support/keys.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';
import { STANDING, Walker } from './support/walker.js';

interface Args {
  /** m/s. */
  speed: number;
  /** m. */
  jump: number;
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' '];
const BUTTONS = [
  ['Left', 'ArrowLeft'],
  ['Right', 'ArrowRight'],
  ['Away', 'ArrowUp'],
  ['Near', 'ArrowDown'],
  ['Jump', ' '],
] as const;
/** m: five stairs up to a landing, from which a ramp leads down again, to a crate. */
const STAIRS = { count: 5, rise: 0.25, run: 0.5, at: 2 };
const LANDING = { height: 1.25, from: 4.5, to: 8 };
const RAMP = Math.atan2(LANDING.height, 4);
const CRATE = 13.5;
const CAMERA: [number, number, number] = [-4, 6, 14];
/** s: when the story has been played. */
const END = 9.5;

/** Arrow keys walk, the space bar jumps. */
function Character({ speed, jump }: Args) {
  const { held, hold } = useHeldKeys(KEYS);
  const [walker] = useState((): RefObject<Body | null> => ({ current: null }));
  const axis = (less: string, more: string) => speed * (Number(held.has(more)) - Number(held.has(less)));
  return (
    <>
      <Stage
        label="A character walks up stairs and down a ramp, pushes a crate and jumps"
        camera={CAMERA}
        target={[2, 1, 0]}
      >
        <Follow body={walker} from={CAMERA} />
        <Ground size={60} />
        {Array.from({ length: STAIRS.count }, (_, i) => (
          <Crate
            key={i}
            type="static"
            position={[STAIRS.at + (i + 0.5) * STAIRS.run, ((i + 1) * STAIRS.rise) / 2, 0]}
            size={[STAIRS.run, (i + 1) * STAIRS.rise, 4]}
            colour={colours.steel}
          />
        ))}
        <Crate
          type="static"
          position={[(LANDING.from + LANDING.to) / 2, LANDING.height / 2, 0]}
          size={[LANDING.to - LANDING.from, LANDING.height, 4]}
          colour={colours.steel}
        />
        <Crate
          type="static"
          position={[LANDING.to + 2 - 0.1 * Math.sin(RAMP), LANDING.height / 2 - 0.1 * Math.cos(RAMP), 0]}
          rotation={[0, 0, -RAMP]}
          size={[Math.hypot(4, LANDING.height), 0.2, 4]}
          colour={colours.steel}
        />
        <Crate name="crate" position={[CRATE, 0.4, 0]} size={[0.8, 0.8, 0.8]} density={60} colour={crateColour(1)} />
        <Walker
          ref={walker}
          name="walker"
          position={[0, STANDING, 0]}
          velocity={[axis('ArrowLeft', 'ArrowRight'), axis('ArrowUp', 'ArrowDown')]}
          jump={held.has(' ') ? jump : 0}
          colour={crateColour(0)}
        />
      </Stage>
      <KeyButtons buttons={BUTTONS} hold={hold} />
    </>
  );
}

const meta: Meta<Args> = {
  title: 'Bodies/Character',
  component: Character,
  args: { speed: 3, jump: 1 },
  argTypes: {
    speed: { control: { type: 'range', min: 1, max: 6, step: 0.5 } },
    jump: { control: { type: 'range', min: 0.2, max: 2, step: 0.1 } },
  },
};
export default meta;

/** It stands still, takes the stairs at its own speed, goes down the ramp, pushes the crate, and jumps as high as it should. */
export const WalksPushesAndJumps: StoryObj<Args> = {
  play: async ({ args, canvasElement }) => {
    const user = userEvent.setup();
    const to = async (seconds: number) => {
      let [highest, fastest] = [0, 0];
      const { body } = await stepStory(canvasElement, {
        seconds,
        // A jump takes a second, and a key may take as long on a busy machine.
        pauses: seconds < END,
        eachStep({ body: find }) {
          highest = Math.max(highest, find('walker').position[1]);
          fastest = Math.max(fastest, find('walker').linearVelocity[0]);
        },
      });
      return { walker: body('walker'), crate: body('crate'), highest, fastest };
    };
    const stood = await to(1);
    await expect(stood.walker.position[1]).toBeCloseTo(STANDING, 2);
    await expect(Math.abs(stood.walker.position[0])).toBeLessThan(0.01);
    await user.keyboard('{ArrowRight>}');
    const up = await to(3.2);
    await expect(up.walker.position[0]).toBeGreaterThan(LANDING.from);
    await expect(up.walker.position[1]).toBeCloseTo(LANDING.height + STANDING, 1);
    await expect(up.fastest).toBeLessThan(args.speed * 1.05);
    const down = await to(7);
    await user.keyboard('{/ArrowRight}');
    await expect(down.crate.position[0]).toBeGreaterThan(CRATE + 1);
    await expect(down.walker.position[0]).toBeGreaterThan(CRATE);
    const rested = await to(8);
    await expect(Math.hypot(...rested.walker.linearVelocity)).toBeLessThan(0.05);
    await expect(rested.walker.position[1]).toBeCloseTo(STANDING, 2);
    await expect(rested.walker.rotation).toEqual([0, 0, 0, 1]);
    const ground = rested.walker.position[1];
    await user.keyboard('[Space>]');
    const jumped = await to(8.2);
    await user.keyboard('[/Space]');
    const landed = await to(END);
    await expect(Math.max(jumped.highest, landed.highest) - ground).toBeGreaterThan(args.jump * 0.9);
    await expect(Math.max(jumped.highest, landed.highest) - ground).toBeLessThan(args.jump * 1.1);
    await expect(landed.walker.position[1]).toBeCloseTo(ground, 2);
  },
};

/** m/s: along, and up. */
const CARRIAGE = [1, 0.5] as const;

function Carried() {
  const [walker] = useState((): RefObject<Body | null> => ({ current: null }));
  return (
    <Stage label="A character rides on a platform that moves and rises" camera={[0, 5, 16]} target={[1, 2, 0]}>
      <Ground />
      <Crate
        type="kinematic"
        name="platform"
        position={[-3, 0.1, 0]}
        size={[3, 0.2, 3]}
        linearVelocity={[...CARRIAGE, 0]}
        colour={colours.steel}
      />
      <Walker
        ref={walker}
        name="walker"
        position={[-3, 0.2 + STANDING, 0]}
        velocity={[0, 0]}
        jump={0}
        colour={crateColour(0)}
      />
    </Stage>
  );
}

/** It goes with what it stands on, at the same speed: what it lagged behind at first, it still is behind, and it is lifted. */
export const RidesAPlatform: StoryObj = {
  render: () => <Carried />,
  play: async ({ canvasElement }) => {
    const { body } = await stepStory(canvasElement, { seconds: 3, eachStep() {}, pauses: true });
    const [platform, walker] = [body('platform'), body('walker')];
    await expect(platform.position[0]).toBeCloseTo(3 * CARRIAGE[0] - 3, 1);
    await expect(Math.abs(walker.position[0] - platform.position[0])).toBeLessThan(0.15);
    await expect(walker.linearVelocity[0]).toBeCloseTo(CARRIAGE[0], 2);
    await expect(walker.position[1] - platform.position[1] - 0.1).toBeCloseTo(STANDING, 1);
  },
};
