import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { CONVEX_SIZE, Convex } from '../convex/convex';
import { GJK_SIZE, Gjk } from '../convex/gjk';
import { POLYTOPE_SIZE, Polytope, mostAlong, mostAlongPlanes } from '../convex/polytope';
import { Hull } from '../shapes/hull';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { CLIP_SIZE, PolygonClip } from './clip-polygon';
import { Manifold } from './manifold';
import { closestOnSegments } from './segments';
import { Axis, SAT_SIZE, SeparatingAxes } from './separating-axes';

/** Cores this far apart, m, have a nearest pair of points that 32 bits tell well. */
const APART: f32 = 1e-3;
/** Cosine: a direction between rounded shapes this close to a face's normal is that face's. */
const ALONG_FACE: f32 = 0.9995;

/** Hulls and boxes. `margin` and `reach` as in `test`. */
export function collidePolytopeColliders(
  contact: Contact,
  a: Collider,
  b: Collider,
  margin: f32,
  reach: f32,
  scratch: usize,
): void {
  const polytopeA = changetype<Polytope>(scratch),
    polytopeB = changetype<Polytope>(scratch + POLYTOPE_SIZE);
  polytopeA.setCollider(a);
  polytopeB.setCollider(b);
  const work = scratch + 2 * POLYTOPE_SIZE;
  const radius = a.rounding + b.rounding;
  if (radius == 0) return collidePolytopes(contact, polytopeA, polytopeB, margin, reach, work);
  // Rounded edges and corners are as near as their nearest points; faces are clipped as ever.
  const gjk = changetype<Gjk>(work + 2 * CONVEX_SIZE);
  const convexA = changetype<Convex>(work),
    convexB = changetype<Convex>(work + CONVEX_SIZE);
  convexA.setCollider(a);
  convexB.setCollider(b);
  gjk.begin(convexA, convexB, V.zero());
  gjk.resume(contact.simplex);
  const distance = gjk.distance(radius + reach);
  contact.gjkRounds = gjk.rounds;
  contact.simplex.keep(gjk.simplex);
  if (distance > radius + reach) return Manifold.apart(contact, distance - radius);
  const isFace = distance <= APART || alongFace(polytopeA, polytopeB, gjk);
  const sat = work + 2 * CONVEX_SIZE + GJK_SIZE;
  if (isFace) collidePolytopes(contact, polytopeA, polytopeB, margin, reach, sat);
  // Of cores that are apart, no edges know better than the nearest points.
  if (distance > APART && (contact.cachedAxis & 0x7fff0000) == Axis.EDGES) contact.pointCount = 0;
  if (distance == 0 || distance - radius > margin) return;
  // Nothing lies over the face where the nearest corner is beside it, or on a face that looks elsewhere.
  const normal = gjk.toWorld(gjk.normal);
  if (contact.pointCount == 0) contact.normal = normal;
  else if (V.dot(V.xyz(contact.normal), normal) < ALONG_FACE) return;
  const middle = V.addScaled(V.scale(V.add(gjk.pointA, gjk.pointB), 0.5), gjk.normal, 0.5 * (a.rounding - b.rounding));
  Manifold.complete(contact, V.add(a.position, gjk.toWorld(middle)), distance - radius, ROUND);
}

/** Id of the one point between rounded edges or corners. */
const ROUND: i32 = 0x7f000000;

/** Is the nearest direction that of a face of either? */
function alongFace(a: Polytope, b: Polytope, gjk: Gjk): bool {
  const onA = a.plane(mostAlong(a, gjk.normal));
  if (V.dot(onA, gjk.normal) > ALONG_FACE) return true;
  const n = V.neg(Q.unrotate(b.rotation, gjk.toWorld(gjk.normal)));
  return V.dot(b.plane(mostAlong(b, n)), n) > ALONG_FACE;
}

/**
 * Two polytopes by separating axes, then the faces clipped against each other, or the point between two edges. Remembers the axis in
 * `contact.cachedAxis`. `scratch`: SAT_SIZE + CLIP_SIZE bytes.
 */
