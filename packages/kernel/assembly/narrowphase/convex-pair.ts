import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { CachedSimplex } from '../convex/cached-simplex';
import { CONVEX_SIZE, Convex } from '../convex/convex';
import { EPA_SIZE, Epa } from '../convex/epa';
import { FEATURE_SIZE, Feature } from '../convex/feature';
import { GJK_SIZE, Gjk } from '../convex/gjk';
import { V } from '../math/vec';
import { M } from '../math/mat';
import { CLIP_SIZE, PolygonClip } from './clip-polygon';
import { deepNormal } from './deep-normal';
import { Manifold } from './manifold';

/** Cores nearer than this, m, are taken for overlapping. */
export const TOUCHING: f32 = 1e-5;
/** A face's normal is as good as the one found when its gap is within this, m. */
const SNAP: f32 = 1e-5;
/** Cosine of the angle between a normal and a face's that still counts as the face's: within it the whole reach counts. */
const ALONG_FACE: f32 = 0.9995;
/** Lines closer to parallel than this cosine touch along each other. */
const ALONG: f32 = 0.999;
/** And at less than this cosine to the normal. */
const ACROSS: f32 = 0.1;
const NEAREST: i32 = 0x7f000000;

/** Any two convex colliders: the direction from distance or depth, the points from the faces or lines along it. `margin` and `reach` as in `test`. */
export function collideConvexColliders(
  contact: Contact,
  a: Collider,
  b: Collider,
  margin: f32,
  reach: f32,
  scratch: usize,
): void {
  const convexA = changetype<Convex>(scratch),
    convexB = changetype<Convex>(scratch + CONVEX_SIZE);
  convexA.setCollider(a);
  convexB.setCollider(b);
  collideConvex(contact, convexA, convexB, margin, reach, scratch + 2 * CONVEX_SIZE);
}

/** Bytes of scratch for a pair. */
export const CONVEX_PAIR_SIZE: usize = GJK_SIZE + 2 * FEATURE_SIZE + CLIP_SIZE;
if (EPA_SIZE > 2 * FEATURE_SIZE + CLIP_SIZE) ERROR('CONVEX_PAIR_SIZE has no room for an Epa');

/** `scratch`: CONVEX_PAIR_SIZE bytes. */
export function collideConvex(contact: Contact, a: Convex, b: Convex, margin: f32, reach: f32, scratch: usize): void {
  const far = a.radius + b.radius + reach;
  const gjk = changetype<Gjk>(scratch);
  gjk.begin(a, b, V.zero());
  gjk.resume(contact.simplex);
  const distance = gjk.distance(far);
  contact.gjkRounds = gjk.rounds;
  if (distance > far) {
    contact.simplex.keep(gjk.simplex);
    return Manifold.apart(contact, distance - a.radius - b.radius);
  }
  const work = scratch + GJK_SIZE;
  let normal = gjk.normal;
  if (distance < TOUCHING) normal = deepNormal(gjk, changetype<Epa>(work), contact.simplex);
  contact.simplex.keep(gjk.simplex);
  contact.gjkRounds = gjk.rounds;
  normal = snapped(gjk, changetype<Feature>(work), changetype<Feature>(work + FEATURE_SIZE), normal);
  const separation = gjk.gapAlong(normal) - a.radius - b.radius;
  if (separation > reach) return;
  const limit = clipAlong(contact, gjk, normal, margin, reach, work);
  if (separation > limit) return;
  contact.normal = gjk.toWorld(normal);
  const between = V.scale(V.add(gjk.pointA, gjk.pointB), 0.5);
  const middle = V.addScaled(between, normal, 0.5 * (a.radius - b.radius));
  Manifold.complete(contact, V.add(a.position, gjk.toWorld(middle)), separation, NEAREST);
}

/**
 * Adds the points of the faces or lines along a normal (A's space) where they lie over each other. Returns how far off points count: `reach` along a
 * face, else `margin`. `work`: two FEATURE_SIZE and CLIP_SIZE bytes.
 */
function clipAlong(contact: Contact, gjk: Gjk, normal: v128, margin: f32, reach: f32, work: usize): f32 {
  const a = gjk.a,
    b = gjk.b;
  const featureA = changetype<Feature>(work),
    featureB = changetype<Feature>(work + FEATURE_SIZE);
  featureA.find(a, normal);
  featureB.find(b, directionInB(gjk, V.neg(normal)));
  const countA = featureA.count,
    countB = featureB.count;
  const planeB = M.apply(gjk.toA0, gjk.toA1, gjk.toA2, featureB.plane);
  const facingA = countA > 2 ? V.dot(featureA.plane, normal) : 0,
    facingB = countB > 2 ? -V.dot(planeB, normal) : 0;
  const limit = max(facingA, facingB) > ALONG_FACE ? reach : margin;
  if (countA == 1 || countB == 1) return limit;
  if (countA == 2 && countB == 2 && !alongEachOther(gjk, normal, featureA, featureB)) return limit;
  const clip = changetype<PolygonClip>(work + 2 * FEATURE_SIZE);
  const radius = a.radius + b.radius,
    id = (featureA.id << 8) | featureB.id;
  // The face that looks more along the normal; A's where they do alike.
  if (facingA >= facingB - 1e-3) {
    clip.begin(a.position, a.rotation, normal, featureA.plane);
    for (let i = 0; i < countA; i++) clip.addReference(featureA.point(i));
    for (let i = 0; i < countB; i++) clip.addIncident(gjk.toA(featureB.point(i)));
    clip.run(contact, radius, a.radius, limit, id, false);
  } else {
    const surface = V.withW(planeB, V.w(featureB.plane) + V.dot(planeB, gjk.position));
    clip.begin(a.position, a.rotation, V.neg(normal), surface);
    for (let i = 0; i < countB; i++) clip.addReference(gjk.toA(featureB.point(i)));
    for (let i = 0; i < countA; i++) clip.addIncident(featureA.point(i));
    clip.run(contact, radius, b.radius, limit, 0x8000 | id, true);
  }
  return limit;
}

/** A normal, or a face's own in its place where that is as good. */
function snapped(gjk: Gjk, featureA: Feature, featureB: Feature, normal: v128): v128 {
  const gap = gjk.gapAlong(normal);
  featureA.find(gjk.a, normal);
  featureB.find(gjk.b, directionInB(gjk, V.neg(normal)));
  let best = normal,
    found = false;
  if (featureA.count > 2) {
    const face = V.xyz(featureA.plane);
    found = gjk.gapAlong(face) > gap - SNAP;
    if (found) best = face;
  }
  if (!found && featureB.count > 2) {
    const face = V.neg(V.xyz(M.apply(gjk.toA0, gjk.toA1, gjk.toA2, featureB.plane)));
    if (gjk.gapAlong(face) > gap - SNAP) best = face;
  }
  return best;
}

function directionInB(gjk: Gjk, direction: v128): v128 {
  return M.apply(gjk.toB0, gjk.toB1, gjk.toB2, direction);
}

/** Are the lines parallel, and across the normal? */
function alongEachOther(gjk: Gjk, normal: v128, featureA: Feature, featureB: Feature): bool {
  const dA = V.sub(featureA.point(1), featureA.point(0)),
    dB = M.apply(gjk.toA0, gjk.toA1, gjk.toA2, V.sub(featureB.point(1), featureB.point(0)));
  const dot = V.dot(dA, dB),
    rise = V.dot(dA, normal);
  if (rise * rise > ACROSS * ACROSS * V.lengthSquared(dA)) return false;
  return dot * dot > ALONG * ALONG * V.lengthSquared(dA) * V.lengthSquared(dB);
}
