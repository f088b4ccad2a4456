import { World } from '../world/world';
import {
  BodyField,
  BodyMotion,
  BodySettings,
  BodyType,
  ColliderSettings,
  CommandKind,
  GeometrySettings,
  JointSettings,
  LoadFault,
  ProblemCode,
  RecordHeader,
  Relocate,
  Request,
  RingSegment,
  ListenCommand,
  RunCommand,
  SetColliders,
  StatePart,
  StepCommand,
  WorldSettings,
} from '../generated/layout';
import { Bodies, Body, BodySim, BodyState } from '../bodies/body';
import {
  addColliders,
  attach,
  createBody,
  destroyBody,
  detach,
  removeColliders,
  reserveBody,
  setMass,
  teleport,
  wakeTouching,
} from '../bodies/lifecycle';
import { keepsShapes, movesCenter, reflag, resurface, reweigh, staysIn } from '../bodies/refit';
import { Islands } from '../islands/island';
import { leaveAwakeBodies, sleepIsland, sleepOne, wakeBody } from '../islands/sleep';
import { applyJoint } from '../joints/lifecycle';
import { rescaleReadings } from '../joints/store-joints';
import { Geometries } from '../shapes/geometry';
import { hashWorld } from '../world/hash';
import { lockLive, unlockLive } from '../threads/live';
import { Events } from './events';
import { writeReply } from './outbox';
import { Ring } from './ring';
import { dropSearch } from '../broadphase/search-ahead';
import { takeBack } from '../contacts/create-ahead';
import { commitLoad, dropLoad, loadPiece } from '../snapshot/load';
import { startSave } from '../snapshot/save';
import { tellState } from '../snapshot/tell';
import { V } from '../math/vec';
import { Spin } from '../solver/spin';
import { Q } from '../math/quat';
import { BodySet, NONE, Tuning } from '../constants';

/** Stage 1. Applies inbox records in order, up to the next Step, or up to a Query, which it returns. That one stays until `passRecord`. */
export function drainCommands(world: World): usize {
  while (world.stepsPending == 0 && world.saveRequest == 0 && world.prepareRequest == 0) {
    const segment = world.inboxSegment;
    const tail = Ring.tail(segment);
    if (tail == Ring.head(segment)) return 0;
    const record = Ring.at(segment, tail);
    const header = changetype<RecordHeader>(record);
    if (header.kind == CommandKind.Query) return record;
    if (header.kind == CommandKind.Relocate) {
      world.inboxSegment = changetype<Relocate>(record).segment as usize;
      Ring.storeWord(segment + offsetof<RingSegment>('left'), 1);
      world.pages.adopt(segment, (Ring.capacity(segment) as usize) + RingSegment.STRIDE);
      continue;
    }
    apply(world, header.kind, record);
    passRecord(world);
  }
  return 0;
}

/** Whether the page has written something that was not taken. */
export function hasCommands(world: World): bool {
  return Ring.tail(world.inboxSegment) != Ring.head(world.inboxSegment);
}

/** ...and the next of it is no step alone: whether there is something to apply that takes time. */
export function hasChanges(world: World): bool {
  const segment = world.inboxSegment;
  return hasCommands(world) && changetype<RecordHeader>(Ring.at(segment, Ring.tail(segment))).kind != CommandKind.Step;
}

/** Gives the space of the oldest record back to the page. */
export function passRecord(world: World): void {
  const segment = world.inboxSegment;
  const tail = Ring.tail(segment);
  const header = changetype<RecordHeader>(Ring.at(segment, tail));
  if (header.kind != CommandKind.Pad) world.commandCount++;
  const length = header.byteLength;
  Ring.storeWord(segment + offsetof<RingSegment>('tail'), tail + length);
}

/** Says nothing about what exists already, so that contacts which were created ahead stay as they are. */
function isHarmless(kind: u32): bool {
  return (
    kind == CommandKind.Pad ||
    kind == CommandKind.Step ||
    kind == CommandKind.Run ||
    kind == CommandKind.Listen ||
    kind == CommandKind.Prepare ||
    kind == CommandKind.CreateBody ||
    kind == CommandKind.CreateGeometry
  );
}

