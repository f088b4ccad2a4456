import { V } from '../math/vec';
import { Mesh } from './mesh';
import { KD_DEPTH, KD_NODE, KdNode, LEAF } from './kd-node';
import { Ray, RAY_SIZE, Rays } from './ray';

/** A ray, three rows for its triangle test, then the stack: node, tMin, tMax. */
export const KD_RAY_SIZE: usize = RAY_SIZE + 48 + KD_DEPTH * 12;

/** Planes and distances are rounded: a node's part of the ray is taken a little longer. */
const LONGER: f32 = 1.0 + 1e-6;

/** The nearest triangle along a ray that was started: front to back, each node with the part of the ray that can lie in it. */
export function castRayAtMesh(ray: Ray, mesh: Mesh, twoSided: bool): void {
  if (mesh.nodeCount == 0) return;
  const base = changetype<usize>(ray);
  let tMin: f32 = 0,
    tMax = ray.limit;
  for (let lane: usize = 0; lane < 12; lane += 4) {
    const origin = load<f32>(base + lane),
      along = load<f32>(base + lane, 16);
    const low = load<f32>(changetype<usize>(mesh) + lane),
      high = load<f32>(changetype<usize>(mesh) + lane, 16);
    if (along == 0) {
      if (origin < low || origin > high) return;
      continue;
    }
    const near = ((along > 0 ? low : high) - origin) / along,
      far = ((along > 0 ? high : low) - origin) / along;
    tMin = max(tMin, shorten(near));
    tMax = min(tMax, lengthen(far));
  }
  if (tMin > tMax) return;
  const stack = base + RAY_SIZE + 48;
  let top = 0;
  let index: u32 = 0;
  while (true) {
    const node = changetype<KdNode>(mesh.nodes + (index as usize) * KD_NODE);
    const link = node.link,
      axis = link & 3;
    if (axis == LEAF) {
      const at = changetype<usize>(node);
      test(ray, mesh, load<i32>(at), twoSided);
      if (link >> 2 > 1) test(ray, mesh, load<i32>(at, 4), twoSided);
    } else {
      const lane = (axis as usize) << 2;
      const origin = load<f32>(base + lane),
        along = load<f32>(base + lane, 16);
      const left = link >> 2,
        right = left + 1;
      let inFirst: bool, inSecond: bool;
      let firstMax = tMax,
        secondMin = tMin;
      if (along == 0) {
        inFirst = origin <= node.low;
        inSecond = origin >= node.high;
      } else {
        // Where the ray leaves the child it meets first, and where it enters the other.
        const leaves = ((along > 0 ? node.low : node.high) - origin) / along,
          enters = ((along > 0 ? node.high : node.low) - origin) / along;
        firstMax = min(tMax, lengthen(leaves));
        secondMin = max(tMin, shorten(enters));
        inFirst = firstMax >= tMin;
        inSecond = secondMin <= tMax;
      }
      const first = along >= 0 ? left : right,
        second = along >= 0 ? right : left;
      if (inFirst) {
        if (inSecond) {
          const entry = stack + (top++ as usize) * 12;
          store<u32>(entry, second);
          store<f32>(entry, secondMin, 4);
          store<f32>(entry, tMax, 8);
        }
        index = first;
        tMax = firstMax;
        continue;
      }
      if (inSecond) {
        index = second;
        tMin = secondMin;
        continue;
      }
    }
    // Back to the nearest part that may still hold something nearer than the hit.
    do {
      if (top == 0) return;
      const entry = stack + (--top as usize) * 12;
      index = load<u32>(entry);
      tMin = load<f32>(entry, 4);
      tMax = load<f32>(entry, 8);
    } while (tMin > ray.limit);
  }
}

function lengthen(t: f32): f32 {
  return t > 0 ? t * LONGER : t / LONGER;
}

function shorten(t: f32): f32 {
  return t > 0 ? t / LONGER : t * LONGER;
}

function test(ray: Ray, mesh: Mesh, triangle: i32, twoSided: bool): void {
  const v0 = mesh.vertex(mesh.corner(triangle, 0)),
    v1 = mesh.vertex(mesh.corner(triangle, 1)),
    v2 = mesh.vertex(mesh.corner(triangle, 2));
  Rays.hit(ray, triangle, v0, v1, v2, twoSided);
}
