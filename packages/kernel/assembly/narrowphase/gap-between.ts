import { ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
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
  // @ts-ignore: decorator
  @inline static is(wall: Collider, beside: Collider): bool {
    return wall.shape == ShapeType.Box && V.largest(wall.size) > WALL * V.largest(beside.size);
  }
}

/** How far a collider is beyond the faces of a wall at least, m, as if it were a ball. `way`: from one to the other. -Infinity where that is not asked of its shape. */
export function gapAtWall(wall: Collider, beside: Collider, way: v128): f32 {
  const beyond = V.largest(V.sub(V.abs(Q.unrotate(wall.rotation, way)), wall.size));
  return beyond - radiusOf(beside) - wall.rounding - beside.rounding;
}

/** Of the ball about a shape. */
function radiusOf(collider: Collider): f32 {
  const shape = collider.shape,
    size = collider.size;
  if (shape == ShapeType.Box) return V.length(size);
  if (shape == ShapeType.Sphere) return V.x(size);
  return shape == ShapeType.Capsule ? V.x(size) + V.y(size) : Infinity;
}
