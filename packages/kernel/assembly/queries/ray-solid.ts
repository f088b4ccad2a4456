import { Hull, PLANE_GROUP } from '../shapes/hull';
import { Hit } from './hit';
import { Line } from './line';
import { V } from '../math/vec';
import { W } from '../math/wide';
import { NONE } from '../constants';

/**
 * Where a line enters a solid around the origin of its frame, as the distance along the ray, below 0 where the ray starts inside.
 * False where it misses, ends before, or lies behind. Distance, normal and feature go to `hit`, in the solid's frame.
 */
export class RaySolid {
  /** Slabs of a box around the origin of its frame. T. Kay and J. Kajiya, "Ray Tracing Complex Scenes" (1986). */
  static box(half: v128, o: v128, d: v128, limit: f32, hit: Hit): bool {
    const inverse = Line.inverse(d);
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
  static ball(radius: f32, o: v128, d: v128, limit: f32, hit: Hit): bool {
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
  static capsule(radius: f32, half: f32, o: v128, d: v128, limit: f32, hit: Hit): bool {
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

  /** A tube about y between two planes. */
  static cylinder(radius: f32, half: f32, o: v128, d: v128, limit: f32, hit: Hit): bool {
    // From the point of the line nearest to the centre, as for the ball.
    const middle = -V.dot(o, d);
    const c = V.addScaled(o, d, middle);
    const dx = V.x(d) as f64,
      dy = V.y(d) as f64,
      dz = V.z(d) as f64;
    const cx = V.x(c) as f64,
      cy = V.y(c) as f64,
      cz = V.z(c) as f64;
    const r = radius as f64;
    const a = dx * dx + dz * dz;
    let enter: f64 = -Infinity,
      exit: f64 = Infinity;
    let onSide = false;
    const away = cx * dz - cz * dx;
    if (a > 1e-14) {
      const square = a * r * r - away * away;
      if (square < 0) return false;
      const root = sqrt<f64>(square),
        b = cx * dx + cz * dz;
      enter = (-b - root) / a;
      exit = (-b + root) / a;
      onSide = true;
    } else if (cx * cx + cz * cz > r * r) return false;
    return RaySolid.capped(half, radius, 0, c, d, middle, enter, exit, onSide, limit, hit);
  }

  /** Base at -half, tip at half. */
  static cone(radius: f32, half: f32, o: v128, d: v128, limit: f32, hit: Hit): bool {
    const middle = -V.dot(o, d);
    const c = V.addScaled(o, d, middle);
    const dx = V.x(d) as f64,
      dy = V.y(d) as f64,
      dz = V.z(d) as f64;
    const cx = V.x(c) as f64,
      cz = V.z(c) as f64;
    const slope = (radius as f64) / (2 * (half as f64)),
      k = slope * slope;
    // Below the tip; the radius there is slope times this.
    const w = (half as f64) - (V.y(c) as f64);
    const a = dx * dx + dz * dz - k * dy * dy,
      b = cx * dx + cz * dz + k * w * dy,
      e = cx * cx + cz * cz - k * w * w;
    let enter: f64 = -Infinity,
      exit: f64 = Infinity;
    const square = b * b - a * e;
    if (abs(a) < 1e-12) {
      // Along the side: it crosses once.
      if (abs(b) < 1e-14) {
        if (e > 0) return false;
      } else if (b < 0) enter = (-0.5 * e) / b;
      else exit = (-0.5 * e) / b;
    } else if (square < 0) {
      if (a > 0) return false;
    } else {
      const root = sqrt<f64>(square);
      const t1 = (-b - root) / a,
        t2 = (-b + root) / a;
      if (a > 0) {
        enter = t1;
        exit = t2;
      } else if (dy < 0) enter = max(t1, t2);
      // Steeper than the side: the other crossing is on the cone's mirror image above the tip.
      else exit = min(t1, t2);
    }
    return RaySolid.capped(half, radius, slope as f32, c, d, middle, enter, exit, enter > -Infinity, limit, hit);
  }

  /** What is left of a crossing of the side between the planes at -half and half. The side leans in by `slope`. */
  private static capped(
    half: f32,
    radius: f32,
    slope: f32,
    c: v128,
    d: v128,
    middle: f32,
    enter: f64,
    exit: f64,
    onSide: bool,
    limit: f32,
    hit: Hit,
  ): bool {
    const dy = V.y(d) as f64,
      cy = V.y(c) as f64,
      h = half as f64;
    if (abs(dy) < 1e-12) {
      if (abs(cy) > h) return false;
    } else {
      const t1 = (-h - cy) / dy,
        t2 = (h - cy) / dy;
      const first = min(t1, t2);
      if (first > enter) {
        enter = first;
        onSide = false;
      }
      exit = min(exit, max(t1, t2));
    }
    if (!(enter <= exit)) return false;
    const distance = ((middle as f64) + enter) as f32;
    if ((middle as f64) + exit < 0 || !(distance <= limit)) return false;
    hit.distance = distance;
    hit.feature = NONE;
    if (onSide) {
      const p = V.addScaled(c, d, enter as f32);
      const flat = f32x4.replace_lane(p, 1, 0);
      hit.normal = V.normalize(f32x4.replace_lane(flat, 1, slope * V.length(V.xyz(flat))));
    } else hit.normal = V.of(0, dy > 0 ? -1 : 1, 0);
    return true;
  }

  /** The half spaces of a hull's faces, four at a time. Method: C. Ericson, "Real-Time Collision Detection" (2005), 5.3.8. */
  static hull(hull: usize, o: v128, d: v128, limit: f32, hit: Hit): bool {
    const dx = W.x(d),
      dy = W.y(d),
      dz = W.z(d);
    const ox = W.x(o),
      oy = W.y(o),
      oz = W.z(o);
    const count = Hull.header(hull).faceCount as i32;
    const planes = Hull.planes(hull);
    const end = planes + (((count + 3) >> 2) as usize) * PLANE_GROUP;
    let enter = f32x4.splat(-Infinity),
      exit = f32x4.splat(Infinity);
    let face = i32x4.splat(0),
      index = i32x4(0, 1, 2, 3);
    for (let at = planes; at < end; at += PLANE_GROUP) {
      const x = v128.load(at),
        y = v128.load(at, 16),
        z = v128.load(at, 32);
      const along = W.dot(x, y, z, dx, dy, dz);
      const above = f32x4.sub(W.dot(x, y, z, ox, oy, oz), v128.load(at, 48));
      // Along a face and outside of it: no way in.
      const parallel = f32x4.lt(f32x4.abs(along), f32x4.splat(1e-9));
      if (v128.any_true(v128.and(parallel, f32x4.gt(above, f32x4.splat(0))))) return false;
      const t = f32x4.neg(f32x4.div(above, along));
      const into = v128.andnot(f32x4.lt(along, f32x4.splat(0)), parallel),
        out = v128.andnot(f32x4.gt(along, f32x4.splat(0)), parallel);
      const later = v128.and(into, f32x4.gt(t, enter));
      enter = v128.bitselect(t, enter, later);
      face = v128.bitselect(index, face, later);
      exit = v128.bitselect(f32x4.pmin(exit, t), exit, out);
      index = i32x4.add(index, i32x4.splat(4));
    }
    const first = Hull.firstMax(enter, face);
    const low = f32x4.pmax(enter, v128.shuffle<f32>(enter, enter, 2, 3, 0, 1));
    const distance = max(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1));
    const high = f32x4.pmin(exit, v128.shuffle<f32>(exit, exit, 2, 3, 0, 1));
    const last = min(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1));
    if (distance > last || last < 0 || distance > limit) return false;
    hit.distance = distance;
    hit.feature = first;
    hit.normal = V.xyz(Hull.plane(planes, first));
    return true;
  }
}
