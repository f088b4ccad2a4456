import { Collider } from '../bodies/collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { turnedBox } from '../shapes/bounds';

/** Bounds of surfaces; their own come first in both kinds. */
export class SurfaceBounds {
  /** A surface has no width that would limit what moves against it. m */
  // @ts-ignore: decorator
  @inline static readonly MIN_EXTENT: f32 = 1e6;

  /** From the collider's world pose. */
  static update(collider: Collider): void {
    const middle = V.add(collider.position, Q.rotate(collider.rotation, center(collider)));
    const reach = turnedBox(collider.rotation, halfSize(collider));
    collider.boundsMin = V.sub(middle, reach);
    collider.boundsMax = V.add(middle, reach);
  }

  /** Farthest corner of the bounds from `from`, both in body space, at most. */
  static maxExtent(collider: Collider, from: v128): f32 {
    const middle = V.add(collider.localPosition, Q.rotate(collider.localRotation, center(collider)));
    return V.length(V.sub(middle, from)) + V.length(halfSize(collider));
  }
}

function center(collider: Collider): v128 {
  const at = collider.geometry;
  return at == 0 ? V.zero() : V.xyz(V.scale(V.add(v128.load(at), v128.load(at, 16)), 0.5));
}

function halfSize(collider: Collider): v128 {
  const at = collider.geometry;
  return at == 0 ? V.zero() : V.xyz(V.scale(V.sub(v128.load(at, 16), v128.load(at)), 0.5));
}
