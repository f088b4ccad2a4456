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
