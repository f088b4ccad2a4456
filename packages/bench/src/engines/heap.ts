/** The memory of a module that Emscripten made, which declarations tend to leave out. */
interface Heap {
  readonly HEAPU8: Uint8Array;
  readonly _malloc: (bytes: number) => number;
  readonly _free: (address: number) => void;
}

/** A copy of a list in the memory of an engine; its address. */
export function toHeap(engine: unknown, list: Float32Array | Uint32Array): number {
  const { _malloc: allocate } = engine as Heap;
  const address = allocate(list.byteLength);
  // Looked up behind the allocation, which may have grown the memory.
  (engine as Heap).HEAPU8.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), address);
  return address;
}

export function freeHeap(engine: unknown, address: number): void {
  const { _free: free } = engine as Heap;
  free(address);
}
