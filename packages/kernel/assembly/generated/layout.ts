// Generated from packages/kernel/layout by packages/kernel/generate. Do not edit.

export const LAYOUT_HASH: u32 = 2721106413;

/** Bits of BodySettings.mask. */
export namespace BodyField {
  export const Type: u32 = 1;
  export const Flags: u32 = 2;
  export const GravityScale: u32 = 4;
  export const LinearDamping: u32 = 8;
  export const AngularDamping: u32 = 16;
  export const SleepThreshold: u32 = 32;
  export const Mass: u32 = 64;
}

/** Bits of BodySettings.flags. */
export namespace BodyFlag {
  export const CanSleep: u32 = 1;
  export const Bullet: u32 = 2;
  export const Enabled: u32 = 4;
  export const LockTranslationX: u32 = 8;
  export const LockTranslationY: u32 = 16;
  export const LockTranslationZ: u32 = 32;
  export const LockRotationX: u32 = 64;
  export const LockRotationY: u32 = 128;
  export const LockRotationZ: u32 = 256;
}

/** Motion of a body. */
export namespace BodyType {
  export const Static: u32 = 0;
  export const Kinematic: u32 = 1;
  export const Dynamic: u32 = 2;
}

/** Bits of ColliderSettings.flags. */
export namespace ColliderFlag {
  export const Sensor: u32 = 1;
  export const Events: u32 = 2;
  export const Forces: u32 = 4;
  export const Still: u32 = 8;
}

/** Kinds of inbox records, written by the page, read by the kernel. */
export namespace CommandKind {
  export const Pad: u32 = 0;
  export const Relocate: u32 = 1;
  export const SetWorld: u32 = 2;
  export const Step: u32 = 3;
  export const Hash: u32 = 4;
  export const Query: u32 = 5;
  export const Save: u32 = 6;
  export const Load: u32 = 7;
  export const CommitLoad: u32 = 8;
  export const DropLoad: u32 = 9;
  export const Run: u32 = 10;
  export const Listen: u32 = 11;
  export const Adopt: u32 = 12;
  export const Prepare: u32 = 13;
  export const CreateBody: u32 = 16;
  export const DestroyBody: u32 = 17;
  export const UpdateBody: u32 = 18;
  export const SetColliders: u32 = 19;
  export const SetPose: u32 = 20;
  export const SetVelocity: u32 = 21;
  export const SetKinematicTarget: u32 = 22;
  export const ApplyForce: u32 = 23;
  export const ApplyTorque: u32 = 24;
  export const ApplyImpulse: u32 = 25;
  export const ApplyTorqueImpulse: u32 = 26;
  export const WakeBody: u32 = 27;
  export const SleepBody: u32 = 28;
  export const CreateGeometry: u32 = 30;
  export const DestroyGeometry: u32 = 31;
  export const CreateJoint: u32 = 40;
  export const UpdateJoint: u32 = 41;
  export const DestroyJoint: u32 = 42;
}

/** Bits of JointSettings.flags. */
export namespace JointFlag {
  export const CollideConnected: u32 = 1;
  export const Enabled: u32 = 2;
  export const LinearSpring: u32 = 4;
  export const AngularSpring: u32 = 8;
}

/** Bits of JointSettings.locks: axes of the joint frame in A. */
export namespace JointLock {
  export const LinearX: u32 = 1;
  export const LinearY: u32 = 2;
  export const LinearZ: u32 = 4;
  export const Linear: u32 = 7;
  export const AngularX: u32 = 8;
  export const AngularY: u32 = 16;
  export const AngularZ: u32 = 32;
  export const Angular: u32 = 56;
}

/** Bits of JointRowSettings.flags. */
export namespace JointRowFlag {
  export const Limit: u32 = 1;
  export const Spring: u32 = 2;
  export const Motor: u32 = 4;
  export const Stiffness: u32 = 8;
}

/** Coordinate that a JointRowSettings acts on. */
export namespace JointRowKind {
  export const LinearX: u32 = 0;
  export const LinearY: u32 = 1;
  export const LinearZ: u32 = 2;
  export const Distance: u32 = 3;
  export const AngularX: u32 = 4;
  export const AngularY: u32 = 5;
  export const AngularZ: u32 = 6;
  export const Cone: u32 = 7;
  export const Camber: u32 = 8;
  export const Steering: u32 = 9;
  export const Spin: u32 = 10;
  export const RateX: u32 = 11;
  export const RateY: u32 = 12;
  export const RateZ: u32 = 13;
}

/** Why a state was not loaded. */
export namespace LoadFault {
  export const None: u32 = 0;
  export const Parts: u32 = 1;
  export const OutOfMemory: u32 = 2;
  export const Contents: u32 = 3;
}

/** Geometry of a collider. */
export namespace ShapeType {
  export const Sphere: u32 = 0;
  export const Capsule: u32 = 1;
  export const Box: u32 = 2;
  export const Cylinder: u32 = 3;
  export const Cone: u32 = 4;
  export const Hull: u32 = 5;
  export const Mesh: u32 = 6;
  export const HeightField: u32 = 7;
}

/** Bits of WorldSettings.flags. */
export namespace WorldFlag {
  export const Sleep: u32 = 1;
  export const Continuous: u32 = 2;
}

/** What an Event says. */
export namespace EventKind {
  export const ContactBegin: u32 = 1;
  export const ContactEnd: u32 = 2;
  export const ContactHit: u32 = 3;
  export const SensorEnter: u32 = 4;
  export const SensorExit: u32 = 5;
  export const Sleep: u32 = 6;
  export const Wake: u32 = 7;
  export const JointBreak: u32 = 8;
  export const Problem: u32 = 9;
  export const ContactForce: u32 = 10;
}

/** Kinds of outbox records, written by the kernel, read by the page. */
export namespace OutboxKind {
  export const Pad: u32 = 0;
  export const Relocate: u32 = 1;
  export const Frame: u32 = 2;
  export const Reply: u32 = 3;
  export const QueryResult: u32 = 4;
  export const StatePart: u32 = 5;
  export const State: u32 = 6;
}

/** High bits of Pose.body. */
export namespace PoseFlag {
  export const Teleport: u32 = 2147483648;
  export const Index: u32 = 1048575;
}

/** What an Event of kind Problem reports. */
export namespace ProblemCode {
  export const OutOfMemory: u32 = 1;
  export const NonFinite: u32 = 2;
  export const NoRoomForBody: u32 = 3;
  export const NoRoomForJoint: u32 = 4;
}

/** Bits of QuerySettings.flags: what may be hit. */
export namespace QueryFlag {
  export const Static: u32 = 1;
  export const Kinematic: u32 = 2;
  export const Dynamic: u32 = 4;
  export const Sensors: u32 = 8;
}

/** Which hits of a query count. */
export namespace QueryMode {
  export const Closest: u32 = 0;
  export const Any: u32 = 1;
  export const All: u32 = 2;
}

/** What the items of a query ask. f32 an item in brackets. */
export namespace QueryType {
  export const Ray: u32 = 0;
  export const ShapeCast: u32 = 1;
  export const OverlapShape: u32 = 2;
  export const OverlapBounds: u32 = 3;
  export const ClosestPoint: u32 = 4;
}

/** SetPose (first = position, second = rotation), SetKinematicTarget (likewise), SetVelocity (first = linear, second = angular), ApplyForce and ApplyImpulse (first = vector, second = point), ApplyTorque and ApplyTorqueImpulse (first = vector), DestroyBody, WakeBody, SleepBody (handle alone). Stride 48. */
@unmanaged
export class BodyMotion {
  /** CommandKind. Unit: 1. */
  kind: u32;
  /** 48. Unit: byte. */
  byteLength: u32;
  /** Handle. Unit: 1. */
  body: u32;
  /** Bit 0: first counts. Bit 1: second counts (point given, for forces). Bit 2: a force or an impulse that leaves sleepers alone, and lets the body fall asleep. Unit: 1. */
  mask: u32;
  /** World space. Unit: m, m/s, N, N s, N m or N m s. */
  firstX: f32;
  firstY: f32;
  firstZ: f32;
  /** Zero. Unit: 1. */
  reserved: u32;
  /** Rotation, or x, y, z of a velocity or point. Unit: 1. */
  secondX: f32;
  secondY: f32;
  secondZ: f32;
  secondW: f32;
  static readonly STRIDE: usize = 48;
}
if (offsetof<BodyMotion>('kind') != 0) ERROR('BodyMotion.kind is not at 0');
if (offsetof<BodyMotion>('byteLength') != 4) ERROR('BodyMotion.byteLength is not at 4');
if (offsetof<BodyMotion>('body') != 8) ERROR('BodyMotion.body is not at 8');
if (offsetof<BodyMotion>('mask') != 12) ERROR('BodyMotion.mask is not at 12');
if (offsetof<BodyMotion>('firstX') != 16) ERROR('BodyMotion.firstX is not at 16');
if (offsetof<BodyMotion>('reserved') != 28) ERROR('BodyMotion.reserved is not at 28');
if (offsetof<BodyMotion>('secondX') != 32) ERROR('BodyMotion.secondX is not at 32');

