import { ShapeType } from '../generated/layout';
import { Collider, Colliders } from '../bodies/collider';
import { Surface } from '../mesh/surface';
import { V } from '../math/vec';
import { Q } from '../math/quat';

/** How far two colliders are apart at least, m: along the line between their centres, `way`. -Infinity where that is not asked of a shape. */
export function gapBetween(a: Collider, b: Collider, way: v128, length: f32): f32 {
  return length - (reachAlong(a, way) + reachAlong(b, way)) / length - a.rounding - b.rounding;
}

/** Farthest point of a shape about its centre along `way`, times the length of that. */
function reachAlong(collider: Collider, way: v128): f32 {
  const shape = collider.shape,
    size = collider.size;
  if (shape == ShapeType.Box) return V.dot(V.abs(Q.unrotate(collider.rotation, way)), size);
  if (shape == ShapeType.Sphere) return V.x(size) * V.length(way);
  if (shape != ShapeType.Capsule) return Infinity;
  return V.x(size) * V.length(way) + V.y(size) * abs<f32>(V.dot(way, Q.axisY(collider.rotation)));
}

/** A box is a wall to what is smaller than it by this factor: the line from the middle of one to the middle of the other mostly runs along its face. */
const WALL: f32 = 4;

export class Wall {
  static is(wall: Collider, beside: Collider): bool {
    return (
      wall.shape == ShapeType.Box && V.largest(wall.size) > WALL * V.largest(beside.size) && !Surface.is(beside.shape)
    );
  }
}

/** How far a collider is beyond the faces of a wall at least, m, as if it were a ball. `way`: from one to the other. */
export function gapAtWall(wall: Collider, beside: Collider, way: v128): f32 {
  const beyond = V.largest(V.sub(V.abs(Q.unrotate(wall.rotation, way)), wall.size));
  return beyond - Colliders.maxExtent(beside, beside.localPosition) - wall.rounding;
}
