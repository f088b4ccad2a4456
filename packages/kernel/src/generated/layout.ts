// Generated from packages/kernel/layout by packages/kernel/generate. Do not edit.

/** Kernel and host must agree on this number. */
export const LAYOUT_HASH = 2721106413;

/** Bits of BodySettings.mask. */
export const BodyField = {
  Type: 1,
  Flags: 2,
  GravityScale: 4,
  LinearDamping: 8,
  AngularDamping: 16,
  SleepThreshold: 32,
  Mass: 64,
} as const;

/** Bits of BodySettings.flags. */
export const BodyFlag = {
  CanSleep: 1,
  Bullet: 2,
  Enabled: 4,
  LockTranslationX: 8,
  LockTranslationY: 16,
  LockTranslationZ: 32,
  LockRotationX: 64,
  LockRotationY: 128,
  LockRotationZ: 256,
} as const;

/** Motion of a body. */
export const BodyType = {
  Static: 0,
  Kinematic: 1,
  Dynamic: 2,
} as const;

/** Bits of ColliderSettings.flags. */
export const ColliderFlag = {
  Sensor: 1,
  Events: 2,
  Forces: 4,
  Still: 8,
} as const;

/** Kinds of inbox records, written by the page, read by the kernel. */
export const CommandKind = {
  Pad: 0,
  Relocate: 1,
  SetWorld: 2,
  Step: 3,
  Hash: 4,
  Query: 5,
  Save: 6,
  Load: 7,
  CommitLoad: 8,
  DropLoad: 9,
  Run: 10,
  Listen: 11,
  Adopt: 12,
  Prepare: 13,
  CreateBody: 16,
  DestroyBody: 17,
  UpdateBody: 18,
  SetColliders: 19,
  SetPose: 20,
  SetVelocity: 21,
  SetKinematicTarget: 22,
  ApplyForce: 23,
  ApplyTorque: 24,
  ApplyImpulse: 25,
  ApplyTorqueImpulse: 26,
  WakeBody: 27,
  SleepBody: 28,
  CreateGeometry: 30,
  DestroyGeometry: 31,
  CreateJoint: 40,
  UpdateJoint: 41,
  DestroyJoint: 42,
} as const;

/** Bits of JointSettings.flags. */
export const JointFlag = {
  CollideConnected: 1,
  Enabled: 2,
  LinearSpring: 4,
  AngularSpring: 8,
} as const;

/** Bits of JointSettings.locks: axes of the joint frame in A. */
export const JointLock = {
  LinearX: 1,
  LinearY: 2,
  LinearZ: 4,
  Linear: 7,
  AngularX: 8,
  AngularY: 16,
  AngularZ: 32,
  Angular: 56,
} as const;

/** Bits of JointRowSettings.flags. */
export const JointRowFlag = {
  Limit: 1,
  Spring: 2,
  Motor: 4,
  Stiffness: 8,
} as const;

/** Coordinate that a JointRowSettings acts on. */
export const JointRowKind = {
  LinearX: 0,
  LinearY: 1,
  LinearZ: 2,
  Distance: 3,
  AngularX: 4,
  AngularY: 5,
  AngularZ: 6,
  Cone: 7,
  Camber: 8,
  Steering: 9,
  Spin: 10,
  RateX: 11,
  RateY: 12,
  RateZ: 13,
} as const;

/** Why a state was not loaded. */
export const LoadFault = {
  None: 0,
  Parts: 1,
  OutOfMemory: 2,
  Contents: 3,
} as const;

/** Geometry of a collider. */
export const ShapeType = {
  Sphere: 0,
  Capsule: 1,
  Box: 2,
  Cylinder: 3,
  Cone: 4,
  Hull: 5,
  Mesh: 6,
  HeightField: 7,
} as const;

/** Bits of WorldSettings.flags. */
export const WorldFlag = {
  Sleep: 1,
  Continuous: 2,
} as const;

/** What an Event says. */
export const EventKind = {
  ContactBegin: 1,
  ContactEnd: 2,
  ContactHit: 3,
  SensorEnter: 4,
  SensorExit: 5,
  Sleep: 6,
  Wake: 7,
  JointBreak: 8,
  Problem: 9,
  ContactForce: 10,
} as const;

