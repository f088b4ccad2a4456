/** Triangle meshes and their trees, in memory that the test chooses. */
import { Pages } from '../memory/pages';
import { buildMesh, freeMesh } from '../mesh/build-mesh';
import { KdBounds, KdWalk, KD_WALK_SIZE } from '../mesh/kd-bounds';
import { KD_DEPTH, KD_NODE, KdNode, LEAF } from '../mesh/kd-node';
import { castRayAtMesh, KD_RAY_SIZE } from '../mesh/kd-ray';
import { LEFT_OUT, Mesh } from '../mesh/mesh';
import { Ray, Rays } from '../mesh/ray';
import { V } from '../math/vec';

export function meshBuild(pages: usize, points: usize, pointCount: i32, corners: usize, triangleCount: i32): usize {
  return buildMesh(changetype<Pages>(pages), points, pointCount, corners, triangleCount);
}
export function meshFree(pages: usize, mesh: usize): void {
  freeMesh(changetype<Pages>(pages), changetype<Mesh>(mesh));
}
export function meshByteLength(mesh: usize): i32 {
  return changetype<Mesh>(mesh).byteLength as i32;
}
export function meshNodeCount(mesh: usize): i32 {
  return changetype<Mesh>(mesh).nodeCount;
}
export function meshVertexCount(mesh: usize): i32 {
  return changetype<Mesh>(mesh).vertexCount;
}
export function meshNeighbour(mesh: usize, triangle: i32, edge: i32): i32 {
  return changetype<Mesh>(mesh).neighbour(triangle, edge);
}
/** `box`: 6 f32. Writes triangle numbers to `out`; the walk lives in `scratch`. Returns how many. */
export function meshQuery(mesh: usize, box: usize, out: usize, scratch: usize): i32 {
  const walk = changetype<KdWalk>(scratch),
    at = changetype<Mesh>(mesh);
  KdBounds.start(
    walk,
    at,
    V.of(load<f32>(box), load<f32>(box, 4), load<f32>(box, 8)),
    V.of(load<f32>(box, 12), load<f32>(box, 16), load<f32>(box, 20)),
  );
  let count = 0;
  for (let triangle = KdBounds.next(walk, at); triangle >= 0; triangle = KdBounds.next(walk, at))
    store<i32>(out + ((count++ as usize) << 2), triangle);
  return count;
}
/** `ray`: origin, direction, limit: 7 f32. Returns the triangle or -1; distance and side go to `out`. */
export function meshRay(mesh: usize, ray: usize, twoSided: bool, out: usize, scratch: usize): i32 {
  const at = changetype<Ray>(scratch);
  Rays.start(
    at,
    V.of(load<f32>(ray), load<f32>(ray, 4), load<f32>(ray, 8)),
    V.of(load<f32>(ray, 12), load<f32>(ray, 16), load<f32>(ray, 20)),
    load<f32>(ray, 24),
  );
  castRayAtMesh(at, changetype<Mesh>(mesh), twoSided);
  store<f32>(out, at.limit);
  store<u32>(out, at.behind, 4);
  return at.triangle;
}
/** The same ray against every triangle in turn. */
export function meshRaySlow(mesh: usize, ray: usize, twoSided: bool, out: usize, scratch: usize): i32 {
  const at = changetype<Ray>(scratch),
    own = changetype<Mesh>(mesh);
  Rays.start(
    at,
    V.of(load<f32>(ray), load<f32>(ray, 4), load<f32>(ray, 8)),
    V.of(load<f32>(ray, 12), load<f32>(ray, 16), load<f32>(ray, 20)),
    load<f32>(ray, 24),
  );
  for (let i = 0; i < own.triangleCount; i++) {
    if (own.neighbour(i, 0) == LEFT_OUT) continue;
    Rays.hit(at, i, own.vertex(own.corner(i, 0)), own.vertex(own.corner(i, 1)), own.vertex(own.corner(i, 2)), twoSided);
  }
  store<f32>(out, at.limit);
  store<u32>(out, at.behind, 4);
  return at.triangle;
}
export function meshScratchSize(): i32 {
  return max(KD_WALK_SIZE, KD_RAY_SIZE) as i32;
}

/** 0, or what is wrong with the tree. `seen`: a zeroed byte a triangle; `scratch`: bounds, 24 bytes a level. */
export function meshTreeFault(mesh: usize, seen: usize): i32 {
  const own = changetype<Mesh>(mesh);
  if (own.nodeCount == 0) return 0;
  const fault = checkNode(own, 0, seen, 0);
  if (fault != 0) return fault;
  for (let i = 0; i < own.triangleCount; i++)
    if ((load<u8>(seen + (i as usize)) == 0) != (own.neighbour(i, 0) == LEFT_OUT)) return 5;
  return 0;
}

function checkNode(mesh: Mesh, index: u32, seen: usize, depth: i32): i32 {
  if ((depth as usize) > KD_DEPTH - 2) return 1;
  const node = changetype<KdNode>(mesh.nodes + (index as usize) * KD_NODE);
  const axis = node.link & 3,
    rest = node.link >> 2;
  if (axis == LEAF) {
    if (rest < 1 || rest > 2) return 2;
    for (let i: u32 = 0; i < rest; i++) {
      const triangle = load<u32>(changetype<usize>(node) + ((i as usize) << 2)) as usize;
      if (load<u8>(seen + triangle) != 0) return 3;
      store<u8>(seen + triangle, 1);
    }
    return 0;
  }
  // Tight: the planes are the extremes of the children.
  if (extreme(mesh, rest, axis, true) != node.low || extreme(mesh, rest + 1, axis, false) != node.high) return 4;
  const fault = checkNode(mesh, rest, seen, depth + 1);
  return fault != 0 ? fault : checkNode(mesh, rest + 1, seen, depth + 1);
}

function extreme(mesh: Mesh, index: u32, axis: i32, greatest: bool): f32 {
  const node = changetype<KdNode>(mesh.nodes + (index as usize) * KD_NODE);
  const rest = node.link >> 2;
  let value: f32 = greatest ? -Infinity : Infinity;
  if ((node.link & 3) == LEAF) {
    for (let i: u32 = 0; i < rest; i++) {
      const triangle = load<i32>(changetype<usize>(node) + ((i as usize) << 2));
      for (let corner = 0; corner < 3; corner++) {
        const x = V.lane(mesh.vertex(mesh.corner(triangle, corner)), axis);
        value = greatest ? max(value, x) : min(value, x);
      }
    }
    return value;
  }
  const a = extreme(mesh, rest, axis, greatest),
    b = extreme(mesh, rest + 1, axis, greatest);
  return greatest ? max(a, b) : min(a, b);
}
