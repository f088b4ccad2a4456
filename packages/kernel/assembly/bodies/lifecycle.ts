import { World } from '../world/world';
import { BodyFlag, BodySettings, BodyType, ColliderFlag, ColliderSettings } from '../generated/layout';
import { destroyContactsOf } from '../contacts/lifecycle';
import { Proxies } from '../broadphase/proxies';
import { Geometries } from '../shapes/geometry';
import { Islands } from '../islands/island';
import { mergeIslands } from '../islands/merge';
import { joinAwakeBodies, leaveAwakeBodies, wakeBody } from '../islands/sleep';
import { Joints } from '../joints/joint';
import { destroyJoint } from '../joints/lifecycle';
import { Contacts, ContactFlag } from '../contacts/contact';
import { Bodies, Body, BodySim } from './body';
import { Collider, Colliders, CONVEYS } from './collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { PlainGroups } from '../solver/plain-group';
import { Spin } from '../solver/spin';
import { BodySet, NONE, Tuning } from '../constants';

/** Kept free for frames, contacts and constraints when bodies are created. */
const STEP_BYTES: usize = 1 << 18;
const STEP_BYTES_PER_BODY: usize = 1280;

/** Room for body `index` with `colliders` more colliders everywhere they may go. Nothing has changed when it is false. */
export function reserveBody(world: World, index: i32, colliders: i32): bool {
  const pages = world.pages;
  const bodies = max(world.bodies.count, index + 1);
  // What steps need beside the bodies themselves: without room for frames the world could not go on.
  if (index >= world.bodies.count && pages.left < STEP_BYTES + (bodies as usize) * STEP_BYTES_PER_BODY) return false;
  const ids = world.colliders.used + colliders;
  const highest = max(world.colliders.count, ids);
  if (
    !world.bodies.reserve(pages, bodies) ||
    !world.bodySims.reserve(pages, bodies) ||
    !world.bodyStates.reserve(pages, bodies) ||
    !world.bodyMotions.reserve(pages, bodies)
  )
    return false;
  if (!world.awakeBodies.reserve(pages, bodies) || !world.bodyOrder.reserve(pages, bodies)) return false;
  if (!PlainGroups.reserve(world, bodies, 1)) return false;
  if (!world.islands.reserveMore(pages, 1)) return false;
  if (!world.awakeIslands.reserve(pages, bodies + 1) || !world.linkedIslands.reserve(pages, bodies + 1)) return false;
  if (
    !world.teleported.reserve(pages, bodies) ||
    !world.poseBuffer.reserve(pages, bodies) ||
    !world.targets.reserve(pages, bodies) ||
    !world.fastBodies.reserve(pages, bodies)
  )
    return false;
  if (!world.colliders.reserveMore(pages, colliders) || !world.moved.reserve(pages, world.moved.count + highest))
    return false;
  if (!world.staticTree.reserveMore(pages, colliders) || !world.kinematicTree.reserveMore(pages, colliders))
    return false;
  if (!world.dynamicTree.reserveMore(pages, colliders)) return false;
  if (!world.events.reserve(pages, world.events.count + 2 * bodies)) return false;
  for (let colour = 0; colour < Tuning.COLOURS; colour++)
    if (!world.colour(colour).bodies.reserve(pages, bodies)) return false;
  for (let worker = 0; worker < world.workers; worker++) {
    const context = world.context(worker);
    if (!context.movedBits.reserve(pages, highest)) return false;
    if (!context.fastBits.reserve(pages, bodies)) return false;
    if (!context.awakeIslandBits.reserve(pages, bodies + 1)) return false;
  }
  return true;
}

/** Creates a body from its record; room was reserved. */
export function createBody(world: World, settings: BodySettings): void {
  const index = (settings.body & 0xfffff) as i32;
  while (world.bodies.count <= index) {
    memory.fill(world.bodies.at(world.bodies.count), 0, world.bodies.stride);
    memory.fill(world.bodySims.at(world.bodySims.count), 0, world.bodySims.stride);
    memory.fill(world.bodyStates.at(world.bodyStates.count), 0, world.bodyStates.stride);
    world.bodies.count++;
    world.bodySims.count++;
    world.bodyStates.count++;
    world.bodyMotions.count++;
  }
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index),
    state = Bodies.state(world, index);
  memory.fill(changetype<usize>(body), 0, world.bodies.stride);
  memory.fill(changetype<usize>(sim), 0, world.bodySims.stride);
  memory.fill(changetype<usize>(state), 0, world.bodyStates.stride);
  body.handle = settings.body;
  body.type = settings.type;
  body.flags = settings.flags;
  body.set = BodySet.DISABLED;
  body.awakeIndex = NONE;
  body.island = NONE;
  body.islandPrevious = NONE;
  body.islandNext = NONE;
  body.contactHead = NONE;
  body.jointHead = NONE;
  body.colliderHead = NONE;
  body.articulation = NONE;
  body.sleepThreshold = settings.sleepThreshold;
  sim.body = index;
  sim.position = V.xyz(v128.load(changetype<usize>(settings) + offsetof<BodySettings>('positionX')));
  sim.rotation = Q.normalize(v128.load(changetype<usize>(settings) + offsetof<BodySettings>('rotationX')));
  sim.gravityScale = settings.gravityScale;
  sim.linearDamping = settings.linearDamping;
  sim.angularDamping = settings.angularDamping;
  state.linear = V.xyz(v128.load(changetype<usize>(settings) + offsetof<BodySettings>('linearVelocityX')));
  state.angular = V.capped(
    V.xyz(v128.load(changetype<usize>(settings) + offsetof<BodySettings>('angularVelocityX'))),
    Tuning.MAX_SPIN,
  );
  Bodies.motion(world, index).deltaRotation = Q.identity();
  setMass(
    world,
    index,
    settings.mass,
    changetype<usize>(settings) + offsetof<BodySettings>('centerOfMassX'),
    changetype<usize>(settings) + offsetof<BodySettings>('inertia0'),
  );
  addColliders(world, index, changetype<usize>(settings) + BodySettings.STRIDE, settings.colliderCount as i32);
  world.bodyCount++;
  attach(world, index);
}

