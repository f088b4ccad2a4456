import { V } from './vec';

/** Unit quaternions x, y, z, w in a v128. */
export class Q {
  // @ts-ignore: decorator
  @inline static identity(): v128 {
    return f32x4.replace_lane(f32x4.splat(0), 3, 1);
  }
  // @ts-ignore: decorator
  @inline static conjugate(q: v128): v128 {
    return v128.xor(q, i32x4(i32.MIN_VALUE, i32.MIN_VALUE, i32.MIN_VALUE, 0));
  }
  /** v + 2 q × (q × v + w v) */
  // @ts-ignore: decorator
  @inline static rotate(q: v128, v: v128): v128 {
    const t = V.cross(q, v);
    const t2 = f32x4.add(t, t);
    return f32x4.add(v, f32x4.add(f32x4.mul(t2, v128.shuffle<f32>(q, q, 3, 3, 3, 3)), V.cross(q, t2)));
  }
  // @ts-ignore: decorator
  @inline static unrotate(q: v128, v: v128): v128 {
    return Q.rotate(Q.conjugate(q), v);
  }
  static multiply(a: v128, b: v128): v128 {
    const aw = V.w(a),
      bw = V.w(b);
    const xyz = V.add(V.addScaled(V.scale(b, aw), a, bw), V.cross(a, b));
    return f32x4.replace_lane(xyz, 3, aw * bw - V.dot(a, b));
  }
  static normalize(q: v128): v128 {
    const p = f32x4.mul(q, q);
    const n = f32x4.extract_lane(p, 0) + f32x4.extract_lane(p, 1) + f32x4.extract_lane(p, 2) + f32x4.extract_lane(p, 3);
    return V.scale(q, 1.0 / sqrt<f32>(n));
  }
  /** First-order step of q under the angular velocity times time `turn` (rad), normalised. */
  // @ts-ignore: decorator
  @inline static integrate(q: v128, turn: v128): v128 {
    const t = V.xyz(turn);
    const spin = f32x4.add(f32x4.mul(t, v128.shuffle<f32>(q, q, 3, 3, 3, 3)), V.cross(t, q));
    const r = V.addScaled(q, f32x4.replace_lane(spin, 3, -V.dot(t, q)), 0.5);
    const s = f32x4.mul(r, r);
    const n = f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3);
    return V.scale(r, 1.0 / sqrt<f32>(n));
  }
  // @ts-ignore: decorator
  @inline static axisX(q: v128): v128 {
    const x = V.x(q),
      y = V.y(q),
      z = V.z(q),
      w = V.w(q);
    return V.of(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
  }
  // @ts-ignore: decorator
  @inline static axisY(q: v128): v128 {
    const x = V.x(q),
      y = V.y(q),
      z = V.z(q),
      w = V.w(q);
    return V.of(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
  }
  // @ts-ignore: decorator
  @inline static axisZ(q: v128): v128 {
    const x = V.x(q),
      y = V.y(q),
      z = V.z(q),
      w = V.w(q);
    return V.of(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
  }
}
