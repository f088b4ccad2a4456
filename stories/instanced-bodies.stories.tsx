import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import type { InstancedMesh } from 'three';
import { Color, Matrix4, Vector3 } from 'three';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { bodyOf, InstancedBodies, type InstanceProps } from '@atoll/react';
import { crateColour } from './support/look.js';
import { Panel } from './support/panel.js';
import { Ground, Stage, stepStory } from './support/stage.js';

const meta: Meta = { title: 'Bodies/Instanced bodies' };
export default meta;

const SIZE = 0.6;

const crate = (key: number): InstanceProps => ({
  key,
  position: [
    ((key % 5) - 2) * 1.1,
    SIZE / 2 + Math.floor((key % 25) / 5) * (SIZE + 0.3),
    Math.floor(key / 25) * 1.1 - 1,
  ],
  rotation: [0, key * 0.3, 0],
});

/** A crate keeps its colour: it goes with the key. */
const tint = (mesh: InstancedMesh | null, crates: readonly InstanceProps[]): void => {
  if (!mesh) return;
  crates.forEach(({ key }, i) => mesh.setColorAt(i, new Color(crateColour(Number(key)))));
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
};

/** Buttons add crates, take every other one away and shuffle the list. */
function Crates(): ReactNode {
  const [crates, setCrates] = useState(() => Array.from({ length: 50 }, (_, key) => crate(key)));
  const next = 1 + Math.max(...crates.map(({ key }) => Number(key)));
  const more = Array.from({ length: 25 }, (_, i) => {
    const key = next + i;
    return { ...crate(key), position: [((i % 5) - 2) * 0.9, 5 + Math.floor(i / 5) * 0.8, 0] as const };
  });
  return (
    <>
      <Stage
        label="Crates drawn by one instanced mesh, with buttons that add, remove and reorder them"
        camera={[6, 5, 9]}
        target={[0, 1.2, 0]}
      >
        <Ground />
        <InstancedBodies name="crates" instances={crates}>
          <instancedMesh
            key={crates.length}
            ref={(mesh) => tint(mesh, crates)}
            name="mesh"
            args={[undefined, undefined, crates.length]}
            castShadow
            receiveShadow
          >
            <boxGeometry args={[SIZE, SIZE, SIZE]} />
            <meshStandardMaterial />
          </instancedMesh>
        </InstancedBodies>
      </Stage>
      <Panel>
        <button type="button" onClick={() => setCrates([...crates, ...more])}>
          Add 25
        </button>
        <button type="button" onClick={() => setCrates(crates.filter((_, i) => i % 2 === 0))}>
          Remove every other
        </button>
        <button type="button" onClick={() => setCrates(crates.toReversed())}>
          Reverse
        </button>
      </Panel>
    </>
  );
}

/** Crates come, go and change places in the list. Each that stays keeps its body, its motion and its colour. */
export const KeyedCrates: StoryObj = {
  render: () => <Crates />,
  play: async ({ canvasElement }) => {
    const press = (name: string) => userEvent.click(within(canvasElement).getByRole('button', { name }));
    const { world, object } = await stepStory(canvasElement, { seconds: 1 });
    const mesh = () => object('mesh') as InstancedMesh;
    const bodies = () => Array.from({ length: mesh().count }, (_, i) => bodyOf(mesh(), i));
    /** Farthest that an instance is drawn from its body, m. */
    const error = () => {
      const matrix = new Matrix4();
      const at = new Vector3();
      return Math.max(
        ...bodies().map((body, i) => {
          mesh().getMatrixAt(i, matrix);
          return at.setFromMatrixPosition(matrix).distanceTo(new Vector3(...body!.position));
        }),
      );
    };
    await expect(world.bodyCount).toBe(51);

    const first = bodies();
    await press('Reverse');
    await waitFor(() => expect(bodies()).toEqual(first.toReversed()));
    await press('Remove every other');
    await waitFor(() => expect(mesh().count).toBe(25));
    await expect(bodies()).toEqual(first.toReversed().filter((_, i) => i % 2 === 0));
    await press('Add 25');
    await waitFor(() => expect(mesh().count).toBe(50));
    await expect(bodies().slice(0, 25)).toEqual(first.toReversed().filter((_, i) => i % 2 === 0));
    await stepStory(canvasElement, { seconds: world.time + 1.5 });
    await expect(world.bodyCount).toBe(51);
    await expect(Math.min(...bodies().map((body) => body!.position[1]))).toBeGreaterThan(SIZE / 2 - 0.02);
    await waitFor(() => expect(error()).toBeLessThan(0.05));
  },
};
