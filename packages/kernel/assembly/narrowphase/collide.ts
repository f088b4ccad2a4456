import { SCRATCH, World, WorkerContext } from '../world/world';
import { ShapeType } from '../generated/layout';
import { Bodies, BodySim } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { AwakePairs } from '../contacts/awake-pair';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE, Tuning } from '../constants';
import { Movers } from '../solver/movers';
import { collideSurface } from '../mesh/collide-surface';
import { Surface } from '../mesh/surface';
import { anchorCore, anchorPoint, carryAlong, carryCore, isStill, turnSince, conveyAlong } from './anchors';
import { collideBoxes } from './box-box';
import { collideConvexColliders } from './convex-pair';
import { collidePolytopeColliders } from './polytopes';
import { gapBetween } from './gap-between';
import { collideRound } from './round';
import { collideSegmentBox } from './segment-box';

/** What rolls over edges and corners finds another normal soon: this part of the distance that a manifold is kept for. */
const ROUND_REUSE: f32 = 0.05;

/** Pairs that are looked at before any contact of theirs is. */
const BATCH: i32 = 64;

/** Reads: colliders, body sims. Writes: contacts, the worker's touch bits. Items: awake contacts. */
export function collide(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  for (let from = start; from < end; from += BATCH) {
    const to = min(from + BATCH, end);
    // Contacts that all have something to do are read in the order of memory, and come as fast as it can be read. Few of many are waited for.
    if (areMostlyRemote(world, from, to)) collideFew(world, context, from, to);
    else {
      for (let i = from; i < to; i++) if (isNear(world, context, i)) collidePair(world, context, i);
    }
  }
}

function areMostlyRemote(world: World, start: i32, end: i32): bool {
  let remote = 0;
  for (let i = start; i < end; i++) remote += AwakePairs.at(world, i).bodyB >> 30;
  return remote > (end - start) >> 3;
}

/** As the rest of `collide`, where most pairs are remote: what the others need is asked for all at once, so that cache misses overlap. */
function collideFew(world: World, context: WorkerContext, start: i32, end: i32): void {
  let near = 0;
  for (let i = start; i < end; i++) if (isNear(world, context, i)) store<i32>(noted(context, near++), i);
  touch(world, context, near);
  for (let k = 0; k < near; k++) collidePair(world, context, load<i32>(noted(context, k)));
}

/** May they touch in this step? Marks what has come apart. */
// @ts-ignore: decorator
@inline
function isNear(world: World, context: WorkerContext, i: i32): bool {
  const pair = AwakePairs.at(world, i);
  const a = Colliders.at(world, pair.colliderA),
    b = Colliders.at(world, pair.colliderB);
  const bodyB = pair.bodyB,
    isRemote = (bodyB & AwakePairs.REMOTE) != 0;
  // Of two colliders: negative where the bounds meet.
  const between = V.max(V.sub(a.fatMin, b.fatMax), V.sub(b.fatMin, a.fatMax));
  if (isWider(between, 0)) {
    if (isRemote && !isWider(between, partingDistance(a, b))) return false;
    const id = world.awakeContacts.id(i);
    Contacts.at(world, id).flags |= ContactFlag.DISJOINT;
    context.touchBits.set(id);
    return false;
  }
  // Most pairs of bounds never touch: their tight bounds say so without a look at the contact or the shapes.
  return !isRemote || !outOfReach(world, a, b, pair.bodyA, bodyB & ~AwakePairs.REMOTE);
}

/** Reads what the noted contacts need, so that it is on its way before the first of them is worked on. */
function touch(world: World, context: WorkerContext, near: i32): void {
  let seen = i32x4.splat(0);
  for (let k = 0; k < near; k++) {
    const i = load<i32>(noted(context, k));
    const contact = Contacts.at(world, world.awakeContacts.id(i)),
      pair = AwakePairs.at(world, i);
    const simA = Bodies.sim(world, pair.bodyA),
      simB = Bodies.sim(world, pair.bodyB & ~AwakePairs.REMOTE);
    seen = v128.or(seen, v128.or(contact.builtPosition, contact.normal));
    seen = v128.or(seen, v128.or(contact.point(0).anchorA, contact.point(0).localA));
    seen = v128.or(seen, v128.or(simA.center, simB.center));
  }
  v128.store(context.scratch, seen);
}

