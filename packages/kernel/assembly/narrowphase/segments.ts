import { V } from '../math/vec';

/** Segments closer to parallel than this (sine squared) are as near everywhere, to 1e-4 of their length. */
const PARALLEL: f32 = 2.5e-9;

/**
 * Closest points of two segments p ± d. Lanes of the result: parameters s and t in -1..1.
 * Method: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.9, on centred segments. What crosses is told by the cross product: the difference
 * of products of lengths that stands for it there keeps no digits in 32 bits where the segments are almost parallel.
 */
export function closestOnSegments(p1: v128, d1: v128, p2: v128, d2: v128): v128 {
  const r = V.sub(p1, p2);
  const a = V.dot(d1, d1),
    e = V.dot(d2, d2),
    f = V.dot(d2, r);
  let s: f32 = 0,
    t: f32 = 0;
  if (a > 1e-12 && e > 1e-12) {
    const c = V.dot(d1, r),
      b = V.dot(d1, d2);
    const across = V.xyz(V.cross(d1, d2));
    const turned = V.dot(across, across);
    if (turned > PARALLEL * a * e) s = clamp1(V.dot(V.xyz(V.cross(d2, r)), across) / turned);
    t = (b * s + f) / e;
    if (t < -1 || t > 1) {
      t = clamp1(t);
      s = clamp1((b * t - c) / a);
    }
  } else if (e > 1e-12) t = clamp1(f / e);
  else if (a > 1e-12) s = clamp1(-V.dot(d1, r) / a);
  return V.of(s, t, 0);
}

export function clamp1(x: f32): f32 {
  return max<f32>(-1, min<f32>(1, x));
}
