/** Stands for 1 / 0: a line along a slab is in it or out of it at any distance, and 0 times it is no NaN. */
const STEEP: f32 = 1e30;

export class Line {
  /** 1 / v, lane by lane, finite. */
  // @ts-ignore: decorator
  @inline static inverse(v: v128): v128 {
    const inverse = f32x4.div(f32x4.splat(1), v);
    return f32x4.pmax(f32x4.splat(-STEEP), f32x4.pmin(f32x4.splat(STEEP), inverse));
  }
}
