import { NEAR_PAIRS, World, WorkerContext } from '../world/world';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { AwakePair, AwakePairs } from '../contacts/awake-pair';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { V } from '../math/vec';
import { NONE, Tuning } from '../constants';
import { Movers } from '../solver/movers';
import { collideSurface } from '../mesh/collide-surface';
import { Surface } from '../mesh/surface';
import { gapAtWall, gapBetween, Wall } from './gap-between';
import { ConvexContact } from './update-manifold';

/** Reads: colliders, body sims. Writes: contacts, the worker's touch bits. Items: awake contacts. */
export function collide(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  for (let from = start; from < end; from += NEAR_PAIRS) {
    const to = min(from + NEAR_PAIRS, end);
    const remote = countRemote(world, from, to);
    if (remote > 0) collideListed(world, context, from, to, remote > (to - from) >> 3);
    else {
      for (let i = from; i < to; i++) {
        if (Parted.by(world, AwakePairs.at(world, i), 0)) Pair.part(world, context, i);
        else Pair.update(world, context, i);
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

function countRemote(world: World, start: i32, end: i32): i32 {
  let count = 0;
  for (let i = start; i < end; i++) count += (AwakePairs.at(world, i).bodyB >> AwakePairs.REMOTE_BIT) & 1;
  return count;
}

/**
 * `scattered`: with many remote ones between them, the contacts that have something to do are apart in memory. What all of them need is asked for before the
 * first is worked on, so that their cache misses overlap. Where they lie side by side, memory is read ahead by itself, as fast as it can be.
 */
function collideListed(world: World, context: WorkerContext, start: i32, end: i32, scattered: bool): void {
  const list = context.near,
    last = Near.list(world, context, start, end);
  if (scattered) {
    let seen = i32x4.splat(0);
    for (let at = list; at < last; at += 4) seen = v128.or(seen, Pair.touch(world, load<i32>(at)));
    // A use of what was read, or the compiler would leave it out.
    v128.store(context.scratch, seen);
  }
  for (let at = list; at < last; at += 4) Pair.update(world, context, load<i32>(at));
}

class Near {
  /**
   * Lists the awake contacts whose colliders may touch in this step, in the worker's room for near ones, and marks those that have come apart. Returns the list's
   * end. What a contact is no processor guesses well: it is written to all lists, and stays where it belongs.
   */
  // @ts-ignore: decorator
  @inline static list(world: World, context: WorkerContext, start: i32, end: i32): usize {
    const overlapping = context.scratch,
      apart = overlapping + LIST,
      close = apart + LIST;
    let near = context.near,
      lastOverlapping = overlapping,
      lastApart = apart;
    for (let i = start; i < end; i++) {
      const pair = AwakePairs.at(world, i);
      const isRemote = (pair.bodyB >> AwakePairs.REMOTE_BIT) & 1,
        isApart = Parted.by(world, pair, 0) as i32;
      store<i32>(near, i);
      near += ((isRemote | isApart) ^ 1) << 2;
      store<i32>(lastOverlapping, i);
      lastOverlapping += (isRemote & ~isApart) << 2;
      store<i32>(lastApart, i);
      lastApart += isApart << 2;
    }
    for (let at = apart; at < lastApart; at += 4) Pair.part(world, context, load<i32>(at));
    // Most pairs of bounds never touch: their tight bounds say so without a look at the contact or the shapes.
    let lastClose = close;
    for (let at = overlapping; at < lastOverlapping; at += 4) {
      const i = load<i32>(at);
      store<i32>(lastClose, i);
      lastClose += (Pair.mayTouch(world, i) as i32) << 2;
    }
    for (let at = close; at < lastClose; at += 4) {
      const i = load<i32>(at);
      store<i32>(near, i);
      near += (Pair.isReached(world, i) as i32) << 2;
    }
    return near;
  }
}

/** Bytes for as many numbers as a worker looks at at once. */
const LIST: usize = (NEAR_PAIRS as usize) << 2;

/** Of an awake contact, by its place in the list. */
class Pair {
  /** Marks a contact whose fat bounds have come apart, where they have by far. */
  static part(world: World, context: WorkerContext, i: i32): void {
    const pair = AwakePairs.at(world, i);
    const isRemote = (pair.bodyB & AwakePairs.REMOTE) != 0;
    if (isRemote && !Parted.by(world, pair, partingDistance(world, pair))) return;
    pair.bodyB |= AwakePairs.DISJOINT;
    context.touchBits.set(world.awakeContacts.id(i));
  }

  /** Do the tight bounds come to touch in this step? Along an axis that separates them only what they approach along it counts. */
  // @ts-ignore: decorator
  @inline static mayTouch(world: World, i: i32): bool {
    const pair = AwakePairs.at(world, i);
    const a = Colliders.at(world, pair.colliderA),
      b = Colliders.at(world, pair.colliderB);
    const approach = Pair.approach(world, pair),
      least = f32x4.splat(Tuning.SPECULATIVE_DISTANCE);
    const up = f32x4.gt(V.sub(b.boundsMin, a.boundsMax), V.max(approach, least)),
      down = f32x4.gt(V.sub(a.boundsMin, b.boundsMax), V.max(V.neg(approach), least));
    return (i32x4.bitmask(v128.or(up, down)) & 7) == 0;
  }

  /** Do they come to touch along the line between their centres, or out of the faces of a wall beside which one is? */
  // @ts-ignore: decorator
  @inline static isReached(world: World, i: i32): bool {
    const pair = AwakePairs.at(world, i);
    const a = Colliders.at(world, pair.colliderA),
      b = Colliders.at(world, pair.colliderB);
    const approach = Pair.approach(world, pair);
    const way = V.sub(b.position, a.position);
    const isWall = Wall.is(a, b);
    let gap: f32, closing: f32;
    if (isWall || Wall.is(b, a)) {
      gap = isWall ? gapAtWall(a, b, way) : gapAtWall(b, a, way);
      closing = V.length(approach);
    } else {
      const length = V.length(way);
      gap = gapBetween(a, b, way, length);
      closing = V.dot(way, approach) / length;
    }
    return !(gap > max<f32>(Tuning.SPECULATIVE_DISTANCE, closing));
  }

  /** How far A comes towards B in this step. */
  // @ts-ignore: decorator
  @inline private static approach(world: World, pair: AwakePair): v128 {
    const stateA = Bodies.state(world, pair.bodyA),
      stateB = Bodies.state(world, pair.bodyB & ~AwakePairs.REMOTE);
    return V.scale(V.sub(stateA.linear, stateB.linear), world.dt);
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

  static update(world: World, context: WorkerContext, i: i32): void {
    const id = world.awakeContacts.id(i),
      pair = AwakePairs.at(world, i);
    const a = Colliders.at(world, pair.colliderA),
      b = Colliders.at(world, pair.colliderB);
    const contact = Contacts.at(world, id);
    const bodyA = pair.bodyA,
      bodyB = pair.bodyB & ~AwakePairs.REMOTE;
    const isSurface = Surface.is(a.shape) || Surface.is(b.shape);
    if (!isSurface && ConvexContact.isSettled(world, context, contact, a, b, bodyA, bodyB)) {
      Pair.tell(context, id, pair, contact, bodyB, V.w(contact.builtPosition) > 1);
      return;
    }
    const simA = Bodies.sim(world, bodyA),
      simB = Bodies.sim(world, bodyB);
    const pointCount = contact.pointCount;
    if (isSurface) collideSurface(world, context, contact, a, b, simA, simB);
    else ConvexContact.update(world, context, contact, a, b, simA, simB);
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

class Parted {
  /** Are the fat bounds of a pair more than `limit`, m, apart along some axis? */
  // @ts-ignore: decorator
  @inline static by(world: World, pair: AwakePair, limit: f32): bool {
    const a = Colliders.at(world, pair.colliderA),
      b = Colliders.at(world, pair.colliderB);
    const gaps = V.max(V.sub(a.fatMin, b.fatMax), V.sub(b.fatMin, a.fatMax));
    return (i32x4.bitmask(f32x4.gt(gaps, f32x4.splat(limit))) & 7) != 0;
  }
}

/** How far the fat bounds of a pair come apart before it is given up: half of those that are would be found again a few steps later. */
function partingDistance(world: World, pair: AwakePair): f32 {
  const a = Colliders.at(world, pair.colliderA),
    b = Colliders.at(world, pair.colliderB);
  const sizeA = V.sub(a.fatMax, a.fatMin),
    sizeB = V.sub(b.fatMax, b.fatMin);
  const smaller = min(V.largest(sizeA), V.largest(sizeB));
  return min<f32>(Tuning.PARTING_DISTANCE, Tuning.PARTING_FRACTION * smaller);
}
