import { World } from '../world/world';
import { OutboxKind, StatePart } from '../generated/layout';
import { Bits } from '../memory/bits';
import { PairSet } from '../broadphase/pair-set';
import { Table } from '../memory/table';
import { Ring } from '../io/ring';
import { Geometries } from '../shapes/geometry';
import { Part, PartKind, Parts } from './parts';

/** Bytes of the state in one record. */
const PIECE: u32 = 1 << 17;

/** Starts to write the state out; `savePiece` goes on until all is written. */
export function startSave(world: World, request: u32): void {
  world.saveRequest = request;
  world.savePart = 0;
  world.saveOffset = 0;
}

/** Writes one piece. False where there is no memory for it. Nothing else happens to the world before the last one. */
export function savePiece(world: World): bool {
  const index = world.savePart;
  const total = sizeOf(world, index);
  const bytes = min(PIECE, total - world.saveOffset);
  const length = ((StatePart.STRIDE as u32) + bytes + 15) & ~15;
  const address = Ring.reserve(world, length);
  if (address == 0) return false;
  memory.fill(address, 0, StatePart.STRIDE);
  const record = changetype<StatePart>(address);
  record.kind = OutboxKind.StatePart;
  record.byteLength = length;
  record.request = world.saveRequest;
  record.part = index as u32;
  record.partCount = (world.partCount + world.geometries.count) as u32;
  record.total = total;
  record.offset = world.saveOffset;
  record.bytes = bytes;
  describe(world, index, record);
  // A table without memory is nowhere.
  if (bytes > 0) memory.copy(address + StatePart.STRIDE, dataOf(world, index) + (world.saveOffset as usize), bytes);
  Ring.commit(world, length);
  world.replyWritten = 1;
  world.saveOffset += bytes;
  if (world.saveOffset == total) {
    world.saveOffset = 0;
    world.savePart++;
  }
  return true;
}

export function isSaved(world: World): bool {
  return world.savePart == world.partCount + world.geometries.count;
}

function sizeOf(world: World, index: i32): u32 {
  if (index >= world.partCount) {
    const geometry = Geometries.at(world, index - world.partCount);
    return geometry.address == 0 ? 0 : (geometry.byteLength as u32);
  }
  const part = Parts.at(world, index);
  if (part.kind == PartKind.TABLE) {
    const table = changetype<Table>(part.address);
    return table.data == 0 ? 0 : (table.before as u32) + (table.count as u32) * (table.stride as u32);
  }
  if (part.kind == PartKind.BITS) return (changetype<Bits>(part.address).wordCapacity as u32) << 3;
  if (part.kind == PartKind.PAIRS) return (changetype<PairSet>(part.address).capacity as u32) << 3;
  return part.bytes;
}

function dataOf(world: World, index: i32): usize {
  if (index >= world.partCount) return Geometries.at(world, index - world.partCount).address;
  const part = Parts.at(world, index);
  if (part.kind == PartKind.TABLE) return changetype<Table>(part.address).data - changetype<Table>(part.address).before;
  if (part.kind == PartKind.BITS) return changetype<Bits>(part.address).data;
  if (part.kind == PartKind.PAIRS) return changetype<PairSet>(part.address).data;
  return part.address;
}

function describe(world: World, index: i32, record: StatePart): void {
  if (index >= world.partCount) {
    record.partKind = PartKind.GEOMETRY;
    return;
  }
  const part: Part = Parts.at(world, index);
  record.partKind = part.kind as u32;
  if (part.kind == PartKind.TABLE) {
    const table = changetype<Table>(part.address);
    record.recordStride = table.stride as u32;
    record.count = table.count as u32;
    record.capacity = table.capacity as u32;
    record.freeHead = table.freeHead as u32;
    record.used = table.used as u32;
  } else if (part.kind == PartKind.BITS) record.count = changetype<Bits>(part.address).wordCapacity as u32;
  else if (part.kind == PartKind.PAIRS) {
    const pairs = changetype<PairSet>(part.address);
    record.count = pairs.count as u32;
    record.capacity = pairs.capacity as u32;
  }
}
