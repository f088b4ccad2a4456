import { TreeNode } from '../broadphase/tree';
import { V } from '../math/vec';

/**
 * Lines against bounds: where they enter and leave slabs. Lane w of the line's inverse is 0: there it enters at 0, its start.
 * T. Kay and J. Kajiya, "Ray Tracing Complex Scenes" (1986).
 */
export class Slabs {
  /** `low`, `high`: what the line's origin is to the least and to the greatest corner. */
  // @ts-ignore: decorator
  @inline static meets(node: TreeNode, low: v128, high: v128, inverse: v128, limit: f32): bool {
    const near = f32x4.mul(V.sub(node.boundsMin, low), inverse),
      far = f32x4.mul(V.sub(node.boundsMax, high), inverse);
    const least = f32x4.pmin(near, far),
      most = f32x4.pmax(near, far);
    const enter = Slabs.enter(least, least),
      exit = Slabs.exit(most, most);
    return (i32x4.bitmask(f32x4.le(enter, f32x4.pmin(exit, f32x4.splat(limit)))) & 1) != 0;
  }

  /** Last entry into the slabs of a in lane 0 and of b in lane 1. */
  // @ts-ignore: decorator
  @inline static enter(a: v128, b: v128): v128 {
    const xy = v128.shuffle<f32>(a, b, 0, 4, 1, 5),
      zw = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const m = f32x4.pmax(xy, zw);
    return f32x4.pmax(m, v128.shuffle<f32>(m, m, 2, 3, 2, 3));
  }

  /** First exit out of them. */
  // @ts-ignore: decorator
  @inline static exit(a: v128, b: v128): v128 {
    const xy = v128.shuffle<f32>(a, b, 0, 4, 1, 5),
      zz = v128.shuffle<f32>(a, b, 2, 6, 2, 6);
    const m = f32x4.pmin(xy, zz);
    return f32x4.pmin(m, v128.shuffle<f32>(m, m, 2, 3, 2, 3));
  }
}
