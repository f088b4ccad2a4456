import { ShapeType } from '../generated/layout';
import { HeightField } from '../mesh/height-field';
import { KD_DEPTH, KD_NODE, KdNode, LEAF } from '../mesh/kd-node';
import { LEFT_OUT, Mesh, TRIANGLE_SIZE, VERTEX_SIZE } from '../mesh/mesh';
import { Geometry } from '../shapes/geometry';

/** A loaded block still holds addresses of the saved world: they follow it. False where they, or what they lead to, do not fit the block. */
export function moveGeometry(geometry: Geometry): bool {
  if (geometry.shape == ShapeType.Mesh) return moveMesh(geometry);
  if (geometry.shape == ShapeType.HeightField) return moveHeightField(geometry);
  return geometry.shape == ShapeType.Hull;
}

/** Whether `count` items of `size` bytes lie in the block. */
function holds(geometry: Geometry, address: usize, count: i32, size: usize): bool {
  const offset = (address - geometry.loaded) as u64;
  return (
    count >= 0 &&
    offset <= (geometry.byteLength as u64) &&
    offset + (count as u64) * (size as u64) <= (geometry.byteLength as u64)
  );
}

function moveMesh(geometry: Geometry): bool {
  if (geometry.byteLength < offsetof<Mesh>()) return false;
  const mesh = changetype<Mesh>(geometry.loaded);
  const by = geometry.loaded - geometry.address;
  mesh.vertices += by;
  mesh.indices += by;
  mesh.neighbours += by;
  mesh.nodes += by;
  if (mesh.byteLength != geometry.byteLength) return false;
  if (!holds(geometry, mesh.vertices, mesh.vertexCount, VERTEX_SIZE)) return false;
  if (!holds(geometry, mesh.indices, mesh.triangleCount, TRIANGLE_SIZE)) return false;
  if (!holds(geometry, mesh.neighbours, mesh.triangleCount, TRIANGLE_SIZE)) return false;
  if (!holds(geometry, mesh.nodes, mesh.nodeCount, KD_NODE)) return false;
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    for (let i = 0; i < 3; i++) {
      const corner = mesh.corner(triangle, i),
        neighbour = mesh.neighbour(triangle, i);
      if (corner < 0 || corner >= mesh.vertexCount || neighbour < LEFT_OUT || neighbour >= mesh.triangleCount)
        return false;
    }
  }
  return mesh.nodeCount == 0 || isTree(mesh, 0, 0);
}

/** Children lie behind their parent, so that every way down ends. */
function isTree(mesh: Mesh, index: i32, depth: i32): bool {
  const node = changetype<KdNode>(mesh.nodes + (index as usize) * KD_NODE);
  const above = (node.link >> 2) as i32;
  if ((node.link & 3) == LEAF) {
    if (above < 0 || above > 2) return false;
    if (above > 0 && reinterpret<u32>(node.low) >= (mesh.triangleCount as u32)) return false;
    return above < 2 || reinterpret<u32>(node.high) < (mesh.triangleCount as u32);
  }
  if (above <= index || above + 1 >= mesh.nodeCount || depth + 2 >= (KD_DEPTH as i32)) return false;
  return isTree(mesh, above, depth + 1) && isTree(mesh, above + 1, depth + 1);
}

function moveHeightField(geometry: Geometry): bool {
  if (geometry.byteLength < offsetof<HeightField>()) return false;
  const field = changetype<HeightField>(geometry.loaded);
  const by = geometry.loaded - geometry.address;
  field.heights += by;
  field.holes += by;
  if (field.byteLength != geometry.byteLength || field.rows < 2 || field.columns < 2) return false;
  if (field.rows > 0xffff || field.columns > 0xffff) return false;
  return (
    holds(geometry, field.heights, field.rows * field.columns, 4) &&
    holds(geometry, field.holes, (field.rows - 1) * (field.columns - 1), 1)
  );
}
