/** The kernel's bench build, as far as this comparison needs it; see `bench-entry.ts` there. */
export interface IslandKernel extends WebAssembly.Exports {
  createWorld(workers: number, cores: number, maxPages: number): number;
  shutdown(world: number): void;
  pumpAlone(world: number): number;
  islandScratch(world: number): number;
  islandsByDepthFirst(world: number, labels: number): void;
  islandsByUnionFind(world: number, labels: number): void;
  openIslandSearch(world: number, labels: number): void;
  islandsByParallelUnionFind(world: number): void;
  closeIslandSearch(world: number): void;
  islandsWork(world: number, worker: number): void;
  splitLargestIsland(world: number): void;
  islandsPersistent(world: number, labels: number): void;
}

/** What a worker needs to join. */
export interface IslandBench {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly world: number;
}

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): IslandKernel {
  const imports = { env: { memory, now: () => (performance.now() * 1000) | 0, foretell: () => {} } };
  return new WebAssembly.Instance(module, imports).exports as IslandKernel;
}
