import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { Body, RevoluteJoint } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  planks: number;
}

const LENGTH = 0.4;
const HEIGHT = 4;
/** rad: by which it turns from shore to shore, longer than they are apart. */
const ARC = 0.9;

/** Where the joints are, on an arc that hangs between the shores. */
function joints(planks: number): [number, number][] {
  const radius = (planks * LENGTH) / ARC;
  return Array.from({ length: planks + 1 }, (_, i) => {
    const turn = ARC * (i / planks - 0.5);
    return [radius * Math.sin(turn), HEIGHT + radius * (Math.cos(ARC / 2) - Math.cos(turn))];
  });
}

/** Planks hinged to each other and to both shores, and three balls that fall on them. */
function Bridge({ planks }: Args) {
  const [refs] = useState(() => Array.from({ length: planks }, (): RefObject<Body | null> => ({ current: null })));
  const points = joints(planks);
  return (
    <Stage label="Balls fall on a bridge of planks" camera={[5, 7, 12]} target={[0, 3, 0]}>
      <Ground />
      {[-1, 1].map((side) => (
        <Crate
          key={side}
          type="static"
          position={[side * (points[planks]![0] + 1.05), HEIGHT / 2, 0]}
          size={[2, HEIGHT, 3]}
          colour={colours.steel}
        />
      ))}
      {refs.map((ref, i) => (
        <Crate
          key={i}
          ref={ref}
          name={`plank ${i}`}
          position={[(points[i]![0] + points[i + 1]![0]) / 2, (points[i]![1] + points[i + 1]![1]) / 2, 0]}
          rotation={[0, 0, ARC * ((i + 0.5) / planks - 0.5)]}
          size={[LENGTH * 0.95, 0.1, 2]}
          density={600}
          colour={crateColour(i)}
        />
      ))}
      {Array.from({ length: planks + 1 }, (_, i) => (
        <RevoluteJoint key={i} a={refs[i - 1] ?? null} b={refs[i] ?? null} anchor={[...points[i]!, 0]} />
      ))}
      {[-1.5, 0, 1.5].map((x) => (
        <Body key={x} name={`ball ${x}`} position={[x, HEIGHT + 2, 0]} density={400}>
          <mesh castShadow>
            <sphereGeometry args={[0.4, 24, 12]} />
            <meshStandardMaterial color={colours.ball} />
          </mesh>
        </Body>
      ))}
    </Stage>
  );
}

const meta: Meta<Args> = { title: 'Joints/Bridge', component: Bridge, args: { planks: 20 } };
export default meta;

/** The planks stay together within 5 mm, and carry the balls. */
export const CarriesBalls: StoryObj<Args> = {
  play: async ({ args: { planks }, canvasElement }) => {
    let widest = 0;
    const edge = (body: Body, side: number) => {
      const [, , z, w] = body.rotation;
      const turn = 2 * Math.atan2(z, w);
      return [0, 1].map((k) => body.position[k]! + side * (LENGTH / 2) * (k === 0 ? Math.cos(turn) : Math.sin(turn)));
    };
    const { body } = await stepStory(canvasElement, {
      seconds: 4,
      eachStep({ body: find }) {
        for (let i = 1; i < planks; i++) {
          const [a, b] = [edge(find(`plank ${i - 1}`), 1), edge(find(`plank ${i}`), -1)];
          widest = Math.max(widest, Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!));
        }
      },
    });
    await expect(widest).toBeLessThan(0.005);
    await expect(body(`plank ${planks / 2}`).position[1]).toBeLessThan(HEIGHT - 0.1);
    await expect(body('ball 0').position[1]).toBeGreaterThan(1);
  },
};
