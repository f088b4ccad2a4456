import { World } from '../world/world';
import { ShapeType } from '../generated/layout';
import { BodySim } from './body';
import { Surface } from '../mesh/surface';
import { SurfaceBounds } from '../mesh/surface-bounds';
import { Hull } from '../shapes/hull';
import { Bounds } from '../shapes/bounds';
import { V } from '../math/vec';
import { Q } from '../math/quat';

/** In `Collider.flags`, beside ColliderFlag: its surface moves. */
export const CONVEYS: u32 = 1 << 31;

/** A shape on a body. World pose and bounds are those of the last finished step. */
@unmanaged
export class Collider {
  // The cache line of the narrowphase's first look.
  boundsMin: v128;
  boundsMax: v128;
  fatMin: v128;
  fatMax: v128;
  // The second line: all that most tests of shapes read.
  position: v128;
  rotation: v128;
  /** Sphere: radius. Capsule, cylinder, cone: radius, half height along y. Box: half extents. */
  size: v128;
  rounding: f32;
  shape: u32;
  body: i32;
  flags: u32;
  /** In the body. */
  localPosition: v128;
  localRotation: v128;
  surfaceVelocity: v128;
  next: i32;
  ordinal: i32;
  memberships: u32;
  filter: u32;
  /** Node in the tree of the body's type, or NONE. */
  proxy: i32;
  tree: u32;
  friction: f32;
  restitution: f32;
  rollingResistance: f32;
  /** 1 + place in the list of moved proxies, or 0. */
  movedIndex: i32;
  /** Address of the hull, mesh or height field; 0 for a shape that its size describes. */
  geometry: usize;
  reserved: u32;
  /** Fat bounds that pairs were last looked for with; nowhere, where all it meets may be new to it. */
  searchedMin: v128;
  searchedMax: v128;
}
if (offsetof<Collider>() % 64 != 0) ERROR('a Collider is not made of whole cache lines');

export class Colliders {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Collider {
    return world.colliders.record<Collider>(id);
  }

  /** Moves a collider's world pose and tight bounds to where its body is. */
  static place(collider: Collider, sim: BodySim): void {
    const position = V.add(sim.position, Q.rotate(sim.rotation, collider.localPosition));
    const rotation = Q.multiply(sim.rotation, collider.localRotation);
    collider.position = position;
    collider.rotation = rotation;
    if (Surface.is(collider.shape)) SurfaceBounds.update(collider);
    else Bounds.update(collider);
  }

  /** Smallest half width: how far the shape may move before it can pass through something thin. */
  static minExtent(collider: Collider): f32 {
    if (Surface.is(collider.shape)) return SurfaceBounds.MIN_EXTENT;
    const size = collider.size,
      shape = collider.shape;
    const x = V.x(size),
      y = V.y(size);
    if (shape == ShapeType.Box) return min(x, min(y, V.z(size))) + collider.rounding;
    if (shape == ShapeType.Cylinder) return min(x, y) + collider.rounding;
    // Of the ball inside a cone: area over half the girth of the triangle that it is seen as from the side.
    if (shape == ShapeType.Cone) return (2 * x * y) / (x + sqrt<f32>(x * x + 4 * y * y)) + collider.rounding;
    if (shape == ShapeType.Hull) return Hull.header(collider.geometry).innerRadius + collider.rounding;
    return x + collider.rounding;
  }

  /** Farthest point of the shape from `center`, both in body space. */
  static maxExtent(collider: Collider, center: v128): f32 {
    if (Surface.is(collider.shape)) return SurfaceBounds.maxExtent(collider, center);
    const size = collider.size,
      shape = collider.shape;
    const offset = V.length(V.sub(collider.localPosition, center)) + collider.rounding;
    if (shape == ShapeType.Sphere) return offset + V.x(size);
    if (shape == ShapeType.Capsule) return offset + V.x(size) + V.y(size);
    if (shape == ShapeType.Hull) return offset + Hull.header(collider.geometry).outerRadius;
    return offset + V.length(size);
  }
}