/** Kinds of outbox records, written by the kernel, read by the page. */
export const OutboxKind = {
  Pad: 0,
  Relocate: 1,
  Frame: 2,
  Reply: 3,
  QueryResult: 4,
  StatePart: 5,
  State: 6,
} as const;

/** High bits of Pose.body. */
export const PoseFlag = {
  Teleport: 2147483648,
  Index: 1048575,
} as const;

/** What an Event of kind Problem reports. */
export const ProblemCode = {
  OutOfMemory: 1,
  NonFinite: 2,
  NoRoomForBody: 3,
  NoRoomForJoint: 4,
} as const;

/** Bits of QuerySettings.flags: what may be hit. */
export const QueryFlag = {
  Static: 1,
  Kinematic: 2,
  Dynamic: 4,
  Sensors: 8,
} as const;

/** Which hits of a query count. */
export const QueryMode = {
  Closest: 0,
  Any: 1,
  All: 2,
} as const;

/** What the items of a query ask. f32 an item in brackets. */
export const QueryType = {
  Ray: 0,
  ShapeCast: 1,
  OverlapShape: 2,
  OverlapBounds: 3,
  ClosestPoint: 4,
} as const;

/** Byte offsets. SetPose (first = position, second = rotation), SetKinematicTarget (likewise), SetVelocity (first = linear, second = angular), ApplyForce and ApplyImpulse (first = vector, second = point), ApplyTorque and ApplyTorqueImpulse (first = vector), DestroyBody, WakeBody, SleepBody (handle alone). */
export const BodyMotion = {
  stride: 48,
  /** u32, 1. CommandKind. */
  kind: 0,
  /** u32, byte. 48. */
  byteLength: 4,
  /** u32, 1. Handle. */
  body: 8,
  /** u32, 1. Bit 0: first counts. Bit 1: second counts (point given, for forces). Bit 2: a force or an impulse that leaves sleepers alone, and lets the body fall asleep. */
  mask: 12,
  /** 3 × f32, m, m/s, N, N s, N m or N m s. World space. */
  first: 16,
  /** u32, 1. Zero. */
  reserved: 28,
  /** 4 × f32, 1. Rotation, or x, y, z of a velocity or point. */
  second: 32,
} as const;

/** Byte offsets. CreateBody (with `colliderCount` ColliderSettings behind it) and UpdateBody (only the fields that `mask` names). */
export const BodySettings = {
  stride: 176,
  /** u32, 1. CreateBody or UpdateBody. */
  kind: 0,
  /** u32, byte. 176 and the colliders. */
  byteLength: 4,
  /** u32, 1. Handle. */
  body: 8,
  /** u32, 1. BodyField bits; CreateBody ignores it and takes all. */
  mask: 12,
  /** u32, 1. BodyType. */
  type: 16,
  /** u32, 1. BodyFlag bits. */
  flags: 20,
  /** u32, 1. ColliderSettings records behind this one. */
  colliderCount: 24,
  /** f32, 1. Factor on gravity. */
  gravityScale: 28,
  /** 3 × f32, m. Origin, world space. */
  position: 32,
  /** f32, 1/s. Decay rate of linear velocity. */
  linearDamping: 44,
  /** 4 × f32, 1. From body to world space, unit length. */
  rotation: 48,
  /** 3 × f32, m/s. Of the centre of mass, world space. */
  linearVelocity: 64,
  /** f32, 1/s. Decay rate of angular velocity. */
  angularDamping: 76,
  /** 3 × f32, rad/s. World space. */
  angularVelocity: 80,
  /** f32, m/s. Slower bodies may sleep. */
  sleepThreshold: 92,
  /** 3 × f32, m. Body space. */
  centerOfMass: 96,
  /** f32, kg. Zero for bodies that are not dynamic. */
  mass: 108,
  /** 6 × f32, kg m². About the centre of mass, body axes: xx, yy, zz, xy, xz, yz. */
  inertia: 112,
  /** 6 × u32, 1. Zero. */
  reserved: 136,
} as const;