function apply(world: World, kind: u32, record: usize): void {
  if (!isHarmless(kind)) takeBack(world);
  if (kind == CommandKind.Step) {
    const step = changetype<StepCommand>(record);
    world.stepsPending = step.count as i32;
    world.stepRequest = step.request;
  } else if (kind == CommandKind.Adopt) world.isUnknown = 0;
  else if (kind == CommandKind.Hash) writeReply(world, changetype<Request>(record).request, hashWorld(world));
  else if (kind == CommandKind.Prepare) world.prepareRequest = changetype<Request>(record).request;
  else if (kind == CommandKind.Run) run(world, changetype<RunCommand>(record));
  else if (kind == CommandKind.Listen) world.isHeard = changetype<ListenCommand>(record).on;
  else if (kind == CommandKind.Save) startSave(world, changetype<Request>(record).request);
  else if (kind == CommandKind.DropLoad) {
    dropLoad(world);
    writeReply(world, changetype<Request>(record).request, LoadFault.None);
  } else if (kind == CommandKind.Load) {
    const piece = changetype<StatePart>(record);
    const fault = loadPiece(world, piece);
    if (piece.request != 0) writeReply(world, piece.request, fault);
  } else if (world.isUnknown != 0) {
    // The handles in it may be of others by now, and the page has forgotten it when it reads the State.
    return;
  } else if (kind == CommandKind.SetWorld) setWorld(world, changetype<WorldSettings>(record));
  else {
    lockLive(world);
    change(world, kind, record);
    unlockLive(world);
  }
}

/** Commands that change what queries read. */
function change(world: World, kind: u32, record: usize): void {
  if (kind == CommandKind.CommitLoad) {
    dropSearch(world);
    replaceState(world, changetype<Request>(record).request);
  } else if (kind == CommandKind.CreateBody) create(world, changetype<BodySettings>(record));
  else if (kind == CommandKind.CreateGeometry || kind == CommandKind.DestroyGeometry) {
    const geometry = changetype<GeometrySettings>(record);
    if (kind == CommandKind.DestroyGeometry) Geometries.destroy(world, geometry.geometry as i32);
    else if (!Geometries.create(world, geometry)) Events.problem(world, ProblemCode.OutOfMemory, 0);
  } else if (kind >= CommandKind.CreateJoint) {
    // It says which bodies may touch.
    dropSearch(world);
    applyJoint(world, kind, changetype<JointSettings>(record));
  } else {
    const handle = load<u32>(record, offsetof<BodyMotion>('body'));
    const index = (handle & 0xfffff) as i32;
    if (index >= world.bodies.count || Bodies.body(world, index).handle != handle) return;
    if (kind == CommandKind.UpdateBody) update(world, index, changetype<BodySettings>(record));
    else if (kind == CommandKind.SetColliders) replaceColliders(world, index, changetype<SetColliders>(record));
    else if (kind == CommandKind.DestroyBody) destroyBody(world, index);
    else applyMotion(world, kind, index, changetype<BodyMotion>(record));
  }
}

function run(world: World, command: RunCommand): void {
  world.running = command.on;
  world.maxStepsDue = command.maxBehind;
  world.stepsDue = 0;
}

function replaceState(world: World, request: u32): void {
  const fault = commitLoad(world);
  if (fault == LoadFault.None) {
    world.isUnknown = 1;
    world.liveStep = world.stepCount;
    world.interval = world.dt;
    Ring.storeWord(changetype<usize>(world) + offsetof<World>('stepsDone'), world.stepCount);
    if (!tellState(world)) world.failed = ProblemCode.OutOfMemory;
  }
  writeReply(world, request, fault);
}

export function setWorld(world: World, settings: WorldSettings): void {
  const gravity = V.of(settings.gravityX, settings.gravityY, settings.gravityZ);
  const old = world.gravity;
  world.gravity = gravity;
  if (settings.timeStep != world.dt) rescaleReadings(world, settings.timeStep / world.dt);
  world.dt = settings.timeStep;
  world.interval = world.dt;
  world.substeps = settings.substeps as i32;
  world.h = world.dt / (world.substeps as f32);
  world.inverseH = (world.substeps as f32) / world.dt;
  world.flags = settings.flags;
  world.contactHertz = settings.contactHertz;
  world.contactDampingRatio = settings.contactDampingRatio;
  world.contactPushSpeed = settings.contactPushSpeed;
  world.jointHertz = settings.jointHertz;
  world.jointDampingRatio = settings.jointDampingRatio;
  world.restitutionThreshold = settings.restitutionThreshold;
  world.hitSpeedThreshold = settings.hitSpeedThreshold;
  world.blockOrderSeed = settings.blockOrderSeed;
  const changed = V.sub(gravity, old);
  if (V.lengthSquared(changed) == 0 && (world.flags & 1) != 0) return;
  // Other gravity, or no more sleep: everything wakes.
  for (let i = 0; i < world.bodies.count; i++) {
    if (Bodies.body(world, i).handle != 0) wakeBody(world, i);
  }
}

