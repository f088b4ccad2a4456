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
import { Axis, BESIDE_FACE, FACE_BIAS, SAT_SIZE, SeparatingAxes } from './separating-axes';

/** Cosine: a direction between shapes this close to a face's normal is that face's. */
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
  if (radius == 0) {
    if (!collidePolytopes(contact, polytopeA, polytopeB, margin, reach, work))
      completeApart(contact, a, b, changetype<SeparatingAxes>(work).gap, margin, reach, scratch);
    return;
  }
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
  const tells = tellsNearest(gjk, distance);
  const isFace = !tells || alongFace(polytopeA, polytopeB, gjk);
  const sat = work + 2 * CONVEX_SIZE + GJK_SIZE;
  if (isFace) collidePolytopes(contact, polytopeA, polytopeB, margin, reach, sat);
  // Of cores that are apart, no edges know better than the nearest points.
  if (tells && (contact.cachedAxis & 0x7fff0000) == Axis.EDGES) contact.pointCount = 0;
  if (!tells || distance - radius > margin) return;
  addNearest(contact, gjk, distance, changetype<SeparatingAxes>(sat).gap, 0.5 * (a.rounding - b.rounding), radius);
}

/**
 * Adds the nearest points of cores that are apart where no point over a face is as near. They are alone where nothing lies over the face, since the
 * nearest corner is beside it, or where it looks elsewhere. `faceGap`: how far the face's plane keeps the cores apart.
 */
function addNearest(contact: Contact, gjk: Gjk, distance: f32, faceGap: f32, offset: f32, radius: f32): void {
  const normal = gjk.toWorld(gjk.normal);
  if (V.dot(V.xyz(contact.normal), normal) < ALONG_FACE) contact.pointCount = 0;
  // Seen from a direction so close to the face's the points over it are as far off.
  if (contact.pointCount == 0 || faceGap < distance - FACE_BIAS) contact.normal = normal;
  const middle = V.addScaled(V.scale(V.add(gjk.pointA, gjk.pointB), 0.5), gjk.normal, offset);
  Manifold.complete(contact, V.add(gjk.a.position, gjk.toWorld(middle)), distance - radius, NEAREST);
}

/**
 * Sharp polytopes that are apart, and whose nearest points lie beside the axis that was found: what is nearer than all that lies over a face comes
 * first, and alone where it looks elsewhere. `faceGap` as in `addNearest`, `scratch` as in `collidePolytopeColliders`.
 */
export function completeApart(
  contact: Contact,
  a: Collider,
  b: Collider,
  faceGap: f32,
  margin: f32,
  reach: f32,
  scratch: usize,
): void {
  const convexA = changetype<Convex>(scratch),
    convexB = changetype<Convex>(scratch + CONVEX_SIZE);
  convexA.setCollider(a);
  convexB.setCollider(b);
  const gjk = changetype<Gjk>(scratch + 2 * CONVEX_SIZE);
  gjk.begin(convexA, convexB, V.zero());
  gjk.resume(contact.simplex);
  const distance = gjk.distance(reach);
  contact.gjkRounds = gjk.rounds;
  contact.simplex.keep(gjk.simplex);
  if (distance > margin) {
    // Faces alone are looked for beyond the margin.
    if (distance > reach) contact.pointCount = 0;
    if (contact.pointCount == 0) Manifold.apart(contact, distance);
    return;
  }
  if (!tellsNearest(gjk, distance)) return;
  addNearest(contact, gjk, distance, faceGap, 0, 0);
}

/** Id of the one point between edges or corners that are nearest to each other. */
const NEAREST: i32 = 0x7f000000;

/** Does a plane across the nearest direction keep the cores as far apart as their nearest points? 32 bits do not tell it of all that almost touch. */
function tellsNearest(gjk: Gjk, distance: f32): bool {
  return distance > 0 && gjk.gapAlong(gjk.normal) > distance - FACE_BIAS;
}

/** Is the nearest direction that of a face of either? */
function alongFace(a: Polytope, b: Polytope, gjk: Gjk): bool {
  const onA = a.plane(mostAlong(a, gjk.normal));
  if (V.dot(onA, gjk.normal) > ALONG_FACE) return true;
  const n = V.neg(Q.unrotate(b.rotation, gjk.toWorld(gjk.normal)));
  return V.dot(b.plane(mostAlong(b, n)), n) > ALONG_FACE;
}

/**
 * Two polytopes by separating axes, then the faces clipped against each other, or the point between two edges. Remembers the axis in
 * `contact.cachedAxis`. `scratch`: SAT_SIZE + CLIP_SIZE bytes. False where the cores are apart and their nearest points lie beside the axis.
 */