/** Byte offsets. One collider of a CreateBody or SetColliders record. */
export const ColliderSettings = {
  stride: 96,
  /** u32, 1. ShapeType. */
  shape: 0,
  /** u32, 1. ColliderFlag bits. */
  flags: 4,
  /** u32, 1. Groups it is in. */
  memberships: 8,
  /** u32, 1. Groups it meets. */
  filter: 12,
  /** 3 × f32, m. In the body. */
  position: 16,
  /** f32, 1. Coulomb coefficient; a pair uses the geometric mean. */
  friction: 28,
  /** 4 × f32, 1. In the body. */
  rotation: 32,
  /** 3 × f32, m. Sphere: radius. Capsule, cylinder, cone: radius, half height along y. Box: half extents. Others: 0. */
  size: 48,
  /** f32, 1. A pair uses the larger. */
  restitution: 60,
  /** 3 × f32, m/s. Collider space, tangential part counts. */
  surfaceVelocity: 64,
  /** f32, 1. A pair uses the larger, times the radius. */
  rollingResistance: 76,
  /** f32, m. Radius added around the shape. */
  rounding: 80,
  /** u32, 1. 1 + geometry id; 0 for a shape that its size describes. */
  geometry: 84,
  /** 2 × u32, 1. Zero. */
  reserved: 88,
} as const;

/** Byte offsets. CreateGeometry (with `dataBytes` of payload behind it) and DestroyGeometry (id alone). Colliders share a geometry by its id. */
export const GeometrySettings = {
  stride: 48,
  /** u32, 1. CreateGeometry or DestroyGeometry. */
  kind: 0,
  /** u32, byte. 48 and the payload, to a multiple of 16. */
  byteLength: 4,
  /** u32, 1. Id, dense from 0; free again after DestroyGeometry. */
  geometry: 8,
  /** u32, 1. ShapeType: Hull, Mesh or HeightField. */
  shape: 12,
  /** u32, byte. Payload. */
  dataBytes: 16,
  /** 3 × u32, 1. Mesh: vertices, triangles. Height field: rows, columns. Hull: zero. */
  counts: 20,
  /** 3 × f32, m. Height field: size of the whole grid along x and z, factor on the heights along y. */
  scale: 32,
  /** u32, 1. Zero. */
  reserved: 44,
} as const;

/** Byte offsets. Payload of a hull, finished by the page: this header, then the parts that it points to, each on a multiple of 16 bytes. */
export const HullHeader = {
  stride: 96,
  /** u32, 1. At most 128. */
  vertexCount: 0,
  /** u32, 1. At most 128. */
  faceCount: 4,
  /** u32, 1. Undirected edges. */
  edgeCount: 8,
  /** u32, byte. Header and parts. */
  byteLength: 12,
  /** u32, byte. Offset: groups of four vertices, xxxx yyyy zzzz f32; the last group repeats the last vertex. */
  vertices: 16,
  /** u32, byte. Offset: groups of four planes, xxxx yyyy zzzz dddd f32, n·p = d; the last group repeats the last plane. */
  planes: 20,
  /** u32, byte. Offset: four u8 an edge: start, end, face to the left, face to the right (seen from outside). */
  edges: 24,
  /** u32, byte. Offset: two u16 a face: first loop entry, number of entries. */
  faces: 28,
  /** u32, byte. Offset: u8 vertices of the faces, counter-clockwise from outside. */
  loops: 32,
  /** f32, m. Of a ball around the centre that lies inside. */
  innerRadius: 36,
  /** f32, m. Farthest vertex from the origin. */
  outerRadius: 40,
  /** u32, 1. Zero. */
  reserved: 44,
  /** 3 × f32, m. Centre of mass. */
  center: 48,
  /** 3 × f32, m. Least coordinates. */
  boundsMin: 60,
  /** 3 × f32, m. Greatest coordinates. */
  boundsMax: 72,
  /** 3 × u32, 1. Zero. */
  reserved2: 84,
} as const;

