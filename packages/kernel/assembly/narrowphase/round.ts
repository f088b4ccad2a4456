import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Manifold } from './manifold';
import { clamp1, closestOnSegments } from './segments';

/** Between cores nearer than this, m, rounding turns the direction by so much that it shows at their ends. */
const SHORT: f32 = 0.01;

/** Two capsules; a sphere is one of no height. Closed form. Lines that run along each other get a point at each end. */
export function collideRound(contact: Contact, a: Collider, b: Collider, halfA: f32, halfB: f32, margin: f32): void {
  const radiusA = V.x(a.size) + a.rounding,
    radiusB = V.x(b.size) + b.rounding;
  const dA = V.scale(Q.axisY(a.rotation), halfA),
    dB = V.scale(Q.axisY(b.rotation), halfB);
  const closest = closestOnSegments(a.position, dA, b.position, dB);
  const pA = V.addScaled(a.position, dA, V.x(closest)),
    pB = V.addScaled(b.position, dB, V.y(closest));
  const d = V.sub(pB, pA);
  const distance = V.length(d);
  if (distance > radiusA + radiusB + margin) return Manifold.apart(contact, distance - radiusA - radiusB);
  let normal: v128;
  // Where two cores cross, the way out is at right angles to both; their distance is too short to tell it.
  const across = V.xyz(V.cross(dA, dB));
  const isInside = abs(V.x(closest)) < 1 && abs(V.y(closest)) < 1;
  const turned = V.lengthSquared(across);
  if (isInside && turned > 1e-4 * V.dot(dA, dA) * V.dot(dB, dB)) {
    normal = V.scale(across, (V.dot(d, across) < 0 ? -1.0 : 1.0) / sqrt<f32>(turned));
  } else if (distance > 1e-6) {
    normal = V.xyz(V.scale(d, 1 / distance));
    if (distance < SHORT) normal = upright(normal, dA, V.x(closest), dB, V.y(closest));
  } else if (halfA > 0) normal = V.perpendicular(Q.axisY(a.rotation));
  else if (halfB > 0) normal = V.perpendicular(Q.axisY(b.rotation));
  else normal = V.of(0, 1, 0);
  contact.normal = normal;
  if (halfA > 0 && halfB > 0) {
    // Nearly parallel: clip B's core to A's and keep both ends.
    const lengthA = V.dot(dA, dA),
      lengthB = V.dot(dB, dB),
      mixed = V.dot(dA, dB);
    if (mixed * mixed > 0.9975 * lengthA * lengthB) {
      const center = V.dot(V.sub(b.position, a.position), dA) / lengthA;
      const reach = mixed / lengthA;
      const t0 = clamp1((-1 - center) / reach),
        t1 = clamp1((1 - center) / reach);
      if (abs(t1 - t0) * halfB > 0.1 * radiusB) {
        addRound(contact, a.position, dA, V.addScaled(b.position, dB, t0), radiusA, radiusB, lengthA, margin, 0);
        addRound(contact, a.position, dA, V.addScaled(b.position, dB, t1), radiusA, radiusB, lengthA, margin, 1);
      }
    }
  }
  // Or the nearest points alone; they may lie off the ends of what overlaps, where the lines are turned against each other.
  const middle = V.add(V.addScaled(pA, normal, 0.5 * (radiusA - radiusB)), V.scale(d, 0.5));
  Manifold.complete(contact, middle, distance - radiusA - radiusB, 2);
}

/** A direction between cores without what rounding puts along those whose nearest point is none of their ends. */
function upright(normal: v128, dA: v128, s: f32, dB: v128, t: f32): v128 {
  let n = normal;
  if (abs(s) < 1 && V.dot(dA, dA) > 0) n = V.addScaled(n, dA, -V.dot(n, dA) / V.dot(dA, dA));
  if (abs(t) < 1 && V.dot(dB, dB) > 0) n = V.addScaled(n, dB, -V.dot(n, dB) / V.dot(dB, dB));
  return V.normalize(V.xyz(n));
}

/** A point of B's core against A's core, measured along the normal of the contact; none where it is farther off than `margin`. */
function addRound(
  contact: Contact,
  center: v128,
  dA: v128,
  onB: v128,
  radiusA: f32,
  radiusB: f32,
  lengthA: f32,
  margin: f32,
  id: i32,
): void {
  const onA = V.addScaled(center, dA, clamp1(V.dot(V.sub(onB, center), dA) / lengthA));
  const separation = V.dot(V.sub(onB, onA), contact.normal) - radiusA - radiusB;
  if (separation > margin) return;
  const surfaceA = V.addScaled(onA, contact.normal, radiusA);
  Manifold.add(contact, V.addScaled(surfaceA, contact.normal, 0.5 * separation), separation, id);
}
