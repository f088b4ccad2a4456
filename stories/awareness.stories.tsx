import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { Body, useContacts, useSleeping } from '@atoll/react';
import { colours } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

const meta: Meta = { title: 'Hooks/Contacts and sleep' };
export default meta;

const seen = new Map<string, string>();

/** Orange in the air, yellow while it touches something, grey in its sleep. */
function Skin({ name }: { name: string }) {
  const isSleeping = useSleeping();
  const contacts = useContacts();
  const state = isSleeping ? 'asleep' : contacts.length > 0 ? 'touching' : 'awake';
  seen.set(name, state);
  return <meshStandardMaterial color={colours[state]} />;
}

function Crates() {
  return (
    <Stage
      label="Crates that change colour when they touch something and when they fall asleep"
      camera={[4, 5, 11]}
      target={[0, 1.5, 0]}
    >
      <Ground />
      {Array.from({ length: 9 }, (_, i) => (
        <Body
          key={i}
          name={`crate ${i}`}
          position={[(i % 3) * 1.8 - 1.8 + (i > 2 ? 0.2 : 0), 1 + Math.floor(i / 3) * 2.2, 0]}
          rotation={[0, 0.2 * i, 0]}
        >
          <mesh castShadow receiveShadow>
            <boxGeometry />
            <Skin name={`crate ${i}`} />
          </mesh>
        </Body>
      ))}
    </Stage>
  );
}

/** Each crate is told when it touches, and when it falls asleep: no other crate renders again. */
export const ShownByColour: StoryObj = {
  render: () => <Crates />,
  play: async ({ canvasElement }) => {
    seen.clear();
    const states = () => new Set(seen.values());
    await stepStory(canvasElement, { seconds: 0.2 });
    await waitFor(() => expect(states()).toEqual(new Set(['awake'])));
    await stepStory(canvasElement, { seconds: 1.2 });
    await waitFor(() => expect(states()).toContain('touching'));
    const { world } = await stepStory(canvasElement, { seconds: 8 });
    await expect(world.awakeBodyCount).toBe(0);
    await waitFor(() => expect(states()).toEqual(new Set(['asleep'])));
  },
};