/** Byte offsets. One coordinate of a joint that is limited, sprung or driven. */
export const JointRowSettings = {
  stride: 48,
  /** u32, 1. JointRowKind. */
  kind: 0,
  /** u32, 1. JointRowFlag bits. */
  flags: 4,
  /** f32, m or rad. Lower limit. */
  min: 8,
  /** f32, m or rad. Upper limit; equal to the lower one: locked. */
  max: 12,
  /** f32, Hz, or N/m or N m/rad. With JointRowFlag.Stiffness the latter. */
  springHertz: 16,
  /** f32, 1, or N s/m or N m s/rad. Damping ratio, or with Stiffness the coefficient. */
  springDamping: 20,
  /** f32, m or rad. Where the spring rests. */
  springTarget: 24,
  /** f32, N or N m. Infinity: no bound. */
  springMaxForce: 28,
  /** f32, m/s or rad/s. Of B against A. */
  motorVelocity: 32,
  /** f32, N or N m. Infinity: no bound. */
  motorMaxForce: 36,
  /** 2 × u32, 1. Zero. */
  reserved: 40,
} as const;

/** Byte offsets. CreateJoint and UpdateJoint (takes all but the bodies), with `rowCount` JointRowSettings behind it, and DestroyJoint (handle alone). */
export const JointSettings = {
  stride: 128,
  /** u32, 1. CreateJoint, UpdateJoint or DestroyJoint. */
  kind: 0,
  /** u32, byte. 128 and the rows. */
  byteLength: 4,
  /** u32, 1. Joint handle. */
  joint: 8,
  /** u32, 1. JointFlag bits. */
  flags: 12,
  /** u32, 1. Handle; 0 for the world itself. */
  bodyA: 16,
  /** u32, 1. Handle; 0 for the world itself. */
  bodyB: 20,
  /** u32, 1. JointLock bits: axes along and about which the frames coincide. Three or two of a kind; a single one is a row. */
  locks: 24,
  /** u32, 1. JointRowSettings records behind this one. */
  rowCount: 28,
  /** 3 × f32, m. In body A. */
  anchorA: 32,
  /** f32, N. Infinity: never breaks. */
  breakForce: 44,
  /** 4 × f32, 1. Joint frame in body A; x is the axis. */
  rotationA: 48,
  /** 3 × f32, m. In body B. */
  anchorB: 64,
  /** f32, N m. Infinity: never breaks. */
  breakTorque: 76,
  /** 4 × f32, 1. Joint frame in body B. */
  rotationB: 80,
  /** f32, Hz. Of the locked linear axes, with JointFlag.LinearSpring; 0 is a damper of maxForce. */
  linearHertz: 96,
  /** f32, 1. Likewise. */
  linearDampingRatio: 100,
  /** f32, N. Likewise. Infinity: no bound. */
  linearMaxForce: 104,
  /** f32, Hz. Of the locked angular axes, with JointFlag.AngularSpring. */
  angularHertz: 108,
  /** f32, 1. Likewise. */
  angularDampingRatio: 112,
  /** f32, N m. Likewise. */
  angularMaxTorque: 116,
  /** 2 × u32, 1. Zero. */
  reserved: 120,
} as const;

/** Byte offsets. Listen: whether anybody is told of contacts from here on. Points of what begins are written only then. */
export const ListenCommand = {
  stride: 16,
  /** u32, 1. Listen. */
  kind: 0,
  /** u32, byte. 16. */
  byteLength: 4,
  /** u32, 1. 1 or 0. */
  on: 8,
  /** u32, 1. Zero. */
  reserved: 12,
} as const;

/** Byte offsets. Start of every record in the inbox and in the outbox. */
export const RecordHeader = {
  stride: 8,
  /** u32, 1. CommandKind in the inbox, OutboxKind in the outbox. */
  kind: 0,
  /** u32, byte. Whole record with this header; a multiple of 16. */
  byteLength: 4,
} as const;

/** Byte offsets. The stream goes on at the start of another ring segment. */
export const Relocate = {
  stride: 16,
  /** u32, 1. Relocate. */
  kind: 0,
  /** u32, byte. 16. */
  byteLength: 4,
  /** u32, byte. Address of the next RingSegment. */
  segment: 8,
  /** u32, 1. Zero. */
  reserved: 12,
} as const;

/** Byte offsets. Hash: answered by a Reply with the same number. Save: StatePart records, then a Reply. CommitLoad: the state that was loaded takes the place of the present one; State, then a Reply with a LoadFault. DropLoad: it is forgotten, and a Reply says so. Adopt: the page has read the State; what it wrote before that was told to the state before and is ignored. Prepare: a Reply once nothing is left that can be done ahead of the next step; what stands behind it waits. */
export const Request = {
  stride: 16,
  /** u32, 1. Hash, Save, CommitLoad, DropLoad, Adopt or Prepare. */
  kind: 0,
  /** u32, byte. 16. */
  byteLength: 4,
  /** u32, 1. Number of the request, not 0. */
  request: 8,
  /** u32, 1. Zero. */
  reserved: 12,
} as const;