/** CreateBody (with `colliderCount` ColliderSettings behind it) and UpdateBody (only the fields that `mask` names). Stride 176. */
@unmanaged
export class BodySettings {
  /** CreateBody or UpdateBody. Unit: 1. */
  kind: u32;
  /** 176 and the colliders. Unit: byte. */
  byteLength: u32;
  /** Handle. Unit: 1. */
  body: u32;
  /** BodyField bits; CreateBody ignores it and takes all. Unit: 1. */
  mask: u32;
  /** BodyType. Unit: 1. */
  type: u32;
  /** BodyFlag bits. Unit: 1. */
  flags: u32;
  /** ColliderSettings records behind this one. Unit: 1. */
  colliderCount: u32;
  /** Factor on gravity. Unit: 1. */
  gravityScale: f32;
  /** Origin, world space. Unit: m. */
  positionX: f32;
  positionY: f32;
  positionZ: f32;
  /** Decay rate of linear velocity. Unit: 1/s. */
  linearDamping: f32;
  /** From body to world space, unit length. Unit: 1. */
  rotationX: f32;
  rotationY: f32;
  rotationZ: f32;
  rotationW: f32;
  /** Of the centre of mass, world space. Unit: m/s. */
  linearVelocityX: f32;
  linearVelocityY: f32;
  linearVelocityZ: f32;
  /** Decay rate of angular velocity. Unit: 1/s. */
  angularDamping: f32;
  /** World space. Unit: rad/s. */
  angularVelocityX: f32;
  angularVelocityY: f32;
  angularVelocityZ: f32;
  /** Slower bodies may sleep. Unit: m/s. */
  sleepThreshold: f32;
  /** Body space. Unit: m. */
  centerOfMassX: f32;
  centerOfMassY: f32;
  centerOfMassZ: f32;
  /** Zero for bodies that are not dynamic. Unit: kg. */
  mass: f32;
  /** About the centre of mass, body axes: xx, yy, zz, xy, xz, yz. Unit: kg m². */
  inertia0: f32;
  inertia1: f32;
  inertia2: f32;
  inertia3: f32;
  inertia4: f32;
  inertia5: f32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
  reserved3: u32;
  reserved4: u32;
  reserved5: u32;
  static readonly STRIDE: usize = 176;
}
if (offsetof<BodySettings>('kind') != 0) ERROR('BodySettings.kind is not at 0');
if (offsetof<BodySettings>('byteLength') != 4) ERROR('BodySettings.byteLength is not at 4');
if (offsetof<BodySettings>('body') != 8) ERROR('BodySettings.body is not at 8');
if (offsetof<BodySettings>('mask') != 12) ERROR('BodySettings.mask is not at 12');
if (offsetof<BodySettings>('type') != 16) ERROR('BodySettings.type is not at 16');
if (offsetof<BodySettings>('flags') != 20) ERROR('BodySettings.flags is not at 20');
if (offsetof<BodySettings>('colliderCount') != 24) ERROR('BodySettings.colliderCount is not at 24');
if (offsetof<BodySettings>('gravityScale') != 28) ERROR('BodySettings.gravityScale is not at 28');
if (offsetof<BodySettings>('positionX') != 32) ERROR('BodySettings.positionX is not at 32');
if (offsetof<BodySettings>('linearDamping') != 44) ERROR('BodySettings.linearDamping is not at 44');
if (offsetof<BodySettings>('rotationX') != 48) ERROR('BodySettings.rotationX is not at 48');
if (offsetof<BodySettings>('linearVelocityX') != 64) ERROR('BodySettings.linearVelocityX is not at 64');
if (offsetof<BodySettings>('angularDamping') != 76) ERROR('BodySettings.angularDamping is not at 76');
if (offsetof<BodySettings>('angularVelocityX') != 80) ERROR('BodySettings.angularVelocityX is not at 80');
if (offsetof<BodySettings>('sleepThreshold') != 92) ERROR('BodySettings.sleepThreshold is not at 92');
if (offsetof<BodySettings>('centerOfMassX') != 96) ERROR('BodySettings.centerOfMassX is not at 96');
if (offsetof<BodySettings>('mass') != 108) ERROR('BodySettings.mass is not at 108');
if (offsetof<BodySettings>('inertia0') != 112) ERROR('BodySettings.inertia0 is not at 112');
if (offsetof<BodySettings>('reserved0') != 136) ERROR('BodySettings.reserved0 is not at 136');

/** One collider of a CreateBody or SetColliders record. Stride 96. */
@unmanaged
export class ColliderSettings {
  /** ShapeType. Unit: 1. */
  shape: u32;
  /** ColliderFlag bits. Unit: 1. */
  flags: u32;
  /** Groups it is in. Unit: 1. */
  memberships: u32;
  /** Groups it meets. Unit: 1. */
  filter: u32;
  /** In the body. Unit: m. */
  positionX: f32;
  positionY: f32;
  positionZ: f32;
  /** Coulomb coefficient; a pair uses the geometric mean. Unit: 1. */
  friction: f32;
  /** In the body. Unit: 1. */
  rotationX: f32;
  rotationY: f32;
  rotationZ: f32;
  rotationW: f32;
  /** Sphere: radius. Capsule, cylinder, cone: radius, half height along y. Box: half extents. Others: 0. Unit: m. */
  sizeX: f32;
  sizeY: f32;
  sizeZ: f32;
  /** A pair uses the larger. Unit: 1. */
  restitution: f32;
  /** Collider space, tangential part counts. Unit: m/s. */
  surfaceVelocityX: f32;
  surfaceVelocityY: f32;
  surfaceVelocityZ: f32;
  /** A pair uses the larger, times the radius. Unit: 1. */
  rollingResistance: f32;
  /** Radius added around the shape. Unit: m. */
  rounding: f32;
  /** 1 + geometry id; 0 for a shape that its size describes. Unit: 1. */
  geometry: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 96;
}
if (offsetof<ColliderSettings>('shape') != 0) ERROR('ColliderSettings.shape is not at 0');
if (offsetof<ColliderSettings>('flags') != 4) ERROR('ColliderSettings.flags is not at 4');
if (offsetof<ColliderSettings>('memberships') != 8) ERROR('ColliderSettings.memberships is not at 8');
if (offsetof<ColliderSettings>('filter') != 12) ERROR('ColliderSettings.filter is not at 12');
if (offsetof<ColliderSettings>('positionX') != 16) ERROR('ColliderSettings.positionX is not at 16');
if (offsetof<ColliderSettings>('friction') != 28) ERROR('ColliderSettings.friction is not at 28');
if (offsetof<ColliderSettings>('rotationX') != 32) ERROR('ColliderSettings.rotationX is not at 32');
if (offsetof<ColliderSettings>('sizeX') != 48) ERROR('ColliderSettings.sizeX is not at 48');
if (offsetof<ColliderSettings>('restitution') != 60) ERROR('ColliderSettings.restitution is not at 60');
if (offsetof<ColliderSettings>('surfaceVelocityX') != 64) ERROR('ColliderSettings.surfaceVelocityX is not at 64');
if (offsetof<ColliderSettings>('rollingResistance') != 76) ERROR('ColliderSettings.rollingResistance is not at 76');
if (offsetof<ColliderSettings>('rounding') != 80) ERROR('ColliderSettings.rounding is not at 80');
if (offsetof<ColliderSettings>('geometry') != 84) ERROR('ColliderSettings.geometry is not at 84');
if (offsetof<ColliderSettings>('reserved0') != 88) ERROR('ColliderSettings.reserved0 is not at 88');

