import { useFrame } from '@react-three/fiber';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { useWorld, type WorldProps } from '@atoll/react';
import { Crate } from './support/crate.js';
import { crateColour } from './support/look.js';
import { Panel } from './support/panel.js';
import { Ground, Stage, stepStory, watchStory } from './support/stage.js';

const meta: Meta = { title: 'World/Time and threads' };
export default meta;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const crates = Array.from({ length: 12 }, (_, i) => (
  <Crate
    key={i}
    name={`crate ${i}`}
    position={[((i % 4) - 1.5) * 1.3, 1 + Math.floor(i / 4) * 1.6, 0]}
    rotation={[0, 0.2 * i, 0]}
    colour={crateColour(i)}
  />
));

function Pausing(): ReactNode {
  const [paused, setPaused] = useState(true);
  return (
    <>
      <Stage label="Crates that hang in the air while time stands still" paused={paused}>
        <Ground />
        {crates}
      </Stage>
      <Panel>
        <button type="button" onClick={() => setPaused(!paused)}>
          {paused ? 'Resume' : 'Pause'}
        </button>
      </Panel>
    </>
  );
}

/** Time stands still, and questions about the world are answered all the same. */
export const Paused: StoryObj = {
  render: () => <Pausing />,
  play: async ({ canvasElement }) => {
    const { world, body } = await watchStory(canvasElement);
    await pause(200);
    await expect(world.stepCount).toBe(0);
    const hit = await world.castRay({ origin: [-1.95, 20, 0], direction: [0, -1, 0], maxDistance: 30 });
    await expect(hit!.body).toBe(body('crate 8'));
    await expect(hit!.distance).toBeCloseTo(20 - 4.7, 4);
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(body('crate 0').position[1]).toBeLessThan(0.9));
  },
};

/** Counts the frames that are drawn. Writes to the page itself: a render would ask for another frame. */
function Demand(): ReactNode {
  const frames = useRef<HTMLOutputElement>(null);
  const push = useRef(() => {});
  return (
    <>
      <Stage label="A pile that is drawn only while it moves" frameloop="demand">
        <Ground />
        {crates}
        <Counter count={(n) => void (frames.current!.textContent = `${n} frames`)} push={push} />
      </Stage>
      <Panel>
        <button type="button" onClick={() => push.current()}>
          Push
        </button>
        <output ref={frames} />
      </Panel>
    </>
  );
}

function Counter({ count, push }: { count: (frames: number) => void; push: { current: () => void } }): ReactNode {
  const world = useWorld();
  const drawn = useRef(0);
  useFrame(() => count(++drawn.current));
  push.current = () => {
    for (const body of world.bodies) if (body.type === 'dynamic') body.applyImpulse([0, 4 * body.mass, 0]);
  };
  return null;
}

/** While everything sleeps no frame is drawn. A push is enough to go on. */
export const OnDemand: StoryObj = {
  render: () => <Demand />,
  play: async ({ canvasElement }) => {
    const { world } = await watchStory(canvasElement);
    const frames = () => Number.parseInt(canvasElement.querySelector('output')!.textContent ?? '', 10);
    await waitFor(() => expect([world.stepCount > 10, world.awakeBodyCount]).toEqual([true, 0]), { timeout: 20_000 });
    /** The number of frames at which no more are drawn. */
    const rest = () =>
      waitFor(
        async () => {
          const before = frames();
          await pause(400);
          await expect(frames()).toBe(before);
          return before;
        },
        { timeout: 20_000 },
      );
    const rested = await rest();
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Push' }));
    await waitFor(() => expect(frames()).toBeGreaterThan(rested + 5), { timeout: 10_000 });
    await waitFor(() => expect(world.awakeBodyCount).toBe(0), { timeout: 20_000 });
    await rest();
  },
};

interface Args {
  transport: NonNullable<WorldProps['transport']>;
  workers: NonNullable<WorldProps['workers']>;
}

/** The same crates, wherever they are simulated. */
function Where({ transport, workers }: Args): ReactNode {
  const chosen = useRef<HTMLOutputElement>(null);
  return (
    <>
      <Stage
        label="Crates that fall, simulated by threads or by the page itself"
        transport={transport}
        workers={workers}
      >
        <Ground />
        {crates}
        <Tell text={(kind, threads) => void (chosen.current!.textContent = `${kind}, solver threads: ${threads}`)} />
      </Stage>
      <Panel>
        <output ref={chosen} />
      </Panel>
    </>
  );
}

function Tell({ text }: { text: (transport: string, workers: number) => void }): ReactNode {
  const { transport, workers } = useWorld();
  useEffect(() => text(transport, workers));
  return null;
}

const FALL = 2;
const hashes = new Set<bigint>();

const onTransport = (args: Args): StoryObj<Args> => ({
  args,
  argTypes: { transport: { control: 'select', options: ['auto', 'shared', 'transfer', 'inline'] } },
  render: (given) => <Where {...given} />,
  play: async ({ canvasElement, args: { transport } }) => {
    const { world } = await stepStory(canvasElement, { seconds: FALL });
    await expect(world.transport).toBe(transport);
    await waitFor(() => expect(canvasElement.querySelector('output')!.textContent).toContain(transport));
    hashes.add(await world.hash());
    // The same bits as in the stories beside it, as far as they were played.
    await expect(hashes.size).toBe(1);
  },
});

/** Two solver threads on shared memory. */
export const Shared = onTransport({ transport: 'shared', workers: 2 });
/** One thread, for pages that are not cross-origin isolated. */
export const Transfer = onTransport({ transport: 'transfer', workers: 1 });
/** On the page's own thread: for tests. */
export const Inline = onTransport({ transport: 'inline', workers: 1 });