/** Byte offsets. Run: from here on the host of the conductor asks for steps by its own clock (`tick`), or no longer does. */
export const RunCommand = {
  stride: 16,
  /** u32, 1. Run. */
  kind: 0,
  /** u32, byte. 16. */
  byteLength: 4,
  /** u32, 1. 1 or 0. */
  on: 8,
  /** u32, 1. Steps that may be due at a time; what is beyond is left out. */
  maxBehind: 12,
} as const;

/** Byte offsets. Replaces every collider of a body, and its mass, with the records behind it. */
export const SetColliders = {
  stride: 64,
  /** u32, 1. SetColliders. */
  kind: 0,
  /** u32, byte. 64 and the colliders. */
  byteLength: 4,
  /** u32, 1. Handle. */
  body: 8,
  /** u32, 1. ColliderSettings records behind this one. */
  colliderCount: 12,
  /** 3 × f32, m. Body space. */
  centerOfMass: 16,
  /** f32, kg. As in BodySettings. */
  mass: 28,
  /** 6 × f32, kg m². As in BodySettings. */
  inertia: 32,
  /** 2 × u32, 1. Zero. */
  reserved: 56,
} as const;

/** Byte offsets. Save answers with these, and Load takes them back: a piece of one part of the state, with the part as it is described by the kernel. Parts come in order, their pieces from the first byte to the last. Behind it `bytes` of payload. */
export const StatePart = {
  stride: 64,
  /** u32, 1. OutboxKind.StatePart or CommandKind.Load. */
  kind: 0,
  /** u32, byte. Whole record. */
  byteLength: 4,
  /** u32, 1. Of the Save; a Load with a number is answered by a Reply with a LoadFault. */
  request: 8,
  /** u32, 1. Its number, from 0. */
  part: 12,
  /** u32, 1. Parts of the whole state. */
  partCount: 16,
  /** u32, 1. What the kernel keeps in it. */
  partKind: 20,
  /** u32, byte. Of a record of a table. */
  recordStride: 24,
  /** u32, 1. Records or words. */
  count: 28,
  /** u32, 1. Records that there is room for. */
  capacity: 32,
  /** u32, 1. Of a table. */
  freeHead: 36,
  /** u32, 1. Of a table. */
  used: 40,
  /** u32, byte. Of the part. */
  total: 44,
  /** u32, byte. Where this piece begins in it. */
  offset: 48,
  /** u32, byte. Of this piece. */
  bytes: 52,
  /** 2 × u32, 1. Zero. */
  reserved: 56,
} as const;

/** Byte offsets. Step: run `count` steps before the next record is read. */
export const StepCommand = {
  stride: 16,
  /** u32, 1. Step. */
  kind: 0,
  /** u32, byte. 16. */
  byteLength: 4,
  /** u32, 1. Steps to run. */
  count: 8,
  /** u32, 1. Answered by a Reply after the last frame; 0 for none. */
  request: 12,
} as const;

/** Byte offsets. SetWorld: settings of the simulation, in force from the next step. */
export const WorldSettings = {
  stride: 80,
  /** u32, 1. SetWorld. */
  kind: 0,
  /** u32, byte. 80. */
  byteLength: 4,
  /** 3 × f32, m/s². Acceleration of every dynamic body. */
  gravity: 8,
  /** f32, s. Length of one step. */
  timeStep: 20,
  /** u32, 1. Solver substeps a step. */
  substeps: 24,
  /** u32, 1. WorldFlag bits. */
  flags: 28,
  /** f32, Hz. Stiffness of contacts. */
  contactHertz: 32,
  /** f32, 1. Damping ratio of contacts. */
  contactDampingRatio: 36,
  /** f32, m/s. Fastest push out of an overlap. */
  contactPushSpeed: 40,
  /** f32, Hz. Stiffness of joints. */
  jointHertz: 44,
  /** f32, 1. Damping ratio of joints. */
  jointDampingRatio: 48,
  /** f32, m/s. Slower impacts do not bounce. */
  restitutionThreshold: 52,
  /** f32, m/s. Faster impacts raise a hit event. */
  hitSpeedThreshold: 56,
  /** u32, 1. Tests: nonzero permutes the order of blocks with one worker. */
  blockOrderSeed: 60,
  /** 2 × u32, 1. Zero. */
  reserved: 64,
} as const;

