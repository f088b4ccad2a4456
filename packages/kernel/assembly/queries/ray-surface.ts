import { ShapeType } from '../generated/layout';
import { HeightField } from '../mesh/height-field';
import { castRayAtMesh } from '../mesh/kd-ray';
import { Mesh } from '../mesh/mesh';
import { Ray, Rays } from '../mesh/ray';
import { Surface } from '../mesh/surface';
import { Hit } from './hit';
import { V } from '../math/vec';

/** The nearest triangle of a mesh or height field along a ray in its own space, from either side. The normal is against the ray. */
export function raySurface(ray: Ray, shape: u32, surface: usize, o: v128, d: v128, limit: f32, hit: Hit): bool {
  Rays.start(ray, V.xyz(o), V.xyz(d), limit);
  if (shape == ShapeType.Mesh) castRayAtMesh(ray, changetype<Mesh>(surface), true);
  else castRayAtField(ray, changetype<HeightField>(surface));
  const triangle = ray.triangle;
  if (triangle < 0) return false;
  const a = corner(shape, surface, triangle, 0);
  const across = V.cross(V.sub(corner(shape, surface, triangle, 1), a), V.sub(corner(shape, surface, triangle, 2), a));
  const normal = V.normalize(V.xyz(across));
  hit.distance = ray.limit;
  hit.normal = V.dot(normal, d) > 0 ? V.neg(normal) : normal;
  hit.feature = triangle;
  return true;
}

function corner(shape: u32, surface: usize, triangle: i32, corner: i32): v128 {
  return Surface.vertex(shape, surface, Surface.corner(shape, surface, triangle, corner));
}

/**
 * Cell by cell along the ray's way over the grid, until a hit lies before the next cell.
 * Method: J. Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987).
 */
function castRayAtField(ray: Ray, field: HeightField): void {
  const o = ray.origin,
    d = ray.direction;
  let enter: f32 = 0,
    exit = ray.limit;
  for (let axis = 0; axis < 3; axis++) {
    const low = V.lane(field.boundsMin, axis),
      high = V.lane(field.boundsMax, axis),
      from = V.lane(o, axis),
      along = V.lane(d, axis);
    // Flat fields have no height: a little more than the bounds, so that rounding leaves no gap.
    const more: f32 = 1e-4 * (1 + abs(low) + abs(high));
    if (abs(along) < 1e-12) {
      if (from < low - more || from > high + more) return;
      continue;
    }
    const t1 = (low - more - from) / along,
      t2 = (high + more - from) / along;
    enter = max(enter, min(t1, t2));
    exit = min(exit, max(t1, t2));
  }
  if (enter > exit) return;
  const dx = V.x(d),
    dz = V.z(d);
  const x = V.x(o) - V.x(field.boundsMin),
    z = V.z(o) - V.z(field.boundsMin);
  let column = clampCell((x + enter * dx) / field.cellX, field.columns),
    row = clampCell((z + enter * dz) / field.cellZ, field.rows);
  const stepX = dx > 0 ? 1 : -1,
    stepZ = dz > 0 ? 1 : -1;
  const perX: f32 = abs(dx) < 1e-12 ? Infinity : field.cellX / abs(dx),
    perZ: f32 = abs(dz) < 1e-12 ? Infinity : field.cellZ / abs(dz);
  // Where the ray leaves the cell along each axis.
  let nextX: f32 = perX == Infinity ? Infinity : (((column + (dx > 0 ? 1 : 0)) as f32) * field.cellX - x) / dx,
    nextZ: f32 = perZ == Infinity ? Infinity : (((row + (dz > 0 ? 1 : 0)) as f32) * field.cellZ - z) / dz;
  while (true) {
    const cell = row * (field.columns - 1) + column;
    if (!field.isHole(cell)) {
      testTriangle(ray, field, 2 * cell);
      testTriangle(ray, field, 2 * cell + 1);
    }
    const next = min(nextX, nextZ);
    // A hit on the edge of two cells may be found from both: the smaller number wins, as everywhere.
    if (next > exit || next > ray.limit) return;
    if (nextX <= nextZ) {
      column += stepX;
      nextX += perX;
    } else {
      row += stepZ;
      nextZ += perZ;
    }
    if (column < 0 || row < 0 || column > field.columns - 2 || row > field.rows - 2) return;
  }
}

function testTriangle(ray: Ray, field: HeightField, triangle: i32): void {
  Rays.hit(
    ray,
    triangle,
    field.vertex(field.corner(triangle, 0)),
    field.vertex(field.corner(triangle, 1)),
    field.vertex(field.corner(triangle, 2)),
    true,
  );
}

function clampCell(cell: f32, samples: i32): i32 {
  return max<f32>(0, min<f32>((samples - 2) as f32, floor<f32>(cell))) as i32;
}
