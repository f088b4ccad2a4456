import type { Meta, StoryObj } from '@storybook/react-vite';
import { Fragment, useState, type RefObject } from 'react';
import { expect } from 'storybook/test';
import { Quaternion, Vector3 } from 'three';
import { Body, SphericalJoint } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory, type Played } from './support/stage.js';

interface Args {
  links: number;
}

const HOOK: [number, number, number] = [0, 8, 0];
const LENGTH = 0.8;
const BALL = 0.8;

function WreckingBall({ links }: Args) {
  return (
    <Stage label="A wrecking ball on a chain swings into a wall of crates" camera={[5, 6, 20]} target={[0, 3.5, 0]}>
      <Ground />
      <Chain key={links} links={links} />
      <Wall />
    </Stage>
  );
}

/** Laid out straight to the right of the hook, and let go. */
function Chain({ links }: Args) {
  const [refs] = useState(() => Array.from({ length: links + 2 }, (): RefObject<Body | null> => ({ current: null })));
  const [x, y, z] = HOOK;
  return (
    <>
      <Body ref={refs[0]!} type="static" name="hook" position={HOOK}>
        <mesh castShadow>
          <boxGeometry args={[0.5, 0.3, 0.5]} />
          <meshStandardMaterial color={colours.steel} />
        </mesh>
      </Body>
      {Array.from({ length: links }, (_, i) => (
        <Fragment key={i}>
          <Body ref={refs[i + 1]!} name={`link ${i}`} position={[x + (i + 0.5) * LENGTH, y, z]} density={7800}>
            <mesh castShadow rotation={[0, 0, Math.PI / 2]}>
              <capsuleGeometry args={[0.12, LENGTH - 0.3, 4, 12]} />
              <meshStandardMaterial color={colours.steel} metalness={0.4} roughness={0.5} />
            </mesh>
          </Body>
          <SphericalJoint
            a={refs[i]!}
            b={refs[i + 1]!}
            anchorA={[i === 0 ? 0 : LENGTH / 2, 0, 0]}
            anchorB={[-LENGTH / 2, 0, 0]}
          />
        </Fragment>
      ))}
      <Body ref={refs[links + 1]!} name="ball" position={[x + links * LENGTH + BALL, y, z]}>
        <mesh castShadow>
          <sphereGeometry args={[BALL, 32, 16]} />
          <meshStandardMaterial color={colours.ball} metalness={0.3} roughness={0.4} />
        </mesh>
      </Body>
      <SphericalJoint a={refs[links]!} b={refs[links + 1]!} anchorA={[LENGTH / 2, 0, 0]} anchorB={[-BALL, 0, 0]} />
    </>
  );
}

function Wall() {
  const crates = [];
  for (let row = 0; row < 6; row++) {
    for (let i = 0; i < 5; i++) {
      crates.push(
        <Crate
          key={`${row}/${i}`}
          name={`crate ${row}/${i}`}
          position={[-1.6, row * 0.8 + 0.4, (i - 2) * 0.82]}
          size={[0.8, 0.8, 0.8]}
          density={300}
          colour={crateColour(row + i)}
        />,
      );
    }
  }
  return crates;
}

const meta: Meta<Args> = {
  title: 'Joints/Wrecking ball',
  component: WreckingBall,
  args: { links: 6 },
  argTypes: { links: { control: { type: 'range', min: 1, max: 8, step: 1 } } },
};
export default meta;

const point = new Vector3();
const turn = new Quaternion();

/** A point of a body in world space. */
const at = (body: Body, local: [number, number, number]): Vector3 =>
  point
    .clone()
    .set(...local)
    .applyQuaternion(turn.set(...body.rotation))
    .add(point.clone().set(...body.position));

/** The widest gap between two anchors that a joint holds together, m. */
function widestGap({ body }: Played, links: number): number {
  let widest = 0;
  let end = at(body('hook'), [0, 0, 0]);
  for (let i = 0; i < links; i++) {
    const link = body(`link ${i}`);
    widest = Math.max(widest, end.distanceTo(at(link, [-LENGTH / 2, 0, 0])));
    end = at(link, [LENGTH / 2, 0, 0]);
  }
  return Math.max(widest, end.distanceTo(at(body('ball'), [-BALL, 0, 0])));
}

/** The chain holds, with gaps below 2 cm, while the ball goes through the wall. */
export const BreaksTheWall: StoryObj<Args> = {
  play: async ({ args: { links }, canvasElement }) => {
    let gap = 0;
    let isHit = false;
    const { body } = await stepStory(canvasElement, {
      seconds: 3,
      eachStep(played) {
        gap = Math.max(gap, widestGap(played, links));
        isHit ||= [...played.world.contactsOf(played.body('ball'))].length > 0;
      },
    });
    await expect(isHit).toBe(true);
    await expect(gap).toBeLessThan(0.02);
    await expect(body('crate 2/2').position[0]).toBeLessThan(-2.5);
  },
};
