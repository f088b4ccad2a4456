/** Vectors in the lanes x, y, z of a v128; w is carried along and means nothing unless said. */
export class V {
  // @ts-ignore: decorator
  @inline static of(x: f32, y: f32, z: f32): v128 {
    return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, x), 1, y), 2, z);
  }
  // @ts-ignore: decorator
  @inline static zero(): v128 {
    return f32x4.splat(0);
  }
  // @ts-ignore: decorator
  @inline static x(a: v128): f32 {
    return f32x4.extract_lane(a, 0);
  }
  // @ts-ignore: decorator
  @inline static y(a: v128): f32 {
    return f32x4.extract_lane(a, 1);
  }
  // @ts-ignore: decorator
  @inline static z(a: v128): f32 {
    return f32x4.extract_lane(a, 2);
  }
  // @ts-ignore: decorator
  @inline static w(a: v128): f32 {
    return f32x4.extract_lane(a, 3);
  }
  // @ts-ignore: decorator
  @inline static withW(a: v128, w: f32): v128 {
    return f32x4.replace_lane(a, 3, w);
  }
  // @ts-ignore: decorator
  @inline static add(a: v128, b: v128): v128 {
    return f32x4.add(a, b);
  }
  // @ts-ignore: decorator
  @inline static sub(a: v128, b: v128): v128 {
    return f32x4.sub(a, b);
  }
  // @ts-ignore: decorator
  @inline static mul(a: v128, b: v128): v128 {
    return f32x4.mul(a, b);
  }
  // @ts-ignore: decorator
  @inline static neg(a: v128): v128 {
    return f32x4.neg(a);
  }
  // @ts-ignore: decorator
  @inline static abs(a: v128): v128 {
    return f32x4.abs(a);
  }
  // @ts-ignore: decorator
  @inline static min(a: v128, b: v128): v128 {
    return f32x4.pmin(a, b);
  }
  // @ts-ignore: decorator
  @inline static max(a: v128, b: v128): v128 {
    return f32x4.pmax(a, b);
  }
  // @ts-ignore: decorator
  @inline static scale(a: v128, s: f32): v128 {
    return f32x4.mul(a, f32x4.splat(s));
  }
  /** a + b s */
  // @ts-ignore: decorator
  @inline static addScaled(a: v128, b: v128, s: f32): v128 {
    return f32x4.add(a, f32x4.mul(b, f32x4.splat(s)));
  }
  // @ts-ignore: decorator
  @inline static dot(a: v128, b: v128): f32 {
    const p = f32x4.mul(a, b);
    return f32x4.extract_lane(p, 0) + f32x4.extract_lane(p, 1) + f32x4.extract_lane(p, 2);
  }
  // @ts-ignore: decorator
  @inline static yzx(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 1, 2, 0, 3);
  }
  // @ts-ignore: decorator
  @inline static cross(a: v128, b: v128): v128 {
    return V.yzx(f32x4.sub(f32x4.mul(a, V.yzx(b)), f32x4.mul(V.yzx(a), b)));
  }
  // @ts-ignore: decorator
  @inline static lengthSquared(a: v128): f32 {
    return V.dot(a, a);
  }
  // @ts-ignore: decorator
  @inline static length(a: v128): f32 {
    return sqrt<f32>(V.dot(a, a));
  }
  /** Unit vector; (0, 1, 0) where `a` has no direction. */
  static normalize(a: v128): v128 {
    const length = V.length(a);
    if (length < 1e-12) return V.of(0, 1, 0);
    return V.scale(a, 1.0 / length);
  }
  /** `a`, or where it is longer than `most`, a vector of that length in its direction. */
  static capped(a: v128, most: f32): v128 {
    let squared = V.lengthSquared(a);
    if (!(squared > most * most)) return a;
    if (squared == Infinity) {
      // The square of no finite lane overflows now; 2⁻⁶⁶.
      a = V.scale(a, 1.355252715606881e-20);
      squared = V.lengthSquared(a);
    }
    return V.scale(a, most / sqrt<f32>(squared));
  }
  /** Any unit vector at right angles to the unit vector n. Method: T. Duff et al., "Building an Orthonormal Basis, Revisited" (JCGT 2017). */
  static perpendicular(n: v128): v128 {
    const x = V.x(n),
      y = V.y(n),
      z = V.z(n);
    const sign: f32 = z >= 0 ? 1 : -1;
    const a: f32 = -1.0 / (sign + z);
    return V.of(1.0 + sign * x * x * a, sign * x * y * a, -sign * x);
  }
  // @ts-ignore: decorator
  @inline static lane(a: v128, axis: i32): f32 {
    return axis == 0 ? V.x(a) : axis == 1 ? V.y(a) : V.z(a);
  }
  // @ts-ignore: decorator
  @inline static largest(a: v128): f32 {
    const b = V.yzx(a);
    return V.x(V.max(V.max(a, b), V.yzx(b)));
  }
  static unit(axis: i32): v128 {
    return axis == 0 ? V.of(1, 0, 0) : axis == 1 ? V.of(0, 1, 0) : V.of(0, 0, 1);
  }
  /** Clears lane w, so that a sum over four lanes is a sum over three. */
  // @ts-ignore: decorator
  @inline static xyz(a: v128): v128 {
    return f32x4.replace_lane(a, 3, 0);
  }
}
