import { ShapeType } from '../generated/layout';
import { Hull } from '../shapes/hull';
import { V } from '../math/vec';
import { POLYTOPE_SIZE, Polytope, mostAlong } from './polytope';
import { Convex, TRIANGLE } from './convex';

/** A face counts while the normal is within about 11° of its own. */
const FACE: f32 = 0.98;
/** A line along the shape counts while the normal is within about 6° of the right angle to it. */
const LINE: f32 = 0.1;
/** Flat ends are drawn from a fixed corner while the normal is this close to the axis; tilted, from the deepest point of the rim. */
const UPRIGHT: f32 = 0.02;

/** The face or line of a core that looks along a direction, in its own space: FEATURE_SIZE bytes of the caller. */
@unmanaged
export class Feature {
  /** Normal, and offset in lane w. Unset for a point. */
  plane: v128;
  /** 1: a point, which is not listed. 2: a line. More: a polygon, counter-clockwise from outside. */
  count: i32;
  /** Which one of the shape's, 7 bits. */
  id: i32;
  reserved: u64;

  // @ts-ignore: decorator
  @inline point(index: i32): v128 {
    return v128.load(changetype<usize>(this) + FEATURE_HEADER + ((index as usize) << 4));
  }
  // @ts-ignore: decorator
  @inline private add(p: v128): void {
    v128.store(changetype<usize>(this) + FEATURE_HEADER + ((this.count++ as usize) << 4), p);
  }

  /** `n`: unit length. */
  find(convex: Convex, n: v128): void {
    const kind = convex.kind;
    this.count = 0;
    this.id = 0;
    if (kind == ShapeType.Capsule) this.segment(convex, n);
    else if (kind == ShapeType.Cylinder) this.cylinder(convex, n);
    else if (kind == ShapeType.Cone) this.cone(convex, n);
    else if (kind == ShapeType.Box || kind == ShapeType.Hull || kind == TRIANGLE) this.polytope(convex, n);
    if (this.count == 0) this.count = 1;
  }

  /** At any angle: both ends of a capsule are where they are, whatever the direction. */
  private segment(convex: Convex, n: v128): void {
    this.plane = V.normalize(V.of(V.x(n), 0, V.z(n)));
    this.add(convex.size);
    this.add(V.neg(convex.size));
  }

  private polytope(convex: Convex, n: v128): void {
    const polytope = changetype<Polytope>(changetype<usize>(this) + FEATURE_HEADER + 128 * 16);
    if (convex.kind == ShapeType.Hull) polytope.setHull(convex.geometry);
    else if (convex.kind == ShapeType.Box) polytope.setBox(convex.size);
    else polytope.setTriangle(V.zero(), convex.edge1, convex.edge2, 0);
    const face = mostAlong(polytope, n);
    const plane = polytope.plane(face);
    if (V.dot(plane, n) < FACE) return;
    this.plane = plane;
    this.id = face;
    const start = polytope.loopStart(face),
      count = polytope.loopCount(face);
    for (let i = 0; i < count; i++) this.add(polytope.vertex(load<u8>(start + (i as usize))));
  }

  private cylinder(convex: Convex, n: v128): void {
    const radius = V.x(convex.size),
      h = V.y(convex.size),
      y = V.y(n);
    if (abs(y) > FACE) this.disc(n, radius, h);
    else if (abs(y) < LINE) {
      const out = V.normalize(V.of(V.x(n), 0, V.z(n)));
      this.id = 2;
      this.plane = V.withW(out, radius);
      this.add(V.addScaled(V.of(0, h, 0), out, radius));
      this.add(V.addScaled(V.of(0, -h, 0), out, radius));
    }
  }

  private cone(convex: Convex, n: v128): void {
    const radius = V.x(convex.size),
      h = V.y(convex.size);
    if (V.y(n) < -FACE) return this.disc(n, radius, h);
    const slant = sqrt<f32>(radius * radius + 4 * h * h);
    const out = V.normalize(V.of(V.x(n), 0, V.z(n)));
    const side = V.of((V.x(out) * 2 * h) / slant, radius / slant, (V.z(out) * 2 * h) / slant);
    if (V.dot(side, n) < 1 - 0.5 * LINE * LINE) return;
    const tip = V.of(0, h, 0);
    this.id = 2;
    this.plane = V.withW(side, V.dot(side, tip));
    this.add(tip);
    this.add(V.addScaled(V.of(0, -h, 0), out, radius));
  }

  /** Eight points of the rim. */
  private disc(n: v128, radius: f32, h: f32): void {
    const up: f32 = V.y(n) > 0 ? 1 : -1;
    const flat = V.of(V.x(n), 0, V.z(n));
    const tilt = V.length(flat);
    const x = tilt > UPRIGHT ? V.scale(flat, radius / tilt) : V.of(radius, 0, 0);
    // A quarter turn, counter-clockwise from outside.
    const z = V.of(V.z(x) * up, 0, -V.x(x) * up);
    const center = V.of(0, h * up, 0);
    const s: f32 = 0.70710678;
    this.id = up > 0 ? 0 : 1;
    this.plane = V.withW(V.of(0, up, 0), h);
    this.add(V.add(center, x));
    this.add(V.addScaled(V.addScaled(center, x, s), z, s));
    this.add(V.add(center, z));
    this.add(V.addScaled(V.addScaled(center, x, -s), z, s));
    this.add(V.sub(center, x));
    this.add(V.addScaled(V.addScaled(center, x, -s), z, -s));
    this.add(V.sub(center, z));
    this.add(V.addScaled(V.addScaled(center, x, s), z, -s));
  }
}

export const FEATURE_HEADER: usize = 32;
export const FEATURE_SIZE: usize = FEATURE_HEADER + 128 * 16 + POLYTOPE_SIZE;
if (offsetof<Feature>() != FEATURE_HEADER) ERROR('FEATURE_HEADER is not the size of Feature');