// @ts-ignore: decorator
@inline
function noted(context: WorkerContext, index: i32): usize {
  return context.scratch + SCRATCH - ((BATCH as usize) << 2) + ((index as usize) << 2);
}

// @ts-ignore: decorator
@inline
function collidePair(world: World, context: WorkerContext, i: i32): void {
  const id = world.awakeContacts.id(i),
    pair = AwakePairs.at(world, i);
  const a = Colliders.at(world, pair.colliderA),
    b = Colliders.at(world, pair.colliderB);
  const contact = Contacts.at(world, id);
  const simA = Bodies.sim(world, contact.bodyA),
    simB = Bodies.sim(world, contact.bodyB);
  const pointCount = contact.pointCount;
  if (Surface.is(a.shape) || Surface.is(b.shape)) collideSurface(world, context, contact, a, b, simA, simB);
  else update(world, context, contact, a, b, simA, simB);
  const touching = contact.pointCount > 0,
    linked = (contact.flags & ContactFlag.LINKED) != 0;
  pair.bodyB = touching || linked ? contact.bodyB : contact.bodyB | AwakePairs.REMOTE;
  if (touching) contact.flags |= ContactFlag.TOUCHING;
  else contact.flags &= ~ContactFlag.TOUCHING;
  if (touching != linked) context.touchBits.set(id);
  else if (contact.pointCount != pointCount && contact.colour != NONE) Movers.recount(world, contact);
}

/** As `collide`. Items: the second half of the awake contacts that were there before the step. */
export function collideSecond(world: World, start: i32, end: i32, worker: i32): void {
  const first = world.knownContacts >> 1;
  collide(world, first + start, first + end, worker);
}

/** As `collide`. Items: awake contacts that are new, but for those that were collided ahead of the step. */
export function collideNew(world: World, start: i32, end: i32, worker: i32): void {
  const first = world.knownContacts + world.aheadCollided;
  collide(world, first + start, first + end, worker);
}

/** Is some lane of x, y, z greater? */
function isWider(gaps: v128, limit: f32): bool {
  return (i32x4.bitmask(f32x4.gt(gaps, f32x4.splat(limit))) & 7) != 0;
}

/** How far the fat bounds of a pair come apart before it is given up: half of those that are would be found again a few steps later. */
function partingDistance(a: Collider, b: Collider): f32 {
  const sizeA = V.sub(a.fatMax, a.fatMin),
    sizeB = V.sub(b.fatMax, b.fatMin);
  const smaller = min(V.largest(sizeA), V.largest(sizeB));
  return min<f32>(Tuning.PARTING_DISTANCE, Tuning.PARTING_FRACTION * smaller);
}

/**
 * Are the colliders farther apart than they come closer in this step? Asks their tight bounds, and the line between their centres: along any axis that
 * separates them, only what they approach along it counts.
 */
function outOfReach(world: World, a: Collider, b: Collider, bodyA: i32, bodyB: i32): bool {
  const relative = V.sub(Bodies.state(world, bodyA).linear, Bodies.state(world, bodyB).linear);
  const approach = V.scale(relative, world.dt),
    least = f32x4.splat(Tuning.SPECULATIVE_DISTANCE);
  const up = f32x4.gt(V.sub(b.boundsMin, a.boundsMax), V.max(approach, least)),
    down = f32x4.gt(V.sub(a.boundsMin, b.boundsMax), V.max(V.neg(approach), least));
  if ((i32x4.bitmask(v128.or(up, down)) & 7) != 0) return true;
  const way = V.sub(b.position, a.position);
  const length = V.length(way);
  return gapBetween(a, b, way, length) > max<f32>(Tuning.SPECULATIVE_DISTANCE, V.dot(way, approach) / length);
}

