import { HullHeader, ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
import { Hull } from '../shapes/hull';
import { V } from '../math/vec';
import { Q } from '../math/quat';

/** Kind of a `Convex` that is three points; no collider is one. */
export const TRIANGLE: u32 = 16;
/** Kind of a `Convex` that is a hull or a cone drawn together around a point inside. */
export const SHRUNK: u32 = 17;

/**
 * A convex shape somewhere: a core (point, segment, box, cylinder, cone, hull or triangle) and a radius around it. Distances
 * and casts work on the cores and count the radii at the end. Lies in memory that the caller owns, CONVEX_SIZE bytes.
 */
@unmanaged
export class Convex {
  /** World pose. A triangle has its first vertex as position and no rotation. */
  position: v128;
  rotation: v128;
  /** Segment: half height in y. Box: half extents. Cylinder, cone: radius, half height. Else zero. */
  size: v128;
  /** Triangle: second and third vertex, from the first. Shrunk: what is added to the points, and in lane w what they are scaled by. */
  edge1: v128;
  edge2: v128;
  /** ShapeType, TRIANGLE or SHRUNK. */
  kind: u32;
  /** Around the core, m. */
  radius: f32;
  /** Hull; also a shrunk one. */
  geometry: usize;
  reserved: u32;

  /** `size` as in ColliderSettings. Meshes and height fields are not convex. */
  set(shape: u32, size: v128, rounding: f32, geometry: usize, position: v128, rotation: v128): void {
    this.kind = shape;
    this.position = position;
    this.rotation = rotation;
    this.geometry = geometry;
    const round = shape == ShapeType.Sphere || shape == ShapeType.Capsule;
    this.radius = round ? V.x(size) + rounding : rounding;
    this.size = shape == ShapeType.Capsule ? V.of(0, V.y(size), 0) : round ? V.zero() : V.xyz(size);
  }

  /** Where the collider was at the end of the last step. */
  setCollider(collider: Collider): void {
    this.set(collider.shape, collider.size, collider.rounding, collider.geometry, collider.position, collider.rotation);
  }

  /** Three vertices in world space. */
  setTriangle(a: v128, b: v128, c: v128, radius: f32): void {
    this.kind = TRIANGLE;
    this.position = a;
    this.rotation = Q.identity();
    this.edge1 = V.sub(b, a);
    this.edge2 = V.sub(c, a);
    this.radius = radius;
    this.geometry = 0;
    this.size = V.zero();
  }

  /** A ball around the origin. */
  setBall(radius: f32): void {
    this.kind = ShapeType.Sphere;
    this.size = V.zero();
    this.radius = radius;
  }

  /** Draws a hull or a cone together around a point inside. */
  shrink(center: v128, scale: f32): void {
    this.kind = SHRUNK;
    this.edge1 = V.withW(V.scale(center, 1 - scale), scale);
  }

  /** Least corner of its bounds, world space. */
  least(): v128 {
    return V.sub(this.position, this.reachOf(-1));
  }

  /** Greatest corner of its bounds. */
  greatest(): v128 {
    return V.add(this.position, this.reachOf(1));
  }

  /** How far it goes from its position along the three axes, or against them. */
  private reachOf(sign: f32): v128 {
    const inverse = Q.conjugate(this.rotation);
    const x = V.scale(Q.axisX(inverse), sign),
      y = V.scale(Q.axisY(inverse), sign),
      z = V.scale(Q.axisZ(inverse), sign);
    const core = V.of(V.dot(x, this.support(x)), V.dot(y, this.support(y)), V.dot(z, this.support(z)));
    return V.xyz(V.add(core, f32x4.splat(this.radius)));
  }

  /** The core's point farthest along a direction of any length, both in the shape's own space. */
  support(direction: v128): v128 {
    const kind = this.kind;
    if (kind == ShapeType.Hull) return this.hullSupport(direction);
    const size = this.size;
    if (kind == ShapeType.Box || kind == ShapeType.Capsule) {
      const negative = f32x4.lt(direction, V.zero());
      return v128.bitselect(V.neg(size), size, negative);
    }
    if (kind == ShapeType.Sphere) return V.zero();
    if (kind == TRIANGLE) {
      const first = V.dot(this.edge1, direction),
        second = V.dot(this.edge2, direction);
      if (first > 0 && first >= second) return this.edge1;
      return second > 0 ? this.edge2 : V.zero();
    }
    if (kind == SHRUNK) {
      const p = this.geometry != 0 ? this.hullSupport(direction) : this.roundSupport(direction);
      return V.xyz(V.addScaled(this.edge1, p, V.w(this.edge1)));
    }
    return this.roundSupport(direction);
  }

  // @ts-ignore: decorator
  @inline private hullSupport(direction: v128): v128 {
    const vertices = Hull.vertices(this.geometry);
    const count = Hull.header(this.geometry).vertexCount as i32;
    return Hull.vertex(vertices, Hull.support(vertices, count, direction));
  }

  /** Of a cylinder or cone. */
  // @ts-ignore: decorator
  @inline private roundSupport(direction: v128): v128 {
    const size = this.size;
    const x = V.x(direction),
      y = V.y(direction),
      z = V.z(direction);
    const radius = V.x(size),
      h = V.y(size);
    const flat = sqrt<f32>(x * x + z * z);
    const s: f32 = flat > 1e-12 ? radius / flat : 0;
    if (this.kind == ShapeType.Cylinder) return V.of(x * s, y < 0 ? -h : h, z * s);
    // Cone: the tip, or the rim of the base.
    return y * 2 * h > flat * radius ? V.of(0, h, 0) : V.of(x * s, -h, z * s);
  }

  /** Some point inside the core, in its own space. */
  center(): v128 {
    const kind = this.kind;
    if (kind == ShapeType.Hull) {
      return V.xyz(v128.load(this.geometry + offsetof<HullHeader>('centerX')));
    }
    if (kind == TRIANGLE) return V.scale(V.add(this.edge1, this.edge2), 1.0 / 3.0);
    if (kind == ShapeType.Cone) return V.of(0, -0.5 * V.y(this.size), 0);
    return V.zero();
  }
}

export const CONVEX_SIZE: usize = 96;
if (offsetof<Convex>() != CONVEX_SIZE) ERROR('CONVEX_SIZE is not the size of Convex');
