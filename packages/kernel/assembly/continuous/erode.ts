import { ShapeType } from '../generated/layout';
import { Convex } from '../convex/convex';
import { V } from '../math/vec';

/**
 * Shrinks the core of a shape by `depth`, as far as there is one, and grows its radius by as much: what it covers then lies within the
 * shape, and overlaps less deep than `depth` can be measured as distances of cores. Returns the depth that there is room for. `minExtent`: the
 * collider's, for hulls and cones.
 */
export function erode(shape: Convex, minExtent: f32, depth: f32): f32 {
  const size = shape.size,
    x = V.x(size),
    y = V.y(size);
  if (shape.kind == ShapeType.Box) {
    const most = min(depth, min(x, min(y, V.z(size))));
    shape.size = V.sub(size, V.of(most, most, most));
    shape.radius += most;
  } else if (shape.kind == ShapeType.Cylinder) {
    const most = min(depth, min(x, y));
    shape.size = V.sub(size, V.of(most, most, 0));
    shape.radius += most;
  } else if (shape.kind == ShapeType.Hull) {
    drawTogether(shape, shape.center(), minExtent - shape.radius, depth);
  } else if (shape.kind == ShapeType.Cone) {
    const inner = minExtent - shape.radius;
    drawTogether(shape, V.of(0, inner - y, 0), inner, depth);
  }
  return min(depth, shape.radius);
}

/** With a ball B around a point inside a convex K, the shape (1 - s) B + s K lies in K. */
function drawTogether(shape: Convex, center: v128, innerRadius: f32, depth: f32): void {
  const most = min(depth, innerRadius);
  shape.shrink(center, 1 - most / innerRadius);
  shape.radius += most;
}