/** CreateGeometry (with `dataBytes` of payload behind it) and DestroyGeometry (id alone). Colliders share a geometry by its id. Stride 48. */
@unmanaged
export class GeometrySettings {
  /** CreateGeometry or DestroyGeometry. Unit: 1. */
  kind: u32;
  /** 48 and the payload, to a multiple of 16. Unit: byte. */
  byteLength: u32;
  /** Id, dense from 0; free again after DestroyGeometry. Unit: 1. */
  geometry: u32;
  /** ShapeType: Hull, Mesh or HeightField. Unit: 1. */
  shape: u32;
  /** Payload. Unit: byte. */
  dataBytes: u32;
  /** Mesh: vertices, triangles. Height field: rows, columns. Hull: zero. Unit: 1. */
  counts0: u32;
  counts1: u32;
  counts2: u32;
  /** Height field: size of the whole grid along x and z, factor on the heights along y. Unit: m. */
  scaleX: f32;
  scaleY: f32;
  scaleZ: f32;
  /** Zero. Unit: 1. */
  reserved: u32;
  static readonly STRIDE: usize = 48;
}
if (offsetof<GeometrySettings>('kind') != 0) ERROR('GeometrySettings.kind is not at 0');
if (offsetof<GeometrySettings>('byteLength') != 4) ERROR('GeometrySettings.byteLength is not at 4');
if (offsetof<GeometrySettings>('geometry') != 8) ERROR('GeometrySettings.geometry is not at 8');
if (offsetof<GeometrySettings>('shape') != 12) ERROR('GeometrySettings.shape is not at 12');
if (offsetof<GeometrySettings>('dataBytes') != 16) ERROR('GeometrySettings.dataBytes is not at 16');
if (offsetof<GeometrySettings>('counts0') != 20) ERROR('GeometrySettings.counts0 is not at 20');
if (offsetof<GeometrySettings>('scaleX') != 32) ERROR('GeometrySettings.scaleX is not at 32');
if (offsetof<GeometrySettings>('reserved') != 44) ERROR('GeometrySettings.reserved is not at 44');

/** Payload of a hull, finished by the page: this header, then the parts that it points to, each on a multiple of 16 bytes. Stride 96. */
@unmanaged
export class HullHeader {
  /** At most 128. Unit: 1. */
  vertexCount: u32;
  /** At most 128. Unit: 1. */
  faceCount: u32;
  /** Undirected edges. Unit: 1. */
  edgeCount: u32;
  /** Header and parts. Unit: byte. */
  byteLength: u32;
  /** Offset: groups of four vertices, xxxx yyyy zzzz f32; the last group repeats the last vertex. Unit: byte. */
  vertices: u32;
  /** Offset: groups of four planes, xxxx yyyy zzzz dddd f32, n·p = d; the last group repeats the last plane. Unit: byte. */
  planes: u32;
  /** Offset: four u8 an edge: start, end, face to the left, face to the right (seen from outside). Unit: byte. */
  edges: u32;
  /** Offset: two u16 a face: first loop entry, number of entries. Unit: byte. */
  faces: u32;
  /** Offset: u8 vertices of the faces, counter-clockwise from outside. Unit: byte. */
  loops: u32;
  /** Of a ball around the centre that lies inside. Unit: m. */
  innerRadius: f32;
  /** Farthest vertex from the origin. Unit: m. */
  outerRadius: f32;
  /** Zero. Unit: 1. */
  reserved: u32;
  /** Centre of mass. Unit: m. */
  centerX: f32;
  centerY: f32;
  centerZ: f32;
  /** Least coordinates. Unit: m. */
  boundsMinX: f32;
  boundsMinY: f32;
  boundsMinZ: f32;
  /** Greatest coordinates. Unit: m. */
  boundsMaxX: f32;
  boundsMaxY: f32;
  boundsMaxZ: f32;
  /** Zero. Unit: 1. */
  reserved20: u32;
  reserved21: u32;
  reserved22: u32;
  static readonly STRIDE: usize = 96;
}
if (offsetof<HullHeader>('vertexCount') != 0) ERROR('HullHeader.vertexCount is not at 0');
if (offsetof<HullHeader>('faceCount') != 4) ERROR('HullHeader.faceCount is not at 4');
if (offsetof<HullHeader>('edgeCount') != 8) ERROR('HullHeader.edgeCount is not at 8');
if (offsetof<HullHeader>('byteLength') != 12) ERROR('HullHeader.byteLength is not at 12');
if (offsetof<HullHeader>('vertices') != 16) ERROR('HullHeader.vertices is not at 16');
if (offsetof<HullHeader>('planes') != 20) ERROR('HullHeader.planes is not at 20');
if (offsetof<HullHeader>('edges') != 24) ERROR('HullHeader.edges is not at 24');
if (offsetof<HullHeader>('faces') != 28) ERROR('HullHeader.faces is not at 28');
if (offsetof<HullHeader>('loops') != 32) ERROR('HullHeader.loops is not at 32');
if (offsetof<HullHeader>('innerRadius') != 36) ERROR('HullHeader.innerRadius is not at 36');
if (offsetof<HullHeader>('outerRadius') != 40) ERROR('HullHeader.outerRadius is not at 40');
if (offsetof<HullHeader>('reserved') != 44) ERROR('HullHeader.reserved is not at 44');
if (offsetof<HullHeader>('centerX') != 48) ERROR('HullHeader.centerX is not at 48');
if (offsetof<HullHeader>('boundsMinX') != 60) ERROR('HullHeader.boundsMinX is not at 60');
if (offsetof<HullHeader>('boundsMaxX') != 72) ERROR('HullHeader.boundsMaxX is not at 72');
if (offsetof<HullHeader>('reserved20') != 84) ERROR('HullHeader.reserved20 is not at 84');

/** One coordinate of a joint that is limited, sprung or driven. Stride 48. */
@unmanaged
export class JointRowSettings {
  /** JointRowKind. Unit: 1. */
  kind: u32;
  /** JointRowFlag bits. Unit: 1. */
  flags: u32;
  /** Lower limit. Unit: m or rad. */
  min: f32;
  /** Upper limit; equal to the lower one: locked. Unit: m or rad. */
  max: f32;
  /** With JointRowFlag.Stiffness the latter. Unit: Hz, or N/m or N m/rad. */
  springHertz: f32;
  /** Damping ratio, or with Stiffness the coefficient. Unit: 1, or N s/m or N m s/rad. */
  springDamping: f32;
  /** Where the spring rests. Unit: m or rad. */
  springTarget: f32;
  /** Infinity: no bound. Unit: N or N m. */
  springMaxForce: f32;
  /** Of B against A. Unit: m/s or rad/s. */
  motorVelocity: f32;
  /** Infinity: no bound. Unit: N or N m. */
  motorMaxForce: f32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 48;
}
if (offsetof<JointRowSettings>('kind') != 0) ERROR('JointRowSettings.kind is not at 0');
if (offsetof<JointRowSettings>('flags') != 4) ERROR('JointRowSettings.flags is not at 4');
if (offsetof<JointRowSettings>('min') != 8) ERROR('JointRowSettings.min is not at 8');
if (offsetof<JointRowSettings>('max') != 12) ERROR('JointRowSettings.max is not at 12');
if (offsetof<JointRowSettings>('springHertz') != 16) ERROR('JointRowSettings.springHertz is not at 16');
if (offsetof<JointRowSettings>('springDamping') != 20) ERROR('JointRowSettings.springDamping is not at 20');
if (offsetof<JointRowSettings>('springTarget') != 24) ERROR('JointRowSettings.springTarget is not at 24');
if (offsetof<JointRowSettings>('springMaxForce') != 28) ERROR('JointRowSettings.springMaxForce is not at 28');
if (offsetof<JointRowSettings>('motorVelocity') != 32) ERROR('JointRowSettings.motorVelocity is not at 32');
if (offsetof<JointRowSettings>('motorMaxForce') != 36) ERROR('JointRowSettings.motorMaxForce is not at 36');
if (offsetof<JointRowSettings>('reserved0') != 40) ERROR('JointRowSettings.reserved0 is not at 40');

