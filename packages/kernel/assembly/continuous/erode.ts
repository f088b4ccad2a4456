import { ShapeType } from '../generated/layout';
import { Convex } from '../convex/convex';
import { V } from '../math/vec';

/**
 * Shrinks the core of a shape by `depth` and grows its radius by as much: what it covers then lies within the shape, and overlaps
 * less deep than `depth` can be measured as distances of cores. Returns the depth that there is room for.
 */
export function erode(shape: Convex, depth: f32): f32 {
  const size = shape.size;
  if (shape.kind == ShapeType.Box) {
    shape.size = V.max(V.zero(), V.sub(size, V.of(depth, depth, depth)));
    shape.radius += depth;
  } else if (shape.kind == ShapeType.Cylinder) {
    shape.size = V.max(V.zero(), V.sub(size, V.of(depth, depth, 0)));
    shape.radius += depth;
  }
  return min(depth, shape.radius);
}