/** Byte offsets. Something that happened in the step. Order: exits and ends, begins, hits, sleep, wake, as they happened. */
export const Event = {
  stride: 32,
  /** u32, 1. EventKind. */
  kind: 0,
  /** u32, 1. Handle of body A, of the body that slept or woke, or of the joint; what a problem is about. */
  a: 4,
  /** u32, 1. Handle of body B; ProblemCode for a problem. */
  b: 8,
  /** u32, 1. Ordinal of the collider in A, and in B << 16. */
  colliders: 12,
  /** u32, 1. Index of the first EventPoint of the frame. */
  firstPoint: 16,
  /** u32, 1. Contact points. */
  pointCount: 20,
  /** f32, m/s or N. Approach speed of a hit; normal force of a contact. */
  value: 24,
  /** u32, 1. Number of the contact, the same from begin to end and then used again. */
  contact: 28,
} as const;

/** Byte offsets. One contact point of an event. */
export const EventPoint = {
  stride: 32,
  /** 3 × f32, m. World space, midway between the surfaces. */
  position: 0,
  /** f32, m. Negative in overlap. */
  separation: 12,
  /** 3 × f32, 1. From A to B, world space. */
  normal: 16,
  /** f32, N s. Normal impulse. */
  impulse: 28,
} as const;

/** Byte offsets. One step, or (State) where everything is after a state was loaded, with Sleep for all that sleeps and a begin or enter for all that touches: Frame, poseCount Pose, poseCount Velocity (same order), eventCount Event, pointCount EventPoint, jointCount JointReading. */
export const Frame = {
  stride: 64,
  /** u32, 1. OutboxKind.Frame. */
  kind: 0,
  /** u32, byte. Whole record. */
  byteLength: 4,
  /** u32, 1. Step number, from 1; each frame is one more than the one before. */
  step: 8,
  /** u32, 1. Bodies that moved. */
  poseCount: 12,
  /** f64, s. Simulated time. */
  time: 16,
  /** u32, 1.  */
  eventCount: 24,
  /** u32, 1.  */
  pointCount: 28,
  /** u32, 1.  */
  awakeBodyCount: 32,
  /** u32, 1.  */
  islandCount: 36,
  /** u32, 1. Joints that have left the constraint graph so far, each as often as it did. Unchanged: no joint of the frame before is missing, unless there are fewer, for want of memory. Of a State, 0. */
  jointsLeft: 40,
  /** u32, 1. Joints that were solved; of a State, all. */
  jointCount: 44,
  /** u32, 1. Inbox records that were applied before the step; it wraps. */
  commandCount: 48,
  /** u32, 1. Events, from the first on, that all say that a contact began or ended. There may be more behind others. */
  touchCount: 52,
  /** u32, 1. So many bodies, from the first on, have indices that follow each other, and nothing else to say: their Pose.body is 0. In the frames after one with more bodies than all before it fewer than could be. */
  runLength: 56,
  /** u32, 1. Index of the first of them, where there are any. */
  firstBody: 60,
} as const;

/** Byte offsets. What a joint bore in the step, on average, as it acts on B. */
export const JointReading = {
  stride: 32,
  /** 3 × f32, N. World space. */
  force: 0,
  /** u32, 1. Joint handle. */
  joint: 12,
  /** 3 × f32, N m. At the anchor, world space. */
  torque: 16,
  /** u32, 1. Zero. */
  reserved: 28,
} as const;

/** Byte offsets. One moved body in a frame. */
export const Pose = {
  stride: 32,
  /** 3 × f32, m. Origin of the body, world space. */
  position: 0,
  /** u32, 1. Body index (handle & 0xfffff) and PoseFlag bits; 0 within Frame.runLength. */
  body: 12,
  /** 4 × f32, 1. From body to world space. */
  rotation: 16,
} as const;

