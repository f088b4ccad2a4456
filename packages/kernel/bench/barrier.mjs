/** Prints what a barrier between the kernel's workers costs: `node packages/kernel/bench/barrier.mjs`, after a build. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const instantiate = (module, memory) =>
  new WebAssembly.Instance(module, { env: { memory, now: () => (performance.now() * 1000) | 0, foretell: () => {} } })
    .exports;

if (!isMainThread) {
  const { module, memory, world, worker, rounds } = workerData;
  const kernel = instantiate(module, memory);
  parentPort.once('message', () => {
    const start = performance.now();
    kernel.benchBarrier(world, worker, rounds);
    parentPort.postMessage(((performance.now() - start) * 1e6) / rounds);
  });
  parentPort.postMessage('ready');
} else {
  const cores = availableParallelism(),
    repeats = 7;
  const module = new WebAssembly.Module(readFileSync(new URL('../dist/kernel.bench.wasm', import.meta.url)));
  const heard = (worker) => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

  /** Mean of one run, in a pool and a world of its own: ns a barrier, as the conductor sees it. */
  async function measure(workers, rounds) {
    const memory = new WebAssembly.Memory({ initial: 64, maximum: 65535, shared: true });
    const world = instantiate(module, memory).createWorld(workers, cores, 1024);
    const pool = Array.from(
      { length: workers },
      (_, worker) =>
        new Worker(fileURLToPath(import.meta.url), { workerData: { module, memory, world, worker, rounds } }),
    );
    await Promise.all(pool.map(heard));
    const results = pool.map(heard);
    // The conductor last: it waits for the others, and that is not to be measured.
    for (const worker of pool.slice(1)) worker.postMessage('go');
    await new Promise((resolve) => setTimeout(resolve, 20));
    pool[0].postMessage('go');
    const [nanoseconds] = await Promise.all(results);
    await Promise.all(pool.map((worker) => worker.terminate()));
    return nanoseconds;
  }

  const table = [];
  for (const workers of [1, 2, 4]) {
    const times = [];
    for (let i = 0; i < repeats; i++) times.push(await measure(workers, workers <= cores ? 100_000 : 5_000));
    times.sort((a, b) => a - b);
    table.push({
      workers,
      cores,
      'ns a barrier, median': Math.round(times[repeats >> 1]),
      least: Math.round(times[0]),
      most: Math.round(times[repeats - 1]),
    });
  }
  console.table(table);
}