function update(
  world: World,
  context: WorkerContext,
  contact: Contact,
  a: Collider,
  b: Collider,
  simA: BodySim,
  simB: BodySim,
): void {
  // A round surface rolls over its contact point: carried along, the point would fall behind the centre and drive the roll.
  const isFlat = isPolytope(a) && isPolytope(b);
  // Of what is apart too: how far it has moved since decides when it is tested again.
  const position = Q.unrotate(simA.rotation, V.sub(simB.center, simA.center)),
    rotation = Q.multiply(Q.conjugate(simA.rotation), simB.rotation);
  if (
    isFlat &&
    contact.pointCount > 0 &&
    V.w(contact.builtPosition) != 0 &&
    isStill(contact, position, rotation, simB.maxExtent, contact.reuseDistance)
  ) {
    carryAlong(contact, simA, simB);
    context.manifoldsReused++;
    return;
  }
  // A round shape on a flat one.
  const onA = isPolytope(a) && isRound(b),
    onB = isRound(a) && isPolytope(b);
  const radius: f32 = onA ? V.x(b.size) + b.rounding : onB ? V.x(a.size) + a.rounding : 0;
  if (
    radius > 0 &&
    contact.pointCount > 0 &&
    V.w(contact.builtPosition) != 0 &&
    isStill(contact, position, rotation, simB.maxExtent, ROUND_REUSE * contact.reuseDistance)
  ) {
    carryCore(contact, onA, simA, simB, radius);
    context.manifoldsReused++;
    return;
  }
  const margin: f32 = (contact.flags & ContactFlag.SENSOR) != 0 ? 0 : Tuning.SPECULATIVE_DISTANCE;
  const relative = V.sub(Bodies.state(world, contact.bodyA).linear, Bodies.state(world, contact.bodyB).linear);
  const ahead = V.length(relative) * world.dt;
  if (contact.pointCount == 0 && V.w(contact.localNormal) > 0) {
    if (isFarAlong(contact, position, rotation, simA, simB, relative, margin, world.dt)) return;
  }
  context.pairsTested++;
  if (isFlat) context.satRuns++;
  // Old points, for their impulses: id in lane 3 of localB, impulse in lane 3 of anchorB.
  const oldCount = contact.pointCount;
  for (let i = 0; i < oldCount; i++) {
    const point = contact.point(i);
    store<i32>(context.scratch + ((i as usize) << 3), i32x4.extract_lane(point.localB, 3));
    store<f32>(context.scratch + ((i as usize) << 3), V.w(point.anchorB), 4);
  }
  const twist = V.w(contact.normal);
  contact.pointCount = 0;
  contact.localNormal = V.zero();
  if (ahead > margin && margin > 0) {
    test(contact, a, b, margin, ahead, context.scratch + 64);
    keepReachable(contact, max(margin, V.dot(relative, contact.normal) * world.dt));
  } else test(contact, a, b, margin, margin, context.scratch + 64);
  context.gjkRounds += contact.gjkRounds;
  contact.gjkRounds = 0;
  contact.builtPosition = V.withW(position, 1);
  contact.builtRotation = rotation;
  if (contact.pointCount == 0) {
    contact.localNormal = V.withW(Q.unrotate(simA.rotation, V.xyz(contact.localNormal)), V.w(contact.localNormal));
    if (oldCount == 0) return;
    contact.normal = V.zero();
    contact.frictionImpulse = V.zero();
    contact.rollingImpulse = V.zero();
    return;
  }
  const normal = V.xyz(contact.normal);
  contact.normal = V.withW(normal, twist);
  const isCarried = isFlat || radius > 0;
  if (isCarried) contact.localNormal = Q.unrotate(simA.rotation, normal);
  conveyAlong(contact, a, b);
  for (let i = 0; i < contact.pointCount; i++) {
    const point = contact.point(i);
    const middle = V.xyz(point.anchorA),
      separation = V.w(point.anchorA);
    const id = i32x4.extract_lane(point.localB, 3);
    let impulse: f32 = 0;
    for (let old = 0; old < oldCount; old++) {
      if (load<i32>(context.scratch + ((old as usize) << 3)) == id) {
        impulse = load<f32>(context.scratch + ((old as usize) << 3), 4);
        break;
      }
    }
    if (isCarried) {
      anchorPoint(point, simA, simB, normal, middle, separation, id, impulse);
      if (radius > 0) anchorCore(contact, point, onA, simA, simB, radius);
    } else {
      // Never carried along: no anchors in the bodies.
      point.anchorA = V.withW(V.sub(middle, simA.center), separation);
      point.anchorB = V.withW(V.sub(middle, simB.center), impulse);
    }
  }
}

