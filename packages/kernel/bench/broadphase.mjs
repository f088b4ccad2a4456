/**
 * What fat bounds with velocity prediction save, and what moving does to the tree: `pnpm bench broadphase`. 2,000 unit boxes fly about in
 * a hall and bounce off its walls; each that leaves its fat bounds is taken out and put in again, as the kernel does it.
 */
import { readFileSync } from 'node:fs';

const BODIES = 2000;
const STEPS = 240;
const DT = 1 / 60;
const MARGIN = 0.05;
const HALL = 40;

const module = new WebAssembly.Module(readFileSync(new URL('../dist/kernel.test.wasm', import.meta.url)));

function forest() {
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 1024 });
  const kernel = new WebAssembly.Instance(module, { env: { memory, now: () => 0 } }).exports;
  const pages = (kernel.heapBase() + 4095) & ~4095;
  const bitmap = pages + 16384;
  const end = bitmap + kernel.pagesBitmapBytes(1024);
  new Uint8Array(memory.buffer, pages, end - pages).fill(0);
  kernel.pagesSetUp(pages, bitmap, 1024, end);
  const tree = pages + 256;
  kernel.treeSetUp(tree, tree + 64, tree + 128);
  kernel.treeReserveMore(tree, pages, BODIES);
  return { kernel, tree };
}

function generator(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Tight bounds with a margin, and `ahead` steps of motion in its direction. */
function fatBounds({ p, v }, ahead) {
  const low = p.map((x, i) => x - 0.5 - MARGIN + Math.min(0, v[i] * DT * ahead));
  const high = p.map((x, i) => x + 0.5 + MARGIN + Math.max(0, v[i] * DT * ahead));
  return [...low, ...high];
}

function run(speed, ahead) {
  const { kernel, tree } = forest();
  const random = generator(1);
  const bodies = Array.from({ length: BODIES }, (_, id) => {
    const body = {
      p: [0, 0, 0].map(() => random() * HALL),
      v: [0, 0, 0].map(() => (random() - 0.5) * 2 * speed),
    };
    body.fat = fatBounds(body, ahead);
    body.leaf = kernel.treeInsert(tree, id, ...body.fat);
    return body;
  });
  const fresh = kernel.treeCost(tree);
  let moves = 0;
  let ms = 0;
  let costAfter10k = NaN;
  for (let step = 0; step < STEPS; step++) {
    for (const body of bodies) {
      body.p = body.p.map((x, i) => x + body.v[i] * DT);
      body.v = body.v.map((v, i) => (body.p[i] < 0 ? Math.abs(v) : body.p[i] > HALL ? -Math.abs(v) : v));
      const { p, fat } = body;
      if (p.every((x, i) => x - 0.5 >= fat[i] && x + 0.5 <= fat[i + 3])) continue;
      body.fat = fatBounds(body, ahead);
      const start = performance.now();
      kernel.treeMove(tree, body.leaf, ...body.fat);
      ms += performance.now() - start;
      if (++moves === 10_000) costAfter10k = kernel.treeCost(tree);
    }
  }
  if (kernel.treeFault(tree) !== 0) throw new Error('the tree is broken');
  return {
    'm/s': speed,
    'steps ahead': ahead,
    're-insertions a step': Number((moves / STEPS).toFixed(1)),
    'µs each': Number(((ms * 1000) / moves).toFixed(2)),
    'cost fresh': Number(fresh.toFixed(2)),
    'after 10,000 moves': Number(costAfter10k.toFixed(2)),
    'at the end': Number(kernel.treeCost(tree).toFixed(2)),
    height: kernel.treeHeight(tree),
  };
}

console.log(`${BODIES} boxes, ${STEPS} steps. Cost: area of all inner nodes over that of the root.`);
console.table([1, 5, 20].flatMap((speed) => [0, 2, 4].map((ahead) => run(speed, ahead))));

/** Static boxes by `place`, inserted one by one and then built anew. */
function build(name, place) {
  const { kernel, tree } = forest();
  const random = generator(2);
  const start = performance.now();
  for (let id = 0; id < BODIES; id++) {
    const p = place(id, random);
    kernel.treeInsert(tree, id, ...p.map((x) => x - 0.5), ...p.map((x) => x + 0.5));
  }
  const inserted = performance.now();
  const [cost, height] = [kernel.treeCost(tree), kernel.treeHeight(tree)];
  const again = performance.now();
  kernel.treeRebuild(tree, tree + 4096);
  const built = performance.now();
  return {
    boxes: name,
    'insertion, ms': Number((inserted - start).toFixed(2)),
    cost: Number(cost.toFixed(2)),
    height,
    'bulk, ms': Number((built - again).toFixed(2)),
    'cost of bulk': Number(kernel.treeCost(tree).toFixed(2)),
    'height of bulk': kernel.treeHeight(tree),
  };
}

const places = [
  ['in a hall', (_, random) => [0, 0, 0].map(() => random() * HALL)],
  ['on a floor', (_, random) => [random() * 200, 0, random() * 200]],
  ['tiles, row by row', (id) => [id % 45, 0, Math.floor(id / 45)]],
];
for (const [name, place] of places) build(name, place);
console.table(places.map(([name, place]) => build(name, place)));
