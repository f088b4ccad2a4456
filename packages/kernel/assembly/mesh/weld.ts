import { LEFT_OUT, Mesh, OPEN, TRIANGLE_SIZE, VERTEX_SIZE } from './mesh';

/**
 * Gives equal points one number: graphics meshes repeat a vertex for each of its normals and texture coordinates, and would otherwise
 * have an open edge at every seam. `map`: a number each point. `table`: zeroed slots of 12 bytes, a power of two of them.
 */
export function weldVertices(points: usize, count: i32, map: usize, table: usize, slots: i32): i32 {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const at = points + (i as usize) * VERTEX_SIZE;
    const x = load<f32>(at) + 0,
      y = load<f32>(at, 4) + 0,
      z = load<f32>(at, 8) + 0;
    let slot = mix(mix(reinterpret<u32>(x), reinterpret<u32>(y)), reinterpret<u32>(z)) & (slots - 1);
    while (true) {
      const entry = table + (slot as usize) * 12;
      const first = load<i32>(entry) - 1;
      if (first < 0) {
        store<i32>(entry, i + 1);
        store<i32>(entry, found, 4);
        store<i32>(map + ((i as usize) << 2), found++);
        break;
      }
      const other = points + (first as usize) * VERTEX_SIZE;
      if (load<f32>(other) == x && load<f32>(other, 4) == y && load<f32>(other, 8) == z) {
        store<i32>(map + ((i as usize) << 2), load<i32>(entry, 4));
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  memory.fill(table, 0, (slots as usize) * 12);
  return found;
}

/**
 * Finds the triangle across each edge: the one that runs along it the other way. An edge that more than two triangles share joins the
 * first two that fit, in order; the rest, and triangles wound against each other, keep open edges.
 */
export function joinEdges(mesh: Mesh, order: usize, count: i32, table: usize, slots: i32): void {
  for (let i = 0; i < mesh.triangleCount * 3; i++) store<i32>(mesh.neighbours + ((i as usize) << 2), LEFT_OUT);
  for (let i = 0; i < count; i++) {
    const row = mesh.neighbours + (load<u32>(order + ((i as usize) << 2)) as usize) * TRIANGLE_SIZE;
    store<i32>(row, OPEN);
    store<i32>(row, OPEN, 4);
    store<i32>(row, OPEN, 8);
  }
  // By number: the tree has shuffled the list, and the outcome must not depend on that.
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    if (mesh.neighbour(triangle, 0) == LEFT_OUT) continue;
    const a = mesh.corner(triangle, 0),
      b = mesh.corner(triangle, 1),
      c = mesh.corner(triangle, 2);
    joinEdge(mesh, triangle, 0, a, b, table, slots);
    joinEdge(mesh, triangle, 1, b, c, table, slots);
    joinEdge(mesh, triangle, 2, c, a, table, slots);
  }
}

/** Slots hold the edges that wait for their other side: 1 + 3 · triangle + edge. */
function joinEdge(mesh: Mesh, triangle: i32, edge: i32, from: i32, to: i32, table: usize, slots: i32): void {
  let slot = mix(min(from, to), max(from, to)) & (slots - 1);
  while (true) {
    const entry = table + (slot as usize) * 12;
    const waiting = load<i32>(entry) - 1;
    if (waiting < 0) {
      store<i32>(entry, 1 + 3 * triangle + edge);
      store<i32>(entry, from, 4);
      store<i32>(entry, to, 8);
      return;
    }
    if (load<i32>(entry, 4) == to && load<i32>(entry, 8) == from) {
      store<i32>(mesh.neighbours + (waiting as usize) * 4, triangle);
      store<i32>(mesh.neighbours + (triangle as usize) * TRIANGLE_SIZE + ((edge as usize) << 2), waiting / 3);
      // Taken: nobody looks for it any more, and the chain of slots stays whole.
      store<i32>(entry, OPEN, 4);
      store<i32>(entry, OPEN, 8);
      return;
    }
    slot = (slot + 1) & (slots - 1);
  }
}

/** Mixes two words. Constants: T. Mueller's integer hash. */
function mix(a: u32, b: u32): i32 {
  let x = a * 0x9e3779b1 + b;
  x = ((x >> 16) ^ x) * 0x45d9f3b;
  x = ((x >> 16) ^ x) * 0x45d9f3b;
  return ((x >> 16) ^ x) as i32;
}
