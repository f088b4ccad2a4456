import { array, numbers, quat, record, scalar, vec3 } from './dsl.mjs';

/** What each inbox record asks for. Every record starts with a RecordHeader of this kind. */
export const commandKind = numbers('CommandKind', 'Kinds of inbox records, written by the page, read by the kernel.', {
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
});

export const bodyType = numbers('BodyType', 'Motion of a body.', { Static: 0, Kinematic: 1, Dynamic: 2 });
export const shapeType = numbers('ShapeType', 'Geometry of a collider.', {
  Sphere: 0,
  Capsule: 1,
  Box: 2,
  Cylinder: 3,
  Cone: 4,
  Hull: 5,
  Mesh: 6,
  HeightField: 7,
});
export const bodyFlag = numbers('BodyFlag', 'Bits of BodySettings.flags.', {
  CanSleep: 1,
  Bullet: 2,
  Enabled: 4,
  LockTranslationX: 8,
  LockTranslationY: 16,
  LockTranslationZ: 32,
  LockRotationX: 64,
  LockRotationY: 128,
  LockRotationZ: 256,
});
export const colliderFlag = numbers('ColliderFlag', 'Bits of ColliderSettings.flags.', {
  Sensor: 1,
  Events: 2,
  Forces: 4,
  Still: 8,
});
export const worldFlag = numbers('WorldFlag', 'Bits of WorldSettings.flags.', { Sleep: 1, Continuous: 2 });
export const jointFlag = numbers('JointFlag', 'Bits of JointSettings.flags.', {
  CollideConnected: 1,
  Enabled: 2,
  LinearSpring: 4,
  AngularSpring: 8,
});
export const jointLock = numbers('JointLock', 'Bits of JointSettings.locks: axes of the joint frame in A.', {
  LinearX: 1,
  LinearY: 2,
  LinearZ: 4,
  Linear: 7,
  AngularX: 8,
  AngularY: 16,
  AngularZ: 32,
  Angular: 56,
});
export const jointRowKind = numbers('JointRowKind', 'Coordinate that a JointRowSettings acts on.', {
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
});
export const jointRowFlag = numbers('JointRowFlag', 'Bits of JointRowSettings.flags.', {
  Limit: 1,
  Spring: 2,
  Motor: 4,
  Stiffness: 8,
});

export const recordHeader = record({
  name: 'RecordHeader',
  stride: 8,
  doc: 'Start of every record in the inbox and in the outbox.',
  fields: {
    kind: scalar('u32', '1', 'CommandKind in the inbox, OutboxKind in the outbox.'),
    byteLength: scalar('u32', 'byte', 'Whole record with this header; a multiple of 16.'),
  },
});

export const relocate = record({
  name: 'Relocate',
  stride: 16,
  doc: 'The stream goes on at the start of another ring segment.',
  fields: {
    kind: scalar('u32', '1', 'Relocate.'),
    byteLength: scalar('u32', 'byte', '16.'),
    segment: scalar('u32', 'byte', 'Address of the next RingSegment.'),
    reserved: scalar('u32', '1', 'Zero.'),
  },
});

