import type { Meta, StoryObj } from '@storybook/react-vite';
import { useFrame } from '@react-three/fiber';
import { useRef, useState, type RefObject } from 'react';
import { Quaternion, Vector3, type Mesh } from 'three';
import { expect } from 'storybook/test';
import { DistanceJoint, PrismaticJoint, RevoluteJoint, type Body } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  /** rad: where the boom turns to. */
  slew: number;
  /** m along the boom. */
  trolley: number;
  /** m of rope. */
  rope: number;
}

const HEIGHT = 5;

/** The rope, drawn from the trolley to the top of the load. */
function Rope({ from, to }: { from: RefObject<Body | null>; to: RefObject<Body | null> }) {
  const rope = useRef<Mesh>(null);
  useFrame(() => {
    if (!from.current || !to.current) return;
    const [top, end] = [new Vector3(...from.current.position), new Vector3(0, 0.4, 0)];
    end.applyQuaternion(new Quaternion(...to.current.rotation)).add(new Vector3(...to.current.position));
    const along = end.clone().sub(top);
    rope.current!.position.copy(top).addScaledVector(along, 0.5);
    rope.current!.scale.y = along.length();
    rope.current!.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  });
  return (
    <mesh ref={rope} castShadow>
      <cylinderGeometry args={[0.02, 0.02, 1]} />
      <meshStandardMaterial color={colours.ball} />
    </mesh>
  );
}

/** A boom that slews on the mast, a trolley that runs along it, and a load on a rope that is wound up. */
function Crane({ slew, trolley, rope }: Args) {
  const [[boom, cart, load]] = useState(() => [0, 1, 2].map((): RefObject<Body | null> => ({ current: null })));
  return (
    <Stage label="A crane carries a load" camera={[7, 7, 12]} target={[1, 3, 0]}>
      <Ground />
      <Crate
        type="static"
        position={[0, HEIGHT / 2 - 0.06, 0]}
        size={[0.4, HEIGHT - 0.12, 0.4]}
        colour={colours.steel}
      />
      <Crate
        ref={boom!}
        name="boom"
        position={[1.5, HEIGHT, 0]}
        size={[6, 0.2, 0.3]}
        density={500}
        colour={colours.crates[1]}
      />
      <Crate
        ref={cart!}
        name="cart"
        position={[2, HEIGHT - 0.3, 0]}
        size={[0.5, 0.2, 0.5]}
        density={800}
        colour={colours.ball}
      />
      <Crate
        ref={load!}
        name="load"
        position={[2, HEIGHT - 3.3, 0]}
        size={[0.8, 0.8, 0.8]}
        density={400}
        colour={colours.crates[0]}
      />
      <Rope from={cart!} to={load!} />
      <RevoluteJoint
        b={boom!}
        anchor={[0, HEIGHT, 0]}
        axis={[0, 1, 0]}
        spring={{ hertz: 0.5, dampingRatio: 1, target: slew }}
      />
      <PrismaticJoint
        a={boom!}
        b={cart!}
        anchorA={[0.5, -0.3, 0]}
        axisA={[1, 0, 0]}
        limits={{ min: -1.5, max: 2 }}
        spring={{ hertz: 3, dampingRatio: 1, target: trolley }}
      />
      <DistanceJoint
        a={cart!}
        b={load!}
        anchorB={[0, 0.4, 0]}
        spring={{ hertz: 2, dampingRatio: 1, target: rope }}
        limits={{ min: 0.5, max: 4 }}
      />
    </Stage>
  );
}

const meta: Meta<Args> = {
  title: 'Joints/Crane',
  component: Crane,
  args: { slew: 1.2, trolley: 1.5, rope: 1.5 },
  argTypes: {
    slew: { control: { type: 'range', min: -2.5, max: 2.5, step: 0.1 } },
    trolley: { control: { type: 'range', min: -1.5, max: 2, step: 0.1 } },
    rope: { control: { type: 'range', min: 0.5, max: 4, step: 0.1 } },
  },
};
export default meta;

/** Boom, trolley and rope come to where they are told, with the load hanging below. */
export const CarriesALoad: StoryObj<Args> = {
  play: async ({ args: { slew, trolley, rope }, canvasElement }) => {
    const { body } = await stepStory(canvasElement, { seconds: 8 });
    const [, y, , w] = body('boom').rotation;
    await expect(2 * Math.atan2(y, w)).toBeCloseTo(slew, 1);
    const [x, , z] = body('cart').position;
    // The load still swings, and takes the trolley along by centimetres.
    await expect(Math.abs(Math.hypot(x, z) - 2 - trolley)).toBeLessThan(0.1);
    await expect(body('load').position[1]).toBeCloseTo(HEIGHT - 0.3 - rope - 0.4, 0);
    await expect(body('load').position[1]).toBeGreaterThan(1.5);
  },
};
