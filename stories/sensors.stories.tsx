import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { Body, BoxCollider } from '@atoll/react';
import { colours, crateColour } from './support/look.js';
import { Panel } from './support/panel.js';
import { Ground, Stage, stepStory } from './support/stage.js';

const meta: Meta = { title: 'Events/Sensors and collisions' };
export default meta;

const BALLS = 6;

/** Balls fall through a hoop that counts them, and onto a plate that says how hard they hit and what rests on it. */
function Hoop(): ReactNode {
  const [inside, setInside] = useState(0);
  const [through, setThrough] = useState(0);
  const [touching, setTouching] = useState(0);
  const [fastest, setFastest] = useState(0);
  return (
    <>
      <Stage label="Balls fall through a hoop that counts them" camera={[5, 5, 10]} target={[0, 2, 0]}>
        <Ground />
        <Body
          type="static"
          position={[0, 3.2, 0]}
          colliders={false}
          onIntersectionEnter={() => setInside((n) => n + 1)}
          onIntersectionExit={() => {
            setInside((n) => n - 1);
            setThrough((n) => n + 1);
          }}
        >
          <BoxCollider halfExtents={[1, 0.1, 1]} sensor />
          <mesh rotation={[Math.PI / 2, 0, 0]}>
            <torusGeometry args={[1.1, 0.08, 12, 48]} />
            <meshStandardMaterial color={inside > 0 ? colours.touching : colours.steel} />
          </mesh>
        </Body>
        <Body
          type="static"
          position={[0, 0.2, 0]}
          onCollisionEnter={() => setTouching((n) => n + 1)}
          onCollisionExit={() => setTouching((n) => n - 1)}
          onHit={({ speed }) => setFastest((before) => Math.max(before, speed))}
        >
          <mesh receiveShadow>
            <boxGeometry args={[3, 0.4, 3]} />
            <meshStandardMaterial color={touching > 0 ? colours.awake : colours.asleep} />
          </mesh>
        </Body>
        {Array.from({ length: BALLS }, (_, i) => (
          <Body
            key={i}
            name={`ball ${i}`}
            position={[0.3 * Math.cos(2 * i), 4.5 + 1.2 * i, 0.3 * Math.sin(2 * i)]}
            restitution={0.3}
          >
            <mesh castShadow>
              <sphereGeometry args={[0.3, 24, 12]} />
              <meshStandardMaterial color={crateColour(i)} />
            </mesh>
          </Body>
        ))}
      </Stage>
      <Panel>
        <output>
          {through} went through, fastest hit {fastest.toFixed(1)} m/s
        </output>
      </Panel>
    </>
  );
}

/** Each ball is told of once when it enters the hoop and once when it leaves, and hits the plate as fast as it fell. */
export const AHoopThatCounts: StoryObj = {
  render: () => <Hoop />,
  play: async ({ canvasElement }) => {
    await stepStory(canvasElement, { seconds: 4 });
    await waitFor(() => expect(within(canvasElement).getByText(/^6 went through/)).toBeTruthy());
    const text = canvasElement.querySelector('output')!.textContent ?? '';
    const fastest = Number.parseFloat(/([\d.]+) m\/s/.exec(text)![1]!);
    // The last one falls from 10.5 m: √(2 g h) onto the plate, less where it meets another ball first.
    await expect(fastest).toBeGreaterThan(Math.sqrt(2 * 9.81 * 3.8) - 0.3);
    await expect(fastest).toBeLessThan(Math.sqrt(2 * 9.81 * 9.8));
  },
};