export const worldSettings = record({
  name: 'WorldSettings',
  stride: 80,
  doc: 'SetWorld: settings of the simulation, in force from the next step.',
  fields: {
    kind: scalar('u32', '1', 'SetWorld.'),
    byteLength: scalar('u32', 'byte', '80.'),
    gravity: vec3('m/s²', 'Acceleration of every dynamic body.'),
    timeStep: scalar('f32', 's', 'Length of one step.'),
    substeps: scalar('u32', '1', 'Solver substeps a step.'),
    flags: scalar('u32', '1', 'WorldFlag bits.'),
    contactHertz: scalar('f32', 'Hz', 'Stiffness of contacts.'),
    contactDampingRatio: scalar('f32', '1', 'Damping ratio of contacts.'),
    contactPushSpeed: scalar('f32', 'm/s', 'Fastest push out of an overlap.'),
    jointHertz: scalar('f32', 'Hz', 'Stiffness of joints.'),
    jointDampingRatio: scalar('f32', '1', 'Damping ratio of joints.'),
    restitutionThreshold: scalar('f32', 'm/s', 'Slower impacts do not bounce.'),
    hitSpeedThreshold: scalar('f32', 'm/s', 'Faster impacts raise a hit event.'),
    blockOrderSeed: scalar('u32', '1', 'Tests: nonzero permutes the order of blocks with one worker.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});

export const stepCommand = record({
  name: 'StepCommand',
  stride: 16,
  doc: 'Step: run `count` steps before the next record is read.',
  fields: {
    kind: scalar('u32', '1', 'Step.'),
    byteLength: scalar('u32', 'byte', '16.'),
    count: scalar('u32', '1', 'Steps to run.'),
    request: scalar('u32', '1', 'Answered by a Reply after the last frame; 0 for none.'),
  },
});

export const runCommand = record({
  name: 'RunCommand',
  stride: 16,
  doc: 'Run: from here on the host of the conductor asks for steps by its own clock (`tick`), or no longer does.',
  fields: {
    kind: scalar('u32', '1', 'Run.'),
    byteLength: scalar('u32', 'byte', '16.'),
    on: scalar('u32', '1', '1 or 0.'),
    maxBehind: scalar('u32', '1', 'Steps that may be due at a time; what is beyond is left out.'),
  },
});

export const listenCommand = record({
  name: 'ListenCommand',
  stride: 16,
  doc: 'Listen: whether anybody is told of contacts from here on. Points of what begins are written only then.',
  fields: {
    kind: scalar('u32', '1', 'Listen.'),
    byteLength: scalar('u32', 'byte', '16.'),
    on: scalar('u32', '1', '1 or 0.'),
    reserved: scalar('u32', '1', 'Zero.'),
  },
});

export const request = record({
  name: 'Request',
  stride: 16,
  doc: 'Hash: answered by a Reply with the same number. Save: StatePart records, then a Reply. CommitLoad: the state that was loaded takes the place of the present one; State, then a Reply with a LoadFault. DropLoad: it is forgotten, and a Reply says so. Adopt: the page has read the State; what it wrote before that was told to the state before and is ignored. Prepare: a Reply once nothing is left that can be done ahead of the next step; what stands behind it waits.',
  fields: {
    kind: scalar('u32', '1', 'Hash, Save, CommitLoad, DropLoad, Adopt or Prepare.'),
    byteLength: scalar('u32', 'byte', '16.'),
    request: scalar('u32', '1', 'Number of the request, not 0.'),
    reserved: scalar('u32', '1', 'Zero.'),
  },
});

export const statePart = record({
  name: 'StatePart',
  stride: 64,
  doc: 'Save answers with these, and Load takes them back: a piece of one part of the state, with the part as it is described by the kernel. Parts come in order, their pieces from the first byte to the last. Behind it `bytes` of payload.',
  fields: {
    kind: scalar('u32', '1', 'OutboxKind.StatePart or CommandKind.Load.'),
    byteLength: scalar('u32', 'byte', 'Whole record.'),
    request: scalar('u32', '1', 'Of the Save; a Load with a number is answered by a Reply with a LoadFault.'),
    part: scalar('u32', '1', 'Its number, from 0.'),
    partCount: scalar('u32', '1', 'Parts of the whole state.'),
    partKind: scalar('u32', '1', 'What the kernel keeps in it.'),
    recordStride: scalar('u32', 'byte', 'Of a record of a table.'),
    count: scalar('u32', '1', 'Records or words.'),
    capacity: scalar('u32', '1', 'Records that there is room for.'),
    freeHead: scalar('u32', '1', 'Of a table.'),
    used: scalar('u32', '1', 'Of a table.'),
    total: scalar('u32', 'byte', 'Of the part.'),
    offset: scalar('u32', 'byte', 'Where this piece begins in it.'),
    bytes: scalar('u32', 'byte', 'Of this piece.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});

export const loadFault = numbers('LoadFault', 'Why a state was not loaded.', {
  None: 0,
  /** Not parts of this kernel, or not all of them. */
  Parts: 1,
  OutOfMemory: 2,
  /** Lists, trees and graphs do not agree with each other. */
  Contents: 3,
});

export const bodySettings = record({
  name: 'BodySettings',
  stride: 176,
  doc: 'CreateBody (with `colliderCount` ColliderSettings behind it) and UpdateBody (only the fields that `mask` names).',
  fields: {
    kind: scalar('u32', '1', 'CreateBody or UpdateBody.'),
    byteLength: scalar('u32', 'byte', '176 and the colliders.'),
    body: scalar('u32', '1', 'Handle.'),
    mask: scalar('u32', '1', 'BodyField bits; CreateBody ignores it and takes all.'),
    type: scalar('u32', '1', 'BodyType.'),
    flags: scalar('u32', '1', 'BodyFlag bits.'),
    colliderCount: scalar('u32', '1', 'ColliderSettings records behind this one.'),
    gravityScale: scalar('f32', '1', 'Factor on gravity.'),
    position: vec3('m', 'Origin, world space.'),
    linearDamping: scalar('f32', '1/s', 'Decay rate of linear velocity.'),
    rotation: quat('From body to world space, unit length.'),
    linearVelocity: vec3('m/s', 'Of the centre of mass, world space.'),
    angularDamping: scalar('f32', '1/s', 'Decay rate of angular velocity.'),
    angularVelocity: vec3('rad/s', 'World space.'),
    sleepThreshold: scalar('f32', 'm/s', 'Slower bodies may sleep.'),
    centerOfMass: vec3('m', 'Body space.'),
    mass: scalar('f32', 'kg', 'Zero for bodies that are not dynamic.'),
    inertia: array('f32', 6, 'kg m²', 'About the centre of mass, body axes: xx, yy, zz, xy, xz, yz.'),
    reserved: array('u32', 6, '1', 'Zero.'),
  },
});

export const bodyField = numbers('BodyField', 'Bits of BodySettings.mask.', {
  Type: 1,
  Flags: 2,
  GravityScale: 4,
  LinearDamping: 8,
  AngularDamping: 16,
  SleepThreshold: 32,
  Mass: 64,
});

export const colliderSettings = record({
  name: 'ColliderSettings',
  stride: 96,
  doc: 'One collider of a CreateBody or SetColliders record.',
  fields: {
    shape: scalar('u32', '1', 'ShapeType.'),
    flags: scalar('u32', '1', 'ColliderFlag bits.'),
    memberships: scalar('u32', '1', 'Groups it is in.'),
    filter: scalar('u32', '1', 'Groups it meets.'),
    position: vec3('m', 'In the body.'),
    friction: scalar('f32', '1', 'Coulomb coefficient; a pair uses the geometric mean.'),
    rotation: quat('In the body.'),
    size: vec3(
      'm',
      'Sphere: radius. Capsule, cylinder, cone: radius, half height along y. Box: half extents. Others: 0.',
    ),
    restitution: scalar('f32', '1', 'A pair uses the larger.'),
    surfaceVelocity: vec3('m/s', 'Collider space, tangential part counts.'),
    rollingResistance: scalar('f32', '1', 'A pair uses the larger, times the radius.'),
    rounding: scalar('f32', 'm', 'Radius added around the shape.'),
    geometry: scalar('u32', '1', '1 + geometry id; 0 for a shape that its size describes.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});

export const geometrySettings = record({
  name: 'GeometrySettings',
  stride: 48,
  doc: 'CreateGeometry (with `dataBytes` of payload behind it) and DestroyGeometry (id alone). Colliders share a geometry by its id.',
  fields: {
    kind: scalar('u32', '1', 'CreateGeometry or DestroyGeometry.'),
    byteLength: scalar('u32', 'byte', '48 and the payload, to a multiple of 16.'),
    geometry: scalar('u32', '1', 'Id, dense from 0; free again after DestroyGeometry.'),
    shape: scalar('u32', '1', 'ShapeType: Hull, Mesh or HeightField.'),
    dataBytes: scalar('u32', 'byte', 'Payload.'),
    counts: array('u32', 3, '1', 'Mesh: vertices, triangles. Height field: rows, columns. Hull: zero.'),
    scale: vec3('m', 'Height field: size of the whole grid along x and z, factor on the heights along y.'),
    reserved: scalar('u32', '1', 'Zero.'),
  },
});

export const hullHeader = record({
  name: 'HullHeader',
  stride: 96,
  doc: 'Payload of a hull, finished by the page: this header, then the parts that it points to, each on a multiple of 16 bytes.',
  fields: {
    vertexCount: scalar('u32', '1', 'At most 128.'),
    faceCount: scalar('u32', '1', 'At most 128.'),
    edgeCount: scalar('u32', '1', 'Undirected edges.'),
    byteLength: scalar('u32', 'byte', 'Header and parts.'),
    vertices: scalar(
      'u32',
      'byte',
      'Offset: groups of four vertices, xxxx yyyy zzzz f32; the last group repeats the last vertex.',
    ),
    planes: scalar(
      'u32',
      'byte',
      'Offset: groups of four planes, xxxx yyyy zzzz dddd f32, n·p = d; the last group repeats the last plane.',
    ),
    edges: scalar(
      'u32',
      'byte',
      'Offset: four u8 an edge: start, end, face to the left, face to the right (seen from outside).',
    ),
    faces: scalar('u32', 'byte', 'Offset: two u16 a face: first loop entry, number of entries.'),
    loops: scalar('u32', 'byte', 'Offset: u8 vertices of the faces, counter-clockwise from outside.'),
    innerRadius: scalar('f32', 'm', 'Of a ball around the centre that lies inside.'),
    outerRadius: scalar('f32', 'm', 'Farthest vertex from the origin.'),
    reserved: scalar('u32', '1', 'Zero.'),
    center: vec3('m', 'Centre of mass.'),
    boundsMin: vec3('m', 'Least coordinates.'),
    boundsMax: vec3('m', 'Greatest coordinates.'),
    reserved2: array('u32', 3, '1', 'Zero.'),
  },
});

export const setColliders = record({
  name: 'SetColliders',
  stride: 64,
  doc: 'Replaces every collider of a body, and its mass, with the records behind it.',
  fields: {
    kind: scalar('u32', '1', 'SetColliders.'),
    byteLength: scalar('u32', 'byte', '64 and the colliders.'),
    body: scalar('u32', '1', 'Handle.'),
    colliderCount: scalar('u32', '1', 'ColliderSettings records behind this one.'),
    centerOfMass: vec3('m', 'Body space.'),
    mass: scalar('f32', 'kg', 'As in BodySettings.'),
    inertia: array('f32', 6, 'kg m²', 'As in BodySettings.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});

export const bodyMotion = record({
  name: 'BodyMotion',
  stride: 48,
  doc: 'SetPose (first = position, second = rotation), SetKinematicTarget (likewise), SetVelocity (first = linear, second = angular), ApplyForce and ApplyImpulse (first = vector, second = point), ApplyTorque and ApplyTorqueImpulse (first = vector), DestroyBody, WakeBody, SleepBody (handle alone).',
  fields: {
    kind: scalar('u32', '1', 'CommandKind.'),
    byteLength: scalar('u32', 'byte', '48.'),
    body: scalar('u32', '1', 'Handle.'),
    mask: scalar(
      'u32',
      '1',
      'Bit 0: first counts. Bit 1: second counts (point given, for forces). Bit 2: a force or an impulse that leaves sleepers alone, and lets the body fall asleep.',
    ),
    first: vec3('m, m/s, N, N s, N m or N m s', 'World space.'),
    reserved: scalar('u32', '1', 'Zero.'),
    second: quat('Rotation, or x, y, z of a velocity or point.'),
  },
});

export const jointSettings = record({
  name: 'JointSettings',
  stride: 128,
  doc: 'CreateJoint and UpdateJoint (takes all but the bodies), with `rowCount` JointRowSettings behind it, and DestroyJoint (handle alone).',
  fields: {
    kind: scalar('u32', '1', 'CreateJoint, UpdateJoint or DestroyJoint.'),
    byteLength: scalar('u32', 'byte', '128 and the rows.'),
    joint: scalar('u32', '1', 'Joint handle.'),
    flags: scalar('u32', '1', 'JointFlag bits.'),
    bodyA: scalar('u32', '1', 'Handle; 0 for the world itself.'),
    bodyB: scalar('u32', '1', 'Handle; 0 for the world itself.'),
    locks: scalar(
      'u32',
      '1',
      'JointLock bits: axes along and about which the frames coincide. Three or two of a kind; a single one is a row.',
    ),
    rowCount: scalar('u32', '1', 'JointRowSettings records behind this one.'),
    anchorA: vec3('m', 'In body A.'),
    breakForce: scalar('f32', 'N', 'Infinity: never breaks.'),
    rotationA: quat('Joint frame in body A; x is the axis.'),
    anchorB: vec3('m', 'In body B.'),
    breakTorque: scalar('f32', 'N m', 'Infinity: never breaks.'),
    rotationB: quat('Joint frame in body B.'),
    linearHertz: scalar(
      'f32',
      'Hz',
      'Of the locked linear axes, with JointFlag.LinearSpring; 0 is a damper of maxForce.',
    ),
    linearDampingRatio: scalar('f32', '1', 'Likewise.'),
    linearMaxForce: scalar('f32', 'N', 'Likewise. Infinity: no bound.'),
    angularHertz: scalar('f32', 'Hz', 'Of the locked angular axes, with JointFlag.AngularSpring.'),
    angularDampingRatio: scalar('f32', '1', 'Likewise.'),
    angularMaxTorque: scalar('f32', 'N m', 'Likewise.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});

export const jointRowSettings = record({
  name: 'JointRowSettings',
  stride: 48,
  doc: 'One coordinate of a joint that is limited, sprung or driven.',
  fields: {
    kind: scalar('u32', '1', 'JointRowKind.'),
    flags: scalar('u32', '1', 'JointRowFlag bits.'),
    min: scalar('f32', 'm or rad', 'Lower limit.'),
    max: scalar('f32', 'm or rad', 'Upper limit; equal to the lower one: locked.'),
    springHertz: scalar('f32', 'Hz, or N/m or N m/rad', 'With JointRowFlag.Stiffness the latter.'),
    springDamping: scalar('f32', '1, or N s/m or N m s/rad', 'Damping ratio, or with Stiffness the coefficient.'),
    springTarget: scalar('f32', 'm or rad', 'Where the spring rests.'),
    springMaxForce: scalar('f32', 'N or N m', 'Infinity: no bound.'),
    motorVelocity: scalar('f32', 'm/s or rad/s', 'Of B against A.'),
    motorMaxForce: scalar('f32', 'N or N m', 'Infinity: no bound.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});