export function destroyBody(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  while (body.jointHead != NONE) destroyJoint(world, body.jointHead >> 1);
  detach(world, index);
  removeColliders(world, index);
  body.handle = 0;
  world.bodyCount--;
}

/** Enters trees, island and awake set as type and flags say. The body is DISABLED before. */
export function attach(world: World, index: i32): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index),
    state = Bodies.state(world, index);
  sim.type = body.type;
  sim.flags = body.flags;
  applyMass(world, index);
  sim.center = V.xyz(V.add(sim.position, Q.rotate(sim.rotation, sim.localCenter)));
  Spin.turn(sim, V.zero());
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next)
    Colliders.place(Colliders.at(world, id), sim);
  if ((body.flags & BodyFlag.Enabled) == 0) return;
  if (body.type == BodyType.Static) {
    body.set = BodySet.STATIC;
    state.linear = V.zero();
    state.angular = V.zero();
  } else {
    joinAwakeBodies(world, index);
    if (body.type == BodyType.Dynamic) Islands.addBody(world, Islands.create(world), index);
  }
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) Proxies.insert(world, id, body.type);
  // Islands that contacts have linked ahead of the step wait for it.
  if (body.jointHead == NONE) return;
  for (let edge = body.jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    wakeBody(world, (edge & 1) == 0 ? joint.bodyB : joint.bodyA);
    Joints.activate(world, edge >> 1);
    edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
  }
  mergeIslands(world);
}

/** Leaves everything that `attach` entered. Neighbours wake. The body is DISABLED after. */
export function detach(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  if (body.set == BodySet.DISABLED) return;
  wakeBody(world, index);
  destroyContactsOf(world, index);
  for (let edge = body.jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    wakeBody(world, (edge & 1) == 0 ? joint.bodyB : joint.bodyA);
    Joints.deactivate(world, edge >> 1);
    edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
  }
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) Proxies.remove(world, id);
  Islands.removeBody(world, index);
  if (body.set == BodySet.AWAKE) leaveAwakeBodies(world, index);
  body.set = BodySet.DISABLED;
  body.hasTarget = 0;
}

/** `center`: 3 f32, `inertia`: xx, yy, zz, xy, xz, yz. Takes effect with the next `attach`. */
export function setMass(world: World, index: i32, mass: f32, center: usize, inertia: usize): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index);
  body.mass = mass;
  sim.localCenter = V.of(load<f32>(center), load<f32>(center, 4), load<f32>(center, 8));
  const xx = load<f32>(inertia),
    yy = load<f32>(inertia, 4),
    zz = load<f32>(inertia, 8);
  const xy = load<f32>(inertia, 12),
    xz = load<f32>(inertia, 16),
    yz = load<f32>(inertia, 20);
  sim.localInertia0 = V.of(xx, xy, xz);
  sim.localInertia1 = V.of(xy, yy, yz);
  sim.localInertia2 = V.of(xz, yz, zz);
}

/** Does the body turn more easily about some axes than about others? */
function isAnisotropic(sim: BodySim): bool {
  const a = sim.localInertia0,
    b = sim.localInertia1,
    c = sim.localInertia2;
  const most = max(V.x(a), max(V.y(b), V.z(c))),
    least = min(V.x(a), min(V.y(b), V.z(c)));
  return most - least > 1e-4 * most || V.y(a) != 0 || V.z(a) != 0 || V.z(b) != 0;
}

