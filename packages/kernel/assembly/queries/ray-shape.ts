import { ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
import { Hit } from './hit';
import { Ray } from './ray';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/**
 * Where a ray of unit direction enters a collider within `limit`: distance, normal and feature go to `hit`. One that starts in a solid
 * hits it at once, against its direction. A new shape needs a line here, and a function that finds where a line enters and leaves it.
 */
export function rayShape(collider: Collider, origin: v128, direction: v128, limit: f32, hit: Hit): bool {
  const rotation = collider.rotation;
  const o = V.sub(origin, collider.position);
  if (collider.shape == ShapeType.Box) {
    if (!rayBox(collider.size, Q.unrotate(rotation, o), Q.unrotate(rotation, direction), limit, hit)) return false;
  } else if (collider.shape == ShapeType.Sphere) {
    return raySphere(V.x(collider.size) + collider.rounding, o, direction, limit, hit) && solid(direction, hit);
  } else {
    const radius = V.x(collider.size) + collider.rounding;
    if (!rayCapsule(radius, V.y(collider.size), Q.unrotate(rotation, o), Q.unrotate(rotation, direction), limit, hit))
      return false;
  }
  if (hit.distance <= 0) return solid(direction, hit);
  hit.normal = Q.rotate(rotation, hit.normal);
  return true;
}

/** A ray that starts within the shape ends there. */
function solid(direction: v128, hit: Hit): bool {
  if (hit.distance > 0) return true;
  hit.distance = 0;
  hit.normal = V.neg(direction);
  hit.feature = NONE;
  return true;
}

/** Slabs of a box around the origin of its frame. T. Kay and J. Kajiya, "Ray Tracing Complex Scenes" (1986). */
function rayBox(half: v128, o: v128, d: v128, limit: f32, hit: Hit): bool {
  const inverse = Ray.inverse(d);
  const t1 = f32x4.mul(V.sub(V.neg(half), o), inverse),
    t2 = f32x4.mul(V.sub(half, o), inverse);
  const near = f32x4.pmin(t1, t2),
    far = f32x4.pmax(t1, t2);
  const enter = max(V.x(near), max(V.y(near), V.z(near))),
    exit = min(V.x(far), min(V.y(far), V.z(far)));
  if (enter > exit || exit < 0 || enter > limit) return false;
  hit.distance = enter;
  if (enter <= 0) return true;
  const axis = enter == V.x(near) ? 0 : enter == V.y(near) ? 1 : 2;
  const sign: f32 = V.lane(d, axis) > 0 ? -1 : 1;
  hit.normal = V.scale(V.unit(axis), sign);
  hit.feature = (axis << 1) | (sign < 0 ? 1 : 0);
  return true;
}

/** Measured from the point of the ray nearest to the centre, which keeps far origins from cancelling the radius out. */
function raySphere(radius: f32, o: v128, d: v128, limit: f32, hit: Hit): bool {
  const middle = -V.dot(o, d);
  const nearest = V.addScaled(o, d, middle);
  const square = radius * radius - V.lengthSquared(nearest);
  if (square < 0) return false;
  const half = sqrt<f32>(square);
  const enter = middle - half;
  if (middle + half < 0 || enter > limit) return false;
  hit.distance = enter;
  hit.normal = V.scale(V.addScaled(nearest, d, -half), 1 / radius);
  hit.feature = NONE;
  return true;
}

/** The union of a tube about y and two balls: the least entry and the last exit of the three. */
function rayCapsule(radius: f32, half: f32, o: v128, d: v128, limit: f32, hit: Hit): bool {
  const middle = -V.dot(o, d);
  const c = V.addScaled(o, d, middle);
  let enter: f32 = Infinity,
    exit: f32 = -Infinity;
  for (let end = -1; end <= 1; end += 2) {
    const m = f32x4.replace_lane(c, 1, V.y(c) - (end as f32) * half);
    const b = V.dot(m, d);
    const square = radius * radius - V.lengthSquared(V.addScaled(m, d, -b));
    if (square < 0) continue;
    const root = sqrt<f32>(square);
    enter = min(enter, -b - root);
    exit = max(exit, -b + root);
  }
  const dx = V.x(d),
    dz = V.z(d),
    cx = V.x(c),
    cz = V.z(c);
  const a = dx * dx + dz * dz;
  if (a > 1e-12) {
    const b = cx * dx + cz * dz;
    // The line's distance from the axis, squared, without the part along it.
    const away = cx * dz - cz * dx;
    const square = a * radius * radius - away * away;
    if (square >= 0) {
      const root = sqrt<f32>(square);
      let t1 = (-b - root) / a,
        t2 = (-b + root) / a;
      const y1 = V.y(c) + t1 * V.y(d),
        y2 = V.y(c) + t2 * V.y(d);
      if (abs(y1) <= half) enter = min(enter, t1);
      if (abs(y2) <= half) exit = max(exit, t2);
    }
  }
  const distance = middle + enter;
  if (middle + exit < 0 || !(distance <= limit)) return false;
  hit.distance = distance;
  const p = V.addScaled(c, d, enter);
  const y = V.y(p);
  hit.normal = V.scale(f32x4.replace_lane(p, 1, y - max(-half, min(half, y))), 1 / radius);
  hit.feature = NONE;
  return true;
}
