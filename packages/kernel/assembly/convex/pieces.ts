import { Collider } from '../bodies/collider';
import { Surface, WALK_SIZE } from '../mesh/surface';
import { Convex } from './convex';
import { V } from '../math/vec';
import { Q } from '../math/quat';
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

  // @ts-ignore: decorator
  @inline private get walk(): usize {
    return changetype<usize>(this) + offsetof<Pieces>();
  }

  /** `low`, `high`: world space. */
  start(collider: Collider, low: v128, high: v128): void {
    this.collider = collider;
    this.feature = NONE;
    this.isDone = 0;
    if (!Surface.is(collider.shape)) return;
    if (collider.geometry == 0) {
      this.isDone = 1;
      return;
    }
    // The box in the surface's own space, as far as its turn makes it wider.
    const inverse = Q.conjugate(collider.rotation);
    const middle = Q.rotate(inverse, V.sub(V.scale(V.add(low, high), 0.5), collider.position));
    const half = V.scale(V.sub(high, low), 0.5);
    const reach = V.add(
      V.add(V.scale(V.abs(Q.axisX(inverse)), V.x(half)), V.scale(V.abs(Q.axisY(inverse)), V.y(half))),
      V.scale(V.abs(Q.axisZ(inverse)), V.z(half)),
    );
    Surface.start(
      collider.shape,
      collider.geometry,
      this.walk,
      V.xyz(V.sub(middle, reach)),
      V.xyz(V.add(middle, reach)),
    );
  }

  /** Sets `piece` to the next one. False behind the last. */
  next(piece: Convex): bool {
    if (this.isDone != 0) return false;
    const collider = this.collider;
    if (!Surface.is(collider.shape)) {
      this.isDone = 1;
      piece.setCollider(collider);
      return true;
    }
    const triangle = Surface.next(collider.shape, collider.geometry, this.walk);
    if (triangle < 0) {
      this.isDone = 1;
      return false;
    }
    this.feature = triangle;
    piece.setTriangle(this.corner(triangle, 0), this.corner(triangle, 1), this.corner(triangle, 2), collider.rounding);
    return true;
  }

  /** World space. */
  private corner(triangle: i32, corner: i32): v128 {
    const collider = this.collider;
    const vertex = Surface.corner(collider.shape, collider.geometry, triangle, corner);
    const local = Surface.vertex(collider.shape, collider.geometry, vertex);
    return V.xyz(V.add(collider.position, Q.rotate(collider.rotation, local)));
  }
}

export const PIECES_SIZE: usize = offsetof<Pieces>() + WALK_SIZE;
