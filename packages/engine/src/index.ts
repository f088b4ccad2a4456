export { createWorld } from './world/create-world.js';
export type { World } from './world/world.js';
export type { WorldOptions, WorldSettingsOptions } from './world/options.js';
export type { StageName, WorldStats } from './world/stats.js';
export type { TransportKind } from './transport/transport.js';
export { autoWorkers } from './pool/cores.js';

export type { Body } from './body/body.js';
export type { BodyKind, BodyOptions, MassPropertiesOptions } from './body/options.js';
export type { Collider, ShapeName } from './shapes/collider.js';
export { hullEdges } from './shapes/geometry/outline.js';
export type {
  BoxOptions,
  CapsuleOptions,
  ColliderCommon,
  ColliderOptions,
  ConeOptions,
  CylinderOptions,
  HeightfieldOptions,
  HullOptions,
  SphereOptions,
  TrimeshOptions,
} from './shapes/options.js';

export type {
  ClosestPointOptions,
  FilterOptions,
  HitsOf,
  OverlapOptions,
  OverlapsOptions,
  QueryFilter,
  QueryHit,
  QueryHits,
  QueryMode,
  QueryOverlap,
  QueryShape,
  RayOptions,
  RaysOptions,
  ShapeCastOptions,
  ShapeCastsOptions,
  ShapeOverlap,
} from './queries/options.js';

export type { Joint } from './joint/joint.js';
export type {
  DistanceJointOptions,
  FixedJointOptions,
  GenericJointOptions,
  JointAxes,
  JointAxis,
  JointCommon,
  JointKind,
  JointLimits,
  JointMotor,
  JointOptions,
  JointOptionsOf,
  JointRotations,
  JointSoftness,
  JointSpring,
  JointSteering,
  JointUpdate,
  MotorJointOptions,
  PrismaticJointOptions,
  RevoluteJointOptions,
  RopeJointOptions,
  SphericalJointOptions,
  SpringJointOptions,
  WheelJointOptions,
} from './joint/options.js';

export type { ContactPair } from './events/contacts.js';
export type {
  BeforeStepEvent,
  BodyEventType,
  ColliderPair,
  CommandEvent,
  ContactEvent,
  ContactPoint,
  JointBreakEvent,
  ProblemEvent,
  SensorEvent,
  SleepEvent,
  RestoreEvent,
  StallEvent,
  WorldEvents,
  WorldEventType,
} from './events/types.js';

export { POSE_FLAGS, POSE_SLEEPING, POSE_STRIDE, POSE_TELEPORTED } from './outbox/poses.js';
export type { Poses } from './outbox/poses.js';

export { PhysicsError, PhysicsInputError } from './errors.js';
export type { InputProblem, WorldProblem } from './errors.js';
export type { Quat, QuatInput, Vec3, Vec3Input } from './types.js';

// What the engine says of bad values, for layers above it that take them in other forms.
export { finite as checkedFinite, limit as checkedLimit } from './validate/number.js';
export { oneOf } from './validate/options.js';
export { quat as checkedQuat, vec3 as checkedVec3 } from './validate/vector.js';
