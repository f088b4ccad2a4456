import { BodySim } from '../bodies/body';
import { Collider, CONVEYS } from '../bodies/collider';
import { Contact, ManifoldPoint } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Tuning } from '../constants';

/** Turns a point midway between the surfaces into what solver and `carryAlong` read. `normal`: from A to B, unit, lane w zero. */
export function anchorPoint(
  point: ManifoldPoint,
  simA: BodySim,
  simB: BodySim,
  normal: v128,
  middle: v128,
  separation: f32,
  id: i32,
  impulse: f32,
): void {
  const armA = V.sub(middle, simA.center),
    armB = V.sub(middle, simB.center);
  point.anchorA = V.withW(armA, separation);
  point.anchorB = V.withW(armB, impulse);
  // On the surfaces, so that carrying along measures the separation anew.
  point.localA = Q.unrotate(simA.rotation, V.addScaled(armA, normal, -0.5 * separation));
  point.localB = i32x4.replace_lane(Q.unrotate(simB.rotation, V.addScaled(armB, normal, 0.5 * separation)), 3, id);
}

/** Notes the velocity of B's surface against A's, world space. */
export function conveyAlong(contact: Contact, a: Collider, b: Collider): void {
  if (((a.flags | b.flags) & CONVEYS) == 0) {
    if (contact.conveys != 0) contact.surfaceVelocity = V.zero();
    contact.conveys = 0;
    return;
  }
  contact.surfaceVelocity = V.sub(
    V.xyz(Q.rotate(b.rotation, b.surfaceVelocity)),
    V.xyz(Q.rotate(a.rotation, a.surfaceVelocity)),
  );
  contact.conveys = 1;
}

/** Bound of how far turning alone has moved a point of B at a distance of 1 m against A since the last test, m. `rotation`: of B in A. */
export function turnSince(contact: Contact, rotation: v128): f32 {
  return 2.0 * V.length(Q.multiply(Q.conjugate(contact.builtRotation), rotation));
}

/** Have the bodies moved less than `limit`, m, against each other since the manifold was built? `position`, `rotation`: of B in A. */
export function isStill(contact: Contact, position: v128, rotation: v128, extent: f32, limit: f32): bool {
  const shift = V.sub(position, contact.builtPosition);
  if (V.lengthSquared(shift) > limit * limit) return false;
  // |xyz| of the turn since then is the sine of half its angle; times twice the extent it bounds how far a surface point went.
  const turn = Q.multiply(Q.conjugate(contact.builtRotation), rotation);
  const sine2 = V.lengthSquared(turn);
  const reach: f32 = 2.0 * extent;
  return sine2 < Tuning.REUSE_HALF_ANGLE * Tuning.REUSE_HALF_ANGLE && sine2 * reach * reach < limit * limit;
}

class Carried {
  /** Anchors midway between the surfaces, and how far these are apart; `between`: from centre to centre. */
  // @ts-ignore: decorator
  @inline static place(point: ManifoldPoint, between: v128, armA: v128, armB: v128, normal: v128): void {
    const gap = V.sub(V.add(between, armB), armA);
    const middle = V.scale(gap, 0.5);
    point.anchorA = V.withW(V.add(armA, middle), V.dot(gap, normal));
    point.anchorB = V.withW(V.sub(armB, middle), V.w(point.anchorB));
  }
}

/** Moves the manifold with the bodies. */
export function carryAlong(contact: Contact, simA: BodySim, simB: BodySim): void {
  const normal = V.xyz(Q.rotate(simA.rotation, contact.localNormal));
  contact.normal = V.withW(normal, V.w(contact.normal));
  const between = V.sub(simB.center, simA.center);
  for (let i = 0; i < contact.pointCount; i++) {
    const point = contact.point(i);
    const armA = Q.rotate(simA.rotation, V.xyz(point.localA)),
      armB = Q.rotate(simB.rotation, V.xyz(point.localB));
    Carried.place(point, between, armA, armB, normal);
  }
}

/**
 * Of a sphere or capsule on a surface: what is kept of the point is the point of its core, in its body, and of the normal, the one in the
 * surface. So carried along, the point stays under the core however the shape rolls.
 */
export function anchorCore(
  contact: Contact,
  point: ManifoldPoint,
  surfaceIsA: bool,
  simA: BodySim,
  simB: BodySim,
  radius: f32,
): void {
  const normal = V.xyz(contact.normal);
  const separation = V.w(point.anchorA);
  if (surfaceIsA) {
    const core = V.addScaled(V.xyz(point.anchorB), normal, radius + 0.5 * separation);
    point.localB = i32x4.replace_lane(Q.unrotate(simB.rotation, core), 3, i32x4.extract_lane(point.localB, 3));
  } else {
    const core = V.addScaled(V.xyz(point.anchorA), normal, -radius - 0.5 * separation);
    point.localA = Q.unrotate(simA.rotation, core);
    contact.localNormal = Q.unrotate(simB.rotation, normal);
  }
}

/** `carryAlong` for points that `anchorCore` prepared. */
export function carryCore(contact: Contact, surfaceIsA: bool, simA: BodySim, simB: BodySim, radius: f32): void {
  const normal = V.xyz(Q.rotate((surfaceIsA ? simA : simB).rotation, contact.localNormal));
  contact.normal = V.withW(normal, V.w(contact.normal));
  const between = V.sub(simB.center, simA.center);
  for (let i = 0; i < contact.pointCount; i++) {
    const point = contact.point(i);
    let armA = Q.rotate(simA.rotation, V.xyz(point.localA)),
      armB = Q.rotate(simB.rotation, V.xyz(point.localB));
    // The surface is met under the core, wherever it was met before.
    if (surfaceIsA) armB = V.addScaled(armB, normal, -radius);
    else armA = V.addScaled(armA, normal, radius);
    const separation = V.dot(V.sub(V.add(between, armB), armA), normal);
    if (surfaceIsA) armA = V.addScaled(V.add(between, armB), normal, -separation);
    else armB = V.addScaled(V.sub(armA, between), normal, separation);
    Carried.place(point, between, armA, armB, normal);
  }
}
