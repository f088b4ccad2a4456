import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef, useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { Attractor, Body, Explosion, type AttractorProps, type ExplosionHandle } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Panel } from './support/panel.js';
import { Ground, Stage, stepStory, type Played } from './support/stage.js';

interface Args {
  type: NonNullable<AttractorProps['type']>;
  /** N, or kg for 'newtonian'. */
  strength: number;
}

const RANGE = 8;
const G = 1;
const START = [2, 3, 4, 5, 6];
/** m: wide enough that a ball meets it in several steps, and is not thrown out of reach by one. */
const SOFTENING = 0.5;

/** Balls of 1 kg at growing distances from an attractor, without gravity. */
function Pull({ type, strength }: Args) {
  return (
    <Stage label="Balls that an attractor pulls" camera={[0, 4, 17]} target={[0, 0, 0]} gravity={[0, 0, 0]}>
      <mesh>
        <sphereGeometry args={[0.35, 32, 16]} />
        <meshStandardMaterial color={colours.ball} />
      </mesh>
      {START.map((x, i) => (
        <Body key={x} name={`ball ${x}`} position={[x, 0, 0]} mass={1} canSleep={false}>
          <mesh>
            <sphereGeometry args={[0.25, 32, 16]} />
            <meshStandardMaterial color={crateColour(i)} />
          </mesh>
        </Body>
      ))}
      <Attractor type={type} strength={strength} range={RANGE} gravitationalConstant={G} softening={SOFTENING} />
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Forces/Attractor and explosion',
  component: Pull,
  args: { type: 'static', strength: 2 },
  argTypes: { type: { control: 'select', options: ['static', 'linear', 'newtonian'] } },
};
export default meta;

const SECONDS = 0.25;

/** Accelerations after a short time, m/s², of the balls from the nearest on. */
async function accelerations(element: HTMLElement): Promise<number[]> {
  const { body } = await stepStory(element, { seconds: SECONDS });
  return START.map((x) => -body(`ball ${x}`).linearVelocity[0] / SECONDS);
}

const pulls =
  (law: (x: number, strength: number) => number): StoryObj<Args>['play'] =>
  async ({ canvasElement, args: { strength } }) => {
    const found = await accelerations(canvasElement);
    for (const [i, x] of START.entries()) {
      // They have come a little nearer meanwhile.
      await expect(Math.abs(found[i]! / law(x, strength) - 1)).toBeLessThan(0.05);
    }
  };

/** The same force at any distance. */
export const Static: StoryObj<Args> = { play: pulls((_, strength) => strength) };

/** More the farther away: up to its strength at its range. All the balls arrive at the same time. */
export const Linear: StoryObj<Args> = {
  args: { type: 'linear', strength: 8 },
  play: pulls((x, strength) => (strength * x) / RANGE),
};

/** By the square of the distance. */
export const Newtonian: StoryObj<Args> = {
  args: { type: 'newtonian', strength: 10 },
  play: pulls((x, strength) => (G * strength) / x ** 2),
};

/** A wall of crates around a charge. */
function Charge() {
  const charge = useRef<ExplosionHandle>(null);
  const [count, setCount] = useState<number>();
  return (
    <>
      <Stage label="Crates around an explosion" camera={[9, 9, 13]} target={[0, 0.5, 0]}>
        <Ground />
        {Array.from({ length: 48 }, (_, i) => {
          const angle = ((i % 16) / 16) * 2 * Math.PI;
          const position: [number, number, number] = [
            2.6 * Math.cos(angle),
            0.35 + Math.floor(i / 16) * 0.71,
            2.6 * Math.sin(angle),
          ];
          return (
            <Crate
              key={i}
              name={`crate ${i}`}
              position={position}
              rotation={[0, -angle, 0]}
              size={[0.7, 0.7, 0.7]}
              density={100}
              colour={crateColour(i)}
            />
          );
        })}
        <Explosion
          ref={charge}
          auto={false}
          position={[0, 0.5, 0]}
          strength={250}
          radius={5}
          onExplode={(all) => setCount(all.length)}
        />
      </Stage>
      <Panel>
        <button type="button" onClick={() => charge.current?.explode()}>
          Explode
        </button>
        {count !== undefined && <output>{count} bodies were pushed</output>}
      </Panel>
    </>
  );
}

/** The ring of crates stands until the charge goes off, and flies apart from it. */
export const Exploding: StoryObj = {
  render: () => <Charge />,
  play: async ({ canvasElement }) => {
    const distances = ({ body }: Played) =>
      Array.from({ length: 48 }, (_, i) => {
        const [x, , z] = body(`crate ${i}`).position;
        return Math.hypot(x, z);
      });
    const before = distances(await stepStory(canvasElement, { seconds: 0.5 }));
    await expect(Math.max(...before.map((r) => Math.abs(r - 2.6)))).toBeLessThan(0.05);
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Explode' }));
    await waitFor(() => expect(within(canvasElement).getByText('48 bodies were pushed')).toBeTruthy());
    const after = distances(await stepStory(canvasElement, { seconds: 1.2 }));
    await expect(after.every((r, i) => r > before[i]! + 0.3)).toBe(true);
  },
};
