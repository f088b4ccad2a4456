import { ShapeType } from '../generated/layout';
import { SCRATCH, World, WorkerContext } from '../world/world';
import { Bodies, BodySim } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { Contact, ContactFlag, Contacts } from '../contacts/contact';
import { isStill } from '../narrowphase/anchors';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE, Tuning } from '../constants';
import { turnedBox } from '../shapes/bounds';
import { Convex } from '../convex/convex';
import { Polytope, POLYTOPE_SIZE } from '../convex/polytope';
import { Facet } from './facet';
import { collideFacetCurved, CurvedSide, FACET_CURVED_SCRATCH } from './facet-curved';
import { collideFacetHull, FACET_HULL_SCRATCH, HullSide } from './facet-hull';
import { collideFacetRound } from './facet-round';
import { Patches, PATCHES_SIZE } from './patches';
import { Reach } from './reach';
import { fillSlots, SLOTS_SIZE } from './slots';
import { Movers } from '../solver/movers';
import { Surface, WALK_SIZE } from './surface';

/** A body that touches nothing looks for triangles this much farther than it must, m. */
const EMPTY_MARGIN: f32 = 0.1;

/** What rolls meets other triangles sooner than what slides: this part of the distance that a manifold is kept for. */
const ROUND_REUSE: f32 = 0.25;

/**
 * What slides or tilts comes upon other triangles: a manifold is kept until shift and turn, each this far, m, may have closed the distance that
 * its points were looked for within.
 */
const FLAT_REUSE: f32 = 0.5 * Tuning.SPECULATIVE_DISTANCE;

/** As `cachedAxis`: no manifold of the pair has points. Its `builtPosition` and `builtRotation` are a box without triangles then, where w is not 0. */
const EMPTY: i32 = 1;

/** The worker's scratch, in parts. */
namespace Scratch {
  export const FACET: usize = 0;
  export const REACH: usize = 320;
  export const SIDE: usize = 352;
  export const WALK: usize = 384;
  export const SLOTS: usize = WALK + ((WALK_SIZE + 15) & ~15);
  export const SHAPE: usize = SLOTS + SLOTS_SIZE;
  export const PATCHES: usize = SHAPE + POLYTOPE_SIZE;
  /** Of the tests; those of hulls and of curved shapes are not needed at once. */
  export const TEST: usize = PATCHES + PATCHES_SIZE;
}
if (offsetof<Facet>() > 320) ERROR('Scratch has no room for a Facet');
if (Scratch.TEST + FACET_HULL_SCRATCH > SCRATCH || Scratch.TEST + FACET_CURVED_SCRATCH > SCRATCH)
  ERROR('a pair with a surface needs more scratch');

/**
 * Fills the contacts of a pair of a surface (triangle mesh or height field) and a convex shape: the pair's own and its siblings, one for
 * each normal that the surface pushes along. Marks the siblings whose touch has changed.
 */
export function collideSurface(
  world: World,
  context: WorkerContext,
  contact: Contact,
  a: Collider,
  b: Collider,
  simA: BodySim,
  simB: BodySim,
): void {
  const surfaceIsA = Surface.is(a.shape);
  const surface = surfaceIsA ? a : b,
    convex = surfaceIsA ? b : a;
  if (surface.geometry == 0 || Surface.is(convex.shape)) return;
  const position = Q.unrotate(simA.rotation, V.sub(simB.center, simA.center));
  const rotation = Q.multiply(Q.conjugate(simA.rotation), simB.rotation);
  const isFlat = convex.shape == ShapeType.Box || convex.shape == ShapeType.Hull;
  const extent = (surfaceIsA ? simB : simA).maxExtent;
  const isRound = convex.shape == ShapeType.Sphere || convex.shape == ShapeType.Capsule;
  const limit: f32 = isFlat ? min<f32>(contact.reuseDistance, FLAT_REUSE) : ROUND_REUSE * contact.reuseDistance;
  if ((isFlat || isRound) && contact.pointCount > 0 && isStill(contact, position, rotation, extent, limit)) {
    context.manifoldsReused++;
    return;
  }
  const patches = changetype<Patches>(context.scratch + Scratch.PATCHES);
  patches.start(Colliders.minExtent(convex), !isRound);
  if (!findPatches(world, context, contact, surface, convex, surfaceIsA, patches)) return;
  context.pairsTested++;
  patches.finish();
  const isEmpty = patches.count == 0;
  // No manifold had points, and none has.
  if (isEmpty && contact.cachedAxis == EMPTY) return;
  fillSlots(world, contact, a, b, simA, simB, convex, surfaceIsA, patches, context.scratch + Scratch.SLOTS);
  contact.cachedAxis = isEmpty ? EMPTY : NONE;
  contact.builtPosition = isEmpty ? V.zero() : V.withW(position, 1);
  contact.builtRotation = rotation;
  for (let id = contact.sibling; id != NONE;) {
    const sibling = Contacts.at(world, id);
    const touching = sibling.pointCount > 0;
    if (touching) sibling.flags |= ContactFlag.TOUCHING;
    else sibling.flags &= ~ContactFlag.TOUCHING;
    if (touching != ((sibling.flags & ContactFlag.LINKED) != 0)) context.touchBits.set(id);
    else if (sibling.colour != NONE) Movers.recount(world, sibling);
    id = sibling.sibling;
  }
}

