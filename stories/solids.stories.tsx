import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { expect } from 'storybook/test';
import { Body, ConeCollider, CylinderCollider } from '@atoll/react';
import { crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

const KINDS = ['ball', 'crate', 'capsule', 'cylinder', 'cone', 'stone'] as const;
const LAYERS = 3;

function Solid({
  kind,
  name,
  position,
  turn,
}: {
  kind: (typeof KINDS)[number];
  name: string;
  position: [number, number, number];
  turn: number;
}) {
  const rotation: [number, number, number] = [turn, 0.7 * turn, 1.3 * turn];
  const material = (
    <meshStandardMaterial color={crateColour(KINDS.indexOf(kind))} roughness={0.6} flatShading={kind === 'stone'} />
  );
  if (kind === 'cylinder' || kind === 'cone') {
    return (
      <Body name={name} position={position} rotation={rotation} colliders={false}>
        {kind === 'cylinder' ? (
          <CylinderCollider radius={0.4} halfHeight={0.35} rollingResistance={0.05} />
        ) : (
          <ConeCollider radius={0.45} halfHeight={0.4} rollingResistance={0.05} />
        )}
        <mesh castShadow>
          {kind === 'cylinder' ? (
            <cylinderGeometry args={[0.4, 0.4, 0.7, 32]} />
          ) : (
            <coneGeometry args={[0.45, 0.8, 32]} />
          )}
          {material}
        </mesh>
      </Body>
    );
  }
  return (
    <Body
      name={name}
      position={position}
      rotation={rotation}
      colliders={kind === 'stone' ? 'hull' : undefined}
      rollingResistance={0.05}
    >
      <mesh castShadow>
        {kind === 'ball' && <sphereGeometry args={[0.4, 24, 16]} />}
        {kind === 'crate' && <boxGeometry args={[0.7, 0.7, 0.7]} />}
        {kind === 'capsule' && <capsuleGeometry args={[0.3, 0.5, 8, 16]} />}
        {kind === 'stone' && <dodecahedronGeometry args={[0.5]} />}
        {material}
      </mesh>
    </Body>
  );
}

const names = KINDS.flatMap((kind) => Array.from({ length: LAYERS }, (_, i) => `${kind} ${i}`));

function Pile() {
  const solids = useMemo(
    () =>
      KINDS.flatMap((kind, k) =>
        Array.from({ length: LAYERS }, (_, i) => ({
          kind,
          name: `${kind} ${i}`,
          position: [((k + i) % 3) - 1, 1.2 + 1.1 * (k + i), ((2 * k + i) % 2) - 0.5] as [number, number, number],
          turn: 0.5 * k + i,
        })),
      ),
    [],
  );
  return (
    <Stage label="A pile of every convex shape" camera={[6, 5, 8.5]} target={[0, 0.6, 0]}>
      <Ground />
      {solids.map((solid) => (
        <Solid key={solid.name} {...solid} />
      ))}
    </Stage>
  );
}

const meta: Meta = { title: 'Collision/Solids', component: Pile };
export default meta;

/** Balls, crates, capsules, cylinders, cones and hulls fall on each other, come to rest, and none sinks in. */
export const EveryConvexShape: StoryObj = {
  async play({ canvasElement }) {
    const { body } = await stepStory(canvasElement, { seconds: 8 });
    // The middles of no two of them come nearer than a cone on its side and a capsule that lies along it.
    for (const [i, name] of names.entries()) {
      for (const other of names.slice(0, i)) {
        const [p, q] = [body(name).position, body(other).position];
        const distance = Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!);
        await expect({ name, other, isApart: distance > 0.45 }).toEqual({ name, other, isApart: true });
      }
    }
    for (const name of names) {
      const { position, linearVelocity } = body(name);
      // A cone on its side lies lowest: its middle is r h / √(r² + 4 h²) = 0.196 m up.
      await expect(position[1]).toBeGreaterThan(0.18);
      await expect(position[1]).toBeLessThan(3);
      await expect(Math.hypot(...(linearVelocity as readonly number[]))).toBeLessThan(0.3);
    }
  },
};