/** Is the gap that the last test found still wider than what closes of it in this step, wherever the bodies have moved since? */
function isFarAlong(
  contact: Contact,
  position: v128,
  rotation: v128,
  simA: BodySim,
  simB: BodySim,
  relative: v128,
  margin: f32,
  dt: f32,
): bool {
  const axis = V.xyz(contact.localNormal),
    gap = V.w(contact.localNormal);
  const shift = V.sub(position, contact.builtPosition);
  const turned: f32 = turnSince(contact, rotation) * simB.maxExtent;
  if (!v128.any_true(axis)) return gap - V.length(shift) - turned > max(margin, V.length(relative) * dt);
  const left = gap + V.dot(axis, shift) - turned;
  return left > margin && left > V.dot(Q.rotate(simA.rotation, axis), relative) * dt;
}

function isPolytope(collider: Collider): bool {
  return collider.shape == ShapeType.Box || collider.shape == ShapeType.Hull;
}

function isRound(collider: Collider): bool {
  return collider.shape == ShapeType.Sphere || collider.shape == ShapeType.Capsule;
}

/** Drops the points that the bodies will not close within this step. */
function keepReachable(contact: Contact, reach: f32): void {
  let kept = 0;
  for (let i = 0; i < contact.pointCount; i++) {
    const point = contact.point(i);
    if (V.w(point.anchorA) > reach) continue;
    const target = contact.point(kept++);
    target.anchorA = point.anchorA;
    target.localB = point.localB;
  }
  contact.pointCount = kept;
}

/**
 * Fills points and normal of a contact from its shapes. The simpler shape comes first; its normal is turned where it is B.
 * Faces are looked for as far as `reach`, since their plane is the surface itself wherever the other body arrives; edges and corners
 * only within `margin`, or bodies would bounce off the air beside them.
 */
export function test(contact: Contact, a: Collider, b: Collider, margin: f32, reach: f32, scratch: usize): void {
  if (isPolytope(a) && isPolytope(b)) {
    const sharpBoxes = a.shape == ShapeType.Box && b.shape == ShapeType.Box && a.rounding + b.rounding == 0;
    if (sharpBoxes && collideBoxes(contact, a, b, margin, reach, scratch)) return;
    collidePolytopeColliders(contact, a, b, margin, reach, scratch);
    return;
  }
  const halfA: f32 = a.shape == ShapeType.Capsule ? V.y(a.size) : 0;
  const halfB: f32 = b.shape == ShapeType.Capsule ? V.y(b.size) : 0;
  if (isRound(a) && isRound(b)) return collideRound(contact, a, b, halfA, halfB, margin);
  if (isRound(a) && b.shape == ShapeType.Box) {
    if (collideSegmentBox(contact, a, b, halfA, margin, reach)) return;
  } else if (a.shape == ShapeType.Box && isRound(b)) {
    if (collideSegmentBox(contact, b, a, halfB, margin, reach)) {
      contact.normal = V.neg(contact.normal);
      return;
    }
  }
  collideConvexColliders(contact, a, b, margin, reach, scratch);
}
