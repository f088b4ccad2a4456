import { largePyramid, manyPyramids, ragdolls, sleepingCity, tumbler, type SceneDescription } from '@atoll/scenes';

/** The scenes of the table, in its order. */
export const SCENES: Readonly<Record<string, () => SceneDescription>> = {
  'large-pyramid': largePyramid,
  'many-pyramids': manyPyramids,
  'tumbler': tumbler,
  'ragdolls': ragdolls,
  'sleeping-city': sleepingCity,
};
