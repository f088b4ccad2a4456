import { Canvas, type RootState } from '@react-three/fiber';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Object3D } from 'three';
import { Body, bodyOf, World, type WorldClock, type WorldProps } from '@atoll/react';
import { colours } from './look.js';

interface StageHandle {
  readonly world: Promise<World>;
  /** What three fiber knows of the canvas. */
  readonly root: () => RootState;
  setClock(clock: WorldClock): void;
}

const stages = new WeakMap<Element, StageHandle>();

export interface StageProps extends WorldProps {
  /** Where the camera stands, m. It looks at `target`. */
  camera?: [number, number, number];
  target?: [number, number, number];
  /** What is to be seen, for those who cannot see it. */
  label: string;
  /** When frames are drawn. Default 'always'. */
  frameloop?: 'always' | 'demand';
}

/** A lit world in real time, until a play function takes its clock. */
export function Stage({
  camera = [8, 6, 12],
  target = [0, 2, 0],
  label,
  frameloop = 'always',
  children,
  ...world
}: StageProps) {
  const element = useRef<HTMLDivElement>(null);
  const root = useRef<RootState>(null);
  const [clock, setClock] = useState<WorldClock>('frame');
  const [ready] = useState(pending);
  useEffect(() => {
    stages.set(element.current!, { world: ready.promise, root: () => root.current!, setClock });
  }, [ready]);
  return (
    <div
      ref={element}
      data-stage=""
      role="img"
      aria-label={label}
      style={{ width: '100%', height: '100vh', background: colours.sky }}
    >
      <Canvas
        shadows="percentage"
        frameloop={clock === 'manual' ? 'never' : frameloop}
        dpr={1}
        camera={{ position: camera, fov: 40 }}
        onCreated={(state) => {
          root.current = state;
          state.camera.lookAt(...target);
        }}
      >
        <color attach="background" args={[colours.sky]} />
        <hemisphereLight args={['#ffffff', '#c9b9a6', 1.4]} />
        <directionalLight
          position={[6, 12, 8]}
          intensity={2.2}
          castShadow
          shadow-mapSize={[1024, 1024]}
          shadow-bias={-0.0005}
        >
          <orthographicCamera attach="shadow-camera" args={[-14, 14, 14, -14, 1, 40]} />
        </directionalLight>
        <Suspense fallback={null}>
          <World {...world} clock={clock} onReady={ready.resolve} onError={ready.reject}>
            {children}
          </World>
        </Suspense>
      </Canvas>
    </div>
  );
}

/** A floor whose top is at height 0. */
export function Ground({
  size = 40,
  friction = 0.6,
  restitution = 0,
}: {
  size?: number;
  friction?: number;
  restitution?: number;
}): ReactNode {
  return (
    <Body
      type="static"
      name="ground"
      userData="ground"
      position={[0, -0.5, 0]}
      friction={friction}
      restitution={restitution}
    >
      <mesh receiveShadow>
        <boxGeometry args={[size, 1, size]} />
        <meshStandardMaterial color={colours.ground} />
      </mesh>
    </Body>
  );
}

export interface Played {
  readonly world: World;
  /** The body that a `<Body name>` draws. */
  body(name: string): Body;
  /** A drawn object. */
  object(name: string): Object3D;
}

export interface StepOptions {
  /** Simulated time since the world began at which to stop, s. */
  seconds: number;
  /** Called after each step. */
  eachStep?: (played: Played) => void;
  /** Whether time stands still then, until the next call. Default false. */
  pauses?: boolean;
}

/** Steps from one drawn frame to the next while a play function steps the world. */
const DRAWN_STEPS = 15;

/** What the stage in `element` shows, which runs in real time. */
export async function watchStory(element: HTMLElement): Promise<Played> {
  const stage = await found(element);
  return {
    world: await stage.world,
    object(name) {
      const object = stage.root().scene.getObjectByName(name);
      if (!object) throw new Error(`The story draws no '${name}'`);
      return object;
    },
    body(name) {
      const object = stage.root().scene.getObjectByName(name);
      const body = object && bodyOf(object);
      if (!body) throw new Error(`The story has no body named '${name}'`);
      return body;
    },
  };
}

/** Takes the clock of the stage in `element`, steps its world to a point in time, and lets it run on in real time. */
export async function stepStory(
  element: HTMLElement,
  { seconds, eachStep, pauses = false }: StepOptions,
): Promise<Played> {
  const stage = await found(element);
  stage.setClock('manual');
  const played = await watchStory(element);
  const { world } = played;
  const end = Math.round(seconds / world.timeStep);
  const stride = eachStep ? 1 : DRAWN_STEPS;
  while (world.stepCount < end) {
    await world.step(Math.min(stride, end - world.stepCount));
    eachStep?.(played);
    if (world.stepCount % DRAWN_STEPS === 0) stage.root().advance(performance.now() / 1000);
  }
  if (!pauses) stage.setClock('frame');
  return played;
}

function pending(): { promise: Promise<World>; resolve: (world: World) => void; reject: (error: unknown) => void } {
  let resolve!: (world: World) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<World>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}

async function found(element: HTMLElement): Promise<StageHandle> {
  for (let tries = 0; tries < 200; tries++) {
    const stage = stages.get(element.querySelector('[data-stage]')!);
    if (stage) return stage;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('The story shows no <Stage>');
}
