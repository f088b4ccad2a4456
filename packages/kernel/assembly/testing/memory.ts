/** Memory structures at addresses that the test chooses. */
import { Bits } from '../memory/bits';
import { PAGE_SIZE, Pages } from '../memory/pages';
import { Runs } from '../memory/runs';
import { Table } from '../memory/table';
import { PairSet } from '../broadphase/pair-set';
import { World } from '../world/world';
import { Tuning } from '../constants';

export { sortKeys } from '../broadphase/sort';

export function heapBase(): usize {
  return __heap_base;
}

export function runsAtLeast(word: u64, n: i32): u64 {
  return Runs.atLeast(word, n);
}
export function runsExactly(word: u64, n: i32): u64 {
  return Runs.exactly(word, n);
}
export function runsAligned(word: u64, n: i32, alignment: i32): u64 {
  return Runs.aligned(word, n, alignment);
}

export function pagesBitmapBytes(maxWasmPages: i32): usize {
  return Pages.sizeFor(maxWasmPages);
}
export function pagesSetUp(pages: usize, bitmap: usize, maxWasmPages: i32, end: usize): void {
  changetype<Pages>(pages).setUp(bitmap, maxWasmPages, end);
}
export function pagesAllocate(pages: usize, bytes: usize): usize {
  return changetype<Pages>(pages).allocate(bytes);
}
export function pagesRelease(pages: usize, address: usize, bytes: usize): void {
  changetype<Pages>(pages).release(address, bytes);
}
export function pagesAdopt(pages: usize, address: usize, bytes: usize): void {
  changetype<Pages>(pages).adopt(address, bytes);
}
export function pagesTouchAhead(pages: usize, bytes: usize, most: i32): bool {
  return changetype<Pages>(pages).touchAhead(bytes, most);
}
export function pagesFind(pages: usize, n: i32): i32 {
  return changetype<Pages>(pages).find(n);
}
export function pagesUsed(pages: usize): i32 {
  return changetype<Pages>(pages).usedPages;
}
/** Takes all the memory that a world has left. */
export function exhaust(address: usize): void {
  while (changetype<World>(address).pages.allocate(PAGE_SIZE) != 0);
}
/** How many new pairs the last step with a search listed; −1 where they have no room. */
export function stepPairs(address: usize): i32 {
  const pairs = changetype<World>(address).pairList;
  return pairs.count <= pairs.capacity ? pairs.count : -1;
}
/** Do the lists of the constraint graph end where their memory does? */
export function coloursFit(address: usize): bool {
  const world = changetype<World>(address);
  for (let i = 0; i <= Tuning.COLOURS; i++) {
    const colour = world.colour(i);
    if (colour.contacts.count > colour.contacts.capacity || colour.movers.count > colour.movers.capacity) return false;
    if (colour.joints.count > colour.joints.capacity) return false;
  }
  return true;
}
export function tableSetUp(table: usize, stride: usize): void {
  changetype<Table>(table).setUp(stride);
}
export function tableReserve(table: usize, pages: usize, n: i32): bool {
  return changetype<Table>(table).reserve(changetype<Pages>(pages), n);
}
export function tableReserveMore(table: usize, pages: usize, n: i32): bool {
  return changetype<Table>(table).reserveMore(changetype<Pages>(pages), n);
}
export function tableTake(table: usize): i32 {
  return changetype<Table>(table).take();
}
export function tableFree(table: usize, id: i32): void {
  changetype<Table>(table).free(id);
}
export function tableAt(table: usize, id: i32): usize {
  return changetype<Table>(table).at(id);
}
export function tableUsed(table: usize): i32 {
  return changetype<Table>(table).used;
}
export function tableCapacity(table: usize): i32 {
  return changetype<Table>(table).capacity;
}

export function bitsReserve(bits: usize, pages: usize, count: i32): bool {
  return changetype<Bits>(bits).reserve(changetype<Pages>(pages), count);
}
export function bitsSet(bits: usize, bit: i32): void {
  changetype<Bits>(bits).set(bit);
}
export function bitsClear(bits: usize, bit: i32): void {
  changetype<Bits>(bits).clear(bit);
}
export function bitsHas(bits: usize, bit: i32): bool {
  return changetype<Bits>(bits).has(bit);
}
export function bitsZero(bits: usize, count: i32): void {
  changetype<Bits>(bits).zero(count);
}

export function pairKey(a: i32, b: i32): u64 {
  return PairSet.key(a, b);
}
export function pairsReserveMore(pairs: usize, pages: usize, n: i32): bool {
  return changetype<PairSet>(pairs).reserveMore(changetype<Pages>(pages), n);
}
export function pairsInsert(pairs: usize, key: u64): void {
  changetype<PairSet>(pairs).insert(key);
}
export function pairsHas(pairs: usize, key: u64): bool {
  return changetype<PairSet>(pairs).has(key);
}
export function pairsRemove(pairs: usize, key: u64): void {
  changetype<PairSet>(pairs).remove(key);
}
export function pairsCount(pairs: usize): i32 {
  return changetype<PairSet>(pairs).count;
}
export function pairsCapacity(pairs: usize): i32 {
  return changetype<PairSet>(pairs).capacity;
}
export function pairsSlots(pairs: usize): usize {
  return changetype<PairSet>(pairs).data;
}
