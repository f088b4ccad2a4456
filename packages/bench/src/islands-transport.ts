import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { worldOptions, type SceneDescription } from '@atoll/scenes';
import type { Transport, TransportListener } from '../../engine/src/transport/transport.js';
import { Core } from '../../engine/src/world/core.js';
import { resolveWorld } from '../../engine/src/world/options.js';
import { World } from '../../engine/src/world/world.js';
import { instantiate, type IslandKernel } from './islands-kernel.ts';

const MAX_PAGES = 8192;
/** Bits that `pumpAlone` returns. */
const MORE = 1;
const STALLED = 4;

/** The kernel's bench build on this thread. Steps run on it alone; the other workers wait for the parallel search. */
export class IslandsTransport implements Transport {
  readonly kind = 'inline';
  readonly workers = 1;
  readonly isSynchronous = true;
  readonly memory = new WebAssembly.Memory({ initial: 256, maximum: 65535, shared: true });
  readonly kernel: IslandKernel;
  readonly world: number;
  readonly #helpers: readonly Worker[];
  #listener: TransportListener | undefined;

  constructor(workers: number) {
    const module = new WebAssembly.Module(
      readFileSync(new URL('../../kernel/dist/kernel.bench.wasm', import.meta.url)),
    );
    const { memory } = this;
    this.kernel = instantiate(module, memory);
    const world = this.kernel.createWorld(workers, availableParallelism(), MAX_PAGES);
    this.world = world;
    this.#helpers = Array.from({ length: workers - 1 }, (_, i) => {
      const workerData = { module, memory, world, worker: i + 1 };
      return new Worker(new URL('./islands-worker.js', import.meta.url), { workerData });
    });
  }

  listen(listener: TransportListener): void {
    this.#listener = listener;
  }

  ring(): void {
    for (let bits = MORE; bits & (MORE | STALLED);) {
      bits = this.kernel.pumpAlone(this.world);
      this.#listener?.onReadable(false);
    }
  }

  hold(): void {}

  async close(): Promise<void> {
    this.kernel.shutdown(this.world);
    await Promise.all(this.#helpers.map((helper) => helper.terminate()));
  }
}

export function createIslandsWorld(transport: IslandsTransport, scene: SceneDescription): World {
  return new World(new Core(transport), resolveWorld(worldOptions(scene)).settings);
}