/** CreateJoint and UpdateJoint (takes all but the bodies), with `rowCount` JointRowSettings behind it, and DestroyJoint (handle alone). Stride 128. */
@unmanaged
export class JointSettings {
  /** CreateJoint, UpdateJoint or DestroyJoint. Unit: 1. */
  kind: u32;
  /** 128 and the rows. Unit: byte. */
  byteLength: u32;
  /** Joint handle. Unit: 1. */
  joint: u32;
  /** JointFlag bits. Unit: 1. */
  flags: u32;
  /** Handle; 0 for the world itself. Unit: 1. */
  bodyA: u32;
  /** Handle; 0 for the world itself. Unit: 1. */
  bodyB: u32;
  /** JointLock bits: axes along and about which the frames coincide. Three or two of a kind; a single one is a row. Unit: 1. */
  locks: u32;
  /** JointRowSettings records behind this one. Unit: 1. */
  rowCount: u32;
  /** In body A. Unit: m. */
  anchorAX: f32;
  anchorAY: f32;
  anchorAZ: f32;
  /** Infinity: never breaks. Unit: N. */
  breakForce: f32;
  /** Joint frame in body A; x is the axis. Unit: 1. */
  rotationAX: f32;
  rotationAY: f32;
  rotationAZ: f32;
  rotationAW: f32;
  /** In body B. Unit: m. */
  anchorBX: f32;
  anchorBY: f32;
  anchorBZ: f32;
  /** Infinity: never breaks. Unit: N m. */
  breakTorque: f32;
  /** Joint frame in body B. Unit: 1. */
  rotationBX: f32;
  rotationBY: f32;
  rotationBZ: f32;
  rotationBW: f32;
  /** Of the locked linear axes, with JointFlag.LinearSpring; 0 is a damper of maxForce. Unit: Hz. */
  linearHertz: f32;
  /** Likewise. Unit: 1. */
  linearDampingRatio: f32;
  /** Likewise. Infinity: no bound. Unit: N. */
  linearMaxForce: f32;
  /** Of the locked angular axes, with JointFlag.AngularSpring. Unit: Hz. */
  angularHertz: f32;
  /** Likewise. Unit: 1. */
  angularDampingRatio: f32;
  /** Likewise. Unit: N m. */
  angularMaxTorque: f32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 128;
}
if (offsetof<JointSettings>('kind') != 0) ERROR('JointSettings.kind is not at 0');
if (offsetof<JointSettings>('byteLength') != 4) ERROR('JointSettings.byteLength is not at 4');
if (offsetof<JointSettings>('joint') != 8) ERROR('JointSettings.joint is not at 8');
if (offsetof<JointSettings>('flags') != 12) ERROR('JointSettings.flags is not at 12');
if (offsetof<JointSettings>('bodyA') != 16) ERROR('JointSettings.bodyA is not at 16');
if (offsetof<JointSettings>('bodyB') != 20) ERROR('JointSettings.bodyB is not at 20');
if (offsetof<JointSettings>('locks') != 24) ERROR('JointSettings.locks is not at 24');
if (offsetof<JointSettings>('rowCount') != 28) ERROR('JointSettings.rowCount is not at 28');
if (offsetof<JointSettings>('anchorAX') != 32) ERROR('JointSettings.anchorAX is not at 32');
if (offsetof<JointSettings>('breakForce') != 44) ERROR('JointSettings.breakForce is not at 44');
if (offsetof<JointSettings>('rotationAX') != 48) ERROR('JointSettings.rotationAX is not at 48');
if (offsetof<JointSettings>('anchorBX') != 64) ERROR('JointSettings.anchorBX is not at 64');
if (offsetof<JointSettings>('breakTorque') != 76) ERROR('JointSettings.breakTorque is not at 76');
if (offsetof<JointSettings>('rotationBX') != 80) ERROR('JointSettings.rotationBX is not at 80');
if (offsetof<JointSettings>('linearHertz') != 96) ERROR('JointSettings.linearHertz is not at 96');
if (offsetof<JointSettings>('linearDampingRatio') != 100) ERROR('JointSettings.linearDampingRatio is not at 100');
if (offsetof<JointSettings>('linearMaxForce') != 104) ERROR('JointSettings.linearMaxForce is not at 104');
if (offsetof<JointSettings>('angularHertz') != 108) ERROR('JointSettings.angularHertz is not at 108');
if (offsetof<JointSettings>('angularDampingRatio') != 112) ERROR('JointSettings.angularDampingRatio is not at 112');
if (offsetof<JointSettings>('angularMaxTorque') != 116) ERROR('JointSettings.angularMaxTorque is not at 116');
if (offsetof<JointSettings>('reserved0') != 120) ERROR('JointSettings.reserved0 is not at 120');

/** Listen: whether anybody is told of contacts from here on. Points of what begins are written only then. Stride 16. */
@unmanaged
export class ListenCommand {
  /** Listen. Unit: 1. */
  kind: u32;
  /** 16. Unit: byte. */
  byteLength: u32;
  /** 1 or 0. Unit: 1. */
  on: u32;
  /** Zero. Unit: 1. */
  reserved: u32;
  static readonly STRIDE: usize = 16;
}
if (offsetof<ListenCommand>('kind') != 0) ERROR('ListenCommand.kind is not at 0');
if (offsetof<ListenCommand>('byteLength') != 4) ERROR('ListenCommand.byteLength is not at 4');
if (offsetof<ListenCommand>('on') != 8) ERROR('ListenCommand.on is not at 8');
if (offsetof<ListenCommand>('reserved') != 12) ERROR('ListenCommand.reserved is not at 12');

/** Start of every record in the inbox and in the outbox. Stride 8. */
@unmanaged
export class RecordHeader {
  /** CommandKind in the inbox, OutboxKind in the outbox. Unit: 1. */
  kind: u32;
  /** Whole record with this header; a multiple of 16. Unit: byte. */
  byteLength: u32;
  static readonly STRIDE: usize = 8;
}
if (offsetof<RecordHeader>('kind') != 0) ERROR('RecordHeader.kind is not at 0');
if (offsetof<RecordHeader>('byteLength') != 4) ERROR('RecordHeader.byteLength is not at 4');

/** The stream goes on at the start of another ring segment. Stride 16. */
@unmanaged
export class Relocate {
  /** Relocate. Unit: 1. */
  kind: u32;
  /** 16. Unit: byte. */
  byteLength: u32;
  /** Address of the next RingSegment. Unit: byte. */
  segment: u32;
  /** Zero. Unit: 1. */
  reserved: u32;
  static readonly STRIDE: usize = 16;
}
if (offsetof<Relocate>('kind') != 0) ERROR('Relocate.kind is not at 0');
if (offsetof<Relocate>('byteLength') != 4) ERROR('Relocate.byteLength is not at 4');
if (offsetof<Relocate>('segment') != 8) ERROR('Relocate.segment is not at 8');
if (offsetof<Relocate>('reserved') != 12) ERROR('Relocate.reserved is not at 12');

/** Hash: answered by a Reply with the same number. Save: StatePart records, then a Reply. CommitLoad: the state that was loaded takes the place of the present one; State, then a Reply with a LoadFault. DropLoad: it is forgotten, and a Reply says so. Adopt: the page has read the State; what it wrote before that was told to the state before and is ignored. Prepare: a Reply once nothing is left that can be done ahead of the next step; what stands behind it waits. Stride 16. */
@unmanaged
export class Request {
  /** Hash, Save, CommitLoad, DropLoad, Adopt or Prepare. Unit: 1. */
  kind: u32;
  /** 16. Unit: byte. */
  byteLength: u32;
  /** Number of the request, not 0. Unit: 1. */
  request: u32;
  /** Zero. Unit: 1. */
  reserved: u32;
  static readonly STRIDE: usize = 16;
}
if (offsetof<Request>('kind') != 0) ERROR('Request.kind is not at 0');
if (offsetof<Request>('byteLength') != 4) ERROR('Request.byteLength is not at 4');
if (offsetof<Request>('request') != 8) ERROR('Request.request is not at 8');
if (offsetof<Request>('reserved') != 12) ERROR('Request.reserved is not at 12');

/** Run: from here on the host of the conductor asks for steps by its own clock (`tick`), or no longer does. Stride 16. */
@unmanaged
export class RunCommand {
  /** Run. Unit: 1. */
  kind: u32;
  /** 16. Unit: byte. */
  byteLength: u32;
  /** 1 or 0. Unit: 1. */
  on: u32;
  /** Steps that may be due at a time; what is beyond is left out. Unit: 1. */
  maxBehind: u32;
  static readonly STRIDE: usize = 16;
}
if (offsetof<RunCommand>('kind') != 0) ERROR('RunCommand.kind is not at 0');
if (offsetof<RunCommand>('byteLength') != 4) ERROR('RunCommand.byteLength is not at 4');
if (offsetof<RunCommand>('on') != 8) ERROR('RunCommand.on is not at 8');
if (offsetof<RunCommand>('maxBehind') != 12) ERROR('RunCommand.maxBehind is not at 12');

/** Replaces every collider of a body, and its mass, with the records behind it. Stride 64. */
@unmanaged
export class SetColliders {
  /** SetColliders. Unit: 1. */
  kind: u32;
  /** 64 and the colliders. Unit: byte. */
  byteLength: u32;
  /** Handle. Unit: 1. */
  body: u32;
  /** ColliderSettings records behind this one. Unit: 1. */
  colliderCount: u32;
  /** Body space. Unit: m. */
  centerOfMassX: f32;
  centerOfMassY: f32;
  centerOfMassZ: f32;
  /** As in BodySettings. Unit: kg. */
  mass: f32;
  /** As in BodySettings. Unit: kg m². */
  inertia0: f32;
  inertia1: f32;
  inertia2: f32;
  inertia3: f32;
  inertia4: f32;
  inertia5: f32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 64;
}
if (offsetof<SetColliders>('kind') != 0) ERROR('SetColliders.kind is not at 0');
if (offsetof<SetColliders>('byteLength') != 4) ERROR('SetColliders.byteLength is not at 4');
if (offsetof<SetColliders>('body') != 8) ERROR('SetColliders.body is not at 8');
if (offsetof<SetColliders>('colliderCount') != 12) ERROR('SetColliders.colliderCount is not at 12');
if (offsetof<SetColliders>('centerOfMassX') != 16) ERROR('SetColliders.centerOfMassX is not at 16');
if (offsetof<SetColliders>('mass') != 28) ERROR('SetColliders.mass is not at 28');
if (offsetof<SetColliders>('inertia0') != 32) ERROR('SetColliders.inertia0 is not at 32');
if (offsetof<SetColliders>('reserved0') != 56) ERROR('SetColliders.reserved0 is not at 56');

