import { ShapeType } from '../generated/layout';
import { Convex } from '../convex/convex';
import { mostAlongPlanes } from '../convex/polytope';
import { Hull } from '../shapes/hull';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';

/** The face of a box or hull that looks most along a direction of world space, numbered as by rays; NONE for other shapes. */
export function faceOf(shape: Convex, direction: v128): i32 {
  const local = Q.unrotate(shape.rotation, direction);
  if (shape.kind == ShapeType.Hull) {
    const planes = shape.geometry + Hull.header(shape.geometry).planes;
    return mostAlongPlanes(planes, ((Hull.header(shape.geometry).faceCount as i32) + 3) >> 2, local);
  }
  if (shape.kind != ShapeType.Box) return NONE;
  const along = V.abs(local);
  let axis = V.y(along) > V.x(along) ? 1 : 0;
  if (V.z(along) > V.lane(along, axis)) axis = 2;
  return (axis << 1) | (V.lane(local, axis) < 0 ? 1 : 0);
}
