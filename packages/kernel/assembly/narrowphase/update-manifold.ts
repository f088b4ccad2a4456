import { World, WorkerContext } from '../world/world';
import { ShapeType } from '../generated/layout';
import { Bodies, BodySim } from '../bodies/body';
import { Collider } from '../bodies/collider';
import { Contact, ContactFlag } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Tuning } from '../constants';
import { anchorCore, anchorPoint, carryAlong, carryCore, conveyAlong, isStill, turnSince } from './anchors';
import { collideBoxes } from './box-box';
import { collideConvexColliders } from './convex-pair';
import { collidePolytopeColliders } from './polytopes';
import { collideRound } from './round';
import { collideSegmentBox } from './segment-box';

/**
 * What tilts on an edge or a corner comes upon others that no point stands for: it would sink in by as much as a manifold is kept for, and be
 * pushed out again for ever. So a manifold is kept over so much motion, m, or as much as there is in so many steps: what is thrown about has no
 * time to sink in. A face on a face has points all around, and is kept for longer.
 */
const FLAT_REUSE: f32 = Tuning.LINEAR_SLOP;
const FLAT_STEPS: f32 = 2;
const FACE_POINTS: i32 = 3;

/** What rolls over edges and corners finds another normal soon: this part of the distance that a manifold is kept for. */
const ROUND_REUSE: f32 = 0.05;

/** Points and normal of a contact between two convex shapes: moved along with the bodies, or tested for again. */
export function updateManifold(
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
  const relative = V.sub(Bodies.state(world, contact.bodyA).linear, Bodies.state(world, contact.bodyB).linear);
  const ahead = V.length(relative) * world.dt;
  if (
    isFlat &&
    contact.pointCount > 0 &&
    V.w(contact.builtPosition) != 0 &&
    isStill(
      contact,
      position,
      rotation,
      simB.maxExtent,
      contact.pointCount >= FACE_POINTS
        ? contact.reuseDistance
        : min(contact.reuseDistance, max(FLAT_REUSE, FLAT_STEPS * ahead)),
    )
  ) {
    carryAlong(contact, simA, simB);
    context.manifoldsReused++;
    return;
  }
  const margin: f32 = (contact.flags & ContactFlag.SENSOR) != 0 ? 0 : Tuning.SPECULATIVE_DISTANCE;
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
