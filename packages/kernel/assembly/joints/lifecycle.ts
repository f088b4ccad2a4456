import { World } from '../world/world';
import { CommandKind, JointFlag, JointSettings, ProblemCode } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { Proxies } from '../broadphase/proxies';
import { Contacts } from '../contacts/contact';
import { destroyContact } from '../contacts/lifecycle';
import { Events } from '../io/events';
import { mergeIslands } from '../islands/merge';
import { wakeBody } from '../islands/sleep';
import { Graph } from '../solver/graph';
import { Spin } from '../solver/spin';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';
import { Joint, Joints } from './joint';
import { JointRows } from './joint-row';

/** CreateJoint, UpdateJoint, DestroyJoint. */
export function applyJoint(world: World, kind: u32, settings: JointSettings): void {
  const id = (settings.joint & 0xfffff) as i32;
  const exists = id < world.joints.count && Joints.at(world, id).handle != 0;
  if (kind == CommandKind.CreateJoint) {
    if (!exists) createJoint(world, id, settings);
    return;
  }
  if (!exists || Joints.at(world, id).handle != settings.joint) return;
  if (kind == CommandKind.DestroyJoint) destroyJoint(world, id);
  else updateJoint(world, id, settings);
}

/** Index of a body, NONE for the world itself, or −2 where it is gone. */
function find(world: World, handle: u32): i32 {
  if (handle == 0) return ground(world);
  const index = (handle & 0xfffff) as i32;
  return index < world.bodies.count && Bodies.body(world, index).handle == handle ? index : -2;
}

/** The world as a body that never moves: the records before the first, which are zero until it is asked for. It has no handle and no collider. */
function ground(world: World): i32 {
  if (world.bodies.count > 0 && !v128.any_true(Bodies.sim(world, NONE).rotation)) {
    Bodies.body(world, NONE).jointHead = NONE;
    Bodies.sim(world, NONE).rotation = Q.identity();
    Bodies.motion(world, NONE).deltaRotation = Q.identity();
    Spin.setUp(Bodies.sim(world, NONE), false);
  }
  return NONE;
}

function createJoint(world: World, id: i32, settings: JointSettings): void {
  const a = find(world, settings.bodyA),
    b = find(world, settings.bodyB);
  if (a < NONE || b < NONE || a == b) return;
  if (
    !world.joints.reserve(world.pages, id + 1) ||
    !world.jointReadings.reserve(world.pages, id + 1) ||
    !Graph.reserveJoints(world, world.jointCount + 1) ||
    !reserveRows(world, settings)
  ) {
    Events.problem(world, ProblemCode.NoRoomForJoint, settings.joint);
    return;
  }
  while (world.joints.count <= id) {
    memory.fill(world.joints.at(world.joints.count), 0, world.joints.stride);
    world.joints.count++;
  }
  const joint = Joints.at(world, id);
  joint.handle = settings.joint;
  joint.bodyA = a;
  joint.bodyB = b;
  joint.rows = NONE;
  fill(world, joint, settings);
  world.jointCount++;
  wakeBody(world, a);
  wakeBody(world, b);
  Joints.link(world, id);
  mergeIslands(world);
  if (Joints.separates(world, a, b)) endContacts(world, a, b);
}

function updateJoint(world: World, id: i32, settings: JointSettings): void {
  if (!reserveRows(world, settings)) {
    Events.problem(world, ProblemCode.OutOfMemory, settings.joint);
    return;
  }
  const joint = Joints.at(world, id);
  const a = joint.bodyA,
    b = joint.bodyB;
  wakeBody(world, a);
  wakeBody(world, b);
  const separated = Joints.separates(world, a, b);
  const toggled = ((joint.flags ^ settings.flags) & JointFlag.Enabled) != 0;
  if (toggled) Joints.deactivate(world, id);
  fill(world, joint, settings);
  if (toggled) {
    Joints.activate(world, id);
    mergeIslands(world);
  }
  if (!Joints.separates(world, a, b)) {
    if (separated) findContacts(world, a, b);
  } else if (!separated) endContacts(world, a, b);
}

/** Takes a joint out of everything; both bodies wake. */
export function destroyJoint(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  const a = joint.bodyA,
    b = joint.bodyB;
  wakeBody(world, a);
  wakeBody(world, b);
  const separated = Joints.separates(world, a, b);
  Joints.unlink(world, id);
  JointRows.free(world, joint.rows);
  memory.fill(changetype<usize>(joint), 0, world.joints.stride);
  world.jointCount--;
  if (separated && !Joints.separates(world, a, b)) findContacts(world, a, b);
}

function reserveRows(world: World, settings: JointSettings): bool {
  return settings.rowCount == 0 || world.jointRows.reserveMore(world.pages, settings.rowCount as i32);
}

/** Bodies that a joint now keeps apart let go of each other. */
function endContacts(world: World, a: i32, b: i32): void {
  if (a == NONE || b == NONE) return;
  for (let edge = Bodies.body(world, a).contactHead; edge != NONE;) {
    const id = edge >> 1;
    const contact = Contacts.at(world, id);
    const other = (edge & 1) == 0 ? contact.bodyB : contact.bodyA;
    edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
    if (other == b) destroyContact(world, id, false);
  }
}

/** Bodies that no joint keeps apart any more may touch: the next step looks for their pairs. */
function findContacts(world: World, a: i32, b: i32): void {
  if (a == NONE || b == NONE) return;
  const fewer = Bodies.body(world, a).colliderCount <= Bodies.body(world, b).colliderCount ? a : b;
  for (let id = Bodies.body(world, fewer).colliderHead; id != NONE; id = Colliders.at(world, id).next)
    if (Colliders.at(world, id).proxy != NONE) Proxies.search(world, id);
}

function fill(world: World, joint: Joint, settings: JointSettings): void {
  const at = changetype<usize>(settings);
  if (
    joint.locks != settings.locks ||
    joint.flags != settings.flags ||
    joint.breakForce != settings.breakForce ||
    joint.breakTorque != settings.breakTorque ||
    (joint.rows == NONE) != (settings.rowCount == 0)
  )
    world.articulationsStale = 1;
  joint.flags = settings.flags;
  joint.locks = settings.locks;
  joint.breakForce = settings.breakForce;
  joint.breakTorque = settings.breakTorque;
  joint.linearHertz = settings.linearHertz;
  joint.linearDampingRatio = settings.linearDampingRatio;
  joint.linearMaxForce = settings.linearMaxForce;
  joint.angularHertz = settings.angularHertz;
  joint.angularDampingRatio = settings.angularDampingRatio;
  joint.angularMaxTorque = settings.angularMaxTorque;
  joint.anchorA = V.xyz(v128.load(at + offsetof<JointSettings>('anchorAX')));
  joint.anchorB = V.xyz(v128.load(at + offsetof<JointSettings>('anchorBX')));
  joint.rotationA = Q.normalize(v128.load(at + offsetof<JointSettings>('rotationAX')));
  joint.rotationB = Q.normalize(v128.load(at + offsetof<JointSettings>('rotationBX')));
  joint.rows = JointRows.replace(world, joint.rows, at + JointSettings.STRIDE, settings.rowCount as i32);
}
