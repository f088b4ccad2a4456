import { NEAR_PAIRS, World, WorkerContext } from '../world/world';
import { Bodies } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { AwakePair, AwakePairs } from '../contacts/awake-pair';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { V } from '../math/vec';
import { NONE, Tuning } from '../constants';
import { Movers } from '../solver/movers';
import { collideSurface } from '../mesh/collide-surface';
import { Surface } from '../mesh/surface';
import { gapAtWall, gapBetween, Wall } from './gap-between';
import { isSettled, updateManifold } from './update-manifold';

/** Reads: colliders, body sims. Writes: contacts, the worker's touch bits. Items: awake contacts. */
export function collide(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  for (let from = start; from < end; from += NEAR_PAIRS) {
    const to = min(from + NEAR_PAIRS, end);
    if (areScattered(world, from, to)) collideScattered(world, context, from, to);
    else {
      for (let i = from; i < to; i++) {
        if (Pair.isNear(world, context, i)) Pair.update(world, context, i);
      }
    }
  }
}

/** As `collide`. Items: awake contacts that were there before the step, but for the early ones. */
export function collideLate(world: World, start: i32, end: i32, worker: i32): void {
  const first = world.earlyContacts;
  collide(world, first + start, first + end, worker);
}

/** As `collide`. Items: awake contacts that are new, but for those that were collided ahead of the step. */
export function collideNew(world: World, start: i32, end: i32, worker: i32): void {
  const first = world.knownContacts + world.aheadCollided;
  collide(world, first + start, first + end, worker);
}

/**
 * Are the contacts that have something to do apart in memory, with remote ones between them? Where they lie side by side, memory is read ahead by
 * itself, as fast as it can be.
 */
function areScattered(world: World, start: i32, end: i32): bool {
  let remote = 0;
  for (let i = start; i < end; i++) if ((AwakePairs.at(world, i).bodyB & AwakePairs.REMOTE) != 0) remote++;
  return remote > (end - start) >> 3;
}

/** Asks for what all near pairs need before the first is worked on: their cache misses overlap. */
function collideScattered(world: World, context: WorkerContext, start: i32, end: i32): void {
  const list = context.near;
  let last = list;
  for (let i = start; i < end; i++) {
    if (!Pair.isNear(world, context, i)) continue;
    store<i32>(last, i);
    last += 4;
  }
  let seen = i32x4.splat(0);
  for (let at = list; at < last; at += 4) seen = v128.or(seen, Pair.touch(world, load<i32>(at)));
  // A use of what was read, or the compiler would leave it out.
  v128.store(context.scratch, seen);
  for (let at = list; at < last; at += 4) Pair.update(world, context, load<i32>(at));
}

/** Of an awake contact, by its place in the list. */
class Pair {
  /** May the colliders touch in this step? Marks the contact where they have come apart. */
  // @ts-ignore: decorator
  @inline static isNear(world: World, context: WorkerContext, i: i32): bool {
    const pair = AwakePairs.at(world, i);
    const a = Colliders.at(world, pair.colliderA),
      b = Colliders.at(world, pair.colliderB);
    const bodyB = pair.bodyB,
      isRemote = (bodyB & AwakePairs.REMOTE) != 0;
    // Of two colliders: negative where the bounds meet.
    const between = V.max(V.sub(a.fatMin, b.fatMax), V.sub(b.fatMin, a.fatMax));
    if (isWider(between, 0)) {
      if (isRemote && !isWider(between, partingDistance(a, b))) return false;
      pair.bodyB = bodyB | AwakePairs.DISJOINT;
      context.touchBits.set(world.awakeContacts.id(i));
      return false;
    }
    // Most pairs of bounds never touch: their tight bounds say so without a look at the contact or the shapes.
    return !isRemote || !outOfReach(world, a, b, pair.bodyA, bodyB & ~AwakePairs.REMOTE);
  }