/** Save answers with these, and Load takes them back: a piece of one part of the state, with the part as it is described by the kernel. Parts come in order, their pieces from the first byte to the last. Behind it `bytes` of payload. Stride 64. */
@unmanaged
export class StatePart {
  /** OutboxKind.StatePart or CommandKind.Load. Unit: 1. */
  kind: u32;
  /** Whole record. Unit: byte. */
  byteLength: u32;
  /** Of the Save; a Load with a number is answered by a Reply with a LoadFault. Unit: 1. */
  request: u32;
  /** Its number, from 0. Unit: 1. */
  part: u32;
  /** Parts of the whole state. Unit: 1. */
  partCount: u32;
  /** What the kernel keeps in it. Unit: 1. */
  partKind: u32;
  /** Of a record of a table. Unit: byte. */
  recordStride: u32;
  /** Records or words. Unit: 1. */
  count: u32;
  /** Records that there is room for. Unit: 1. */
  capacity: u32;
  /** Of a table. Unit: 1. */
  freeHead: u32;
  /** Of a table. Unit: 1. */
  used: u32;
  /** Of the part. Unit: byte. */
  total: u32;
  /** Where this piece begins in it. Unit: byte. */
  offset: u32;
  /** Of this piece. Unit: byte. */
  bytes: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 64;
}
if (offsetof<StatePart>('kind') != 0) ERROR('StatePart.kind is not at 0');
if (offsetof<StatePart>('byteLength') != 4) ERROR('StatePart.byteLength is not at 4');
if (offsetof<StatePart>('request') != 8) ERROR('StatePart.request is not at 8');
if (offsetof<StatePart>('part') != 12) ERROR('StatePart.part is not at 12');
if (offsetof<StatePart>('partCount') != 16) ERROR('StatePart.partCount is not at 16');
if (offsetof<StatePart>('partKind') != 20) ERROR('StatePart.partKind is not at 20');
if (offsetof<StatePart>('recordStride') != 24) ERROR('StatePart.recordStride is not at 24');
if (offsetof<StatePart>('count') != 28) ERROR('StatePart.count is not at 28');
if (offsetof<StatePart>('capacity') != 32) ERROR('StatePart.capacity is not at 32');
if (offsetof<StatePart>('freeHead') != 36) ERROR('StatePart.freeHead is not at 36');
if (offsetof<StatePart>('used') != 40) ERROR('StatePart.used is not at 40');
if (offsetof<StatePart>('total') != 44) ERROR('StatePart.total is not at 44');
if (offsetof<StatePart>('offset') != 48) ERROR('StatePart.offset is not at 48');
if (offsetof<StatePart>('bytes') != 52) ERROR('StatePart.bytes is not at 52');
if (offsetof<StatePart>('reserved0') != 56) ERROR('StatePart.reserved0 is not at 56');

/** Step: run `count` steps before the next record is read. Stride 16. */
@unmanaged
export class StepCommand {
  /** Step. Unit: 1. */
  kind: u32;
  /** 16. Unit: byte. */
  byteLength: u32;
  /** Steps to run. Unit: 1. */
  count: u32;
  /** Answered by a Reply after the last frame; 0 for none. Unit: 1. */
  request: u32;
  static readonly STRIDE: usize = 16;
}
if (offsetof<StepCommand>('kind') != 0) ERROR('StepCommand.kind is not at 0');
if (offsetof<StepCommand>('byteLength') != 4) ERROR('StepCommand.byteLength is not at 4');
if (offsetof<StepCommand>('count') != 8) ERROR('StepCommand.count is not at 8');
if (offsetof<StepCommand>('request') != 12) ERROR('StepCommand.request is not at 12');

/** SetWorld: settings of the simulation, in force from the next step. Stride 80. */
@unmanaged
export class WorldSettings {
  /** SetWorld. Unit: 1. */
  kind: u32;
  /** 80. Unit: byte. */
  byteLength: u32;
  /** Acceleration of every dynamic body. Unit: m/s². */
  gravityX: f32;
  gravityY: f32;
  gravityZ: f32;
  /** Length of one step. Unit: s. */
  timeStep: f32;
  /** Solver substeps a step. Unit: 1. */
  substeps: u32;
  /** WorldFlag bits. Unit: 1. */
  flags: u32;
  /** Stiffness of contacts. Unit: Hz. */
  contactHertz: f32;
  /** Damping ratio of contacts. Unit: 1. */
  contactDampingRatio: f32;
  /** Fastest push out of an overlap. Unit: m/s. */
  contactPushSpeed: f32;
  /** Stiffness of joints. Unit: Hz. */
  jointHertz: f32;
  /** Damping ratio of joints. Unit: 1. */
  jointDampingRatio: f32;
  /** Slower impacts do not bounce. Unit: m/s. */
  restitutionThreshold: f32;
  /** Faster impacts raise a hit event. Unit: m/s. */
  hitSpeedThreshold: f32;
  /** Tests: nonzero permutes the order of blocks with one worker. Unit: 1. */
  blockOrderSeed: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 80;
}
if (offsetof<WorldSettings>('kind') != 0) ERROR('WorldSettings.kind is not at 0');
if (offsetof<WorldSettings>('byteLength') != 4) ERROR('WorldSettings.byteLength is not at 4');
if (offsetof<WorldSettings>('gravityX') != 8) ERROR('WorldSettings.gravityX is not at 8');
if (offsetof<WorldSettings>('timeStep') != 20) ERROR('WorldSettings.timeStep is not at 20');
if (offsetof<WorldSettings>('substeps') != 24) ERROR('WorldSettings.substeps is not at 24');
if (offsetof<WorldSettings>('flags') != 28) ERROR('WorldSettings.flags is not at 28');
if (offsetof<WorldSettings>('contactHertz') != 32) ERROR('WorldSettings.contactHertz is not at 32');
if (offsetof<WorldSettings>('contactDampingRatio') != 36) ERROR('WorldSettings.contactDampingRatio is not at 36');
if (offsetof<WorldSettings>('contactPushSpeed') != 40) ERROR('WorldSettings.contactPushSpeed is not at 40');
if (offsetof<WorldSettings>('jointHertz') != 44) ERROR('WorldSettings.jointHertz is not at 44');
if (offsetof<WorldSettings>('jointDampingRatio') != 48) ERROR('WorldSettings.jointDampingRatio is not at 48');
if (offsetof<WorldSettings>('restitutionThreshold') != 52) ERROR('WorldSettings.restitutionThreshold is not at 52');
if (offsetof<WorldSettings>('hitSpeedThreshold') != 56) ERROR('WorldSettings.hitSpeedThreshold is not at 56');
if (offsetof<WorldSettings>('blockOrderSeed') != 60) ERROR('WorldSettings.blockOrderSeed is not at 60');
if (offsetof<WorldSettings>('reserved0') != 64) ERROR('WorldSettings.reserved0 is not at 64');

/** Something that happened in the step. Order: exits and ends, begins, hits, sleep, wake, as they happened. Stride 32. */
@unmanaged
export class Event {
  /** EventKind. Unit: 1. */
  kind: u32;
  /** Handle of body A, of the body that slept or woke, or of the joint; what a problem is about. Unit: 1. */
  a: u32;
  /** Handle of body B; ProblemCode for a problem. Unit: 1. */
  b: u32;
  /** Ordinal of the collider in A, and in B << 16. Unit: 1. */
  colliders: u32;
  /** Index of the first EventPoint of the frame. Unit: 1. */
  firstPoint: u32;
  /** Contact points. Unit: 1. */
  pointCount: u32;
  /** Approach speed of a hit; normal force of a contact. Unit: m/s or N. */
  value: f32;
  /** Number of the contact, the same from begin to end and then used again. Unit: 1. */
  contact: u32;
  static readonly STRIDE: usize = 32;
}
if (offsetof<Event>('kind') != 0) ERROR('Event.kind is not at 0');
if (offsetof<Event>('a') != 4) ERROR('Event.a is not at 4');
if (offsetof<Event>('b') != 8) ERROR('Event.b is not at 8');
if (offsetof<Event>('colliders') != 12) ERROR('Event.colliders is not at 12');
if (offsetof<Event>('firstPoint') != 16) ERROR('Event.firstPoint is not at 16');
if (offsetof<Event>('pointCount') != 20) ERROR('Event.pointCount is not at 20');
if (offsetof<Event>('value') != 24) ERROR('Event.value is not at 24');
if (offsetof<Event>('contact') != 28) ERROR('Event.contact is not at 28');

