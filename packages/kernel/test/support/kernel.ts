import { readFileSync } from 'node:fs';
import type { KernelExports } from '../../src/index.js';
import { testKernelUrl } from '../../src/testing.js';

type Numbers = (...values: number[]) => number;

/** The test build's exports: the kernel's own, and its internals (packages/kernel/assembly/testing). */
export interface TestKernel extends KernelExports {
  heapBase: Numbers;
  runsAtLeast(word: bigint, n: number): bigint;
  runsExactly(word: bigint, n: number): bigint;
  runsAligned(word: bigint, n: number, alignment: number): bigint;
  pagesBitmapBytes: Numbers;
  pagesSetUp: Numbers;
  pagesAllocate: Numbers;
  pagesRelease: Numbers;
  pagesAdopt: Numbers;
  pagesTouchAhead: Numbers;
  pagesFind: Numbers;
  pagesUsed: Numbers;
  exhaust(world: number): void;
  coloursFit: Numbers;
  stepPairs: Numbers;
  tableSetUp: Numbers;
  tableReserve: Numbers;
  tableReserveMore: Numbers;
  tableTake: Numbers;
  tableFree: Numbers;
  tableAt: Numbers;
  tableUsed: Numbers;
  tableCapacity: Numbers;
  bitsReserve: Numbers;
  bitsSet: Numbers;
  bitsClear: Numbers;
  bitsHas: Numbers;
  bitsZero: Numbers;
  pairKey(a: number, b: number): bigint;
  pairsReserveMore: Numbers;
  pairsInsert(pairs: number, key: bigint): void;
  pairsHas(pairs: number, key: bigint): number;
  pairsRemove(pairs: number, key: bigint): void;
  pairsCount: Numbers;
  pairsCapacity: Numbers;
  pairsSlots: Numbers;
  sortKeys: Numbers;
  treeSetUp: Numbers;
  treeReserveMore: Numbers;
  treeInsert: Numbers;
  treeMove: Numbers;
  treeRemove: Numbers;
  treeHeight: Numbers;
  treeRebuild: Numbers;
  treeLeafCount: Numbers;
  treeQuery: Numbers;
  treeFault: Numbers;
  treeCost: Numbers;
  searchedAhead: Numbers;
  pairFaults: Numbers;
  pairCount: Numbers;
  createdAhead: Numbers;
  collidedAhead: Numbers;
  linkedAhead: Numbers;
  unlinkAhead: Numbers;
  movedProxies: Numbers;
  colliderFill: Numbers;
  collideShapes: Numbers;
  collideAgain: Numbers;
  meshBuild: Numbers;
  meshFree: Numbers;
  meshByteLength: Numbers;
  meshNodeCount: Numbers;
  meshVertexCount: Numbers;
  meshNeighbour: Numbers;
  meshQuery: Numbers;
  meshRay: Numbers;
  meshRaySlow: Numbers;
  meshScratchSize: Numbers;
  meshTreeFault: Numbers;
  convexDistance: Numbers;
  validate(world: number): bigint;
  dumpBodies: Numbers;
  dumpContacts: Numbers;
  dumpJoints: Numbers;
  dumpGroups: Numbers;
  dumpPlaces: Numbers;
  madePlan: Numbers;
  losePlan: Numbers;
  awakeContactCount: Numbers;
  linkedSiblings: Numbers;
  pagesInUse: Numbers;
}

let compiled: WebAssembly.Module | undefined;

/** A fresh instance on a memory of its own. */
export function instantiate(maximum = 4096): { kernel: TestKernel; memory: WebAssembly.Memory } {
  compiled ??= new WebAssembly.Module(readFileSync(testKernelUrl()));
  const memory = new WebAssembly.Memory({ initial: 16, maximum });
  const instance = new WebAssembly.Instance(compiled, { env: { memory, now: () => 0 } });
  return { kernel: instance.exports as TestKernel, memory };
}

/** An instance with a page allocator and room for records at `free`, and no world. */
export function withPages(maxPages = 256) {
  const { kernel, memory } = instantiate(maxPages);
  const pages = (kernel.heapBase() + 4095) & ~4095;
  const free = pages + 256;
  const bitmap = pages + 16384;
  const end = bitmap + kernel.pagesBitmapBytes(maxPages);
  new Uint8Array(memory.buffer, pages, end - pages).fill(0);
  kernel.pagesSetUp(pages, bitmap, maxPages, end);
  return { kernel, memory, pages, free, end };
}
