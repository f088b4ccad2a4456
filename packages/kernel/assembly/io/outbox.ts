import { World } from '../world/world';
import {
  Event,
  EventKind,
  EventPoint,
  Frame,
  JointReading,
  OutboxKind,
  Pose,
  PoseFlag,
  ProblemCode,
  Reply,
  Velocity,
} from '../generated/layout';
import { Bodies } from '../bodies/body';
import { copyReadings } from '../joints/store-joints';
import { BodySet, Tuning } from '../constants';
import { FramePoses } from './frame-poses';
import { Ring } from './ring';

/** Unread frames that pause the world, and the bytes that it may always leave. */
const MAX_UNREAD_FRAMES: u32 = 8;
const ALWAYS_ALLOWED: u32 = 1 << 22;

/** Does the page have so much to read that the next step should wait? */
export function isStalled(world: World): bool {
  const frame = (Frame.STRIDE as u32) + 64 * (world.awakeBodies.count as u32) + 32 * (world.solvedJoints as u32);
  return Ring.unread(world) > max(ALWAYS_ALLOWED, MAX_UNREAD_FRAMES * frame);
}

/**
 * Serial, before the bodies are finalized: their pose slots, in the frame where the outbox has room for it as it stands. `publish` asks for the
 * same place again, and mostly gets it.
 */
export function planFrame(world: World): void {
  const poses = world.awakeBodies.count;
  world.frameBodies = poses;
  FramePoses.plan(world);
  world.frameJoints = world.solvedJoints;
  const frame = Ring.reserve(world, frameLength(world, poses));
  world.framePoses = frame != 0 ? frame + Frame.STRIDE : world.poseBuffer.data;
  world.frameVelocities = world.framePoses + ((poses as usize) << 5);
}

/** Stage 13. Writes the frame and shows it. Without memory for it, the step's poses and events wait for the next one. */
export function publish(world: World): void {
  let moved = world.frameBodies;
  // Teleported bodies that are not awake come behind the others.
  let extra = keepTeleported(world);
  let length = frameLength(world, moved + extra);
  let address = Ring.reserve(world, length);
  if (address == 0) {
    // No memory for so much. What is awake comes with the next frame, and what fell asleep just now is told then.
    postpone(world);
    moved = 0;
    extra = 0;
    world.frameRun = 0;
    world.frameJoints = 0;
    length = frameLength(world, 0);
    address = Ring.reserve(world, length);
    if (address == 0) {
      world.failed = ProblemCode.OutOfMemory;
      return;
    }
  }
  const poses = moved + extra;
  const frame = changetype<Frame>(address);
  frame.kind = OutboxKind.Frame;
  frame.byteLength = length;
  frame.step = world.stepCount;
  frame.poseCount = poses as u32;
  frame.time = world.time;
  frame.eventCount = world.events.count as u32;
  frame.pointCount = world.eventPoints.count as u32;
  frame.awakeBodyCount = world.awakeBodies.count as u32;
  frame.islandCount = world.islandCount as u32;
  frame.jointsLeft = world.jointsLeft;
  frame.jointCount = world.frameJoints as u32;
  frame.commandCount = world.commandCount;
  frame.touchCount = countTouches(world);
  frame.runLength = world.frameRun as u32;
  frame.firstBody = world.frameFirst as u32;
  let at = address + Frame.STRIDE;
  const awakeBytes = (moved as usize) << 5,
    extraBytes = (extra as usize) << 5;
  // Velocities first: they may lie where the poses of teleported bodies go.
  move(at + awakeBytes + extraBytes, world.frameVelocities, awakeBytes);
  move(at, world.framePoses, awakeBytes);
  at += awakeBytes;
  for (let i = 0; i < extra; i++) {
    const index = world.teleported.id(i);
    const sim = Bodies.sim(world, index);
    v128.store(at, i32x4.replace_lane(sim.position, 3, index | (PoseFlag.Teleport as i32)));
    v128.store(at, sim.rotation, 16);
    at += Pose.STRIDE;
  }
  if (extra > 0) world.teleported.count = 0;
  at += awakeBytes;
  memory.fill(at, 0, extraBytes);
  at += extraBytes;
  memory.copy(at, world.events.data, (world.events.count as usize) * Event.STRIDE);
  at += (world.events.count as usize) * Event.STRIDE;
  memory.copy(at, world.eventPoints.data, (world.eventPoints.count as usize) * EventPoint.STRIDE);
  at += (world.eventPoints.count as usize) * EventPoint.STRIDE;
  copyReadings(world, at);
  world.events.count = 0;
  world.eventPoints.count = 0;
  Ring.commit(world, length);
  Ring.storeWord(changetype<usize>(world) + offsetof<World>('stepsDone'), world.stepCount);
}

