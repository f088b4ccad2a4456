import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { Body, RevoluteJoint, SphereCollider } from '@atoll/react';
import { colours } from './support/look.js';
import { Stage, stepStory } from './support/stage.js';

interface Args {
  balls: number;
}

const RADIUS = 0.4;
/** m between the surfaces: blows follow one another instead of being shared. */
const GAP = 0.03;
const ROPE = 3;
const SWING = 0.7;

function Cradle({ balls }: Args) {
  const [refs] = useState(() => Array.from({ length: balls }, (): RefObject<Body | null> => ({ current: null })));
  return (
    <Stage label="Newton's cradle" camera={[2.5, 3.6, 8.5]} target={[0, 3.4, 0]} timeStep={1 / 240}>
      {refs.map((ref, i) => {
        const x = (i - (balls - 1) / 2) * (2 * RADIUS + GAP);
        const turn = i === 0 ? -SWING : 0;
        return (
          <Body
            key={i}
            ref={ref}
            name={`ball ${i}`}
            position={[x + ROPE * Math.sin(turn), 5 - ROPE * Math.cos(turn), 0]}
            rotation={[0, 0, turn]}
            restitution={1}
            friction={0}
            canSleep={false}
            colliders={false}
          >
            <mesh castShadow>
              <sphereGeometry args={[RADIUS, 32, 16]} />
              <meshStandardMaterial color={colours.steel} metalness={0.2} roughness={0.3} />
            </mesh>
            <mesh position={[0, ROPE / 2, 0]}>
              <cylinderGeometry args={[0.015, 0.015, ROPE]} />
              <meshStandardMaterial color={colours.ball} />
            </mesh>
            <SphereCollider radius={RADIUS} />
          </Body>
        );
      })}
      <mesh position={[0, 5.05, 0]}>
        <boxGeometry args={[balls * 2 * RADIUS + 1, 0.1, 0.4]} />
        <meshStandardMaterial color={colours.ball} />
      </mesh>
      {refs.map((ref, i) => (
        <RevoluteJoint
          key={i}
          b={ref}
          anchorA={[(i - (balls - 1) / 2) * (2 * RADIUS + GAP), 5, 0]}
          anchorB={[0, ROPE, 0]}
        />
      ))}
    </Stage>
  );
}

const meta: Meta<Args> = { title: "Joints/Newton's cradle", component: Cradle, args: { balls: 5 } };
export default meta;

/** The last ball takes up most of the first one's swing, while those between hardly move. */
export const PassesTheSwingOn: StoryObj<Args> = {
  play: async ({ args: { balls }, canvasElement }) => {
    const rest = (i: number) => (i - (balls - 1) / 2) * (2 * RADIUS + GAP);
    let last = 0;
    let middle = 0;
    await stepStory(canvasElement, {
      seconds: 1.6,
      eachStep({ body }) {
        last = Math.max(last, body(`ball ${balls - 1}`).position[0] - rest(balls - 1));
        middle = Math.max(middle, Math.abs(body('ball 2').position[0] - rest(2)));
      },
    });
    await expect(last).toBeGreaterThan(0.8 * ROPE * Math.sin(SWING));
    await expect(middle).toBeLessThan(0.3 * ROPE * Math.sin(SWING));
  },
};
