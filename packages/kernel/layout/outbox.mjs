import { array, numbers, quat, record, scalar, vec3 } from './dsl.mjs';

export const outboxKind = numbers('OutboxKind', 'Kinds of outbox records, written by the kernel, read by the page.', {
  Pad: 0,
  Relocate: 1,
  Frame: 2,
  Reply: 3,
  QueryResult: 4,
  StatePart: 5,
  State: 6,
});

export const eventKind = numbers('EventKind', 'What an Event says.', {
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
});

export const problemCode = numbers('ProblemCode', 'What an Event of kind Problem reports.', {
  OutOfMemory: 1,
  NonFinite: 2,
  NoRoomForBody: 3,
  NoRoomForJoint: 4,
});

export const poseFlag = numbers('PoseFlag', 'High bits of Pose.body.', { Teleport: 0x80000000, Index: 0x000fffff });

export const ringSegment = record({
  name: 'RingSegment',
  stride: 64,
  doc: 'Header of a ring; `capacity` bytes of records follow it. Positions count bytes and wrap at 2³².',
  fields: {
    head: scalar('u32', 'byte', 'End of what is written. Written by the writer, atomically.'),
    capacity: scalar('u32', 'byte', 'A power of two.'),
    next: scalar(
      'u32',
      'byte',
      'Address of the segment that the kernel went on in; 0 in the last one, and in an inbox.',
    ),
    reserved: array('u32', 5, '1', 'Zero.'),
    tail: scalar('u32', 'byte', 'End of what is read. Written by the reader, atomically.'),
    left: scalar('u32', '1', '1 when the reader went on to the next segment.'),
  },
});

