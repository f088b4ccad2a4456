import { Pages } from '../memory/pages';
import { V } from '../math/vec';
import { joinEdges, weldVertices } from './weld';
import { BOUNDS_SIZE, buildKdTree, KdBuild } from './kd-build';
import { KD_NODE } from './kd-node';
import { Mesh, TRIANGLE_SIZE, VERTEX_SIZE } from './mesh';

/** A triangle whose height is less than this part of its longest edge has no direction and is left out. */
const SLENDER: f32 = 1e-6;

/**
 * Builds a mesh from 3 f32 a vertex and 3 u32 a triangle, all finite and in range. Returns its address, or 0 when there is no memory for
 * it: then nothing was kept. Serial stages only.
 */
export function buildMesh(pages: Pages, points: usize, pointCount: i32, corners: usize, triangleCount: i32): usize {
  const triangles = triangleCount as usize;
  // Scratch: the build's record; bounds, order and nodes of the tree; the map of vertices; a hash table of 12 bytes a slot.
  const slots = tableSize(max(pointCount, 3 * triangleCount));
  const order: usize = 64 + triangles * BOUNDS_SIZE,
    nodes: usize = order + triangles * 4,
    map: usize = nodes + triangles * 2 * KD_NODE,
    table: usize = align(map + ((pointCount as usize) << 2)),
    scratchSize: usize = table + (slots as usize) * 12;
  const scratch = pages.allocate(scratchSize);
  if (scratch == 0) return 0;
  const build = changetype<KdBuild>(scratch);
  build.bounds = scratch + 64;
  build.order = scratch + order;
  build.nodes = scratch + nodes;
  const vertexCount = weldVertices(points, pointCount, scratch + map, scratch + table, slots);
  const solid = listTriangles(build, points, corners, triangleCount);
  buildKdTree(build, solid);

  const vertices = offsetof<Mesh>(),
    indices = align(vertices + (vertexCount as usize) * VERTEX_SIZE + 4),
    neighbours = align(indices + triangles * TRIANGLE_SIZE),
    tree = align(neighbours + triangles * TRIANGLE_SIZE),
    byteLength = tree + (build.nodeCount as usize) * KD_NODE;
  const address = pages.allocate(byteLength);
  if (address != 0) {
    const mesh = changetype<Mesh>(address);
    mesh.byteLength = byteLength;
    mesh.vertexCount = vertexCount;
    mesh.triangleCount = triangleCount;
    mesh.nodeCount = build.nodeCount;
    mesh.vertices = address + vertices;
    mesh.indices = address + indices;
    mesh.neighbours = address + neighbours;
    mesh.nodes = address + tree;
    copyVertices(mesh, points, pointCount, scratch + map);
    for (let i: usize = 0; i < triangles * 3; i++)
      store<i32>(mesh.indices + (i << 2), load<i32>(scratch + map + ((load<u32>(corners + (i << 2)) as usize) << 2)));
    memory.copy(mesh.nodes, build.nodes, (build.nodeCount as usize) * KD_NODE);
    joinEdges(mesh, build.order, solid, scratch + table, slots);
    setBounds(mesh, build, solid);
  }
  pages.release(scratch, scratchSize);
  return address;
}

export function freeMesh(pages: Pages, mesh: Mesh): void {
  pages.release(changetype<usize>(mesh), mesh.byteLength);
}

/** At most half of a hash table is taken. */
function tableSize(entries: i32): i32 {
  let size = 16;
  while (size < 2 * entries) size <<= 1;
  return size;
}

function align(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

/** Bounds of the triangles that have an area, and their numbers in order. Returns how many there are. */
function listTriangles(build: KdBuild, points: usize, corners: usize, triangleCount: i32): i32 {
  let solid = 0;
  for (let i = 0; i < triangleCount; i++) {
    const at = corners + (i as usize) * 12;
    const a = pointAt(points, load<u32>(at)),
      b = pointAt(points, load<u32>(at, 4)),
      c = pointAt(points, load<u32>(at, 8));
    if (isSlender(a, b, c)) continue;
    const bounds = build.bounds + (i as usize) * BOUNDS_SIZE;
    v128.store(bounds, V.min(V.min(a, b), c));
    v128.store(bounds, V.max(V.max(a, b), c), 16);
    store<i32>(build.order + ((solid++ as usize) << 2), i);
  }
  return solid;
}

function pointAt(points: usize, index: u32): v128 {
  const at = points + (index as usize) * VERTEX_SIZE;
  return V.of(load<f32>(at), load<f32>(at, 4), load<f32>(at, 8));
}

function isSlender(a: v128, b: v128, c: v128): bool {
  const ab = V.sub(b, a),
    ac = V.sub(c, a),
    bc = V.sub(c, b);
  const longest = max(V.lengthSquared(ab), max(V.lengthSquared(ac), V.lengthSquared(bc)));
  return !(V.length(V.cross(ab, ac)) > SLENDER * longest);
}

function copyVertices(mesh: Mesh, points: usize, pointCount: i32, map: usize): void {
  for (let i = 0; i < pointCount; i++) {
    const to = mesh.vertices + (load<u32>(map + ((i as usize) << 2)) as usize) * VERTEX_SIZE;
    const from = points + (i as usize) * VERTEX_SIZE;
    // Plus zero: -0 becomes 0.
    store<f32>(to, load<f32>(from) + 0);
    store<f32>(to, load<f32>(from, 4) + 0, 4);
    store<f32>(to, load<f32>(from, 8) + 0, 8);
  }
}

function setBounds(mesh: Mesh, build: KdBuild, solid: i32): void {
  let low = f32x4.splat(Infinity),
    high = f32x4.splat(-Infinity);
  for (let i = 0; i < solid; i++) {
    const bounds = build.bounds + (load<u32>(build.order + ((i as usize) << 2)) as usize) * BOUNDS_SIZE;
    low = V.min(low, v128.load(bounds));
    high = V.max(high, v128.load(bounds, 16));
  }
  mesh.boundsMin = solid > 0 ? low : V.zero();
  mesh.boundsMax = solid > 0 ? high : V.zero();
}