/** Byte offsets. Answer to a request. */
export const Reply = {
  stride: 32,
  /** u32, 1. OutboxKind.Reply. */
  kind: 0,
  /** u32, byte. 32. */
  byteLength: 4,
  /** u32, 1. Its number. */
  request: 8,
  /** u32, 1. Steps done when it was answered. */
  step: 12,
  /** u64, 1. Hash; 0 for a query that there is no memory to answer. */
  value: 16,
  /** 2 × u32, 1. Zero. */
  reserved: 24,
} as const;

/** Byte offsets. Header of a ring; `capacity` bytes of records follow it. Positions count bytes and wrap at 2³². */
export const RingSegment = {
  stride: 64,
  /** u32, byte. End of what is written. Written by the writer, atomically. */
  head: 0,
  /** u32, byte. A power of two. */
  capacity: 4,
  /** u32, byte. Address of the segment that the kernel went on in; 0 in the last one, and in an inbox. */
  next: 8,
  /** 5 × u32, 1. Zero. */
  reserved: 12,
  /** u32, byte. End of what is read. Written by the reader, atomically. */
  tail: 32,
  /** u32, 1. 1 when the reader went on to the next segment. */
  left: 36,
} as const;

/** Byte offsets. Figures of the last step. */
export const Stats = {
  stride: 160,
  /** 16 × f32, ms. Wall time of each stage, in the order of the step; last: whole step. */
  stageMs: 0,
  /** u32, 1. Bodies that exist. */
  bodyCount: 64,
  /** u32, 1. Awake dynamic and kinematic bodies. */
  awakeBodyCount: 68,
  /** u32, 1. Contact pairs that exist. */
  contactCount: 72,
  /** u32, 1. Awake touching contacts. */
  touchingCount: 76,
  /** u32, 1. Islands that exist. */
  islandCount: 80,
  /** u32, 1. Awake islands. */
  awakeIslandCount: 84,
  /** u32, 1. Joints that exist. */
  jointCount: 88,
  /** u32, 1. Colours in use. */
  colourCount: 92,
  /** u32, byte. Pages handed out. */
  memoryBytes: 96,
  /** u32, byte. Size of the memory. */
  memoryReserved: 100,
  /** u32, 1. Narrowphase runs. */
  pairsTested: 104,
  /** u32, 1. Contacts that kept their manifold. */
  manifoldsReused: 108,
  /** u32, 1. Constraints outside the colours. */
  overflowCount: 112,
  /** u32, 1. Proxies that left their fat bounds. */
  proxiesMoved: 116,
  /** u32, 1. Colliders that exist. */
  colliderCount: 120,
  /** u32, 1. Islands split so far. */
  splitCount: 124,
  /** u32, 1. Separating axis tests among the narrowphase runs. */
  satRuns: 128,
  /** u32, 1. Constraint rows of contacts, each once for every pass over it. */
  rowsSolved: 132,
  /** u32, 1. Tree nodes that the search for pairs looked at. */
  nodesVisited: 136,
  /** u32, KiB. Constraint groups and body states that the passes of the solver read. */
  kibStreamed: 140,
  /** u32, 1. Workers that took part in the step. */
  workersIn: 144,
  /** u32, 1. Rounds of the distance searches between convex shapes, but for those against triangles. */
  gjkRounds: 148,
  /** 2 × u32, 1. Zero. */
  reserved: 152,
} as const;

/** Byte offsets. Velocity of the same body, in the same order. */
export const Velocity = {
  stride: 32,
  /** 3 × f32, m/s. Of the centre of mass, world space. */
  linear: 0,
  /** u32, 1.  */
  reserved0: 12,
  /** 3 × f32, rad/s. World space. */
  angular: 16,
  /** u32, 1.  */
  reserved1: 28,
} as const;