/** Tests the triangles near the convex shape. Everything in the shape's own space. False where it is known that there are none. */
function findPatches(
  world: World,
  context: WorkerContext,
  contact: Contact,
  surface: Collider,
  convex: Collider,
  surfaceIsA: bool,
  patches: Patches,
): bool {
  const scratch = context.scratch;
  const facet = changetype<Facet>(scratch + Scratch.FACET),
    reach = changetype<Reach>(scratch + Scratch.REACH),
    walk = scratch + Scratch.WALK;
  const shape = surface.shape,
    address = surface.geometry;
  const turn = Q.multiply(Q.conjugate(convex.rotation), surface.rotation);
  facet.turn0 = V.xyz(Q.axisX(turn));
  facet.turn1 = V.xyz(Q.axisY(turn));
  facet.turn2 = V.xyz(Q.axisZ(turn));
  facet.origin = V.xyz(Q.unrotate(convex.rotation, V.sub(surface.position, convex.position)));
  facet.shape = shape;
  facet.address = address;

  const sensor = (contact.flags & ContactFlag.SENSOR) != 0;
  const relative = V.sub(Bodies.state(world, surface.body).linear, Bodies.state(world, convex.body).linear);
  const motion = sensor ? V.zero() : V.xyz(V.scale(relative, world.dt));
  reach.margin = sensor ? 0 : Tuning.SPECULATIVE_DISTANCE;
  reach.approach = Q.unrotate(convex.rotation, motion);

  // The shape's bounds, with its way through the step, in the surface's space.
  const middle = V.scale(V.add(convex.boundsMin, convex.boundsMax), 0.5),
    half = V.scale(V.sub(convex.boundsMax, convex.boundsMin), 0.5);
  const at = Q.unrotate(surface.rotation, V.sub(middle, surface.position));
  const size = V.add(turnedBox(Q.conjugate(surface.rotation), half), f32x4.splat(reach.margin));
  const way = Q.unrotate(surface.rotation, V.neg(motion));
  let low = V.add(V.sub(at, size), V.min(way, V.zero())),
    high = V.add(V.add(at, size), V.max(way, V.zero()));
  // Most bodies in the bounds of a terrain are nowhere near its triangles: a box that was found empty is remembered.
  const wide = contact.cachedAxis == EMPTY;
  if (wide) {
    if (V.w(contact.builtPosition) != 0 && lies(low, high, contact.builtPosition, contact.builtRotation)) return false;
    contact.builtPosition = V.zero();
    low = V.sub(low, f32x4.splat(EMPTY_MARGIN));
    high = V.add(high, f32x4.splat(EMPTY_MARGIN));
  }

  Surface.start(shape, address, walk, low, high);
  let next = Surface.next(shape, address, walk);
  if (next < 0) {
    if (wide) {
      contact.builtPosition = V.withW(low, 1);
      contact.builtRotation = high;
    }
    return true;
  }
  if (convex.shape == ShapeType.Sphere || convex.shape == ShapeType.Capsule) {
    const half: f32 = convex.shape == ShapeType.Capsule ? V.y(convex.size) : 0,
      radius = V.x(convex.size) + convex.rounding;
    for (; next >= 0; next = Surface.next(shape, address, walk)) {
      facet.set(next);
      collideFacetRound(facet, half, radius, reach, patches);
    }
  } else if (convex.shape == ShapeType.Box || convex.shape == ShapeType.Hull) {
    const polytope = changetype<Polytope>(scratch + Scratch.SHAPE);
    polytope.setCollider(convex);
    const side = changetype<HullSide>(scratch + Scratch.SIDE);
    side.polytope = polytope;
    side.extent = Colliders.minExtent(convex);
    side.scratch = scratch + Scratch.TEST;
    for (; next >= 0; next = Surface.next(shape, address, walk)) {
      facet.set(next);
      collideFacetHull(facet, side, reach, patches);
    }
  } else {
    const own = changetype<Convex>(scratch + Scratch.SHAPE);
    own.set(convex.shape, convex.size, convex.rounding, 0, V.zero(), Q.identity());
    const side = changetype<CurvedSide>(scratch + Scratch.SIDE);
    side.convex = own;
    side.extent = Colliders.minExtent(convex);
    side.scratch = scratch + Scratch.TEST;
    for (; next >= 0; next = Surface.next(shape, address, walk)) {
      facet.set(next);
      collideFacetCurved(facet, side, reach, patches);
    }
  }
  return true;
}

/** Does the first box lie in the second? */
function lies(low: v128, high: v128, outerLow: v128, outerHigh: v128): bool {
  const out = v128.or(f32x4.lt(low, outerLow), f32x4.gt(high, outerHigh));
  return (i32x4.bitmask(out) & 7) == 0;
}
