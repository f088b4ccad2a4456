import { V } from './vec';
import { W } from './wide';

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
    return f32x4.add(v, f32x4.add(f32x4.mul(t2, W.w(q)), V.cross(q, t2)));
  }
  // @ts-ignore: decorator
  @inline static unrotate(q: v128, v: v128): v128 {
    return Q.rotate(Q.conjugate(q), v);
  }
  static multiply(a: v128, b: v128): v128 {
    const s = i32.MIN_VALUE;
    const x = f32x4.mul(W.x(a), v128.shuffle<f32>(b, b, 3, 2, 1, 0)),
      y = f32x4.mul(W.y(a), v128.shuffle<f32>(b, b, 2, 3, 0, 1)),
      z = f32x4.mul(W.z(a), v128.shuffle<f32>(b, b, 1, 0, 3, 2)),
      w = f32x4.mul(W.w(a), b);
    return f32x4.add(
      f32x4.add(w, v128.xor(x, i32x4(0, s, 0, s))),
      f32x4.add(v128.xor(y, i32x4(0, 0, s, s)), v128.xor(z, i32x4(s, 0, 0, s))),
    );
  }
  // @ts-ignore: decorator
  @inline static lengthSquared(q: v128): f32 {
    const p = f32x4.mul(q, q);
    return f32x4.extract_lane(p, 0) + f32x4.extract_lane(p, 1) + f32x4.extract_lane(p, 2) + f32x4.extract_lane(p, 3);
  }
  static normalize(q: v128): v128 {
    return V.scale(q, 1.0 / sqrt<f32>(Q.lengthSquared(q)));
  }
  /** First-order step of q under the angular velocity times time `turn` (rad), normalised. */
  // @ts-ignore: decorator
  @inline static integrate(q: v128, turn: v128): v128 {
    const t = V.xyz(turn);
    const spin = f32x4.add(f32x4.mul(t, W.w(q)), V.cross(t, q));
    const r = V.addScaled(q, f32x4.replace_lane(spin, 3, -V.dot(t, q)), 0.5);
    return V.scale(r, 1.0 / sqrt<f32>(Q.lengthSquared(r)));
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
  static axis(q: v128, axis: i32): v128 {
    return axis == 0 ? Q.axisX(q) : axis == 1 ? Q.axisY(q) : Q.axisZ(q);
  }
}
