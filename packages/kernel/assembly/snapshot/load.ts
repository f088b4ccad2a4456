import { World } from '../world/world';
import { LoadFault, StatePart } from '../generated/layout';
import { Colliders } from '../bodies/collider';
import { Bits } from '../memory/bits';
import { PAGE_SIZE } from '../memory/pages';
import { PairSet } from '../broadphase/pair-set';
import { Table } from '../memory/table';
import { Bodies } from '../bodies/body';
import { reserveBody } from '../bodies/lifecycle';
import { reserveContacts } from '../contacts/lifecycle';
import { Geometries, Geometry } from '../shapes/geometry';
import { StandingPlan } from '../solver/standing-plan';
import { moveGeometry } from './move-geometry';
import { Part, PART_SIZE, PartKind, Parts } from './parts';
import { validate } from './validate';
import { NONE } from '../constants';

/**
 * Takes a saved state in, piece by piece, beside the present one, and lets the two change places once all of it is there and sound.
 * Until then the present one is untouched. The bytes may come from anywhere: each number is checked before it is used.
 */
export function loadPiece(world: World, record: StatePart): u32 {
  if (world.loadFault == LoadFault.None) world.loadFault = take(world, record);
  return world.loadFault;
}

function take(world: World, record: StatePart): u32 {
  if (record.byteLength < (StatePart.STRIDE as u32) || record.bytes > record.byteLength - (StatePart.STRIDE as u32))
    return LoadFault.Parts;
  const from = changetype<usize>(record) + StatePart.STRIDE;
  const index = record.part as i32;
  if (index < 0) return LoadFault.Parts;
  if (index >= world.partCount) return takeGeometry(world, index - world.partCount, record, from);
  const part = Parts.at(world, index);
  if (part.begun == 0) {
    const fault = begin(world, part, record);
    if (fault != LoadFault.None) return fault;
  }
  if (record.total != part.total || record.offset != part.received) return LoadFault.Parts;
  if (record.bytes > part.total - part.received) return LoadFault.Parts;
  memory.copy(part.data + (part.received as usize), from, record.bytes);
  part.received += record.bytes;
  return LoadFault.None;
}

function begin(world: World, part: Part, record: StatePart): u32 {
  if ((record.partKind as i32) != part.kind) return LoadFault.Parts;
  const count = record.count as u64;
  if (part.kind == PartKind.TABLE) {
    const stride = changetype<Table>(part.address).stride as u64,
      before = record.total == 0 ? 0 : (changetype<Table>(part.address).before as u64);
    if ((record.recordStride as u64) != stride || before + count * stride != (record.total as u64))
      return LoadFault.Parts;
    if (record.used > record.count || record.freeHead > record.count || record.capacity > 0x7fffffff)
      return LoadFault.Parts;
  } else if (part.kind == PartKind.BITS) {
    if (count << 3 != (record.total as u64)) return LoadFault.Parts;
  } else if (part.kind == PartKind.PAIRS) {
    // At least half of it is free: every search ends.
    if ((record.capacity as u64) << 3 != (record.total as u64) || count * 2 > (record.capacity as u64))
      return LoadFault.Parts;
    if ((record.capacity & (record.capacity - 1)) != 0) return LoadFault.Parts;
  } else if (record.total != part.bytes) return LoadFault.Parts;
  part.data = record.total == 0 ? 0 : world.pages.allocate(record.total);
  if (part.data == 0 && record.total != 0) return LoadFault.OutOfMemory;
  part.begun = 1;
  part.total = record.total;
  part.count = record.count as i32;
  part.freeHead = record.freeHead as i32;
  part.used = record.used as i32;
  part.room = record.capacity as i32;
  part.capacity =
    part.kind == PartKind.TABLE
      ? record.total == 0
        ? 0
        : (((pagesFor(record.total) - changetype<Table>(part.address).before) / (record.recordStride as usize)) as i32)
      : part.kind == PartKind.BITS
        ? ((pagesFor(record.total) >> 3) as i32)
        : (record.capacity as i32);
  return LoadFault.None;
}

function pagesFor(bytes: u32): usize {
  return ((bytes as usize) + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1);
}

/** The geometries are loaded as a table: this one says how long the bytes of each are. */
function geometryPart(world: World): Part {
  let index = 0;
  while (Parts.at(world, index).address != changetype<usize>(world.geometries)) index++;
  return Parts.at(world, index);
}

function takeGeometry(world: World, id: i32, record: StatePart, from: usize): u32 {
  const part = geometryPart(world);
  if (part.begun == 0 || part.received != part.total || id >= part.count) return LoadFault.Parts;
  const geometry = changetype<Geometry>(part.data + (id as usize) * world.geometries.stride);
  if (geometry.address == 0) return record.total == 0 ? LoadFault.None : LoadFault.Parts;
  if (record.offset == 0) {
    if (record.total == 0 || (record.total as usize) != geometry.byteLength) return LoadFault.Parts;
    geometry.loaded = world.pages.allocate(record.total);
    if (geometry.loaded == 0) return LoadFault.OutOfMemory;
  }
  if (geometry.loaded == 0 || record.total != (geometry.byteLength as u32)) return LoadFault.Parts;
  if (record.offset > record.total || record.bytes > record.total - record.offset) return LoadFault.Parts;
  memory.copy(geometry.loaded + (record.offset as usize), from, record.bytes);
  return LoadFault.None;
}

