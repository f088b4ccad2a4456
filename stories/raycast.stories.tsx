import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { expect, waitFor } from 'storybook/test';
import { BufferAttribute, BufferGeometry, type LineSegments } from 'three';
import { Body, useAfterStep, type World } from '@atoll/react';
import { Crate } from './support/crate.js';
import { colours, crateColour } from './support/look.js';
import { Ground, Stage, stepStory } from './support/stage.js';

interface Args {
  rays: number;
}

const REACH = 14;
const EYE = [0, 1.2, 0] as const;

/** 7 numbers a ray: all around, level. */
function fan(rays: number): Float32Array {
  const numbers = new Float32Array(7 * rays);
  for (let i = 0; i < rays; i++) {
    const angle = (2 * Math.PI * i) / rays;
    numbers.set([...EYE, Math.cos(angle), 0, Math.sin(angle), REACH], 7 * i);
  }
  return numbers;
}

function RaycastFan({ rays }: Args) {
  return (
    <Stage label="A fan of rays that end at crates and rolling balls" camera={[0, 15, 15]} target={[0, 0, 0]}>
      <Ground />
      <Fan key={rays} rays={rays} />
      {Array.from({ length: 9 }, (_, i) => {
        const angle = (2 * Math.PI * i) / 9;
        return (
          <Crate
            key={i}
            name={`crate ${i}`}
            type="static"
            position={[6 * Math.cos(angle), 1, 6 * Math.sin(angle)]}
            rotation={[0, i, 0]}
            size={[1, 2, 1]}
            colour={crateColour(i)}
          />
        );
      })}
      {Array.from({ length: 6 }, (_, i) => (
        <Body
          key={i}
          name={`ball ${i}`}
          position={[3.5 * Math.cos(i), 3 + i, 3.5 * Math.sin(i)]}
          linearVelocity={[-2 * Math.sin(i), 0, 2 * Math.cos(i)]}
          restitution={0.7}
        >
          <mesh castShadow>
            <sphereGeometry args={[0.7, 24, 12]} />
            <meshStandardMaterial color={colours.ball} />
          </mesh>
        </Body>
      ))}
    </Stage>
  );
}

/** Lines from the eye to what each ray hits, cast again after each step that is shown. */
function Fan({ rays }: Args) {
  const numbers = useMemo(() => fan(rays), [rays]);
  const geometry = useMemo(
    () => new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6 * rays), 3)),
    [rays],
  );
  useAfterStep((world) => {
    void world.castRays(numbers).then(({ distances }) => {
      const ends = geometry.getAttribute('position') as BufferAttribute;
      for (let i = 0; i < rays; i++) {
        const length = Math.min(REACH, distances[i]!);
        ends.setXYZ(2 * i, ...EYE);
        ends.setXYZ(2 * i + 1, EYE[0] + numbers[7 * i + 3]! * length, EYE[1], EYE[2] + numbers[7 * i + 5]! * length);
      }
      ends.needsUpdate = true;
      geometry.computeBoundingSphere();
    });
  });
  return (
    <lineSegments name="fan" geometry={geometry}>
      <lineBasicMaterial color="#d62828" transparent opacity={0.4} />
    </lineSegments>
  );
}

const meta: Meta<Args> = {
  title: 'Queries/Raycast',
  component: RaycastFan,
  args: { rays: 180 },
  argTypes: { rays: { control: { type: 'range', min: 12, max: 720, step: 12 } } },
};
export default meta;

/** Every ray ends on the surface it names, most of the crates in their ring are seen, and the drawn lines end where the rays do. */
export const AFanOfRays: StoryObj<Args> = {
  play: async ({ args, canvasElement }) => {
    const { world, body, object } = await stepStory(canvasElement, { seconds: 1.5 });
    const { handles, distances, points, step } = await world.castRays(fan(args.rays));
    await expect(step).toBeGreaterThan(80);
    const seen = new Set([...handles].filter((handle) => handle !== -1).map((handle) => world.bodyOf(handle)));
    const crates = Array.from({ length: 9 }, (_, i) => body(`crate ${i}`)).filter((crate) => seen.has(crate));
    await expect(crates.length).toBeGreaterThan(5);
    for (let i = 0; i < args.rays; i++) {
      if (handles[i] === -1) continue;
      await expect(Math.hypot(points[3 * i]!, points[3 * i + 2]!)).toBeCloseTo(distances[i]!, 3);
    }
    await waitFor(() => {
      const lengths = drawnLengths(object('fan') as LineSegments);
      return expect(lengths.filter((length) => length > 1 && length < REACH - 0.1).length).toBeGreaterThan(20);
    });
    await sameAsAtOnce(world, args.rays);
  },
};

function drawnLengths(fanOfLines: LineSegments): number[] {
  const ends = fanOfLines.geometry.getAttribute('position');
  return Array.from({ length: ends.count / 2 }, (_, i) =>
    Math.hypot(ends.getX(2 * i + 1) - EYE[0], ends.getZ(2 * i + 1) - EYE[2]),
  );
}

/** The page's own kernel sees the world that the pool sees. */
async function sameAsAtOnce(world: World, rays: number): Promise<void> {
  if (world.transport === 'transfer') return;
  const now = world.castRaysSync(fan(rays));
  const later = await world.castRays(fan(rays));
  if (now.step === later.step) await expect(now.distances).toEqual(later.distances);
}