/** Events of contacts that began or ended, up to the first of another kind: the page takes them in all at once. */
function countTouches(world: World): u32 {
  const count = world.events.count;
  let touches = 0;
  for (; touches < count; touches++) {
    const kind = world.events.record<Event>(touches).kind;
    if (kind != EventKind.ContactBegin && kind != EventKind.ContactEnd) break;
  }
  return touches as u32;
}

function move(to: usize, from: usize, bytes: usize): void {
  if (to != from) memory.copy(to, from, bytes);
}

function frameLength(world: World, poses: i32): u32 {
  const bytes =
    (Frame.STRIDE as u32) +
    (poses as u32) * ((Pose.STRIDE + Velocity.STRIDE) as u32) +
    (world.events.count as u32) * (Event.STRIDE as u32) +
    (world.eventPoints.count as u32) * (EventPoint.STRIDE as u32) +
    (world.frameJoints as u32) * (JointReading.STRIDE as u32);
  return (bytes + 15) & ~15;
}

/** Ahead of a step in which so many contacts may begin: room in the outbox for its frame, unless memory is short. */
export function reserveFrame(world: World, begins: i32): void {
  const points: usize = world.isHeard != 0 ? (Tuning.MANIFOLD_POINTS as usize) : 0;
  const bytes =
    frameLength(world, world.awakeBodies.count) +
    (begins as u32) * ((Event.STRIDE + points * EventPoint.STRIDE) as u32);
  if (world.pages.canSpare(bytes as usize)) Ring.reserve(world, bytes);
}

/** The list has room for every body. */
function postpone(world: World): void {
  const list = world.teleported;
  for (let i = 0; i < list.count; i++) Bodies.body(world, list.id(i)).teleported = 1;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0 || body.frameStep != world.stepCount || body.set == BodySet.AWAKE || body.teleported != 0)
      continue;
    body.teleported = 1;
    list.pushId(i);
  }
}

/** Narrows the list to bodies that still exist and have no pose slot, each once. Returns their number. */
function keepTeleported(world: World): i32 {
  const list = world.teleported;
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const index = list.id(i);
    const body = Bodies.body(world, index);
    const isNew = body.handle != 0 && body.teleported != 0;
    body.teleported = 0;
    if (isNew && !isInFrame(world, index)) list.setId(kept++, index);
  }
  list.count = kept;
  return kept;
}

/** Was the body awake when the pose slots were handed out? It may have fallen asleep since. */
function isInFrame(world: World, index: i32): bool {
  return Bodies.body(world, index).frameStep == world.stepCount;
}

export function writeReply(world: World, request: u32, value: u64): void {
  const address = Ring.reserve(world, Reply.STRIDE as u32);
  if (address == 0) {
    world.failed = 1;
    return;
  }
  const reply = changetype<Reply>(address);
  reply.kind = OutboxKind.Reply;
  reply.byteLength = Reply.STRIDE as u32;
  reply.request = request;
  reply.step = world.stepCount;
  reply.value = value;
  reply.reserved0 = 0;
  reply.reserved1 = 0;
  Ring.commit(world, Reply.STRIDE as u32);
  world.replyWritten = 1;
}