/** Puts what was loaded in the place of the present state, where it is whole and sound. Otherwise nothing has changed. */
export function commitLoad(world: World): u32 {
  let fault = world.loadFault;
  if (fault == LoadFault.None && !isWhole(world)) fault = LoadFault.Parts;
  if (fault == LoadFault.None) {
    exchange(world);
    if (!linkGeometries(world)) fault = LoadFault.Contents;
    else if (!reserve(world)) fault = LoadFault.OutOfMemory;
    else if (validate(world) != 0) fault = LoadFault.Contents;
    if (fault != LoadFault.None) exchange(world);
    else {
      settleGeometries(world);
      world.articulationsStale = 1;
    }
  }
  dropLoad(world);
  return fault;
}

/** Forgets what was loaded, or replaced. */
export function dropLoad(world: World): void {
  const geometries = geometryPart(world);
  if (geometries.received == geometries.total) {
    for (let i = 0; i < geometries.count; i++) {
      const geometry = changetype<Geometry>(geometries.data + (i as usize) * world.geometries.stride);
      if (geometry.loaded != 0) world.pages.release(geometry.loaded, geometry.byteLength);
    }
  }
  for (let i = 0; i < world.partCount; i++) {
    const part = Parts.at(world, i);
    if (part.data != 0) world.pages.release(part.data, bytesOf(part));
    memory.fill(changetype<usize>(part) + offsetof<Part>('data'), 0, PART_SIZE - offsetof<Part>('data'));
  }
  world.loadFault = LoadFault.None;
}

/** Reserved for a part that is not in the world. */
function bytesOf(part: Part): usize {
  if (part.kind == PartKind.TABLE)
    return changetype<Table>(part.address).before + (part.capacity as usize) * changetype<Table>(part.address).stride;
  if (part.kind == PartKind.BITS) return (part.capacity as usize) << 3;
  if (part.kind == PartKind.PAIRS) return (part.capacity as usize) << 3;
  return part.bytes as usize;
}

function isWhole(world: World): bool {
  for (let i = 0; i < world.partCount; i++) {
    const part = Parts.at(world, i);
    if (part.begun == 0 || part.received != part.total) return false;
  }
  return true;
}

function exchange(world: World): void {
  StandingPlan.lose(world);
  for (let i = 0; i < world.partCount; i++) {
    const part = Parts.at(world, i);
    const data = part.data,
      count = part.count,
      capacity = part.capacity;
    if (part.kind == PartKind.TABLE) {
      const table = changetype<Table>(part.address);
      const freeHead = part.freeHead,
        used = part.used;
      part.data = table.data == 0 ? 0 : table.data - table.before;
      part.count = table.count;
      part.capacity = table.capacity;
      part.freeHead = table.freeHead;
      part.used = table.used;
      table.data = data == 0 ? 0 : data + table.before;
      table.count = count;
      table.capacity = capacity;
      table.freeHead = freeHead;
      table.used = used;
    } else if (part.kind == PartKind.BITS) {
      const bits = changetype<Bits>(part.address);
      part.data = bits.data;
      part.capacity = bits.wordCapacity;
      bits.data = data;
      bits.wordCapacity = capacity;
    } else if (part.kind == PartKind.PAIRS) {
      const pairs = changetype<PairSet>(part.address);
      part.data = pairs.data;
      part.count = pairs.count;
      part.capacity = pairs.capacity;
      pairs.data = data;
      pairs.count = count;
      pairs.capacity = capacity;
    } else {
      for (let at: usize = 0; at < (part.bytes as usize); at += 4) {
        const word = load<u32>(part.address + at);
        store<u32>(part.address + at, load<u32>(data + at));
        store<u32>(data + at, word);
      }
    }
  }
}

/** Colliders still point to where their geometries were in the saved world. */
function linkGeometries(world: World): bool {
  const table = world.geometries;
  for (let i = 0; i < table.count; i++) {
    const geometry = Geometries.at(world, i);
    if (geometry.address != 0 && (geometry.loaded == 0 || !moveGeometry(geometry))) return false;
  }
  let last = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    if (Bodies.body(world, i).handle == 0) continue;
    let left = Bodies.body(world, i).colliderCount;
    for (let id = Bodies.body(world, i).colliderHead; id != NONE; id = Colliders.at(world, id).next) {
      if (id < 0 || id >= world.colliders.count || --left < 0) return false;
      const collider = Colliders.at(world, id);
      if (collider.geometry == 0) continue;
      if (last >= table.count || Geometries.at(world, last).address != collider.geometry) {
        last = 0;
        while (last < table.count && Geometries.at(world, last).address != collider.geometry) last++;
        if (last == table.count) return false;
      }
      if (Geometries.at(world, last).loaded == 0) return false;
      collider.geometry = Geometries.at(world, last).loaded;
    }
  }
  return true;
}

/** The loaded geometries are the world's own now, and those of the state before are what is dropped. */
function settleGeometries(world: World): void {
  for (let i = 0; i < world.geometries.count; i++) {
    const geometry = Geometries.at(world, i);
    geometry.address = geometry.loaded;
    geometry.loaded = 0;
  }
  const before = geometryPart(world);
  before.received = before.total;
  for (let i = 0; i < before.count; i++) {
    const geometry = changetype<Geometry>(before.data + (i as usize) * world.geometries.stride);
    geometry.loaded = geometry.address;
  }
}

/** The room that the saved world had, and what each worker here needs for it. */
function reserve(world: World): bool {
  const pages = world.pages;
  for (let i = 0; i < world.partCount; i++) {
    const part = Parts.at(world, i);
    if (part.kind == PartKind.TABLE && !changetype<Table>(part.address).reserve(pages, part.room)) return false;
  }
  // What goes with bodies and contacts beside the state, for as many workers as there are here.
  if (world.bodies.count > 0 && !reserveBody(world, world.bodies.count - 1, 0)) return false;
  return reserveContacts(world, 0, 0);
}
