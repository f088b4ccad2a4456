import {
  ballAndChain,
  dominoes,
  houseOfCards,
  largePyramid,
  manyPyramids,
  massRatioStack,
  mixedPile,
  pyramid,
  ragdolls,
  sleepingCity,
  stack,
  tumbler,
  wreckingBall,
  type SceneDescription,
} from '@atoll/scenes';

const awake = (scene: SceneDescription): SceneDescription => ({ ...scene, sleep: false });

/** The scenes of the table, in its order. */
export const TIMED: Readonly<Record<string, () => SceneDescription>> = {
  'large-pyramid': largePyramid,
  'many-pyramids': manyPyramids,
  tumbler: tumbler,
  'mixed-pile': mixedPile,
  ragdolls: ragdolls,
  'sleeping-city': sleepingCity,
};

/** Scenes that show how stable an engine is; they run when they are named. Nothing sleeps: falling asleep would help. */
const STABILITY: Readonly<Record<string, () => SceneDescription>> = {
  'pyramid-20': () => pyramid(20, { sleep: false, steps: 600 }),
  'stack-10': () => awake(stack(10)),
  'stack-20': () => awake(stack(20)),
  'mass-ratio-stack': () => awake(massRatioStack()),
  'house-of-cards': () => awake(houseOfCards()),
  dominoes: () => awake(dominoes()),
  'ball-and-chain': () => awake(ballAndChain()),
  'wrecking-ball': () => awake(wreckingBall()),
};

export const SCENES: Readonly<Record<string, () => SceneDescription>> = { ...TIMED, ...STABILITY };
