/** The kernel with what benchmarks measure alone: shared memory, not published. */
import { World } from './world/world';
import * as conductor from './pump';
import * as islands from './bench/islands';

export * from './index';
export { benchBarrier } from './threads/bench-barrier';
export * from './bench/mesh-trees';

/** `pump` with one worker, while the others wait for something else. */
export function pumpAlone(world: usize): i32 {
  const own = changetype<World>(world);
  const workers = own.workers;
  own.workers = 1;
  const status = conductor.pump(own);
  own.workers = workers;
  return status;
}
export function islandScratch(world: usize): usize {
  return islands.islandScratch(changetype<World>(world));
}
export function islandsByDepthFirst(world: usize, labels: usize): void {
  islands.islandsByDepthFirst(changetype<World>(world), labels);
}
export function islandsByUnionFind(world: usize, labels: usize): void {
  islands.islandsByUnionFind(changetype<World>(world), labels);
}
export function openIslandSearch(world: usize, labels: usize): void {
  islands.openIslandSearch(changetype<World>(world), labels);
}
export function islandsByParallelUnionFind(world: usize): void {
  islands.islandsByParallelUnionFind(changetype<World>(world));
}
export function closeIslandSearch(world: usize): void {
  islands.closeIslandSearch(changetype<World>(world));
}
export function islandsWork(world: usize, worker: i32): void {
  islands.islandsWork(changetype<World>(world), worker);
}
export function islandsPersistent(world: usize, labels: usize): void {
  islands.islandsPersistent(changetype<World>(world), labels);
}
export function splitLargestIsland(world: usize): void {
  islands.splitLargestIsland(changetype<World>(world));
}
