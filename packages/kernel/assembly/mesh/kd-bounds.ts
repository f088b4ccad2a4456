import { V } from '../math/vec';
import { Mesh } from './mesh';
import { KD_DEPTH, KD_NODE, KdNode, LEAF } from './kd-node';

/** A walk over the triangles whose bounds overlap a box. Lives wherever the caller has room: `offsetof<KdWalk>() + 4 · KD_DEPTH` bytes. */
@unmanaged
export class KdWalk {
  low: v128;
  high: v128;
  top: i32;
  /** Second triangle of the last leaf, or -1. */
  waiting: i32;
  reserved: u64;
}

export const KD_WALK_SIZE: usize = offsetof<KdWalk>() + (KD_DEPTH << 2);

export class KdBounds {
  static start(walk: KdWalk, mesh: Mesh, low: v128, high: v128): void {
    walk.low = low;
    walk.high = high;
    walk.waiting = -1;
    // The planes tell nothing of what lies outside them: without this a box beside the mesh would be walked for nothing.
    const gap = v128.or(f32x4.gt(mesh.boundsMin, high), f32x4.gt(low, mesh.boundsMax));
    const missed = mesh.nodeCount == 0 || (i32x4.bitmask(gap) & 7) != 0;
    walk.top = missed ? 0 : 1;
    store<u32>(changetype<usize>(walk) + offsetof<KdWalk>(), 0);
  }

  /** The next triangle, or -1 behind the last. */
  static next(walk: KdWalk, mesh: Mesh): i32 {
    const low = walk.low,
      high = walk.high;
    const waiting = walk.waiting;
    if (waiting >= 0) {
      walk.waiting = -1;
      if (overlaps(mesh, waiting, low, high)) return waiting;
    }
    const stack = changetype<usize>(walk) + offsetof<KdWalk>();
    let top = walk.top;
    while (top > 0) {
      const node = changetype<KdNode>(mesh.nodes + (load<u32>(stack + ((--top as usize) << 2)) as usize) * KD_NODE);
      const link = node.link,
        axis = link & 3;
      if (axis == LEAF) {
        const at = changetype<usize>(node);
        const first = load<i32>(at);
        const second = link >> 2 > 1 ? load<i32>(at, 4) : -1;
        if (overlaps(mesh, first, low, high)) {
          walk.top = top;
          walk.waiting = second;
          return first;
        }
        if (second >= 0 && overlaps(mesh, second, low, high)) {
          walk.top = top;
          return second;
        }
        continue;
      }
      const lane = (axis as usize) << 2;
      const child = link >> 2;
      if (node.high <= load<f32>(changetype<usize>(walk) + lane, offsetof<KdWalk>('high')))
        store<u32>(stack + ((top++ as usize) << 2), child + 1);
      if (node.low >= load<f32>(changetype<usize>(walk) + lane)) store<u32>(stack + ((top++ as usize) << 2), child);
    }
    walk.top = 0;
    return -1;
  }
}

/** Do the bounds of a triangle overlap the box? */
function overlaps(mesh: Mesh, triangle: i32, low: v128, high: v128): bool {
  const a = mesh.vertex(mesh.corner(triangle, 0)),
    b = mesh.vertex(mesh.corner(triangle, 1)),
    c = mesh.vertex(mesh.corner(triangle, 2));
  const gap = v128.or(f32x4.gt(V.min(V.min(a, b), c), high), f32x4.lt(V.max(V.max(a, b), c), low));
  return (i32x4.bitmask(gap) & 7) == 0;
}
