/** Loose kD tree against binned BVH over triangle meshes: `node packages/kernel/bench/mesh-trees.mjs`, after a build. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';

const module = new WebAssembly.Module(readFileSync(new URL('../dist/kernel.bench.wasm', import.meta.url)));
const QUERIES = 20_000,
  ROUNDS = 9;

function terrain(size, height) {
  const vertices = [],
    indices = [];
  for (let z = 0; z <= size; z++) for (let x = 0; x <= size; x++) vertices.push(x, height(x, z), z);
  for (let z = 0; z < size; z++) {
    for (let x = 0; x < size; x++) {
      const a = z * (size + 1) + x,
        c = a + size + 1;
      indices.push(a, c, a + 1, a + 1, c, c + 1);
    }
  }
  return { vertices, indices };
}
function bunny() {
  const { positions, cells } = createRequire(import.meta.url)('bunny');
  return { vertices: positions.flat(), indices: cells.flat() };
}
/** Long thin triangles of all sizes, across each other: no tree likes it. */
function needles(count) {
  const random = generator(3),
    vertices = [],
    indices = [];
  for (let i = 0; i < count; i++) {
    const at = [random() * 20, random() * 20, random() * 20],
      along = [random() - 0.5, random() - 0.5, random() - 0.5].map((x) => x * 8 * random());
    for (const t of [0, 1, 0.5])
      vertices.push(at[0] + along[0] * t, at[1] + along[1] * t + (t === 0.5 ? 0.1 : 0), at[2] + along[2] * t);
    indices.push(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return { vertices, indices };
}
function generator(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

const hills = (x, z) => Math.sin(x * 0.3) * 3 + Math.cos(z * 0.2) * 4 + Math.sin(x * 1.7 + z) * 0.3;
const meshes = {
  'terrain 64 × 64': terrain(64, hills),
  'terrain 512 × 512': terrain(512, hills),
  'flat 128 × 128': terrain(128, () => 0),
  bunny: bunny(),
  '20,000 needles': needles(20_000),
};

/** Runs the contenders in turns; medians, so that a slow moment hurts neither. */
function race(contenders) {
  const times = contenders.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, run] of contenders.entries()) {
      const start = performance.now();
      run();
      if (round > 0) times[i].push(performance.now() - start);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1]);
}

