import { BodySim } from '../bodies/body';
import { Collider, CONVEYS } from '../bodies/collider';
import { Contact, ManifoldPoint } from '../contacts/contact';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { W } from '../math/wide';
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
  return 2.0 * sqrt<f32>(Turn.squared(contact, rotation));
}

class Turn {
  /** Square of the sine of half the angle since the last test, or a little more: twice the sine of a quarter of it is how far apart the two unit quaternions are. */
  // @ts-ignore: decorator
  @inline static squared(contact: Contact, rotation: v128): f32 {
    const way = f32x4.sub(rotation, contact.builtRotation);
    return Q.lengthSquared(way);
  }
}

/** Have the bodies moved less than `limit`, m, against each other since the manifold was built? `position`, `rotation`: of B in A. */
export function isStill(contact: Contact, position: v128, rotation: v128, extent: f32, limit: f32): bool {
  const shift = V.sub(position, contact.builtPosition);
  if (V.lengthSquared(shift) > limit * limit) return false;
  // The sine of half an angle times twice the extent bounds how far a surface point went.
  const sine2 = Turn.squared(contact, rotation);
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

/** Moves the manifold with the bodies: its points in the four lanes. Lanes without a point are not written. */
export function carryAlong(contact: Contact, simA: BodySim, simB: BodySim): void {
  const qA = simA.rotation,
    qB = simB.rotation;
  const normal = V.xyz(Q.rotate(qA, contact.localNormal));
  contact.normal = V.withW(normal, V.w(contact.normal));
  const p0 = contact.point(0),
    p1 = contact.point(1),
    p2 = contact.point(2),
    p3 = contact.point(3);
  let lows = W.lows(p0.localA, p1.localA),
    lows2 = W.lows(p2.localA, p3.localA),
    vx = W.first(lows, lows2),
    vy = W.second(lows, lows2),
    vz = W.first(W.highs(p0.localA, p1.localA), W.highs(p2.localA, p3.localA));
  let qx = W.x(qA),
    qy = W.y(qA),
    qz = W.z(qA),
    qw = W.w(qA);
  // As `Q.rotate`.
  let tx = W.twice(W.cross(qy, vz, qz, vy)),
    ty = W.twice(W.cross(qz, vx, qx, vz)),
    tz = W.twice(W.cross(qx, vy, qy, vx));
  const ax = W.add(vx, W.add(W.mul(tx, qw), W.cross(qy, tz, qz, ty))),
    ay = W.add(vy, W.add(W.mul(ty, qw), W.cross(qz, tx, qx, tz))),
    az = W.add(vz, W.add(W.mul(tz, qw), W.cross(qx, ty, qy, tx)));
  lows = W.lows(p0.localB, p1.localB);
  lows2 = W.lows(p2.localB, p3.localB);
  vx = W.first(lows, lows2);
  vy = W.second(lows, lows2);
  vz = W.first(W.highs(p0.localB, p1.localB), W.highs(p2.localB, p3.localB));
  qx = W.x(qB);
  qy = W.y(qB);
  qz = W.z(qB);
  qw = W.w(qB);
  tx = W.twice(W.cross(qy, vz, qz, vy));
  ty = W.twice(W.cross(qz, vx, qx, vz));
  tz = W.twice(W.cross(qx, vy, qy, vx));
  const bx = W.add(vx, W.add(W.mul(tx, qw), W.cross(qy, tz, qz, ty))),
    by = W.add(vy, W.add(W.mul(ty, qw), W.cross(qz, tx, qx, tz))),
    bz = W.add(vz, W.add(W.mul(tz, qw), W.cross(qx, ty, qy, tx)));
  const between = V.sub(simB.center, simA.center);
  const gx = W.sub(W.add(W.x(between), bx), ax),
    gy = W.sub(W.add(W.y(between), by), ay),
    gz = W.sub(W.add(W.z(between), bz), az);
  const half = f32x4.splat(0.5),
    mx = W.mul(gx, half),
    my = W.mul(gy, half),
    mz = W.mul(gz, half);
  const separation = W.dot(gx, gy, gz, W.x(normal), W.y(normal), W.z(normal));
  const aLows = W.lows(W.add(ax, mx), W.add(ay, my)),
    aHighs = W.highs(W.add(ax, mx), W.add(ay, my)),
    aLows2 = W.lows(W.add(az, mz), separation),
    aHighs2 = W.highs(W.add(az, mz), separation);
  const bLows = W.lows(W.sub(bx, mx), W.sub(by, my)),
    bHighs = W.highs(W.sub(bx, mx), W.sub(by, my)),
    bLows2 = W.sub(bz, mz),
    bHighs2 = W.highs(bLows2, bLows2);
  const pointCount = contact.pointCount;
  p0.anchorA = W.first(aLows, aLows2);
  p0.anchorB = V.withW(W.first(bLows, W.lows(bLows2, bLows2)), V.w(p0.anchorB));
  if (pointCount > 1) {
    p1.anchorA = W.second(aLows, aLows2);
    p1.anchorB = V.withW(W.second(bLows, W.lows(bLows2, bLows2)), V.w(p1.anchorB));
  }
  if (pointCount > 2) {
    p2.anchorA = W.first(aHighs, aHighs2);
    p2.anchorB = V.withW(W.first(bHighs, bHighs2), V.w(p2.anchorB));
  }
  if (pointCount > 3) {
    p3.anchorA = W.second(aHighs, aHighs2);
    p3.anchorB = V.withW(W.second(bHighs, bHighs2), V.w(p3.anchorB));
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