export function collidePolytopes(
  contact: Contact,
  a: Polytope,
  b: Polytope,
  margin: f32,
  reach: f32,
  scratch: usize,
): void {
  const radius = a.radius + b.radius;
  const far = reach + radius;
  const sat = changetype<SeparatingAxes>(scratch);
  sat.begin(a, b);
  const cached = contact.cachedAxis;
  const gap = cached > 0 ? sat.gapOf(cached) : -Infinity;
  if (gap > far) {
    Manifold.apart(contact, gap - radius);
    return;
  }
  const near = sat.search(far, cached);
  contact.cachedAxis = sat.axis;
  if (!near) {
    Manifold.apart(contact, sat.gap - radius);
    return;
  }
  const kind = sat.axis & 0x7fff0000,
    index = sat.axis & 0xffff;
  if (kind == Axis.EDGES) {
    edges(contact, sat, radius, margin);
    return;
  }
  const clip = changetype<PolygonClip>(scratch + SAT_SIZE);
  if (kind == Axis.FACE_A) {
    const plane = a.plane(index);
    const incident = mostAlongPlanes(sat.planes, b.planeGroups, V.neg(plane));
    clip.begin(a.position, a.rotation, V.xyz(plane), plane);
    addLoop(clip, a, index, a.vertices, true);
    addLoop(clip, b, incident, sat.vertices, false);
    clip.run(contact, radius, a.radius, reach, (index << 8) | incident, false);
    complete(contact, sat, sat.supportOfB(index), plane, a.radius, radius, margin, false);
  } else {
    const plane = Hull.plane(sat.planes, index);
    const incident = mostAlongPlanes(a.planes, a.planeGroups, V.neg(plane));
    clip.begin(a.position, a.rotation, V.xyz(plane), plane);
    addLoop(clip, b, index, sat.vertices, true);
    addLoop(clip, a, incident, a.vertices, false);
    clip.run(contact, radius, b.radius, reach, 0x8000 | (index << 8) | incident, true);
    complete(contact, sat, sat.supportOfA(index), plane, b.radius, radius, margin, true);
  }
}

/**
 * Overlapping cores, and yet nothing of the incident face lies over the reference: then the edges count after all, or else the deepest vertex
 * alone, which the face that faces the reference most need not have, if the shape is a sliver. Nor need it be among the points there are; of an
 * axis that is only kept, it may lie beside the reference.
 */
function complete(
  contact: Contact,
  sat: SeparatingAxes,
  p: v128,
  plane: v128,
  referenceRadius: f32,
  radius: f32,
  margin: f32,
  flip: bool,
): void {
  if (sat.gap > 0) return;
  const isEmpty = contact.pointCount == 0;
  if (!isEmpty && sat.isKept != 0) return;
  if (isEmpty && sat.edgeAxis != 0) {
    sat.takeEdges();
    edges(contact, sat, radius, margin);
    return;
  }
  const rotation = sat.a.rotation;
  const separation = sat.gap - radius;
  contact.normal = V.xyz(Q.rotate(rotation, flip ? V.neg(plane) : plane));
  const middle = V.addScaled(p, plane, referenceRadius + 0.5 * separation - sat.gap);
  Manifold.complete(contact, V.add(sat.a.position, Q.rotate(rotation, middle)), separation, DEEPEST);
}

/** Its id. */
const DEEPEST: i32 = 0x7e000000;

function addLoop(clip: PolygonClip, polytope: Polytope, face: i32, vertices: usize, isReference: bool): void {
  const start = polytope.loopStart(face),
    count = polytope.loopCount(face);
  for (let i = 0; i < count; i++) {
    const p = Hull.vertex(vertices, load<u8>(start + (i as usize)));
    if (isReference) clip.addReference(p);
    else clip.addIncident(p);
  }
}

/** The point between two edges that cross. */
function edges(contact: Contact, sat: SeparatingAxes, radius: f32, margin: f32): void {
  const edgeA = (sat.axis >> 8) & 255,
    edgeB = sat.axis & 255;
  const a = sat.a,
    b = sat.b;
  const separation = sat.gap - radius;
  if (separation > margin) return;
  const atA = a.edges + ((edgeA as usize) << 2),
    atB = b.edges + ((edgeB as usize) << 2);
  const a0 = a.vertex(load<u8>(atA)),
    a1 = a.vertex(load<u8>(atA, 1)),
    b0 = Hull.vertex(sat.vertices, load<u8>(atB)),
    b1 = Hull.vertex(sat.vertices, load<u8>(atB, 1));
  const centerA = V.scale(V.add(a0, a1), 0.5),
    centerB = V.scale(V.add(b0, b1), 0.5);
  const dA = V.sub(a1, centerA),
    dB = V.sub(b1, centerB);
  const closest = closestOnSegments(centerA, dA, centerB, dB);
  const n = sat.normal;
  const pA = V.addScaled(V.addScaled(centerA, dA, V.x(closest)), n, a.radius),
    pB = V.addScaled(V.addScaled(centerB, dB, V.y(closest)), n, -b.radius);
  contact.normal = V.xyz(Q.rotate(a.rotation, n));
  const middle = V.scale(V.add(pA, pB), 0.5);
  Manifold.add(contact, V.add(a.position, Q.rotate(a.rotation, middle)), separation, 0x60000000 | (edgeA << 8) | edgeB);
}