/** One contact point of an event. Stride 32. */
@unmanaged
export class EventPoint {
  /** World space, midway between the surfaces. Unit: m. */
  positionX: f32;
  positionY: f32;
  positionZ: f32;
  /** Negative in overlap. Unit: m. */
  separation: f32;
  /** From A to B, world space. Unit: 1. */
  normalX: f32;
  normalY: f32;
  normalZ: f32;
  /** Normal impulse. Unit: N s. */
  impulse: f32;
  static readonly STRIDE: usize = 32;
}
if (offsetof<EventPoint>('positionX') != 0) ERROR('EventPoint.positionX is not at 0');
if (offsetof<EventPoint>('separation') != 12) ERROR('EventPoint.separation is not at 12');
if (offsetof<EventPoint>('normalX') != 16) ERROR('EventPoint.normalX is not at 16');
if (offsetof<EventPoint>('impulse') != 28) ERROR('EventPoint.impulse is not at 28');

/** One step, or (State) where everything is after a state was loaded, with Sleep for all that sleeps and a begin or enter for all that touches: Frame, poseCount Pose, poseCount Velocity (same order), eventCount Event, pointCount EventPoint, jointCount JointReading. Stride 64. */
@unmanaged
export class Frame {
  /** OutboxKind.Frame. Unit: 1. */
  kind: u32;
  /** Whole record. Unit: byte. */
  byteLength: u32;
  /** Step number, from 1; each frame is one more than the one before. Unit: 1. */
  step: u32;
  /** Bodies that moved. Unit: 1. */
  poseCount: u32;
  /** Simulated time. Unit: s. */
  time: f64;
  eventCount: u32;
  pointCount: u32;
  awakeBodyCount: u32;
  islandCount: u32;
  /** Joints that have left the constraint graph so far, each as often as it did. Unchanged: no joint of the frame before is missing, unless there are fewer, for want of memory. Of a State, 0. Unit: 1. */
  jointsLeft: u32;
  /** Joints that were solved; of a State, all. Unit: 1. */
  jointCount: u32;
  /** Inbox records that were applied before the step; it wraps. Unit: 1. */
  commandCount: u32;
  /** Events, from the first on, that all say that a contact began or ended. There may be more behind others. Unit: 1. */
  touchCount: u32;
  /** So many bodies, from the first on, have indices that follow each other, and nothing else to say: their Pose.body is 0. In the frames after one with more bodies than all before it fewer than could be. Unit: 1. */
  runLength: u32;
  /** Index of the first of them, where there are any. Unit: 1. */
  firstBody: u32;
  static readonly STRIDE: usize = 64;
}
if (offsetof<Frame>('kind') != 0) ERROR('Frame.kind is not at 0');
if (offsetof<Frame>('byteLength') != 4) ERROR('Frame.byteLength is not at 4');
if (offsetof<Frame>('step') != 8) ERROR('Frame.step is not at 8');
if (offsetof<Frame>('poseCount') != 12) ERROR('Frame.poseCount is not at 12');
if (offsetof<Frame>('time') != 16) ERROR('Frame.time is not at 16');
if (offsetof<Frame>('eventCount') != 24) ERROR('Frame.eventCount is not at 24');
if (offsetof<Frame>('pointCount') != 28) ERROR('Frame.pointCount is not at 28');
if (offsetof<Frame>('awakeBodyCount') != 32) ERROR('Frame.awakeBodyCount is not at 32');
if (offsetof<Frame>('islandCount') != 36) ERROR('Frame.islandCount is not at 36');
if (offsetof<Frame>('jointsLeft') != 40) ERROR('Frame.jointsLeft is not at 40');
if (offsetof<Frame>('jointCount') != 44) ERROR('Frame.jointCount is not at 44');
if (offsetof<Frame>('commandCount') != 48) ERROR('Frame.commandCount is not at 48');
if (offsetof<Frame>('touchCount') != 52) ERROR('Frame.touchCount is not at 52');
if (offsetof<Frame>('runLength') != 56) ERROR('Frame.runLength is not at 56');
if (offsetof<Frame>('firstBody') != 60) ERROR('Frame.firstBody is not at 60');

/** What a joint bore in the step, on average, as it acts on B. Stride 32. */
@unmanaged
export class JointReading {
  /** World space. Unit: N. */
  forceX: f32;
  forceY: f32;
  forceZ: f32;
  /** Joint handle. Unit: 1. */
  joint: u32;
  /** At the anchor, world space. Unit: N m. */
  torqueX: f32;
  torqueY: f32;
  torqueZ: f32;
  /** Zero. Unit: 1. */
  reserved: u32;
  static readonly STRIDE: usize = 32;
}
if (offsetof<JointReading>('forceX') != 0) ERROR('JointReading.forceX is not at 0');
if (offsetof<JointReading>('joint') != 12) ERROR('JointReading.joint is not at 12');
if (offsetof<JointReading>('torqueX') != 16) ERROR('JointReading.torqueX is not at 16');
if (offsetof<JointReading>('reserved') != 28) ERROR('JointReading.reserved is not at 28');

/** One moved body in a frame. Stride 32. */
@unmanaged
export class Pose {
  /** Origin of the body, world space. Unit: m. */
  positionX: f32;
  positionY: f32;
  positionZ: f32;
  /** Body index (handle & 0xfffff) and PoseFlag bits; 0 within Frame.runLength. Unit: 1. */
  body: u32;
  /** From body to world space. Unit: 1. */
  rotationX: f32;
  rotationY: f32;
  rotationZ: f32;
  rotationW: f32;
  static readonly STRIDE: usize = 32;
}
if (offsetof<Pose>('positionX') != 0) ERROR('Pose.positionX is not at 0');
if (offsetof<Pose>('body') != 12) ERROR('Pose.body is not at 12');
if (offsetof<Pose>('rotationX') != 16) ERROR('Pose.rotationX is not at 16');

/** Answer to a request. Stride 32. */
@unmanaged
export class Reply {
  /** OutboxKind.Reply. Unit: 1. */
  kind: u32;
  /** 32. Unit: byte. */
  byteLength: u32;
  /** Its number. Unit: 1. */
  request: u32;
  /** Steps done when it was answered. Unit: 1. */
  step: u32;
  /** Hash; 0 for a query that there is no memory to answer. Unit: 1. */
  value: u64;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 32;
}
if (offsetof<Reply>('kind') != 0) ERROR('Reply.kind is not at 0');
if (offsetof<Reply>('byteLength') != 4) ERROR('Reply.byteLength is not at 4');
if (offsetof<Reply>('request') != 8) ERROR('Reply.request is not at 8');
if (offsetof<Reply>('step') != 12) ERROR('Reply.step is not at 12');
if (offsetof<Reply>('value') != 16) ERROR('Reply.value is not at 16');
if (offsetof<Reply>('reserved0') != 24) ERROR('Reply.reserved0 is not at 24');

/** Header of a ring; `capacity` bytes of records follow it. Positions count bytes and wrap at 2³². Stride 64. */
@unmanaged
export class RingSegment {
  /** End of what is written. Written by the writer, atomically. Unit: byte. */
  head: u32;
  /** A power of two. Unit: byte. */
  capacity: u32;
  /** Address of the segment that the kernel went on in; 0 in the last one, and in an inbox. Unit: byte. */
  next: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
  reserved3: u32;
  reserved4: u32;
  /** End of what is read. Written by the reader, atomically. Unit: byte. */
  tail: u32;
  /** 1 when the reader went on to the next segment. Unit: 1. */
  left: u32;
  static readonly STRIDE: usize = 64;
}
if (offsetof<RingSegment>('head') != 0) ERROR('RingSegment.head is not at 0');
if (offsetof<RingSegment>('capacity') != 4) ERROR('RingSegment.capacity is not at 4');
if (offsetof<RingSegment>('next') != 8) ERROR('RingSegment.next is not at 8');
if (offsetof<RingSegment>('reserved0') != 12) ERROR('RingSegment.reserved0 is not at 12');
if (offsetof<RingSegment>('tail') != 32) ERROR('RingSegment.tail is not at 32');
if (offsetof<RingSegment>('left') != 36) ERROR('RingSegment.left is not at 36');

