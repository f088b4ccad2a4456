import { ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
import { Convex } from './convex';
import { NONE } from '../constants';

/**
 * The convex pieces of a collider that reach into a box: the collider itself, or the triangles of a surface. What works on pieces knows
 * every shape. Lives wherever the caller has room: PIECES_SIZE bytes.
 */
@unmanaged
export class Pieces {
  collider: Collider;
  /** Triangle of the last piece, or NONE. */
  feature: i32;
  isDone: i32;
  reserved: u32;

  /** `low`, `high`: world space; the collider's bounds reach into them. */
  start(collider: Collider, low: v128, high: v128): void {
    this.collider = collider;
    this.feature = NONE;
    this.isDone = 0;
  }

  /** Sets `piece` to the next one. False behind the last. */
  next(piece: Convex): bool {
    if (this.isDone != 0) return false;
    this.isDone = 1;
    piece.setCollider(this.collider);
    return true;
  }
}

export const PIECES_SIZE: usize = offsetof<Pieces>();
