/** Four scalars at a time: helpers for code that handles four constraints in the four lanes. */
export class W {
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
  /** One lane of a row in all four. */
  // @ts-ignore: decorator
  @inline static x(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 0, 0, 0, 0);
  }
  // @ts-ignore: decorator
  @inline static y(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 1, 1, 1, 1);
  }
  // @ts-ignore: decorator
  @inline static z(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 2, 2, 2, 2);
  }
  // @ts-ignore: decorator
  @inline static w(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 3, 3, 3, 3);
  }
  /** a + b c */
  // @ts-ignore: decorator
  @inline static madd(a: v128, b: v128, c: v128): v128 {
    return f32x4.add(a, f32x4.mul(b, c));
  }
  /** a - b c */
  // @ts-ignore: decorator
  @inline static msub(a: v128, b: v128, c: v128): v128 {
    return f32x4.sub(a, f32x4.mul(b, c));
  }
  // @ts-ignore: decorator
  @inline static dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
    return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
  }
  /** a b - c d: one component of a cross product. */
  // @ts-ignore: decorator
  @inline static cross(a: v128, b: v128, c: v128, d: v128): v128 {
    return f32x4.sub(f32x4.mul(a, b), f32x4.mul(c, d));
  }
  /** `a` where the mask is set, else `b`. */
  // @ts-ignore: decorator
  @inline static select(mask: v128, a: v128, b: v128): v128 {
    return v128.bitselect(a, b, mask);
  }
  /** One component of a turned vector, as in `Q.rotate`: v + (t w + a b - c d), t being twice q × v and a b - c d that of q × t. */
  // @ts-ignore: decorator
  @inline static turned(v: v128, t: v128, w: v128, a: v128, b: v128, c: v128, d: v128): v128 {
    return W.add(v, W.add(W.mul(t, w), W.cross(a, b, c, d)));
  }
  // @ts-ignore: decorator
  @inline static twice(a: v128): v128 {
    return f32x4.add(a, a);
  }
  /** 1 / a, and 0 where a is not above 0. */
  // @ts-ignore: decorator
  @inline static inverse(a: v128): v128 {
    return v128.and(f32x4.gt(a, f32x4.splat(0)), f32x4.div(f32x4.splat(1), a));
  }
  /** vᵀ I v for a symmetric I. */
  // @ts-ignore: decorator
  @inline static quadratic(
    x: v128,
    y: v128,
    z: v128,
    xx: v128,
    yy: v128,
    zz: v128,
    xy: v128,
    xz: v128,
    yz: v128,
  ): v128 {
    const jx = W.dot(xx, xy, xz, x, y, z),
      jy = W.dot(xy, yy, yz, x, y, z),
      jz = W.dot(xz, yz, zz, x, y, z);
    return W.dot(x, y, z, jx, jy, jz);
  }
  // One of the columns of four rows. What two of them have in common the compiler works out once.
  // @ts-ignore: decorator
  @inline static columnX(a: v128, b: v128, c: v128, d: v128): v128 {
    return W.first(W.lows(a, b), W.lows(c, d));
  }
  // @ts-ignore: decorator
  @inline static columnY(a: v128, b: v128, c: v128, d: v128): v128 {
    return W.second(W.lows(a, b), W.lows(c, d));
  }
  // @ts-ignore: decorator
  @inline static columnZ(a: v128, b: v128, c: v128, d: v128): v128 {
    return W.first(W.highs(a, b), W.highs(c, d));
  }
  // @ts-ignore: decorator
  @inline static columnW(a: v128, b: v128, c: v128, d: v128): v128 {
    return W.second(W.highs(a, b), W.highs(c, d));
  }
  // Parts of these: low halves and high halves of two rows each, then two columns each.
  // @ts-ignore: decorator
  @inline static lows(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  }
  // @ts-ignore: decorator
  @inline static highs(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  }
  // @ts-ignore: decorator
  @inline static first(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 0, 1, 4, 5);
  }
  // @ts-ignore: decorator
  @inline static second(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 2, 3, 6, 7);
  }
}