function create(world: World, settings: BodySettings): void {
  const index = (settings.body & 0xfffff) as i32;
  if (index < world.bodies.count && Bodies.body(world, index).handle != 0) return;
  const records = changetype<usize>(settings) + BodySettings.STRIDE;
  if (
    !hasGeometries(world, records, settings.colliderCount) ||
    !reserveBody(world, index, settings.colliderCount as i32)
  ) {
    Events.problem(world, ProblemCode.NoRoomForBody, settings.body);
    return;
  }
  createBody(world, settings);
  world.created++;
}

/** False where a collider's geometry found no room. */
function hasGeometries(world: World, records: usize, count: u32): bool {
  for (let i: u32 = 0; i < count; i++) {
    const settings = changetype<ColliderSettings>(records + (i as usize) * ColliderSettings.STRIDE);
    if (settings.geometry != 0 && Geometries.address(world, (settings.geometry - 1) as i32) == 0) return false;
  }
  return true;
}

function update(world: World, index: i32, settings: BodySettings): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index);
  const mask = settings.mask;
  if ((mask & BodyField.GravityScale) != 0) sim.gravityScale = settings.gravityScale;
  if ((mask & BodyField.LinearDamping) != 0) sim.linearDamping = settings.linearDamping;
  if ((mask & BodyField.AngularDamping) != 0) sim.angularDamping = settings.angularDamping;
  if ((mask & BodyField.SleepThreshold) != 0) body.sleepThreshold = settings.sleepThreshold;
  if ((mask & (BodyField.Type | BodyField.Flags | BodyField.Mass)) == 0) {
    wakeBody(world, index);
    return;
  }
  const center = changetype<usize>(settings) + offsetof<BodySettings>('centerOfMassX');
  const inertia = changetype<usize>(settings) + offsetof<BodySettings>('inertia0');
  const flags = (mask & BodyField.Flags) != 0 ? settings.flags : body.flags;
  const weighs = (mask & BodyField.Mass) != 0;
  if ((mask & BodyField.Type) == 0 && staysIn(world, index, flags) && !(weighs && movesCenter(world, index, center))) {
    wakeBody(world, index);
    reflag(world, index, flags);
    if (weighs) setMass(world, index, settings.mass, center, inertia);
    reweigh(world, index);
    return;
  }
  // It goes into another tree, or comes into one, and may need an island of its own.
  if (!reserveBody(world, index, body.colliderCount)) {
    Events.problem(world, ProblemCode.NoRoomForBody, settings.body);
    return;
  }
  detach(world, index);
  if ((mask & BodyField.Type) != 0) body.type = settings.type;
  body.flags = flags;
  if (weighs) setMass(world, index, settings.mass, center, inertia);
  attach(world, index);
}

function replaceColliders(world: World, index: i32, settings: SetColliders): void {
  const count = settings.colliderCount as i32;
  if (
    !hasGeometries(world, changetype<usize>(settings) + SetColliders.STRIDE, settings.colliderCount) ||
    !reserveBody(world, index, count)
  ) {
    Events.problem(world, ProblemCode.NoRoomForBody, settings.body);
    return;
  }
  const records = changetype<usize>(settings) + SetColliders.STRIDE;
  const center = changetype<usize>(settings) + offsetof<SetColliders>('centerOfMassX');
  const inertia = changetype<usize>(settings) + offsetof<SetColliders>('inertia0');
  if (keepsShapes(world, index, records, count) && !movesCenter(world, index, center)) {
    resurface(world, index, records);
    setMass(world, index, settings.mass, center, inertia);
    reweigh(world, index);
    return;
  }
  detach(world, index);
  removeColliders(world, index);
  setMass(world, index, settings.mass, center, inertia);
  addColliders(world, index, records, count);
  attach(world, index);
}

