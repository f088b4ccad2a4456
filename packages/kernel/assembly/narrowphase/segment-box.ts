import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Manifold } from './manifold';

/** A core this far from the box, m, is far enough for the direction between them. */
const TELLS: f32 = 2e-3;
/** The normal is as good as a face's own where the distance from its plane differs by less than this, m. */
const AS_GOOD: f32 = 5e-5;

/**
 * A capsule, or a sphere (half = 0), against a box. In the box's frame the distance of a point of the core from the box is
 * a convex function of its parameter, with a derivative that is linear between the planes of the faces: exact.
 * The contact's normal comes out from the round shape to the box. False where the core of a capsule reaches into the box, or almost: no closed form then.
 */
export function collideSegmentBox(
  contact: Contact,
  round: Collider,
  box: Collider,
  half: f32,
  margin: f32,
  reach: f32,
): bool {
  const radius = V.x(round.size) + round.rounding + box.rounding;
  const h = V.xyz(box.size);
  const center = V.xyz(Q.unrotate(box.rotation, V.sub(round.position, box.position)));
  const d = V.xyz(Q.unrotate(box.rotation, V.scale(Q.axisY(round.rotation), half)));
  const t = half > 0 ? closestParameter(center, d, h) : 0;
  const p = V.addScaled(center, d, t);
  const q = V.max(V.neg(h), V.min(h, p));
  const gap = V.sub(q, p);
  const distance = V.length(gap);
  if (distance > radius + reach) {
    Manifold.apart(contact, distance - radius);
    return true;
  }
  // Normals here point from the core to the box.
  if (distance > (half > 0 ? TELLS : 1e-5)) {
    const n = V.xyz(V.scale(gap, 1 / distance));
    contact.normal = V.xyz(Q.rotate(box.rotation, n));
    if (half > 0 && abs(V.dot(d, n)) < 0.08 * half) {
      for (let axis = 0; axis < 3; axis++) {
        const off = (1 as f32) - abs<f32>(V.lane(n, axis));
        if (off < 5e-4 && off * distance < AS_GOOD) {
          if (clipToFace(contact, box, center, d, h, axis, n, radius, reach)) {
            for (let i = 0; i < contact.pointCount; i++) {
              if (V.w(contact.point(i).onA) <= distance - radius + AS_GOOD) return true;
            }
          }
        }
      }
    }
    const flat = f32x4.eq(V.abs(gap), f32x4.splat(distance));
    if ((i32x4.bitmask(flat) & 7) == 0 && distance > radius + margin) return true;
    // A core that runs out over an edge at a flat angle has its nearest point off the face, far from what lies over it.
    const separation = distance - radius;
    // Midway between the round surface, at p + n r, and the box.
    const middle = V.addScaled(p, n, radius - box.rounding + 0.5 * separation);
    Manifold.add(contact, V.add(box.position, Q.rotate(box.rotation, middle)), separation, 0);
    return true;
  }
  if (half > 0) return false;
  deepSphere(contact, box, center, h, radius);
  return true;
}

/** The centre of a sphere lies in the box: the least way out over the faces. */
function deepSphere(contact: Contact, box: Collider, center: v128, h: v128, radius: f32): void {
  let best: f32 = -Infinity,
    axis = 0;
  for (let i = 0; i < 3; i++) {
    const s = abs(V.lane(center, i)) - V.lane(h, i);
    if (s > best) {
      best = s;
      axis = i;
    }
  }
  const n = V.scale(V.unit(axis), V.lane(center, axis) >= 0 ? -1 : 1);
  const separation = best - radius;
  contact.normal = V.xyz(Q.rotate(box.rotation, n));
  const middle = V.addScaled(center, n, radius - box.rounding + 0.5 * separation);
  Manifold.add(contact, V.add(box.position, Q.rotate(box.rotation, middle)), separation, 0);
}

/** Points at both ends of the part of the core that lies over a face, seen along n. False where that part is too short to matter. */
function clipToFace(
  contact: Contact,
  box: Collider,
  center: v128,
  d: v128,
  h: v128,
  axis: i32,
  n: v128,
  radius: f32,
  margin: f32,
): bool {
  let low: f32 = -1,
    high: f32 = 1;
  for (let side = 0; side < 3; side++) {
    if (side == axis) continue;
    const c = V.lane(center, side),
      step = V.lane(d, side),
      limit = V.lane(h, side);
    if (abs(step) < 1e-6) {
      if (abs(c) > limit) return false;
      continue;
    }
    const t0 = (-limit - c) / step,
      t1 = (limit - c) / step;
    low = max(low, min(t0, t1));
    high = min(high, max(t0, t1));
  }
  if (high - low < 0.05) return false;
  const facing = V.lane(n, axis),
    cosine = abs(facing);
  for (let end = 0; end < 2; end++) {
    const p = V.addScaled(center, d, end == 0 ? low : high);
    const height = facing > 0 ? -V.lane(p, axis) : V.lane(p, axis);
    const separation = (height - V.lane(h, axis)) / cosine - radius;
    if (separation > margin) continue;
    const middle = V.addScaled(p, n, radius - box.rounding + 0.5 * separation);
    Manifold.add(contact, V.add(box.position, Q.rotate(box.rotation, middle)), separation, end + 1);
  }
  return contact.pointCount > 0;
}

/** Half the derivative of the squared distance of c + t d from the box. */
function slope(c: v128, d: v128, h: v128, t: f32): f32 {
  const p = V.addScaled(c, d, t);
  return V.dot(d, V.sub(p, V.max(V.neg(h), V.min(h, p))));
}

/** Zero of the slope in -1..1: bracketed by the parameters where the core crosses a face's plane, then linear. */
function closestParameter(c: v128, d: v128, h: v128): f32 {
  let low: f32 = -1,
    high: f32 = 1;
  let lowSlope = slope(c, d, h, low),
    highSlope = slope(c, d, h, high);
  if (lowSlope >= 0) return low;
  if (highSlope <= 0) return high;
  for (let axis = 0; axis < 3; axis++) {
    const step = V.lane(d, axis);
    if (abs(step) < 1e-9) continue;
    for (let side = -1; side <= 1; side += 2) {
      const t = ((side as f32) * V.lane(h, axis) - V.lane(c, axis)) / step;
      if (t <= low || t >= high) continue;
      const s = slope(c, d, h, t);
      if (s < 0) {
        low = t;
        lowSlope = s;
      } else {
        high = t;
        highSlope = s;
      }
    }
  }
  return low + ((high - low) * -lowSlope) / max<f32>(highSlope - lowSlope, 1e-20);
}
