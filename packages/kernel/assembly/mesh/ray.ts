import { V } from '../math/vec';

/** A ray with what the watertight triangle test needs of it. Distances along `direction` in units of its length. */
@unmanaged
export class Ray {
  origin: v128;
  direction: v128;
  /** Shear that turns the direction into +z. */
  shearX: f64;
  shearY: f64;
  scale: f64;
  /** Byte offsets of the axes that become x, y and z: z is the longest of the direction. */
  laneX: u32;
  laneY: u32;
  laneZ: u32;
  /** Farthest distance that counts; the nearest hit so far. */
  limit: f32;
  /** Of the hit, or -1. */
  triangle: i32;
  /** 1: hit from behind. */
  behind: u32;
}

export const RAY_SIZE: usize = (offsetof<Ray>() + 15) & ~15;

export class Rays {
  static start(ray: Ray, origin: v128, direction: v128, limit: f32): void {
    ray.origin = origin;
    ray.direction = direction;
    ray.limit = limit;
    ray.triangle = -1;
    ray.behind = 0;
    const size = V.abs(direction);
    const z = V.x(size) >= V.y(size) && V.x(size) >= V.z(size) ? 0 : V.y(size) >= V.z(size) ? 1 : 2;
    let x = z == 2 ? 0 : z + 1;
    let y = x == 2 ? 0 : x + 1;
    const dz = V.lane(direction, z) as f64;
    if (dz < 0) {
      const kept = x;
      x = y;
      y = kept;
    }
    ray.laneX = (x << 2) as u32;
    ray.laneY = (y << 2) as u32;
    ray.laneZ = (z << 2) as u32;
    ray.shearX = (V.lane(direction, x) as f64) / dz;
    ray.shearY = (V.lane(direction, y) as f64) / dz;
    ray.scale = 1 / dz;
  }

  /**
   * Keeps the triangle where the ray meets it nearer than anything before; on a tie the smaller number. `twoSided`: from behind too.
   * Two triangles that share an edge leave no gap: both see the same three f64 products.
   * Method: S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection" (JCGT 2013).
   */
  static hit(ray: Ray, triangle: i32, v0: v128, v1: v128, v2: v128, twoSided: bool): void {
    const at = changetype<usize>(ray);
    const x = ray.laneX as usize,
      y = ray.laneY as usize,
      z = ray.laneZ as usize;
    // Lanes by a round trip through memory: the axes are not known to the compiler.
    const rows = at + RAY_SIZE;
    v128.store(rows, v0);
    v128.store(rows, v1, 16);
    v128.store(rows, v2, 32);
    const ox = load<f32>(at + x) as f64,
      oy = load<f32>(at + y) as f64,
      oz = load<f32>(at + z) as f64;
    const sx = ray.shearX,
      sy = ray.shearY;
    const az = (load<f32>(rows + z) as f64) - oz,
      bz = (load<f32>(rows + z, 16) as f64) - oz,
      cz = (load<f32>(rows + z, 32) as f64) - oz;
    const ax = (load<f32>(rows + x) as f64) - ox - sx * az,
      ay = (load<f32>(rows + y) as f64) - oy - sy * az;
    const bx = (load<f32>(rows + x, 16) as f64) - ox - sx * bz,
      by = (load<f32>(rows + y, 16) as f64) - oy - sy * bz;
    const cx = (load<f32>(rows + x, 32) as f64) - ox - sx * cz,
      cy = (load<f32>(rows + y, 32) as f64) - oy - sy * cz;
    const u = cx * by - cy * bx,
      v = ax * cy - ay * cx,
      w = bx * ay - by * ax;
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return;
    const determinant = u + v + w;
    if (determinant == 0) return;
    if (determinant < 0 && !twoSided) return;
    const t = ((ray.scale * (u * az + v * bz + w * cz)) / determinant) as f32;
    if (!(t >= 0) || t > ray.limit || (t == ray.limit && ray.triangle >= 0 && triangle > ray.triangle)) return;
    // -0 would be a distance of its own.
    ray.limit = t + 0;
    ray.triangle = triangle;
    ray.behind = determinant < 0 ? 1 : 0;
  }
}
