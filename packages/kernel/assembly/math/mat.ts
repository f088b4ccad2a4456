import { V } from './vec';
import { W } from './wide';

/** 3 × 3 matrices as three columns, one v128 each, in 48 bytes at an address. */
export class M {
  /** The matrix of three columns, of up to four rows, times v. */
  // @ts-ignore: decorator
  @inline static apply(c0: v128, c1: v128, c2: v128, v: v128): v128 {
    return W.dot(c0, c1, c2, W.x(v), W.y(v), W.z(v));
  }
  // @ts-ignore: decorator
  @inline static mul(m: usize, v: v128): v128 {
    return M.apply(v128.load(m), v128.load(m, 16), v128.load(m, 32), v);
  }
  /** mᵀ v. */
  static mulTransposed(m: usize, v: v128): v128 {
    // Lane w of the columns is 0.
    const a = f32x4.mul(v128.load(m), v),
      b = f32x4.mul(v128.load(m, 16), v),
      c = f32x4.mul(v128.load(m, 32), v);
    const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
    const cc = f32x4.add(c, v128.shuffle<f32>(c, c, 2, 3, 0, 1));
    return V.xyz(f32x4.add(v128.shuffle<f32>(ab, cc, 0, 1, 4, 7), v128.shuffle<f32>(ab, cc, 2, 3, 5, 7)));
  }
  /** out = m⁻¹ by cofactors; a singular m gives zero. */
  static invert(out: usize, m: usize): void {
    const a = v128.load(m),
      b = v128.load(m, 16),
      c = v128.load(m, 32);
    const bc = V.cross(b, c),
      ca = V.cross(c, a),
      ab = V.cross(a, b);
    const determinant = V.dot(a, bc);
    const s: f32 = determinant != 0 ? 1.0 / determinant : 0;
    // Rows of the inverse are bc, ca, ab over the determinant.
    v128.store(out, V.of(V.x(bc) * s, V.x(ca) * s, V.x(ab) * s));
    v128.store(out, V.of(V.y(bc) * s, V.y(ca) * s, V.y(ab) * s), 16);
    v128.store(out, V.of(V.z(bc) * s, V.z(ca) * s, V.z(ab) * s), 32);
  }
  /** m⁻¹ v for a symmetric positive definite m given by columns, by Cramer's rule. */
  static solve(a: v128, b: v128, c: v128, v: v128): v128 {
    const bc = V.cross(b, c);
    const determinant = V.dot(a, bc);
    const s: f32 = determinant != 0 ? 1.0 / determinant : 0;
    return V.of(s * V.dot(v, bc), s * V.dot(a, V.cross(v, c)), s * V.dot(a, V.cross(b, v)));
  }
}