  /** Some of each cache line that `update` reads: of a remote contact, which has no points, the first two alone. */
  // @ts-ignore: decorator
  @inline static touch(world: World, i: i32): v128 {
    const contact = Contacts.at(world, world.awakeContacts.id(i)),
      pair = AwakePairs.at(world, i);
    const bodyB = pair.bodyB;
    const simA = Bodies.sim(world, pair.bodyA),
      simB = Bodies.sim(world, bodyB & ~AwakePairs.REMOTE);
    const isRemote = (bodyB & AwakePairs.REMOTE) != 0;
    const points = select<usize>(changetype<usize>(contact), changetype<usize>(contact.point(0)), isRemote);
    return v128.or(
      v128.or(v128.or(contact.builtPosition, contact.normal), v128.or(v128.load(points), v128.load(points, 64))),
      v128.or(simA.center, simB.center),
    );
  }

  // @ts-ignore: decorator
  @inline static update(world: World, context: WorkerContext, i: i32): void {
    const id = world.awakeContacts.id(i),
      pair = AwakePairs.at(world, i);
    const a = Colliders.at(world, pair.colliderA),
      b = Colliders.at(world, pair.colliderB);
    const contact = Contacts.at(world, id);
    const bodyA = pair.bodyA,
      bodyB = pair.bodyB & ~AwakePairs.REMOTE;
    const isSurface = Surface.is(a.shape) || Surface.is(b.shape);
    if (!isSurface && isSettled(world, context, contact, a, b, bodyA, bodyB)) {
      Pair.tell(context, id, pair, contact, bodyB, V.w(contact.builtPosition) > 1);
      return;
    }
    const simA = Bodies.sim(world, bodyA),
      simB = Bodies.sim(world, bodyB);
    const pointCount = contact.pointCount;
    if (isSurface) collideSurface(world, context, contact, a, b, simA, simB);
    else updateManifold(world, context, contact, a, b, simA, simB);
    const changed = Pair.tell(context, id, pair, contact, bodyB, contact.pointCount > 0);
    if (!changed && contact.pointCount != pointCount && contact.colour != NONE) Movers.recount(world, contact);
  }

  /** Says whether it touches. True where it did not, or does no more. */
  // @ts-ignore: decorator
  @inline private static tell(
    context: WorkerContext,
    id: i32,
    pair: AwakePair,
    contact: Contact,
    bodyB: i32,
    touching: bool,
  ): bool {
    const flags = contact.flags,
      linked = (flags & ContactFlag.LINKED) != 0;
    pair.bodyB = touching || linked ? bodyB : bodyB | AwakePairs.REMOTE;
    contact.flags = touching ? flags | ContactFlag.TOUCHING : flags & ~ContactFlag.TOUCHING;
    if (touching != linked) context.touchBits.set(id);
    return touching != linked;
  }
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
 * Are the colliders farther apart than they come closer in this step? Asks their tight bounds, and the line between their centres, or the faces of a wall
 * beside which one is: along any axis that separates them, only what they approach along it counts.
 */
function outOfReach(world: World, a: Collider, b: Collider, bodyA: i32, bodyB: i32): bool {
  const relative = V.sub(Bodies.state(world, bodyA).linear, Bodies.state(world, bodyB).linear);
  const approach = V.scale(relative, world.dt),
    least = f32x4.splat(Tuning.SPECULATIVE_DISTANCE);
  const up = f32x4.gt(V.sub(b.boundsMin, a.boundsMax), V.max(approach, least)),
    down = f32x4.gt(V.sub(a.boundsMin, b.boundsMax), V.max(V.neg(approach), least));
  if ((i32x4.bitmask(v128.or(up, down)) & 7) != 0) return true;
  const way = V.sub(b.position, a.position);
  if (Wall.is(a, b)) return gapAtWall(a, b, way) > max<f32>(Tuning.SPECULATIVE_DISTANCE, V.length(approach));
  if (Wall.is(b, a)) return gapAtWall(b, a, way) > max<f32>(Tuning.SPECULATIVE_DISTANCE, V.length(approach));
  const length = V.length(way);
  return gapBetween(a, b, way, length) > max<f32>(Tuning.SPECULATIVE_DISTANCE, V.dot(way, approach) / length);
}
