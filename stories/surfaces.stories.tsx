import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { expect } from 'storybook/test';
import { BufferGeometry, Float32BufferAttribute } from 'three';
import { Body, HeightfieldCollider } from '@atoll/react';
import { colours, crateColour } from './support/look.js';
import { Crate } from './support/crate.js';
import { Ground, Stage, stepStory } from './support/stage.js';

const SAMPLES = 25;
const CELL = 0.5;
const SIDE = (SAMPLES - 1) * CELL;

const heightAt = (x: number, z: number): number => 0.4 * Math.sin(x) * Math.cos(0.8 * z) + 0.02 * (x * x + z * z);
const heights = Float32Array.from({ length: SAMPLES * SAMPLES }, (_, i) =>
  heightAt((i % SAMPLES) * CELL - SIDE / 2, Math.floor(i / SAMPLES) * CELL - SIDE / 2),
);
/** A shaft of 3 × 3 cells, around [3, 3]. */
const isHole = (row: number, column: number): boolean => row >= 17 && row < 20 && column >= 17 && column < 20;
const holes = Array.from({ length: (SAMPLES - 1) ** 2 }, (_, i) =>
  isHole(Math.floor(i / (SAMPLES - 1)), i % (SAMPLES - 1)),
);

/** What the height field collides as: two triangles a cell, none over a hole. */
function useHills(): BufferGeometry {
  return useMemo(() => {
    const positions: number[] = [],
      indices: number[] = [];
    for (const [i, height] of heights.entries())
      positions.push((i % SAMPLES) * CELL - SIDE / 2, height, Math.floor(i / SAMPLES) * CELL - SIDE / 2);
    for (const [i, hole] of holes.entries()) {
      const a = Math.floor(i / (SAMPLES - 1)) * SAMPLES + (i % (SAMPLES - 1));
      if (!hole) indices.push(a, a + SAMPLES, a + 1, a + 1, a + SAMPLES, a + SAMPLES + 1);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
    geometry.setIndex(indices);
    geometry.computeVertexNormals();
    return geometry;
  }, []);
}

function Ball({ name, position, radius }: { name: string; position: [number, number, number]; radius: number }) {
  return (
    <Body name={name} position={position} rollingResistance={0.1}>
      <mesh castShadow>
        <sphereGeometry args={[radius, 24, 12]} />
        <meshStandardMaterial color={colours.ball} roughness={0.4} />
      </mesh>
    </Body>
  );
}

function Hills() {
  const hills = useHills();
  return (
    <Stage label="Crates and balls on hills with a shaft" camera={[7, 6, 9]} target={[0, 0, 0]}>
      <Body type="static" colliders={false}>
        <mesh geometry={hills} receiveShadow castShadow>
          <meshStandardMaterial color={colours.ground} flatShading />
        </mesh>
        <HeightfieldCollider rows={SAMPLES} columns={SAMPLES} heights={heights} scale={[SIDE, 1, SIDE]} holes={holes} />
      </Body>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((i) => (
        <Crate
          key={i}
          name={`crate ${i}`}
          position={[(i % 4) * 1.1 - 2.2, 1.8 + 0.3 * i, Math.floor(i / 4) * 1.3 - 1.5]}
          rotation={[0.3 * i, 0.2 * i, 0.5]}
          size={[0.7, 0.5, 0.6]}
          colour={crateColour(i)}
        />
      ))}
      <Ball name="ball" position={[-1, 4, 1]} radius={0.4} />
      <Ball name="lost ball" position={[3.25, 3, 3.25]} radius={0.4} />
    </Stage>
  );
}

function Ring() {
  return (
    <Stage label="A ball in a ring, and crates around it" camera={[5, 5, 7]} target={[0, 0.5, 0]}>
      <Ground />
      <Body type="static" colliders="trimesh" position={[0, 0.6, 0]} rotation={[Math.PI / 2, 0, 0]}>
        <mesh castShadow receiveShadow>
          <torusGeometry args={[1.6, 0.6, 16, 40]} />
          <meshStandardMaterial color={colours.steel} flatShading />
        </mesh>
      </Body>
      <Ball name="ball" position={[0.2, 3, 0]} radius={1.1} />
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <Crate
          key={i}
          name={`crate ${i}`}
          position={[2.2 * Math.cos(i), 2 + 0.4 * i, 2.2 * Math.sin(i)]}
          rotation={[i, 0, 0.4]}
          size={[0.6, 0.6, 0.6]}
          colour={crateColour(i)}
        />
      ))}
    </Stage>
  );
}

const meta: Meta = { title: 'Collision/Surfaces', component: Hills };
export default meta;

/** A height field holds what lies on it; over its hole a ball falls through. */
export const HillsWithAShaft: StoryObj = {
  async play({ canvasElement }) {
    const { body } = await stepStory(canvasElement, { seconds: 4 });
    for (const name of ['ball', ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `crate ${i}`)]) {
      const [x, y, z] = body(name).position;
      await expect(y).toBeGreaterThan(heightAt(x!, z!) + 0.15);
      await expect(y).toBeLessThan(heightAt(x!, z!) + 2);
    }
    await expect(body('lost ball').position[1]).toBeLessThan(-10);
  },
};

/** A ball that does not fit through a ring of triangles rests in it, touching it all around. */
export const BallInARing: StoryObj = {
  render: () => <Ring />,
  async play({ canvasElement }) {
    const { body } = await stepStory(canvasElement, { seconds: 4 });
    const [x, y, z] = body('ball').position;
    await expect(Math.hypot(x!, z!)).toBeLessThan(0.05);
    // The ball's centre is 1.1 + 0.6 from the circle of the ring, of radius 1.6, at 0.6 m: 0.6 + √(1.7² − 1.6²); a little less on facets.
    await expect(Math.abs(y! - (0.6 + Math.sqrt(1.7 ** 2 - 1.6 ** 2)))).toBeLessThan(0.08);
    for (const i of [0, 1, 2, 3, 4, 5]) await expect(body(`crate ${i}`).position[1]).toBeGreaterThan(0.25);
  },
};
