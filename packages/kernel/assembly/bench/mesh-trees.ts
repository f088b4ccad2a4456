/** Both trees over one mesh: many queries in one call, so that the call costs nothing. */
import { Pages } from '../memory/pages';
import { buildMesh, freeMesh } from '../mesh/build-mesh';
import { buildKdTree, KdBuild } from '../mesh/kd-build';
import { KdBounds, KdWalk } from '../mesh/kd-bounds';
import { castRayAtMesh } from '../mesh/kd-ray';
import { Mesh } from '../mesh/mesh';
import { Ray, Rays } from '../mesh/ray';
import { V } from '../math/vec';
import { Bvh, buildBvh, bvhBytes, bvhQuery, bvhRay } from './bvh';

/** An allocator behind the heap base, with no world. */
export function meshPages(maxPages: i32): usize {
  const at = (__heap_base + 4095) & ~4095;
  const bitmap = at + 64;
  changetype<Pages>(at).setUp(bitmap, maxPages, bitmap + Pages.sizeFor(maxPages));
  return at;
}
export function meshAllocate(pages: usize, bytes: usize): usize {
  return changetype<Pages>(pages).allocate(bytes);
}
export function meshBuild(pages: usize, points: usize, pointCount: i32, corners: usize, triangleCount: i32): usize {
  return buildMesh(changetype<Pages>(pages), points, pointCount, corners, triangleCount);
}
export function meshFree(pages: usize, mesh: usize): void {
  freeMesh(changetype<Pages>(pages), changetype<Mesh>(mesh));
}
/** The tree alone, into scratch that is given back. */
export function kdBuildAlone(pages: usize, address: usize): void {
  const own = changetype<Pages>(pages),
    mesh = changetype<Mesh>(address);
  const triangles = mesh.triangleCount as usize;
  const bytes: usize = 64 + triangles * 64;
  const scratch = own.allocate(bytes);
  const build = changetype<KdBuild>(scratch);
  build.bounds = scratch + 64;
  build.order = build.bounds + triangles * 32;
  build.nodes = build.order + triangles * 4;
  for (let i = 0; i < mesh.triangleCount; i++) {
    const a = mesh.vertex(mesh.corner(i, 0)),
      b = mesh.vertex(mesh.corner(i, 1)),
      c = mesh.vertex(mesh.corner(i, 2));
    v128.store(build.bounds + (i as usize) * 32, V.min(V.min(a, b), c));
    v128.store(build.bounds + (i as usize) * 32, V.max(V.max(a, b), c), 16);
    store<i32>(build.order + ((i as usize) << 2), i);
  }
  buildKdTree(build, mesh.triangleCount);
  own.release(scratch, bytes);
}
export function kdBytes(mesh: usize): i32 {
  return changetype<Mesh>(mesh).nodeCount * 12;
}
export function bvhBuild(pages: usize, mesh: usize, leafSize: i32): usize {
  return buildBvh(changetype<Pages>(pages), changetype<Mesh>(mesh), leafSize);
}
export function bvhFree(pages: usize, bvh: usize): void {
  changetype<Pages>(pages).release(bvh, changetype<Bvh>(bvh).byteLength);
}
export function bvhByteLength(bvh: usize, mesh: usize): i32 {
  return bvhBytes(changetype<Bvh>(bvh), changetype<Mesh>(mesh));
}

/** `boxes`: 8 f32 each, low and high. Returns the number of triangles found in all. */
export function kdQueries(mesh: usize, boxes: usize, count: i32, out: usize, scratch: usize): i32 {
  const walk = changetype<KdWalk>(scratch),
    own = changetype<Mesh>(mesh);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const box = boxes + ((i as usize) << 5);
    KdBounds.start(walk, own, v128.load(box), v128.load(box, 16));
    for (let triangle = KdBounds.next(walk, own), n: usize = 0; triangle >= 0; triangle = KdBounds.next(walk, own)) {
      store<i32>(out + (n++ << 2), triangle);
      found++;
    }
  }
  return found;
}
export function bvhQueries(bvh: usize, mesh: usize, boxes: usize, count: i32, out: usize, scratch: usize): i32 {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const box = boxes + ((i as usize) << 5);
    found += bvhQuery(changetype<Bvh>(bvh), changetype<Mesh>(mesh), v128.load(box), v128.load(box, 16), out, scratch);
  }
  return found;
}
/** `rays`: 8 f32 each: origin, 0, direction, limit. Returns the sum of the triangles hit. */
export function kdRays(mesh: usize, rays: usize, count: i32, scratch: usize): i64 {
  const ray = changetype<Ray>(scratch);
  let sum: i64 = 0;
  for (let i = 0; i < count; i++) {
    const at = rays + ((i as usize) << 5);
    Rays.start(ray, V.xyz(v128.load(at)), V.xyz(v128.load(at, 16)), load<f32>(at, 28));
    castRayAtMesh(ray, changetype<Mesh>(mesh), false);
    sum += ray.triangle;
  }
  return sum;
}
export function bvhRays(bvh: usize, mesh: usize, rays: usize, count: i32, scratch: usize): i64 {
  const ray = changetype<Ray>(scratch);
  let sum: i64 = 0;
  for (let i = 0; i < count; i++) {
    const at = rays + ((i as usize) << 5);
    Rays.start(ray, V.xyz(v128.load(at)), V.xyz(v128.load(at, 16)), load<f32>(at, 28));
    bvhRay(changetype<Bvh>(bvh), changetype<Mesh>(mesh), ray);
    sum += ray.triangle;
  }
  return sum;
}