/** Figures of the last step. Stride 160. */
@unmanaged
export class Stats {
  /** Wall time of each stage, in the order of the step; last: whole step. Unit: ms. */
  stageMs0: f32;
  stageMs1: f32;
  stageMs2: f32;
  stageMs3: f32;
  stageMs4: f32;
  stageMs5: f32;
  stageMs6: f32;
  stageMs7: f32;
  stageMs8: f32;
  stageMs9: f32;
  stageMs10: f32;
  stageMs11: f32;
  stageMs12: f32;
  stageMs13: f32;
  stageMs14: f32;
  stageMs15: f32;
  /** Bodies that exist. Unit: 1. */
  bodyCount: u32;
  /** Awake dynamic and kinematic bodies. Unit: 1. */
  awakeBodyCount: u32;
  /** Contact pairs that exist. Unit: 1. */
  contactCount: u32;
  /** Awake touching contacts. Unit: 1. */
  touchingCount: u32;
  /** Islands that exist. Unit: 1. */
  islandCount: u32;
  /** Awake islands. Unit: 1. */
  awakeIslandCount: u32;
  /** Joints that exist. Unit: 1. */
  jointCount: u32;
  /** Colours in use. Unit: 1. */
  colourCount: u32;
  /** Pages handed out. Unit: byte. */
  memoryBytes: u32;
  /** Size of the memory. Unit: byte. */
  memoryReserved: u32;
  /** Narrowphase runs. Unit: 1. */
  pairsTested: u32;
  /** Contacts that kept their manifold. Unit: 1. */
  manifoldsReused: u32;
  /** Constraints outside the colours. Unit: 1. */
  overflowCount: u32;
  /** Proxies that left their fat bounds. Unit: 1. */
  proxiesMoved: u32;
  /** Colliders that exist. Unit: 1. */
  colliderCount: u32;
  /** Islands split so far. Unit: 1. */
  splitCount: u32;
  /** Separating axis tests among the narrowphase runs. Unit: 1. */
  satRuns: u32;
  /** Constraint rows of contacts, each once for every pass over it. Unit: 1. */
  rowsSolved: u32;
  /** Tree nodes that the search for pairs looked at. Unit: 1. */
  nodesVisited: u32;
  /** Constraint groups and body states that the passes of the solver read. Unit: KiB. */
  kibStreamed: u32;
  /** Workers that took part in the step. Unit: 1. */
  workersIn: u32;
  /** Rounds of the distance searches between convex shapes, but for those against triangles. Unit: 1. */
  gjkRounds: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  static readonly STRIDE: usize = 160;
}
if (offsetof<Stats>('stageMs0') != 0) ERROR('Stats.stageMs0 is not at 0');
if (offsetof<Stats>('bodyCount') != 64) ERROR('Stats.bodyCount is not at 64');
if (offsetof<Stats>('awakeBodyCount') != 68) ERROR('Stats.awakeBodyCount is not at 68');
if (offsetof<Stats>('contactCount') != 72) ERROR('Stats.contactCount is not at 72');
if (offsetof<Stats>('touchingCount') != 76) ERROR('Stats.touchingCount is not at 76');
if (offsetof<Stats>('islandCount') != 80) ERROR('Stats.islandCount is not at 80');
if (offsetof<Stats>('awakeIslandCount') != 84) ERROR('Stats.awakeIslandCount is not at 84');
if (offsetof<Stats>('jointCount') != 88) ERROR('Stats.jointCount is not at 88');
if (offsetof<Stats>('colourCount') != 92) ERROR('Stats.colourCount is not at 92');
if (offsetof<Stats>('memoryBytes') != 96) ERROR('Stats.memoryBytes is not at 96');
if (offsetof<Stats>('memoryReserved') != 100) ERROR('Stats.memoryReserved is not at 100');
if (offsetof<Stats>('pairsTested') != 104) ERROR('Stats.pairsTested is not at 104');
if (offsetof<Stats>('manifoldsReused') != 108) ERROR('Stats.manifoldsReused is not at 108');
if (offsetof<Stats>('overflowCount') != 112) ERROR('Stats.overflowCount is not at 112');
if (offsetof<Stats>('proxiesMoved') != 116) ERROR('Stats.proxiesMoved is not at 116');
if (offsetof<Stats>('colliderCount') != 120) ERROR('Stats.colliderCount is not at 120');
if (offsetof<Stats>('splitCount') != 124) ERROR('Stats.splitCount is not at 124');
if (offsetof<Stats>('satRuns') != 128) ERROR('Stats.satRuns is not at 128');
if (offsetof<Stats>('rowsSolved') != 132) ERROR('Stats.rowsSolved is not at 132');
if (offsetof<Stats>('nodesVisited') != 136) ERROR('Stats.nodesVisited is not at 136');
if (offsetof<Stats>('kibStreamed') != 140) ERROR('Stats.kibStreamed is not at 140');
if (offsetof<Stats>('workersIn') != 144) ERROR('Stats.workersIn is not at 144');
if (offsetof<Stats>('gjkRounds') != 148) ERROR('Stats.gjkRounds is not at 148');
if (offsetof<Stats>('reserved0') != 152) ERROR('Stats.reserved0 is not at 152');

/** Velocity of the same body, in the same order. Stride 32. */
@unmanaged
export class Velocity {
  /** Of the centre of mass, world space. Unit: m/s. */
  linearX: f32;
  linearY: f32;
  linearZ: f32;
  reserved0: u32;
  /** World space. Unit: rad/s. */
  angularX: f32;
  angularY: f32;
  angularZ: f32;
  reserved1: u32;
  static readonly STRIDE: usize = 32;
}
if (offsetof<Velocity>('linearX') != 0) ERROR('Velocity.linearX is not at 0');
if (offsetof<Velocity>('reserved0') != 12) ERROR('Velocity.reserved0 is not at 12');
if (offsetof<Velocity>('angularX') != 16) ERROR('Velocity.angularX is not at 16');
if (offsetof<Velocity>('reserved1') != 28) ERROR('Velocity.reserved1 is not at 28');

/** Start of a world in memory: all that the host looks at. Stride 384. */
@unmanaged
export class WorldHeader {
  /** Must equal LAYOUT_HASH. Unit: 1. */
  layoutHash: u32;
  /** Bumped and notified by the page after writing the inbox or reading the outbox; the conductor waits on it. Unit: 1. */
  doorbell: u32;
  /** Address of the first inbox RingSegment. Unit: byte. */
  inbox: u32;
  /** Address of the first outbox RingSegment. Unit: byte. */
  outbox: u32;
  /** Set to 1 by the page: every worker returns. Unit: 1. */
  quit: u32;
  /** 1 while the world waits for the page to read. Unit: 1. */
  stalled: u32;
  /** ProblemCode that stopped the world for good, or 0. Unit: 1. */
  failed: u32;
  /** Number of the newest step: rises when the step begins. Unit: 1. */
  stepCount: u32;
  /** Simulated time at the end of that step. Unit: s. */
  time: f64;
  /** Number of the newest step whose frame is in the outbox. Unit: 1. */
  stepsDone: u32;
  /** 1 while the conductor steps by its own clock. Unit: 1. */
  running: u32;
  /** Length of a step. Unit: s. */
  interval: f32;
  /** Steps that were due by that clock and were left out so far. Unit: 1. */
  stepsLeftOut: u32;
  /** Set to 1 by the page where it looked in vain for an answer that was foretold: it waits to be told of it. Unit: 1. */
  isMissed: u32;
  /** Changed and notified where the page should read the outbox, and waits on this word: odd where an answer is foretold. Unit: 1. */
  told: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
  reserved3: u32;
  reserved4: u32;
  reserved5: u32;
  reserved6: u32;
  reserved7: u32;
  reserved8: u32;
  reserved9: u32;
  reserved10: u32;
  reserved11: u32;
  reserved12: u32;
  reserved13: u32;
  reserved14: u32;
  reserved15: u32;
  /** Kept apart: words that workers spin on live elsewhere. Unit: 1. */
  lines0: u32;
  lines1: u32;
  lines2: u32;
  lines3: u32;
  lines4: u32;
  lines5: u32;
  lines6: u32;
  lines7: u32;
  lines8: u32;
  lines9: u32;
  lines10: u32;
  lines11: u32;
  lines12: u32;
  lines13: u32;
  lines14: u32;
  lines15: u32;
  /** A Stats record. Unit: 1. */
  stats0: u32;
  stats1: u32;
  stats2: u32;
  stats3: u32;
  stats4: u32;
  stats5: u32;
  stats6: u32;
  stats7: u32;
  stats8: u32;
  stats9: u32;
  stats10: u32;
  stats11: u32;
  stats12: u32;
  stats13: u32;
  stats14: u32;
  stats15: u32;
  stats16: u32;
  stats17: u32;
  stats18: u32;
  stats19: u32;
  stats20: u32;
  stats21: u32;
  stats22: u32;
  stats23: u32;
  stats24: u32;
  stats25: u32;
  stats26: u32;
  stats27: u32;
  stats28: u32;
  stats29: u32;
  stats30: u32;
  stats31: u32;
  stats32: u32;
  stats33: u32;
  stats34: u32;
  stats35: u32;
  stats36: u32;
  stats37: u32;
  stats38: u32;
  stats39: u32;
  /** Zero. Unit: 1. */
  tail0: u32;
  tail1: u32;
  tail2: u32;
  tail3: u32;
  tail4: u32;
  tail5: u32;
  tail6: u32;
  tail7: u32;
  static readonly STRIDE: usize = 384;
}
if (offsetof<WorldHeader>('layoutHash') != 0) ERROR('WorldHeader.layoutHash is not at 0');
if (offsetof<WorldHeader>('doorbell') != 4) ERROR('WorldHeader.doorbell is not at 4');
if (offsetof<WorldHeader>('inbox') != 8) ERROR('WorldHeader.inbox is not at 8');
if (offsetof<WorldHeader>('outbox') != 12) ERROR('WorldHeader.outbox is not at 12');
if (offsetof<WorldHeader>('quit') != 16) ERROR('WorldHeader.quit is not at 16');
if (offsetof<WorldHeader>('stalled') != 20) ERROR('WorldHeader.stalled is not at 20');
if (offsetof<WorldHeader>('failed') != 24) ERROR('WorldHeader.failed is not at 24');
if (offsetof<WorldHeader>('stepCount') != 28) ERROR('WorldHeader.stepCount is not at 28');
if (offsetof<WorldHeader>('time') != 32) ERROR('WorldHeader.time is not at 32');
if (offsetof<WorldHeader>('stepsDone') != 40) ERROR('WorldHeader.stepsDone is not at 40');
if (offsetof<WorldHeader>('running') != 44) ERROR('WorldHeader.running is not at 44');
if (offsetof<WorldHeader>('interval') != 48) ERROR('WorldHeader.interval is not at 48');
if (offsetof<WorldHeader>('stepsLeftOut') != 52) ERROR('WorldHeader.stepsLeftOut is not at 52');
if (offsetof<WorldHeader>('isMissed') != 56) ERROR('WorldHeader.isMissed is not at 56');
if (offsetof<WorldHeader>('told') != 60) ERROR('WorldHeader.told is not at 60');
if (offsetof<WorldHeader>('reserved0') != 64) ERROR('WorldHeader.reserved0 is not at 64');
if (offsetof<WorldHeader>('lines0') != 128) ERROR('WorldHeader.lines0 is not at 128');
if (offsetof<WorldHeader>('stats0') != 192) ERROR('WorldHeader.stats0 is not at 192');
if (offsetof<WorldHeader>('tail0') != 352) ERROR('WorldHeader.tail0 is not at 352');