export const stats = record({
  name: 'Stats',
  stride: 160,
  doc: 'Figures of the last step.',
  fields: {
    stageMs: array('f32', 16, 'ms', 'Wall time of each stage, in the order of the step; last: whole step.'),
    bodyCount: scalar('u32', '1', 'Bodies that exist.'),
    awakeBodyCount: scalar('u32', '1', 'Awake dynamic and kinematic bodies.'),
    contactCount: scalar('u32', '1', 'Contact pairs that exist.'),
    touchingCount: scalar('u32', '1', 'Awake touching contacts.'),
    islandCount: scalar('u32', '1', 'Islands that exist.'),
    awakeIslandCount: scalar('u32', '1', 'Awake islands.'),
    jointCount: scalar('u32', '1', 'Joints that exist.'),
    colourCount: scalar('u32', '1', 'Colours in use.'),
    memoryBytes: scalar('u32', 'byte', 'Pages handed out.'),
    memoryReserved: scalar('u32', 'byte', 'Size of the memory.'),
    pairsTested: scalar('u32', '1', 'Narrowphase runs.'),
    manifoldsReused: scalar('u32', '1', 'Contacts that kept their manifold.'),
    overflowCount: scalar('u32', '1', 'Constraints outside the colours.'),
    proxiesMoved: scalar('u32', '1', 'Proxies that left their fat bounds.'),
    colliderCount: scalar('u32', '1', 'Colliders that exist.'),
    splitCount: scalar('u32', '1', 'Islands split so far.'),
    satRuns: scalar('u32', '1', 'Separating axis tests among the narrowphase runs.'),
    rowsSolved: scalar('u32', '1', 'Constraint rows of contacts, each once for every pass over it.'),
    nodesVisited: scalar('u32', '1', 'Tree nodes that the search for pairs looked at.'),
    kibStreamed: scalar('u32', 'KiB', 'Constraint groups and body states that the passes of the solver read.'),
    workersIn: scalar('u32', '1', 'Workers that took part in the step.'),
    gjkRounds: scalar(
      'u32',
      '1',
      'Rounds of the distance searches between convex shapes, but for those against triangles.',
    ),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});

export const worldHeader = record({
  name: 'WorldHeader',
  stride: 384,
  doc: 'Start of a world in memory: all that the host looks at.',
  fields: {
    layoutHash: scalar('u32', '1', 'Must equal LAYOUT_HASH.'),
    doorbell: scalar(
      'u32',
      '1',
      'Bumped and notified by the page after writing the inbox or reading the outbox; the conductor waits on it.',
    ),
    inbox: scalar('u32', 'byte', 'Address of the first inbox RingSegment.'),
    outbox: scalar('u32', 'byte', 'Address of the first outbox RingSegment.'),
    quit: scalar('u32', '1', 'Set to 1 by the page: every worker returns.'),
    stalled: scalar('u32', '1', '1 while the world waits for the page to read.'),
    failed: scalar('u32', '1', 'ProblemCode that stopped the world for good, or 0.'),
    stepCount: scalar('u32', '1', 'Number of the newest step: rises when the step begins.'),
    time: scalar('f64', 's', 'Simulated time at the end of that step.'),
    stepsDone: scalar('u32', '1', 'Number of the newest step whose frame is in the outbox.'),
    running: scalar('u32', '1', '1 while the conductor steps by its own clock.'),
    interval: scalar('f32', 's', 'Length of a step.'),
    stepsLeftOut: scalar('u32', '1', 'Steps that were due by that clock and were left out so far.'),
    isMissed: scalar(
      'u32',
      '1',
      'Set to 1 by the page where it looked in vain for an answer that was foretold: it waits to be told of it.',
    ),
    told: scalar(
      'u32',
      '1',
      'Changed and notified where the page should read the outbox, and waits on this word: odd where an answer is foretold.',
    ),
    reserved: array('u32', 16, '1', 'Zero.'),
    lines: array('u32', 16, '1', 'Kept apart: words that workers spin on live elsewhere.'),
    stats: array('u32', 40, '1', 'A Stats record.'),
    tail: array('u32', 8, '1', 'Zero.'),
  },
});

export const frame = record({
  name: 'Frame',
  stride: 64,
  doc: 'One step, or (State) where everything is after a state was loaded, with Sleep for all that sleeps and a begin or enter for all that touches: Frame, poseCount Pose, poseCount Velocity (same order), eventCount Event, pointCount EventPoint, jointCount JointReading.',
  fields: {
    kind: scalar('u32', '1', 'OutboxKind.Frame.'),
    byteLength: scalar('u32', 'byte', 'Whole record.'),
    step: scalar('u32', '1', 'Step number, from 1; each frame is one more than the one before.'),
    poseCount: scalar('u32', '1', 'Bodies that moved.'),
    time: scalar('f64', 's', 'Simulated time.'),
    eventCount: scalar('u32', '1', ''),
    pointCount: scalar('u32', '1', ''),
    awakeBodyCount: scalar('u32', '1', ''),
    islandCount: scalar('u32', '1', ''),
    jointsLeft: scalar(
      'u32',
      '1',
      'Joints that have left the constraint graph so far, each as often as it did. Unchanged: no joint of the frame before is missing, unless there are fewer, for want of memory. Of a State, 0.',
    ),
    jointCount: scalar('u32', '1', 'Joints that were solved; of a State, all.'),
    commandCount: scalar('u32', '1', 'Inbox records that were applied before the step; it wraps.'),
    touchCount: scalar(
      'u32',
      '1',
      'Events, from the first on, that all say that a contact began or ended. There may be more behind others.',
    ),
    runLength: scalar(
      'u32',
      '1',
      'So many bodies, from the first on, have indices that follow each other, and nothing else to say: their Pose.body is 0. In the frames after one with more bodies than all before it fewer than could be.',
    ),
    firstBody: scalar('u32', '1', 'Index of the first of them, where there are any.'),
  },
});

export const pose = record({
  name: 'Pose',
  stride: 32,
  doc: 'One moved body in a frame.',
  fields: {
    position: vec3('m', 'Origin of the body, world space.'),
    body: scalar('u32', '1', 'Body index (handle & 0xfffff) and PoseFlag bits; 0 within Frame.runLength.'),
    rotation: quat('From body to world space.'),
  },
});

export const velocity = record({
  name: 'Velocity',
  stride: 32,
  doc: 'Velocity of the same body, in the same order.',
  fields: {
    linear: vec3('m/s', 'Of the centre of mass, world space.'),
    reserved0: scalar('u32', '1', ''),
    angular: vec3('rad/s', 'World space.'),
    reserved1: scalar('u32', '1', ''),
  },
});

export const event = record({
  name: 'Event',
  stride: 32,
  doc: 'Something that happened in the step. Order: exits and ends, begins, hits, sleep, wake, as they happened.',
  fields: {
    kind: scalar('u32', '1', 'EventKind.'),
    a: scalar(
      'u32',
      '1',
      'Handle of body A, of the body that slept or woke, or of the joint; what a problem is about.',
    ),
    b: scalar('u32', '1', 'Handle of body B; ProblemCode for a problem.'),
    colliders: scalar('u32', '1', 'Ordinal of the collider in A, and in B << 16.'),
    firstPoint: scalar('u32', '1', 'Index of the first EventPoint of the frame.'),
    pointCount: scalar('u32', '1', 'Contact points.'),
    value: scalar('f32', 'm/s or N', 'Approach speed of a hit; normal force of a contact.'),
    contact: scalar('u32', '1', 'Number of the contact, the same from begin to end and then used again.'),
  },
});

export const eventPoint = record({
  name: 'EventPoint',
  stride: 32,
  doc: 'One contact point of an event.',
  fields: {
    position: vec3('m', 'World space, midway between the surfaces.'),
    separation: scalar('f32', 'm', 'Negative in overlap.'),
    normal: vec3('1', 'From A to B, world space.'),
    impulse: scalar('f32', 'N s', 'Normal impulse.'),
  },
});

export const jointReading = record({
  name: 'JointReading',
  stride: 32,
  doc: 'What a joint bore in the step, on average, as it acts on B.',
  fields: {
    force: vec3('N', 'World space.'),
    joint: scalar('u32', '1', 'Joint handle.'),
    torque: vec3('N m', 'At the anchor, world space.'),
    reserved: scalar('u32', '1', 'Zero.'),
  },
});

export const reply = record({
  name: 'Reply',
  stride: 32,
  doc: 'Answer to a request.',
  fields: {
    kind: scalar('u32', '1', 'OutboxKind.Reply.'),
    byteLength: scalar('u32', 'byte', '32.'),
    request: scalar('u32', '1', 'Its number.'),
    step: scalar('u32', '1', 'Steps done when it was answered.'),
    value: scalar('u64', '1', 'Hash; 0 for a query that there is no memory to answer.'),
    reserved: array('u32', 2, '1', 'Zero.'),
  },
});
