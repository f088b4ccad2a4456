import type { Body, Quat, Vec3, World } from '../../src/index.js';
import { normalize, type Placed, type Shape } from './distance.js';

/** mulberry32 */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** Half the edge of the cube that the bodies are in. m */
export const SPREAD = 6;

export const within = (random: () => number, size: number): Vec3 => [
  Math.fround((random() - 0.5) * 2 * size),
  Math.fround((random() - 0.5) * 2 * size),
  Math.fround((random() - 0.5) * 2 * size),
];
export const direction = (random: () => number): Vec3 => {
  for (;;) {
    const v = within(random, 1);
    if (Math.hypot(...v) > 0.1) return normalize(v);
  }
};
export const turn = (random: () => number): Quat => {
  const q = [...within(random, 1), random() - 0.5];
  const n = Math.hypot(...q);
  return q.map((x) => x / n) as unknown as Quat;
};
/** 7 numbers: some start far away, some among the bodies; one in four runs along an axis. */
export function ray(random: () => number): number[] {
  const origin = within(random, random() < 0.5 ? 20 : SPREAD);
  const axis = Math.floor(random() * 12);
  const along = axis < 3 ? ([0, 1, 2].map((i) => (i === axis ? 1 : 0)) as unknown as Vec3) : direction(random);
  return [...origin, ...along, random() < 0.2 ? Infinity : 5 + random() * 30];
}

const rounding = (random: () => number) => Math.fround(0.02 + 0.3 * random());
const size = (random: () => number) => Math.fround(0.2 + random());
const makers: Record<string, (random: () => number) => Shape> = {
  sphere: (random) => ({ shape: 'sphere', radius: size(random) }),
  capsule: (random) => ({ shape: 'capsule', radius: size(random) / 2, halfHeight: size(random) }),
  box: (random) => ({ shape: 'box', halfExtents: [size(random), size(random), size(random)] }),
  cylinder: (random) => ({ shape: 'cylinder', radius: size(random), halfHeight: size(random) }),
  cone: (random) => ({ shape: 'cone', radius: size(random), halfHeight: size(random) }),
  hull: (random) => ({ shape: 'hull', points: hullPoints(random) }),
  'rounded box': (random) => ({
    shape: 'box',
    halfExtents: [size(random), size(random), size(random)],
    rounding: rounding(random),
  }),
  'rounded cylinder': (random) => ({
    shape: 'cylinder',
    radius: size(random),
    halfHeight: size(random),
    rounding: rounding(random),
  }),
  'rounded cone': (random) => ({
    shape: 'cone',
    radius: size(random),
    halfHeight: size(random),
    rounding: rounding(random),
  }),
  'rounded hull': (random) => ({ shape: 'hull', points: hullPoints(random), rounding: rounding(random) }),
};

/** Points of an ellipsoid, so that each is a corner. */
function hullPoints(random: () => number): Float32Array {
  const radii = [size(random), size(random), size(random)];
  const count = 7 + Math.floor(random() * 6);
  return new Float32Array(Array.from({ length: count }, () => direction(random).map((x, i) => x * radii[i]!)).flat());
}

export const kindOf = ({ shape, rounding = 0 }: Shape): string => (rounding > 0 ? `rounded ${shape}` : shape);

/** One of a kind. */
export const makeShape = (random: () => number, kind: string): Shape => makers[kind]!(random);

export interface Clutter {
  /** Shapes of each body, in the order of its colliders. */
  readonly placed: Map<Body, Placed[]>;
  /** Kinds of shapes that there are. */
  readonly shapes: readonly string[];
}

/** Bodies of every type and shape, one in three with two colliders, all over each other. */
export function buildClutter(
  world: World,
  random: () => number,
  count: number,
  shapes: readonly string[] = Object.keys(makers),
): Clutter {
  const placed = new Map<Body, Placed[]>();
  for (let i = 0; i < count; i++) {
    const position = within(random, SPREAD);
    const rotation = turn(random);
    const make = (k: number): Shape => {
      const collider = makers[shapes[(i + k) % shapes.length]!]!(random);
      return k === 0 ? collider : { ...collider, position: within(random, 1), rotation: turn(random) };
    };
    const colliders = i % 3 === 0 ? [make(0), make(1)] : [make(0)];
    const type = (['static', 'kinematic', 'dynamic'] as const)[i % 3 === 2 ? 2 : i % 2]!;
    const body = world.createBody({ type, position, rotation, colliders });
    placed.set(
      body,
      colliders.map((shape) => ({ shape, position, rotation })),
    );
  }
  return { placed, shapes };
}
