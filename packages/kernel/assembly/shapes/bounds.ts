import { ShapeType } from '../generated/layout';
import { Collider } from '../bodies/collider';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { Hull, VERTEX_GROUP } from './hull';

/** Tight bounds of colliders in world space. */
export class Bounds {
  /** From the collider's world pose. */
  static update(collider: Collider): void {
    const shape = collider.shape;
    if (shape == ShapeType.Hull) return hull(collider);
    if (shape == ShapeType.Cone) return cone(collider);
    const half = halfExtents(collider);
    collider.boundsMin = V.sub(collider.position, half);
    collider.boundsMax = V.add(collider.position, half);
  }
}

/** Of a shape that is the same on both sides of its centre. */
function halfExtents(collider: Collider): v128 {
  const size = collider.size,
    rotation = collider.rotation,
    shape = collider.shape;
  const round = f32x4.splat(collider.rounding);
  if (shape == ShapeType.Sphere) return V.add(f32x4.splat(V.x(size)), round);
  if (shape == ShapeType.Capsule) {
    return V.add(V.scale(V.abs(Q.axisY(rotation)), V.y(size)), V.add(f32x4.splat(V.x(size)), round));
  }
  if (shape == ShapeType.Cylinder) {
    const axis = Q.axisY(rotation);
    return V.add(V.add(V.scale(V.abs(axis), V.y(size)), disc(axis, V.x(size))), round);
  }
  return V.add(turnedBox(rotation, size), round);
}

/** Half extents, along the axes of the world, of a box with these half extents. */
export function turnedBox(rotation: v128, half: v128): v128 {
  return V.add(
    V.add(V.scale(V.abs(Q.axisX(rotation)), V.x(half)), V.scale(V.abs(Q.axisY(rotation)), V.y(half))),
    V.scale(V.abs(Q.axisZ(rotation)), V.z(half)),
  );
}

/** How far a disc across `axis` reaches along the axes of the world: r sin of the angles. */
function disc(axis: v128, radius: f32): v128 {
  const rest = f32x4.pmax(V.sub(f32x4.splat(1), V.mul(axis, axis)), V.zero());
  return V.scale(f32x4.sqrt(rest), radius);
}

/** Its base and its tip. */
function cone(collider: Collider): void {
  const size = collider.size;
  const axis = V.xyz(Q.axisY(collider.rotation));
  const tip = V.addScaled(collider.position, axis, V.y(size)),
    base = V.addScaled(collider.position, axis, -V.y(size));
  const rim = disc(axis, V.x(size)),
    round = f32x4.splat(collider.rounding);
  collider.boundsMin = V.sub(V.min(tip, V.sub(base, rim)), round);
  collider.boundsMax = V.add(V.max(tip, V.add(base, rim)), round);
}

/** Every vertex along the axes of the world, four at a time. */
function hull(collider: Collider): void {
  const rotation = collider.rotation;
  const x = Q.axisX(rotation),
    y = Q.axisY(rotation),
    z = Q.axisZ(rotation);
  const header = Hull.header(collider.geometry);
  const vertices = Hull.vertices(collider.geometry);
  const end = vertices + (((header.vertexCount + 3) >> 2) as usize) * VERTEX_GROUP;
  let min0 = f32x4.splat(Infinity),
    min1 = min0,
    min2 = min0,
    max0 = f32x4.splat(-Infinity),
    max1 = max0,
    max2 = max0;
  for (let at = vertices; at < end; at += VERTEX_GROUP) {
    const vx = v128.load(at),
      vy = v128.load(at, 16),
      vz = v128.load(at, 32);
    const p0 = row(vx, vy, vz, V.x(x), V.x(y), V.x(z)),
      p1 = row(vx, vy, vz, V.y(x), V.y(y), V.y(z)),
      p2 = row(vx, vy, vz, V.z(x), V.z(y), V.z(z));
    min0 = V.min(min0, p0);
    min1 = V.min(min1, p1);
    min2 = V.min(min2, p2);
    max0 = V.max(max0, p0);
    max1 = V.max(max1, p1);
    max2 = V.max(max2, p2);
  }
  const round = f32x4.splat(collider.rounding);
  collider.boundsMin = V.sub(V.add(collider.position, V.of(least(min0), least(min1), least(min2))), round);
  collider.boundsMax = V.add(
    V.add(collider.position, V.neg(V.of(least(V.neg(max0)), least(V.neg(max1)), least(V.neg(max2))))),
    round,
  );
}

function row(x: v128, y: v128, z: v128, a: f32, b: f32, c: f32): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, f32x4.splat(a)), f32x4.mul(y, f32x4.splat(b))), f32x4.mul(z, f32x4.splat(c)));
}

function least(v: v128): f32 {
  const a = f32x4.pmin(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(a, v128.shuffle<f32>(a, a, 1, 0, 3, 2)), 0);
}