/** Inverse mass and inertia as type and locks allow. */
export function applyMass(world: World, index: i32): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index),
    state = Bodies.state(world, index);
  const dynamic = body.type == BodyType.Dynamic && body.mass > 0;
  sim.inverseMass = dynamic ? 1 / body.mass : 0;
  sim.gyroscopic = dynamic && isAnisotropic(sim) ? 1 : 0;
  state.linear = V.withW(state.linear, sim.inverseMass);
  const locks = body.flags & (BodyFlag.LockRotationX | BodyFlag.LockRotationY | BodyFlag.LockRotationZ);
  const root = changetype<usize>(sim) + offsetof<BodySim>('localRoot0');
  if (dynamic && locks != (BodyFlag.LockRotationX | BodyFlag.LockRotationY | BodyFlag.LockRotationZ)) {
    M.invert(root, changetype<usize>(sim) + offsetof<BodySim>('localInertia0'));
  } else memory.fill(root, 0, 48);
  Spin.setUp(sim, dynamic);
  sim.maxExtent = 0;
  sim.minExtent = Infinity;
  for (let id = body.colliderHead; id != NONE; id = Colliders.at(world, id).next) {
    const collider = Colliders.at(world, id);
    sim.maxExtent = max(sim.maxExtent, Colliders.maxExtent(collider, sim.localCenter));
    sim.minExtent = min(sim.minExtent, Colliders.minExtent(collider));
  }
}

/** Colliders from `count` records, in order, at the front of the body's list. */
export function addColliders(world: World, index: i32, records: usize, count: i32): void {
  const body = Bodies.body(world, index);
  for (let i = count - 1; i >= 0; i--) {
    const settings = changetype<ColliderSettings>(records + (i as usize) * ColliderSettings.STRIDE);
    const id = world.colliders.take();
    const collider = Colliders.at(world, id);
    const at = changetype<usize>(settings);
    collider.body = index;
    collider.ordinal = i;
    collider.shape = settings.shape;
    collider.flags = settings.flags;
    collider.memberships = settings.memberships;
    collider.filter = settings.filter;
    collider.localPosition = V.xyz(v128.load(at + offsetof<ColliderSettings>('positionX')));
    collider.localRotation = Q.normalize(v128.load(at + offsetof<ColliderSettings>('rotationX')));
    collider.size = V.xyz(v128.load(at + offsetof<ColliderSettings>('sizeX')));
    setSurface(collider, at);
    collider.rounding = settings.rounding;
    collider.geometry = settings.geometry == 0 ? 0 : Geometries.address(world, (settings.geometry - 1) as i32);
    collider.proxy = NONE;
    collider.next = body.colliderHead;
    body.colliderHead = id;
    body.colliderCount++;
    world.colliderCount++;
    if ((collider.flags & ColliderFlag.Forces) != 0) world.forceColliders++;
  }
}

/** How a collider feels, from its record. */
export function setSurface(collider: Collider, record: usize): void {
  const settings = changetype<ColliderSettings>(record);
  const surfaceVelocity = V.xyz(v128.load(record + offsetof<ColliderSettings>('surfaceVelocityX')));
  collider.surfaceVelocity = surfaceVelocity;
  collider.flags = v128.any_true(surfaceVelocity) ? collider.flags | CONVEYS : collider.flags & ~CONVEYS;
  collider.friction = settings.friction;
  collider.restitution = settings.restitution;
  collider.rollingResistance = settings.rollingResistance;
}

export function removeColliders(world: World, index: i32): void {
  const body = Bodies.body(world, index);
  for (let id = body.colliderHead; id != NONE;) {
    const next = Colliders.at(world, id).next;
    if ((Colliders.at(world, id).flags & ColliderFlag.Forces) != 0) world.forceColliders--;
    world.colliders.free(id);
    world.colliderCount--;
    id = next;
  }
  body.colliderHead = NONE;
  body.colliderCount = 0;
}

/** Puts a body somewhere else at once; what rested on it, or it on, wakes. */
export function teleport(world: World, index: i32, position: v128, rotation: v128): void {
  const body = Bodies.body(world, index),
    sim = Bodies.sim(world, index);
  sim.position = position;
  sim.rotation = Q.normalize(rotation);
  sim.center = V.xyz(V.add(position, Q.rotate(sim.rotation, sim.localCenter)));
  Spin.turn(sim, V.zero());
  if (body.hasTarget == 1) body.hasTarget = 0;
  wakeBody(world, index);
  wakeTouching(world, index);
  Proxies.replaceAll(world, index);
  // A body that came and went within a step leaves its entry behind: the list may outgrow the number of bodies.
  if (body.teleported == 0 && world.teleported.reserve(world.pages, world.teleported.count + 1)) {
    body.teleported = 1;
    world.teleported.pushId(index);
  }
}

/** Wakes every body in touch, or at the other end of a joint. */
export function wakeTouching(world: World, index: i32): void {
  for (let edge = Bodies.body(world, index).contactHead; edge != NONE;) {
    const contact = Contacts.at(world, edge >> 1);
    if ((contact.flags & ContactFlag.LINKED) != 0) wakeBody(world, (edge & 1) == 0 ? contact.bodyB : contact.bodyA);
    edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
  }
  for (let edge = Bodies.body(world, index).jointHead; edge != NONE;) {
    const joint = Joints.at(world, edge >> 1);
    wakeBody(world, (edge & 1) == 0 ? joint.bodyB : joint.bodyA);
    edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
  }
}
