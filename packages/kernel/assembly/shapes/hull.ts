import { HullHeader } from '../generated/layout';
import { V } from '../math/vec';
import { W } from '../math/wide';

/** Bytes of four vertices: x of each, y of each, z of each. */
export const VERTEX_GROUP: usize = 48;
/** Bytes of four planes: x, y, z of each normal, and each offset. */
export const PLANE_GROUP: usize = 64;

/** Reading a convex hull: a block that the page finished (HullHeader in the layout). All in the hull's own space. */
export class Hull {
  // @ts-ignore: decorator
  @inline static header(hull: usize): HullHeader {
    return changetype<HullHeader>(hull);
  }
  // @ts-ignore: decorator
  @inline static vertices(hull: usize): usize {
    return hull + Hull.header(hull).vertices;
  }
  // @ts-ignore: decorator
  @inline static planes(hull: usize): usize {
    return hull + Hull.header(hull).planes;
  }

  /** One vertex of groups of four. */
  // @ts-ignore: decorator
  @inline static vertex(vertices: usize, index: i32): v128 {
    const at = vertices + ((index >> 2) as usize) * VERTEX_GROUP + (((index & 3) as usize) << 2);
    return V.of(load<f32>(at), load<f32>(at, 16), load<f32>(at, 32));
  }

  /** One plane of groups of four: normal, and offset in lane w. */
  // @ts-ignore: decorator
  @inline static plane(planes: usize, index: i32): v128 {
    const at = planes + ((index >> 2) as usize) * PLANE_GROUP + (((index & 3) as usize) << 2);
    return V.withW(V.of(load<f32>(at), load<f32>(at, 16), load<f32>(at, 32)), load<f32>(at, 48));
  }

  /** Index of the vertex farthest along a direction; of equal ones the first. */
  static support(vertices: usize, count: i32, direction: v128): i32 {
    const x = W.x(direction),
      y = W.y(direction),
      z = W.z(direction);
    let best = f32x4.splat(-Infinity),
      bestIndex = i32x4.splat(0);
    let index = i32x4(0, 1, 2, 3);
    const end = vertices + (((count + 3) >> 2) as usize) * VERTEX_GROUP;
    for (let at = vertices; at < end; at += VERTEX_GROUP) {
      const along = f32x4.add(
        f32x4.add(f32x4.mul(v128.load(at), x), f32x4.mul(v128.load(at, 16), y)),
        f32x4.mul(v128.load(at, 32), z),
      );
      const better = f32x4.gt(along, best);
      best = v128.bitselect(along, best, better);
      bestIndex = v128.bitselect(index, bestIndex, better);
      index = i32x4.add(index, i32x4.splat(4));
    }
    return Hull.firstMax(best, bestIndex);
  }

  /** Of the lanes with the greatest value the least index. */
  // @ts-ignore: decorator
  @inline static firstMax(values: v128, indices: v128): i32 {
    const a = f32x4.pmax(values, v128.shuffle<f32>(values, values, 2, 3, 0, 1));
    const most = f32x4.pmax(a, v128.shuffle<f32>(a, a, 1, 0, 3, 2));
    const chosen = v128.bitselect(indices, i32x4.splat(i32.MAX_VALUE), f32x4.eq(values, most));
    const b = i32x4.min_s(chosen, v128.shuffle<i32>(chosen, chosen, 2, 3, 0, 1));
    return i32x4.extract_lane(i32x4.min_s(b, v128.shuffle<i32>(b, b, 1, 0, 3, 2)), 0);
  }

  /** Farthest coordinate along a direction. */
  static extent(vertices: usize, count: i32, direction: v128): f32 {
    return V.dot(Hull.vertex(vertices, Hull.support(vertices, count, direction)), direction);
  }
}
