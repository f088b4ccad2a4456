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
