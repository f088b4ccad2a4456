import { Contact } from '../contacts/contact';
import { Collider } from '../bodies/collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Manifold } from './manifold';
import { closestOnSegments } from './segments';

/**
 * A capsule, or a sphere (half = 0), against a box. In the box's frame the distance of a point of the core from the box is
 * a convex function of its parameter, with a derivative that is linear between the planes of the faces: exact.
 * The contact's normal comes out from the round shape to the box.
 */
export function collideSegmentBox(
  contact: Contact,
  round: Collider,
  box: Collider,
  half: f32,
  margin: f32,
  reach: f32,
): void {
  const radius = V.x(round.size) + round.rounding + box.rounding;
  const h = V.xyz(box.size);
  const center = V.xyz(Q.unrotate(box.rotation, V.sub(round.position, box.position)));
  const d = V.xyz(Q.unrotate(box.rotation, V.scale(Q.axisY(round.rotation), half)));
  const t = half > 0 ? closestParameter(center, d, h) : 0;
  const p = V.addScaled(center, d, t);
  const q = V.max(V.neg(h), V.min(h, p));
  const gap = V.sub(q, p);
  const distance = V.length(gap);
  if (distance > radius + reach) return;
  // Normals here point from the core to the box.
  if (distance > 1e-5) {
    const n = V.xyz(V.scale(gap, 1 / distance));
    if (half > 0 && abs(V.dot(d, n)) < 0.08 * half) {
      for (let axis = 0; axis < 3; axis++) {
        if (abs(V.lane(n, axis)) > 0.9995) {
          if (clipToFace(contact, box, center, d, h, axis, V.lane(n, axis) > 0 ? -1 : 1, radius, reach)) return;
        }
      }
    }
    const flat = f32x4.eq(V.abs(gap), f32x4.splat(distance));
    if ((i32x4.bitmask(flat) & 7) == 0 && distance > radius + margin) return;
    contact.normal = V.xyz(Q.rotate(box.rotation, n));
    const separation = distance - radius;
    // Midway between the round surface, at p + n r, and the box.
    const middle = V.addScaled(p, n, radius + 0.5 * separation);
    Manifold.add(contact, V.add(box.position, Q.rotate(box.rotation, middle)), separation, 0);
    return;
  }
  deepSegment(contact, box, center, d, h, half, radius, margin);
}

/** The core reaches into the box: least way out over the faces and, for a segment, the crossed edges. */
function deepSegment(
  contact: Contact,
  box: Collider,
  center: v128,
  d: v128,
  h: v128,
  half: f32,
  radius: f32,
  margin: f32,
): void {
  let best: f32 = -Infinity,
    bestAxis = 0;
  for (let axis = 0; axis < 3; axis++) {
    const s = abs(V.lane(center, axis)) - V.lane(h, axis) - abs(V.lane(d, axis));
    if (s > best) {
      best = s;
      bestAxis = axis;
    }
  }
  let edge = -1;
  let edgeNormal = V.zero();
  if (half > 0) {
    for (let axis = 0; axis < 3; axis++) {
      const cross = V.cross(V.unit(axis), d);
      const length = V.length(cross);
      if (length < 0.05 * half) continue;
      let n = V.scale(cross, 1 / length);
      if (V.dot(n, center) < 0) n = V.neg(n);
      const s = V.dot(n, center) - V.dot(V.abs(n), h);
      if (s > best + 0.001) {
        best = s;
        edge = axis;
        edgeNormal = n;
      }
    }
  }
  if (edge < 0) {
    const sign: f32 = V.lane(center, bestAxis) >= 0 ? 1 : -1;
    if (half > 0 && clipToFace(contact, box, center, d, h, bestAxis, sign, radius, margin)) return;
    const n = V.scale(V.unit(bestAxis), -sign);
    // The deepest end of the core along the face.
    const t: f32 = V.dot(d, n) > 0 ? 1 : -1;
    const p = half > 0 ? V.addScaled(center, d, t) : center;
    const separation = sign * V.lane(p, bestAxis) - V.lane(h, bestAxis) - radius;
    contact.normal = V.xyz(Q.rotate(box.rotation, n));
    const middle = V.addScaled(p, n, radius + 0.5 * separation);
    Manifold.add(contact, V.add(box.position, Q.rotate(box.rotation, middle)), separation, 0);
    return;
  }
  // The supporting edge of the box in the direction of the core.
  const corner = V.of(
    V.x(edgeNormal) >= 0 ? V.x(h) : -V.x(h),
    V.y(edgeNormal) >= 0 ? V.y(h) : -V.y(h),
    V.z(edgeNormal) >= 0 ? V.z(h) : -V.z(h),
  );
  const edgeCenter =
    edge == 0
      ? f32x4.replace_lane(corner, 0, 0)
      : edge == 1
        ? f32x4.replace_lane(corner, 1, 0)
        : f32x4.replace_lane(corner, 2, 0);
  const closest = closestOnSegments(center, d, edgeCenter, V.scale(V.unit(edge), V.lane(h, edge)));
  const p = V.addScaled(center, d, V.x(closest));
  const n = V.neg(edgeNormal);
  const separation = best - radius;
  contact.normal = V.xyz(Q.rotate(box.rotation, n));
  const middle = V.addScaled(p, n, radius + 0.5 * separation);
  Manifold.add(contact, V.add(box.position, Q.rotate(box.rotation, middle)), separation, 16 + edge);
}

/** Points at both ends of the part of the core that lies over a face. False where that part is too short to matter. */
function clipToFace(
  contact: Contact,
  box: Collider,
  center: v128,
  d: v128,
  h: v128,
  axis: i32,
  sign: f32,
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
  const n = V.scale(V.unit(axis), -sign);
  contact.normal = V.xyz(Q.rotate(box.rotation, n));
  for (let end = 0; end < 2; end++) {
    const p = V.addScaled(center, d, end == 0 ? low : high);
    const separation = sign * V.lane(p, axis) - V.lane(h, axis) - radius;
    if (separation > margin) continue;
    const middle = V.addScaled(p, n, radius + 0.5 * separation);
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