/** Answer to a Query, in the outbox: this record, then columns of `hitCount` entries, each at its place in bytes from the start of the record. Closest and any have one entry an item; all and overlaps as many as were found, in order of item, then of distance or, for overlaps, of handle. Stride 64. */
@unmanaged
export class QueryResult {
  /** OutboxKind.QueryResult. Unit: 1. */
  kind: u32;
  /** Whole record. Unit: byte. */
  byteLength: u32;
  /** As asked. Unit: 1. */
  request: u32;
  /** Steps done: what the hits are true for. Unit: 1. */
  step: u32;
  /** Items of the query. Unit: 1. */
  itemCount: u32;
  /** Entries of each column. Unit: 1. */
  hitCount: u32;
  /** u32 × (itemCount + 1): first entry of each item, where there may be several; else 0. Unit: byte. */
  firstHits: u32;
  /** i32: body, -1 for none. Unit: byte. */
  handles: u32;
  /** f32, m: along the ray or cast, from the point, or depth of the overlap of a shape; Infinity for none, 0 for bounds. Unit: byte. */
  distances: u32;
  /** 3 f32, m: on the surface that was hit, world space. Unit: byte. */
  points: u32;
  /** 3 f32: out of the surface that was hit. Unit: byte. */
  normals: u32;
  /** u32: ordinal of the collider in its body. Unit: byte. */
  colliders: u32;
  /** i32: triangle of a mesh or height field, face of a box or hull; -1 for none. Unit: byte. */
  features: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
  static readonly STRIDE: usize = 64;
}
if (offsetof<QueryResult>('kind') != 0) ERROR('QueryResult.kind is not at 0');
if (offsetof<QueryResult>('byteLength') != 4) ERROR('QueryResult.byteLength is not at 4');
if (offsetof<QueryResult>('request') != 8) ERROR('QueryResult.request is not at 8');
if (offsetof<QueryResult>('step') != 12) ERROR('QueryResult.step is not at 12');
if (offsetof<QueryResult>('itemCount') != 16) ERROR('QueryResult.itemCount is not at 16');
if (offsetof<QueryResult>('hitCount') != 20) ERROR('QueryResult.hitCount is not at 20');
if (offsetof<QueryResult>('firstHits') != 24) ERROR('QueryResult.firstHits is not at 24');
if (offsetof<QueryResult>('handles') != 28) ERROR('QueryResult.handles is not at 28');
if (offsetof<QueryResult>('distances') != 32) ERROR('QueryResult.distances is not at 32');
if (offsetof<QueryResult>('points') != 36) ERROR('QueryResult.points is not at 36');
if (offsetof<QueryResult>('normals') != 40) ERROR('QueryResult.normals is not at 40');
if (offsetof<QueryResult>('colliders') != 44) ERROR('QueryResult.colliders is not at 44');
if (offsetof<QueryResult>('features') != 48) ERROR('QueryResult.features is not at 48');
if (offsetof<QueryResult>('reserved0') != 52) ERROR('QueryResult.reserved0 is not at 52');

/** Query: this record, `ignoreCount` handles in ascending order, then `count` items of f32 as QueryType says. Stride 80. */
@unmanaged
export class QuerySettings {
  /** Query. Unit: 1. */
  kind: u32;
  /** Whole record. Unit: byte. */
  byteLength: u32;
  /** Answered by a QueryResult, or by a Reply where there is no memory for one. Unit: 1. */
  request: u32;
  /** QueryType. Unit: 1. */
  type: u32;
  /** QueryMode. Unit: 1. */
  mode: u32;
  /** QueryFlag bits. Unit: 1. */
  flags: u32;
  /** Groups that the query is in. Unit: 1. */
  memberships: u32;
  /** Groups that it meets. Unit: 1. */
  filter: u32;
  /** Handles of bodies that are not there for the query. Unit: 1. */
  ignoreCount: u32;
  /** Items. Unit: 1. */
  count: u32;
  /** ShapeType of a cast or an overlap. Unit: 1. */
  shape: u32;
  /** As in ColliderSettings. Unit: m. */
  rounding: f32;
  /** As in ColliderSettings. Unit: m. */
  sizeX: f32;
  sizeY: f32;
  sizeZ: f32;
  /** Where the payload of a hull is, from the start of the record; 0 for none. Unit: byte. */
  geometry: u32;
  /** Zero. Unit: 1. */
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
  reserved3: u32;
  static readonly STRIDE: usize = 80;
}
if (offsetof<QuerySettings>('kind') != 0) ERROR('QuerySettings.kind is not at 0');
if (offsetof<QuerySettings>('byteLength') != 4) ERROR('QuerySettings.byteLength is not at 4');
if (offsetof<QuerySettings>('request') != 8) ERROR('QuerySettings.request is not at 8');
if (offsetof<QuerySettings>('type') != 12) ERROR('QuerySettings.type is not at 12');
if (offsetof<QuerySettings>('mode') != 16) ERROR('QuerySettings.mode is not at 16');
if (offsetof<QuerySettings>('flags') != 20) ERROR('QuerySettings.flags is not at 20');
if (offsetof<QuerySettings>('memberships') != 24) ERROR('QuerySettings.memberships is not at 24');
if (offsetof<QuerySettings>('filter') != 28) ERROR('QuerySettings.filter is not at 28');
if (offsetof<QuerySettings>('ignoreCount') != 32) ERROR('QuerySettings.ignoreCount is not at 32');
if (offsetof<QuerySettings>('count') != 36) ERROR('QuerySettings.count is not at 36');
if (offsetof<QuerySettings>('shape') != 40) ERROR('QuerySettings.shape is not at 40');
if (offsetof<QuerySettings>('rounding') != 44) ERROR('QuerySettings.rounding is not at 44');
if (offsetof<QuerySettings>('sizeX') != 48) ERROR('QuerySettings.sizeX is not at 48');
if (offsetof<QuerySettings>('geometry') != 60) ERROR('QuerySettings.geometry is not at 60');
if (offsetof<QuerySettings>('reserved0') != 64) ERROR('QuerySettings.reserved0 is not at 64');