function applyMotion(world: World, kind: u32, index: i32, motion: BodyMotion): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index),
    state = Bodies.state(world, index);
  const first = V.xyz(v128.load(changetype<usize>(motion) + offsetof<BodyMotion>('firstX')));
  const second = v128.load(changetype<usize>(motion) + offsetof<BodyMotion>('secondX'));
  const hasFirst = (motion.mask & 1) != 0,
    hasSecond = (motion.mask & 2) != 0;
  if (kind == CommandKind.SetPose) {
    teleport(world, index, hasFirst ? first : sim.position, hasSecond ? second : sim.rotation);
  } else if (kind == CommandKind.WakeBody) wakeBody(world, index);
  else if (kind == CommandKind.SleepBody) putToSleep(world, index);
  else if (body.set == BodySet.DISABLED || body.type == BodyType.Static) {
    return;
  } else if (kind == CommandKind.SetVelocity) {
    wakeBody(world, index);
    if (body.type == BodyType.Kinematic) wakeTouching(world, index);
    if (hasFirst) state.linear = V.withW(first, V.w(state.linear));
    if (hasSecond) state.angular = V.capped(V.xyz(second), Tuning.MAX_SPIN);
    body.hasTarget = 0;
  } else if (kind == CommandKind.SetKinematicTarget) {
    if (body.type == BodyType.Kinematic)
      setTarget(world, index, hasFirst ? first : sim.position, hasSecond ? second : sim.rotation);
  } else if (body.type == BodyType.Dynamic) {
    const letsSleep = (motion.mask & 4) != 0;
    if (!letsSleep) wakeBody(world, index);
    else if (body.set != BodySet.AWAKE) return;
    const arm = hasSecond ? V.xyz(V.sub(second, sim.center)) : V.zero();
    if (kind == CommandKind.ApplyForce) {
      sim.force = V.add(sim.force, first);
      sim.torque = V.add(sim.torque, V.cross(arm, first));
      sim.hasForce = 1;
    } else if (kind == CommandKind.ApplyTorque) {
      sim.torque = V.add(sim.torque, first);
      sim.hasForce = 1;
    } else if (kind == CommandKind.ApplyImpulse) {
      const m = V.w(state.linear);
      state.linear = V.withW(V.addScaled(state.linear, first, m), m);
      spin(sim, state, V.cross(arm, first));
    } else if (kind == CommandKind.ApplyTorqueImpulse) spin(sim, state, first);
  }
}

function spin(sim: BodySim, state: BodyState, impulse: v128): void {
  state.angular = V.capped(V.xyz(V.add(state.angular, Spin.turnBy(sim, impulse))), Tuning.MAX_SPIN);
}

/** The velocity that reaches the target in one step; the pose itself is set at the end of the step. */
function setTarget(world: World, index: i32, position: v128, rotation: v128): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index),
    state = Bodies.state(world, index);
  wakeBody(world, index);
  wakeTouching(world, index);
  body.targetPosition = position;
  body.targetRotation = Q.normalize(rotation);
  // A target that was taken back leaves its entry behind, so the list may outgrow the number of bodies.
  if (body.hasTarget == 0) {
    if (!world.targets.reserve(world.pages, world.targets.count + 1)) return;
    world.targets.pushId(index);
  }
  body.hasTarget = 1;
  const rate: f32 = 1 / world.dt;
  const center = V.add(position, Q.rotate(body.targetRotation, sim.localCenter));
  state.linear = V.withW(V.scale(V.sub(center, sim.center), rate), 0);
  let turn = Q.multiply(body.targetRotation, Q.conjugate(sim.rotation));
  if (V.w(turn) < 0) turn = V.neg(turn);
  state.angular = V.xyz(V.scale(turn, 2 * rate));
}

/** Serial, before a step: bodies that reached their target in the last one stand still. */
export function endTargets(world: World): void {
  const list = world.targets;
  let kept = 0;
  for (let i = 0; i < list.count; i++) {
    const index = list.id(i);
    const body = Bodies.body(world, index);
    if (body.hasTarget == 1) list.setId(kept++, index);
    else if (body.hasTarget == 2) {
      body.hasTarget = 0;
      const state = Bodies.state(world, index);
      state.linear = V.zero();
      state.angular = V.zero();
    }
  }
  list.count = kept;
}

/** On request: the whole island, if all of it may sleep. */
function putToSleep(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  if (body.set != BodySet.AWAKE) return;
  if (body.island == NONE) {
    leaveAwakeBodies(world, index);
    body.set = BodySet.ASLEEP;
    sleepOne(world, index);
    return;
  }
  const island = Islands.at(world, body.island);
  for (let i = island.bodyHead; i != NONE; i = Bodies.body(world, i).islandNext) {
    if ((Bodies.body(world, i).flags & 1) == 0) return;
  }
  sleepIsland(world, body.island);
}
