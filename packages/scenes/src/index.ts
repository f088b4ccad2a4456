export type {
  Quat,
  Sanity,
  SceneActor,
  SceneBody,
  SceneCollider,
  SceneDescription,
  SceneJoint,
  ScenePhase,
  SceneShape,
  SceneView,
  Vec3,
} from './description.ts';
export { stepsOf } from './description.ts';
export { body, box, capsule, floor, hull, scene, sphere, trimesh } from './parts.ts';
export { pyramid, largePyramid } from './pyramid.ts';
export { manyPyramids } from './many-pyramids.ts';
export { tumbler } from './tumbler.ts';
export { mixedPile } from './mixed-pile.ts';
export { ragdolls, ragdoll } from './ragdolls.ts';
export { sleepingCity } from './sleeping-city.ts';
export { stack, massRatioStack } from './stacks.ts';
export { houseOfCards } from './house-of-cards.ts';
export { arch } from './arch.ts';
export { dominoes } from './dominoes.ts';
export { ballAndChain, chainLinks, LINK_LENGTH, wreckingBall } from './chain.ts';
export { drop } from './drop.ts';
export { impactPair, slope } from './impacts.ts';
export { awakeBodies, bodiesBelow, displacement, jointError } from './sanity.ts';
export { add, axisAngle, distance, randomNumbers, rotate, subtract, unrotate } from './math.ts';
export { buildScene, BuiltScene, worldOptions } from './build-scene.ts';
