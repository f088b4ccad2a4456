import { useWorld, useWorldState } from '@atoll/react';
import { useFrame } from '@react-three/fiber';
import { useEffect, useRef, useState } from 'react';

/** What the panel shows. Written in the canvas, read outside of it. */
export interface Figures {
  bodies: number;
  awake: number;
  islands: number;
  contacts: number;
  stepTime: number;
  pageTime: number;
  framesPerSecond: number;
  transport: string;
  workers: number;
  isReady: boolean;
}

export const createFigures = (): Figures => ({
  bodies: 0,
  awake: 0,
  islands: 0,
  contacts: 0,
  stepTime: 0,
  pageTime: 0,
  framesPerSecond: 0,
  transport: '',
  workers: 0,
  isReady: false,
});

/** How much of the newest value a running mean takes in. */
const BLEND = 0.08;

/** Collects the figures once a frame. */
export function Probe({ figures }: { figures: Figures }) {
  const world = useWorld();
  const pageTime = useWorldState((state) => state.pageTime);
  const latest = useRef(0);
  latest.current = pageTime;
  useFrame((_, delta) => {
    const { stats } = world;
    const blend = (mean: number, value: number) => (mean === 0 ? value : mean + (value - mean) * BLEND);
    figures.bodies = world.bodyCount;
    figures.awake = world.awakeBodyCount;
    figures.islands = stats.islandCount;
    figures.contacts = stats.contactCount;
    figures.stepTime = blend(figures.stepTime, stats.stepTime);
    figures.pageTime = blend(figures.pageTime, latest.current);
    figures.framesPerSecond = blend(figures.framesPerSecond, delta > 0 ? 1 / delta : 0);
    figures.transport = world.transport;
    figures.workers = world.workers;
    figures.isReady = true;
  });
  return null;
}

const ms = (value: number) => `${value.toFixed(2)} ms`;

export function Panel({ figures, onReset }: { figures: Figures; onReset(): void }) {
  const [, refresh] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => refresh((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const { bodies, awake, islands, contacts, stepTime, pageTime, framesPerSecond, transport, workers, isReady } =
    figures;
  const rows: [string, string | number][] = [
    ['bodies', bodies],
    ['awake', awake],
    ['islands', islands],
    ['contacts', contacts],
    ['step', ms(stepTime)],
    ['main thread', ms(pageTime)],
    ['frames/s', Math.round(framesPerSecond)],
    ['transport', transport],
    ['workers', workers],
  ];
  return (
    <aside className="panel" aria-label="Statistics">
      <h1>Atoll</h1>
      {isReady ? (
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>The workers are starting …</p>
      )}
      <button type="button" onClick={onReset}>
        Reset <kbd>R</kbd>
      </button>
      <p className="hint">Click to throw a ball.</p>
    </aside>
  );
}
