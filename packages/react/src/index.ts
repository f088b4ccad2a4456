export { World, type WorldProps } from './world/world.js';
export type { WorldClock } from './world/frame-loop.js';
export type { WorldEventHandlers } from './world/events.js';
export type { WorldState } from './world/world-state.js';

export { Body } from './body/body.js';
export type { BodyProps } from './body/props.js';
export { InstancedBodies } from './instances/instanced-bodies.js';
export type { InstancedBodiesProps, InstanceProps } from './instances/props.js';
export { bodyOf, objectOf } from './body/groups.js';
export { interactionGroups, type InteractionGroups } from './colliders/interaction-groups.js';

export type {
  BodyEventHandlers,
  BodySleepEvent,
  ContactForceEvent,
  CollisionEvent,
  HitEvent,
  InstanceOrigin,
  IntersectionEvent,
} from './events/types.js';

export {
  BoxCollider,
  CapsuleCollider,
  ConeCollider,
  CylinderCollider,
  HeightfieldCollider,
  HullCollider,
  MeshCollider,
  SphereCollider,
  TrimeshCollider,
} from './colliders/components.js';
export type {
  BoxColliderProps,
  CapsuleColliderProps,
  ColliderProps,
  ConeColliderProps,
  CylinderColliderProps,
  HeightfieldColliderProps,
  HullColliderProps,
  MeshColliderProps,
  SphereColliderProps,
  TrimeshColliderProps,
} from './colliders/components.js';
export type { ColliderMode } from './colliders/mode.js';

export {
  DistanceJoint,
  FixedJoint,
  GenericJoint,
  Joint,
  MotorJoint,
  PrismaticJoint,
  RevoluteJoint,
  RopeJoint,
  SphericalJoint,
  SpringJoint,
  WheelJoint,
} from './joint/joint.js';
export type { JointProps, JointPropsOf } from './joint/props.js';
export {
  useDistanceJoint,
  useFixedJoint,
  useGenericJoint,
  useMotorJoint,
  usePrismaticJoint,
  useRevoluteJoint,
  useRopeJoint,
  useSphericalJoint,
  useSpringJoint,
  useWheelJoint,
  type JointHookOptions,
} from './joint/joint-hooks.js';
export type { BodyRef } from './joint/joint-slot.js';

export { Attractor, type AttractorProps } from './forces/attractor.js';
export { Explosion, type ExplosionHandle, type ExplosionProps } from './forces/explosion.js';
export type { ReachProps } from './forces/reach.js';

export { Debug, type DebugProps } from './debug/debug.js';
export type { DebugOptions } from './debug/debug-scene.js';

export { useWorld } from './hooks/use-world.js';
export { useBody } from './hooks/use-body.js';
export { useContacts, type Contact, type ContactsOptions } from './hooks/use-contacts.js';
export { useCollisions } from './hooks/use-collisions.js';
export { useIslands } from './hooks/use-islands.js';
export type { Island } from './world/islands.js';
export { useOverlap } from './hooks/use-overlap.js';
export { useShapecast } from './hooks/use-shapecast.js';
export { useRaycast, type RaycastOptions } from './hooks/use-raycast.js';
export { useSleeping } from './hooks/use-sleeping.js';
export { useStats } from './hooks/use-stats.js';
export { useWorldState } from './hooks/use-world-state.js';
export { useAfterStep, useBeforeStep, type AfterStep, type BeforeStep } from './hooks/use-step.js';
export { usePose, type Pose } from './hooks/use-pose.js';

export type { EulerProp, Quat, QuatProp, Vec3, Vec3Prop } from './math.js';
