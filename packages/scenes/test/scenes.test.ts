import {
  ballAndChain,
  dominoes,
  drop,
  houseOfCards,
  impactPair,
  jointError,
  largePyramid,
  manyPyramids,
  massRatioStack,
  pyramid,
  ragdolls,
  sleepingCity,
  slope,
  stack,
  tumbler,
  wreckingBall,
  type SceneDescription,
  type SceneView,
} from '@atoll/scenes';
import { describe, expect, it } from 'vitest';

const SCENES: readonly [name: string, build: () => SceneDescription, bodies: number][] = [
  ['large-pyramid', largePyramid, 1275],
  ['many-pyramids', manyPyramids, 5500],
  ['tumbler', tumbler, 2000],
  ['ragdolls', ragdolls, 2200],
  ['sleeping-city', sleepingCity, 10_010],
  ['pyramid', () => pyramid(10), 55],
  ['stack', stack, 20],
  ['mass-ratio-stack', massRatioStack, 5],
  ['house-of-cards', houseOfCards, 40],
  ['dominoes', dominoes, 30],
  ['ball-and-chain', ballAndChain, 51],
  ['drop', drop, 58],
  ['wrecking-ball', wreckingBall, 61],
  ['impact-pair', () => impactPair({ restitution: 1 }), 2],
  ['slope', () => slope(0.3), 1],
];

/** The scene as it is described, before any engine has touched it. */
function asDescribed({ bodies }: SceneDescription): SceneView {
  return {
    bodyCount: bodies.length,
    position: (i) => bodies[i]!.position,
    rotation: (i) => bodies[i]!.rotation,
    isSleeping: () => false,
  };
}

describe.each(SCENES)('%s', (name, build, count) => {
  it(`has ${count} dynamic bodies`, () => {
    expect(build().bodies.filter((body) => body.type === 'dynamic')).toHaveLength(count);
    expect(build().name).toContain(name);
  });

  it('is the same every time', () => {
    const { phases: _a, beforeStep: _b, ...one } = build();
    expect(build()).toMatchObject(one);
  });

  it('starts with its joints together', () => {
    const description = build();
    for (const joint of description.joints) expect(jointError(joint, asDescribed(description))).toBeLessThan(1e-9);
  });

  it('calls a simulation insane whose bodies are nowhere', () => {
    const description = build();
    const nowhere: SceneView = { ...asDescribed(description), position: () => [NaN, NaN, NaN] };
    if (name === 'slope' || name === 'dominoes') return;
    expect(description.phases.at(-1)!.sanity(nowhere).ok).toBe(false);
  });
});