function measure(name, { vertices, indices }) {
  const memory = new WebAssembly.Memory({ initial: 4096, maximum: 65535, shared: true });
  const kernel = new WebAssembly.Instance(module, {
    env: { memory, now: () => (performance.now() * 1000) | 0, foretell: () => {} },
  }).exports;
  const pages = kernel.meshPages(4096);
  const allocate = (bytes) => kernel.meshAllocate(pages, bytes);
  const points = allocate(vertices.length * 4),
    corners = allocate(indices.length * 4),
    rays = allocate(QUERIES * 32),
    grazing = allocate(QUERIES * 32),
    boxes = allocate(QUERIES * 32),
    out = allocate(indices.length * 4),
    scratch = allocate(8192);
  new Float32Array(memory.buffer, points, vertices.length).set(vertices);
  new Uint32Array(memory.buffer, corners, indices.length).set(indices);
  const triangles = indices.length / 3;
  const mesh = kernel.meshBuild(pages, points, vertices.length / 3, corners, triangles);
  const bvh = kernel.bvhBuild(pages, mesh, 2);

  // Boxes of a body's size at the surface; rays from outside at it, most of which hit.
  const random = generator(11);
  const low = [0, 1, 2].map((axis) => vertices.reduce((m, x, i) => (i % 3 === axis ? Math.min(m, x) : m), Infinity)),
    high = [0, 1, 2].map((axis) => vertices.reduce((m, x, i) => (i % 3 === axis ? Math.max(m, x) : m), -Infinity));
  const size = Math.max(...high.map((x, axis) => x - low[axis]));
  const edge = 0.7 * Math.sqrt(surface(vertices, indices) / triangles) * 1.5;
  const grazingRows = new Float32Array(memory.buffer, grazing, QUERIES * 8);
  const boxRows = new Float32Array(memory.buffer, boxes, QUERIES * 8),
    rayRows = new Float32Array(memory.buffer, rays, QUERIES * 8);
  for (let i = 0; i < QUERIES; i++) {
    const corner = 3 * indices[Math.floor(random() * indices.length)];
    const target = [0, 1, 2].map((axis) => vertices[corner + axis] + (random() - 0.5) * edge);
    boxRows.set(
      target.map((x) => x - edge),
      8 * i,
    );
    boxRows.set(
      target.map((x) => x + edge),
      8 * i + 4,
    );
    // From a sphere around the mesh, its upper half for a terrain; and along its surface.
    const around = [random() - 0.5, name === 'bunny' ? random() - 0.5 : 0.2 + 0.5 * random(), random() - 0.5];
    const far = size / Math.hypot(...around);
    const from = around.map((x, axis) => (low[axis] + high[axis]) / 2 + x * far);
    const beside = [0, 1, 2].map((axis) => (low[axis] + high[axis]) / 2 + (random() - 0.5) * size);
    beside[1] = high[1] + random() * edge;
    setRay(rayRows, i, from, target);
    setRay(grazingRows, i, beside, target);
  }
  const found = [
    kernel.kdQueries(mesh, boxes, QUERIES, out, scratch),
    kernel.bvhQueries(bvh, mesh, boxes, QUERIES, out, scratch),
  ];
  for (const list of [rays, grazing]) {
    const hit = [kernel.kdRays(mesh, list, QUERIES, scratch), kernel.bvhRays(bvh, mesh, list, QUERIES, scratch)];
    if (hit[0] !== hit[1]) throw new Error(`${name}: the trees hit different triangles`);
  }
  if (found[0] !== found[1]) throw new Error(`${name}: the trees find different triangles`);

  const build = race([
    () => kernel.kdBuildAlone(pages, mesh),
    () => kernel.bvhFree(pages, kernel.bvhBuild(pages, mesh, 2)),
    () => kernel.meshFree(pages, kernel.meshBuild(pages, points, vertices.length / 3, corners, triangles)),
  ]);
  const box = race([
    () => kernel.kdQueries(mesh, boxes, QUERIES, out, scratch),
    () => kernel.bvhQueries(bvh, mesh, boxes, QUERIES, out, scratch),
  ]);
  const [ray, graze] = [rays, grazing].map((list) =>
    race([() => kernel.kdRays(mesh, list, QUERIES, scratch), () => kernel.bvhRays(bvh, mesh, list, QUERIES, scratch)]),
  );
  const row = (tree, i, bytes) => ({
    mesh: name,
    tree,
    triangles,
    'build, ms': Number(build[i].toFixed(2)),
    'bytes a triangle': Number((bytes / triangles).toFixed(1)),
    'box query, ns': Math.round((box[i] / QUERIES) * 1e6),
    'ray, ns': Math.round((ray[i] / QUERIES) * 1e6),
    'grazing ray, ns': Math.round((graze[i] / QUERIES) * 1e6),
    'found a box': Number((found[i] / QUERIES).toFixed(1)),
  });
  console.error(`${name}: welding, edges and kD tree together ${build[2].toFixed(1)} ms`);
  return [row('loose kD', 0, kernel.kdBytes(mesh)), row('binned BVH', 1, kernel.bvhByteLength(bvh, mesh))];
}

function setRay(rows, i, from, target) {
  const length = Math.hypot(...target.map((x, axis) => x - from[axis]));
  rows.set([...from, 0, ...target.map((x, axis) => (x - from[axis]) / length), length * 2], 8 * i);
}

function surface(vertices, indices) {
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => vertices.slice(3 * indices[i + k], 3 * indices[i + k] + 3));
    const u = b.map((x, axis) => x - a[axis]),
      v = c.map((x, axis) => x - a[axis]);
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return area;
}

console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.versions.node}; medians of ${ROUNDS} turns of ${QUERIES} queries.`,
);
console.table(Object.entries(meshes).flatMap(([name, mesh]) => measure(name, mesh)));