/** Byte offsets. Start of a world in memory: all that the host looks at. */
export const WorldHeader = {
  stride: 384,
  /** u32, 1. Must equal LAYOUT_HASH. */
  layoutHash: 0,
  /** u32, 1. Bumped and notified by the page after writing the inbox or reading the outbox; the conductor waits on it. */
  doorbell: 4,
  /** u32, byte. Address of the first inbox RingSegment. */
  inbox: 8,
  /** u32, byte. Address of the first outbox RingSegment. */
  outbox: 12,
  /** u32, 1. Set to 1 by the page: every worker returns. */
  quit: 16,
  /** u32, 1. 1 while the world waits for the page to read. */
  stalled: 20,
  /** u32, 1. ProblemCode that stopped the world for good, or 0. */
  failed: 24,
  /** u32, 1. Number of the newest step: rises when the step begins. */
  stepCount: 28,
  /** f64, s. Simulated time at the end of that step. */
  time: 32,
  /** u32, 1. Number of the newest step whose frame is in the outbox. */
  stepsDone: 40,
  /** u32, 1. 1 while the conductor steps by its own clock. */
  running: 44,
  /** f32, s. Length of a step. */
  interval: 48,
  /** u32, 1. Steps that were due by that clock and were left out so far. */
  stepsLeftOut: 52,
  /** u32, 1. Set to 1 by the page where it looked in vain for an answer that was foretold: it waits to be told of it. */
  isMissed: 56,
  /** u32, 1. Changed and notified where the page should read the outbox, and waits on this word: odd where an answer is foretold. */
  told: 60,
  /** 16 × u32, 1. Zero. */
  reserved: 64,
  /** 16 × u32, 1. Kept apart: words that workers spin on live elsewhere. */
  lines: 128,
  /** 40 × u32, 1. A Stats record. */
  stats: 192,
  /** 8 × u32, 1. Zero. */
  tail: 352,
} as const;

/** Byte offsets. Answer to a Query, in the outbox: this record, then columns of `hitCount` entries, each at its place in bytes from the start of the record. Closest and any have one entry an item; all and overlaps as many as were found, in order of item, then of distance or, for overlaps, of handle. */
export const QueryResult = {
  stride: 64,
  /** u32, 1. OutboxKind.QueryResult. */
  kind: 0,
  /** u32, byte. Whole record. */
  byteLength: 4,
  /** u32, 1. As asked. */
  request: 8,
  /** u32, 1. Steps done: what the hits are true for. */
  step: 12,
  /** u32, 1. Items of the query. */
  itemCount: 16,
  /** u32, 1. Entries of each column. */
  hitCount: 20,
  /** u32, byte. u32 × (itemCount + 1): first entry of each item, where there may be several; else 0. */
  firstHits: 24,
  /** u32, byte. i32: body, -1 for none. */
  handles: 28,
  /** u32, byte. f32, m: along the ray or cast, from the point, or depth of the overlap of a shape; Infinity for none, 0 for bounds. */
  distances: 32,
  /** u32, byte. 3 f32, m: on the surface that was hit, world space. */
  points: 36,
  /** u32, byte. 3 f32: out of the surface that was hit. */
  normals: 40,
  /** u32, byte. u32: ordinal of the collider in its body. */
  colliders: 44,
  /** u32, byte. i32: triangle of a mesh or height field, face of a box or hull; -1 for none. */
  features: 48,
  /** 3 × u32, 1. Zero. */
  reserved: 52,
} as const;

/** Byte offsets. Query: this record, `ignoreCount` handles in ascending order, then `count` items of f32 as QueryType says. */
export const QuerySettings = {
  stride: 80,
  /** u32, 1. Query. */
  kind: 0,
  /** u32, byte. Whole record. */
  byteLength: 4,
  /** u32, 1. Answered by a QueryResult, or by a Reply where there is no memory for one. */
  request: 8,
  /** u32, 1. QueryType. */
  type: 12,
  /** u32, 1. QueryMode. */
  mode: 16,
  /** u32, 1. QueryFlag bits. */
  flags: 20,
  /** u32, 1. Groups that the query is in. */
  memberships: 24,
  /** u32, 1. Groups that it meets. */
  filter: 28,
  /** u32, 1. Handles of bodies that are not there for the query. */
  ignoreCount: 32,
  /** u32, 1. Items. */
  count: 36,
  /** u32, 1. ShapeType of a cast or an overlap. */
  shape: 40,
  /** f32, m. As in ColliderSettings. */
  rounding: 44,
  /** 3 × f32, m. As in ColliderSettings. */
  size: 48,
  /** u32, byte. Where the payload of a hull is, from the start of the record; 0 for none. */
  geometry: 60,
  /** 4 × u32, 1. Zero. */
  reserved: 64,
} as const;