export function collidePolytopes(
  contact: Contact,
  a: Polytope,
  b: Polytope,
  margin: f32,
  reach: f32,
  scratch: usize,
): bool {
  const radius = a.radius + b.radius;
  const far = reach + radius;
  const sat = changetype<SeparatingAxes>(scratch);
  sat.begin(a, b);
  const cached = contact.cachedAxis;
  const gap = cached > 0 ? sat.gapOf(cached) : -Infinity;
  if (gap > far) {
    Manifold.apart(contact, gap - radius);
    return true;
  }
  const near = sat.search(far, cached);
  contact.cachedAxis = sat.axis;
  if (!near) {
    Manifold.apart(contact, sat.gap - radius);
    return true;
  }
  const kind = sat.axis & 0x7fff0000,
    index = sat.axis & 0xffff;
  const clip = changetype<PolygonClip>(scratch + SAT_SIZE);
  if (kind == Axis.EDGES) {
    const mayRest = cached > 0 && sat.gap - radius <= margin;
    return (mayRest && clipBeside(contact, sat, clip, radius, margin)) || edges(contact, sat, radius, margin);
  }
  const plane = clipFace(contact, sat, clip, sat.axis, radius, reach);
  if (kind == Axis.FACE_A) complete(contact, sat, sat.supportOfB(index), plane, a.radius, radius, margin, false);
  else complete(contact, sat, sat.supportOfA(index), plane, b.radius, radius, margin, true);
  if (sat.best <= FACE_BIAS) return true;
  if (sat.isKept != 0) return false;
  for (let i = 0; i < contact.pointCount; i++) {
    if (V.w(contact.point(i).onA) < sat.gap - radius + FACE_BIAS) return true;
  }
  return false;
}

/** The face of either shape that looks most along the axis of the best edges, as a code; 0 where none looks that way. */
function faceBeside(sat: SeparatingAxes): i32 {
  const edgeA = sat.a.edges + ((((sat.axis >> 8) & 255) as usize) << 2),
    edgeB = sat.b.edges + (((sat.axis & 255) as usize) << 2);
  let most = BESIDE_FACE,
    code = 0;
  for (let side: usize = 2; side < 4; side++) {
    const faceA = load<u8>(edgeA + side) as i32,
      faceB = load<u8>(edgeB + side) as i32;
    const alongA = V.dot(sat.a.plane(faceA), sat.normal),
      alongB = -V.dot(Hull.plane(sat.planes, faceB), sat.normal);
    if (alongA > most) {
      most = alongA;
      code = Axis.FACE_A | faceA;
    }
    if (alongB > most) {
      most = alongB;
      code = Axis.FACE_B | faceB;
    }
  }
  return code;
}

/** The face beside the best edges, where there is one and the points over it are as deep: see BESIDE_FACE. */
function clipBeside(contact: Contact, sat: SeparatingAxes, clip: PolygonClip, radius: f32, margin: f32): bool {
  const code = faceBeside(sat);
  if (code == 0) return false;
  clipFace(contact, sat, clip, code, radius, margin);
  if (Manifold.isAsDeep(contact, sat.gap - radius)) {
    contact.cachedAxis = code;
    return true;
  }
  contact.pointCount = 0;
  return false;
}

/** Clips against the face of `code` what faces it most. Returns the face's plane, in the space of A. */
function clipFace(contact: Contact, sat: SeparatingAxes, clip: PolygonClip, code: i32, radius: f32, reach: f32): v128 {
  const a = sat.a,
    b = sat.b;
  const index = code & 0xffff;
  if ((code & 0x7fff0000) == Axis.FACE_A) {
    const plane = a.plane(index);
    const incident = mostAlongPlanes(sat.planes, b.planeGroups, V.neg(plane));
    clip.begin(a.position, a.rotation, V.xyz(plane), plane);
    addLoop(clip, a, index, a.vertices, true);
    addLoop(clip, b, incident, sat.vertices, false);
    clip.run(contact, radius, a.radius, reach, (index << 8) | incident, false);
    return plane;
  }
  const plane = Hull.plane(sat.planes, index);
  const incident = mostAlongPlanes(a.planes, a.planeGroups, V.neg(plane));
  clip.begin(a.position, a.rotation, V.xyz(plane), plane);
  addLoop(clip, b, index, sat.vertices, true);
  addLoop(clip, a, incident, a.vertices, false);
  clip.run(contact, radius, b.radius, reach, 0x8000 | (index << 8) | incident, true);
  return plane;
}

/**
 * Overlapping cores, and yet nothing of the incident face lies over the reference: then the edges count after all where they are as good, or else the deepest
 * vertex alone, which the face that faces the reference most need not have, if the shape is a sliver. Nor need it be among the points there are; of an
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
  if (sat.best > FACE_BIAS) return;
  const isEmpty = contact.pointCount == 0;
  if (!isEmpty && sat.isKept != 0) return;
  if (isEmpty && sat.edgeAxis != 0 && sat.edgeGap > sat.gap - FACE_BIAS) {
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

/** The point between two edges that cross. False where they do not, seen along the axis, and are apart. */
function edges(contact: Contact, sat: SeparatingAxes, radius: f32, margin: f32): bool {
  const edgeA = (sat.axis >> 8) & 255,
    edgeB = sat.axis & 255;
  const a = sat.a,
    b = sat.b;
  const separation = sat.gap - radius;
  if (separation > margin) return true;
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
  const onA = V.addScaled(centerA, dA, V.x(closest)),
    onB = V.addScaled(centerB, dB, V.y(closest));
  if (sat.gap > FACE_BIAS && V.length(V.xyz(V.sub(onB, onA))) > sat.gap + FACE_BIAS) return false;
  const n = sat.normal;
  const pA = V.addScaled(onA, n, a.radius),
    pB = V.addScaled(onB, n, -b.radius);
  contact.normal = V.xyz(Q.rotate(a.rotation, n));
  const middle = V.scale(V.add(pA, pB), 0.5);
  Manifold.add(contact, V.add(a.position, Q.rotate(a.rotation, middle)), separation, 0x60000000 | (edgeA << 8) | edgeB);
  return true;
}
