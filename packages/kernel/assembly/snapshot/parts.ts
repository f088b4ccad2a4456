import { World } from '../world/world';

export namespace PartKind {
  export const TABLE: i32 = 0;
  export const BITS: i32 = 1;
  export const PAIRS: i32 = 2;
  /** Plain numbers side by side. */
  export const FIELDS: i32 = 3;
  /** The bytes of one geometry; these come behind the parts that are listed. */
  export const GEOMETRY: i32 = 4;
}

/** One part of a world's state, and what is loaded to take its place. */
@unmanaged
export class Part {
  /** Of the Table, Bits or PairSet, or of the first field. */
  address: usize;
  kind: i32;
  /** Of the fields. */
  bytes: u32;

  // What was loaded; after the exchange, what was there before.
  data: usize;
  /** bytes */
  total: u32;
  received: u32;
  count: i32;
  capacity: i32;
  freeHead: i32;
  used: i32;
  /** Room that the saved world had. */
  room: i32;
  begun: u32;
  reserved0: u32;
  reserved1: u32;
}

export const PART_SIZE: usize = 64;
export const MAX_PARTS: i32 = 256;

/** Lists what makes up the state of a world while it is laid out. */
export class Parts {
  static add(world: World, kind: i32, address: usize, bytes: u32): void {
    const part = Parts.at(world, world.partCount++);
    part.address = address;
    part.kind = kind;
    part.bytes = bytes;
  }

  /** Fields from one to another, both included. */
  static addFields(world: World, first: usize, end: usize): void {
    Parts.add(world, PartKind.FIELDS, changetype<usize>(world) + first, (end - first) as u32);
  }

  // @ts-ignore: decorator
  @inline static at(world: World, index: i32): Part {
    return changetype<Part>(world.parts + (index as usize) * PART_SIZE);
  }
}
