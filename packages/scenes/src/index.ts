export type {
  Quat, Sanity, SceneActor, SceneBody, SceneCollider, SceneDescription, SceneJoint, ScenePhase, SceneShape, SceneView, Vec3,
} from './description.ts';
export { stepsOf } from './description.ts';
export { body, box, capsule, floor, scene, sphere } from './parts.ts';
export { pyramid, largePyramid } from './pyramid.ts';
export { manyPyramids } from './many-pyramids.ts';
export { tumbler } from './tumbler.ts';
export { ragdolls, ragdoll } from './ragdolls.ts';
export { sleepingCity } from './sleeping-city.ts';
