import { World, WorkerContext } from '../world/world';
import { ShapeType } from '../generated/layout';
import { Bodies, BodySim } from '../bodies/body';
import { Collider } from '../bodies/collider';
import { Contact, ContactFlag, ContactTrait } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Tuning } from '../constants';
import { Anchors, isStill, turnSince } from './anchors';
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
const FACE_POINTS: f32 = 3;

/** What rolls over edges and corners finds another normal soon: this part of the distance that a manifold is kept for. */
const ROUND_REUSE: f32 = 0.05;

export class ConvexContact {
  /**
   * Is there nothing to do for a contact of two convex shapes? Its manifold goes along with the bodies, or they are as far apart as before. Reads one
   * cache line of the contact, beside bodies and colliders.
   */
  // @ts-ignore: decorator
  @inline static isSettled(
    world: World,
    context: WorkerContext,
    contact: Contact,
    a: Collider,
    b: Collider,
    bodyA: i32,
    bodyB: i32,
  ): bool {
    const built = V.w(contact.builtPosition);
    if (built == 0) return false;
    const simA = Bodies.sim(world, bodyA),
      simB = Bodies.sim(world, bodyB);
    // Of what is apart too: how far it has moved since decides when it is tested again.
    const position = Q.unrotate(simA.rotation, V.sub(simB.center, simA.center)),
      rotation = Q.multiply(Q.conjugate(simA.rotation), simB.rotation);
    if (built > 1) {
      const limit = reuseLimit(world, contact, a, b, bodyA, bodyB, built);
      if (!isStill(contact, position, rotation, simB.maxExtent, limit)) return false;
      context.manifoldsReused++;
      return true;
    }
    if (V.w(contact.gapAxis) <= 0) return false;
    const relative = V.sub(Bodies.state(world, bodyA).linear, Bodies.state(world, bodyB).linear);
    return isFarAlong(contact, position, rotation, simA, simB, relative, marginOf(contact), world.dt);
  }

  /** Tests for points and normal of a contact between two convex shapes that is not settled. */
  // @ts-ignore: decorator
  @inline static update(
    world: World,
    context: WorkerContext,
    contact: Contact,
    a: Collider,
    b: Collider,
    simA: BodySim,
    simB: BodySim,
  ): void {
    const position = Q.unrotate(simA.rotation, V.sub(simB.center, simA.center)),
      rotation = Q.multiply(Q.conjugate(simA.rotation), simB.rotation);
    const relative = V.sub(Bodies.state(world, contact.bodyA).linear, Bodies.state(world, contact.bodyB).linear);
    const ahead = V.length(relative) * world.dt;
    const margin = marginOf(contact);
    context.pairsTested++;
    const traits = traitsOf(a, b);
    if (traits == ContactTrait.CARRIED) context.satRuns++;
    // Old points, for their impulses.
    const oldCount = contact.pointCount;
    for (let i = 0; i < oldCount; i++) {
      const point = contact.point(i);
      store<i32>(context.scratch + ((i as usize) << 3), i32x4.extract_lane(point.onB, 3));
      store<f32>(context.scratch + ((i as usize) << 3), V.w(point.onA), 4);
    }
    const twist = V.w(contact.normal);
    contact.pointCount = 0;
    contact.gapAxis = V.zero();
    if (ahead > margin && margin > 0) {
      test(contact, a, b, margin, ahead, context.scratch + 64);
      keepReachable(contact, max(margin, V.dot(relative, contact.normal) * world.dt));
    } else test(contact, a, b, margin, margin, context.scratch + 64);
    context.gjkRounds += contact.gjkRounds;
    contact.gjkRounds = 0;
    const pointCount = contact.pointCount;
    contact.builtPosition = V.withW(position, 1 + (pointCount as f32));
    contact.builtRotation = rotation;
    if (pointCount == 0) {
      contact.gapAxis = V.withW(Q.unrotate(simA.rotation, V.xyz(contact.gapAxis)), V.w(contact.gapAxis));
      if (oldCount == 0) return;
      contact.normal = V.zero();
      contact.frictionImpulse = V.zero();
      contact.rollingImpulse = V.zero();
      return;
    }
    Anchors.begin(contact, a, b, traits);
    const normal = V.xyz(contact.normal);
    Anchors.noteNormal(contact, simA, simB, normal, twist);
    for (let i = 0; i < pointCount; i++) {
      const point = contact.point(i);
      const middle = V.xyz(point.onA),
        separation = V.w(point.onA);
      const id = i32x4.extract_lane(point.onB, 3);
      let impulse: f32 = 0;
      for (let old = 0; old < oldCount; old++) {
        if (load<i32>(context.scratch + ((old as usize) << 3)) == id) {
          impulse = load<f32>(context.scratch + ((old as usize) << 3), 4);
          break;
        }
      }
      Anchors.note(contact, point, simA, simB, normal, middle, separation, id, impulse);
    }
  }
}

/** For how much of their motion against each other a manifold is kept, m; 0 where it never is. `built`: one more than its points. */
function reuseLimit(world: World, contact: Contact, a: Collider, b: Collider, bodyA: i32, bodyB: i32, built: f32): f32 {
  const flatA = isPolytope(a),
    flatB = isPolytope(b);
  if (!flatA || !flatB) return (flatA && isRound(b)) || (isRound(a) && flatB) ? ROUND_REUSE * contact.reuseDistance : 0;
  if (built - 1 >= FACE_POINTS) return contact.reuseDistance;
  const relative = V.sub(Bodies.state(world, bodyA).linear, Bodies.state(world, bodyB).linear);
  return min(contact.reuseDistance, max(FLAT_REUSE, FLAT_STEPS * V.length(relative) * world.dt));
}

function marginOf(contact: Contact): f32 {
  return (contact.flags & ContactFlag.SENSOR) != 0 ? 0 : Tuning.SPECULATIVE_DISTANCE;
}

/** Of two flat shapes, and of a round one on a flat one, points go along with the bodies. Others are tested anew in each step. */
function traitsOf(a: Collider, b: Collider): u32 {
  const flatA = isPolytope(a),
    flatB = isPolytope(b);
  if (flatA && flatB) return ContactTrait.CARRIED;
  if (flatA && isRound(b)) return ContactTrait.CARRIED | ContactTrait.CORE_B;
  if (flatB && isRound(a)) return ContactTrait.CARRIED | ContactTrait.CORE_A;
  return 0;
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
  const axis = V.xyz(contact.gapAxis),
    gap = V.w(contact.gapAxis);
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
    if (V.w(point.onA) > reach) continue;
    const target = contact.point(kept++);
    target.onA = point.onA;
    target.onB = point.onB;
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
