import { World } from '../world/world';
import { Collider } from '../bodies/collider';
import { ColliderFlag, QueryFlag, QueryMode, QueryResult, QuerySettings, QueryType } from '../generated/layout';
import { Convex } from '../convex/convex';
import { Bodies } from '../bodies/body';
import { V } from '../math/vec';

const ALL_GROUPS: u32 = 0xffffffff;

/** A query that is being answered: the record that asks it, and where its hits go. One for the pool, one for the page's own instance. */
@unmanaged
export class QueryJob {
  settings: QuerySettings;
  /** First item, f32. */
  items: usize;
  ignored: usize;
  result: QueryResult;
  // Columns of the result.
  handles: usize;
  distances: usize;
  points: usize;
  normals: usize;
  colliders: usize;
  features: usize;
  /** Hits of each item, then the first entry of each; u32 × (count + 1). */
  counts: usize;
  /** Of a hull that is cast or overlaps: it rides along behind the items. */
  geometry: usize;
  count: i32;
  itemBytes: usize;
  mode: u32;
  /** 1: every collider that is no sensor may be hit, as far as groups and lists go. */
  takesAll: i32;
  /** 1: an item may have more than one hit. */
  isMany: i32;
  /** 1: hits are in order of colliders, not of distance. */
  isOverlap: i32;
  /** 1: hits are only counted. */
  counting: i32;

  static itemSize(type: u32): usize {
    if (type == QueryType.Ray || type == QueryType.OverlapShape) return 28;
    if (type == QueryType.ShapeCast) return 44;
    return type == QueryType.OverlapBounds ? 24 : 16;
  }

  /** Reads the head of the record. */
  open(settings: QuerySettings): void {
    this.settings = settings;
    this.ignored = changetype<usize>(settings) + QuerySettings.STRIDE;
    this.items = this.ignored + ((settings.ignoreCount as usize) << 2);
    this.count = settings.count as i32;
    this.itemBytes = QueryJob.itemSize(settings.type);
    this.geometry = settings.geometry != 0 ? changetype<usize>(settings) + settings.geometry : 0;
    this.mode = settings.mode;
    this.takesAll =
      settings.memberships == ALL_GROUPS && settings.filter == ALL_GROUPS && settings.ignoreCount == 0 ? 1 : 0;
    const type = settings.type;
    this.isOverlap = type == QueryType.OverlapShape || type == QueryType.OverlapBounds ? 1 : 0;
    this.isMany = this.isOverlap != 0 || settings.mode == QueryMode.All ? 1 : 0;
    this.counting = 0;
  }

  // @ts-ignore: decorator
  @inline item(index: i32): usize {
    return this.items + (index as usize) * this.itemBytes;
  }

  /** Where the hits of an item go. */
  firstEntry(index: i32): i32 {
    return this.isMany != 0 && this.counting == 0 ? load<i32>(this.counts + ((index as usize) << 2)) : index;
  }

  storeCount(index: i32, count: i32): void {
    if (this.counting != 0) store<i32>(this.counts + ((index as usize) << 2), count);
  }

  /** Puts the shape of a cast or an overlap somewhere. */
  placeShape(shape: Convex, position: v128, rotation: v128): void {
    const settings = this.settings;
    const size = V.xyz(v128.load(changetype<usize>(settings) + offsetof<QuerySettings>('sizeX')));
    shape.set(settings.shape, size, settings.rounding, this.geometry, position, rotation);
  }

  // @ts-ignore: decorator
  @inline takesTree(type: i32): bool {
    return (this.settings.flags & ((1 as u32) << (type as u32))) != 0;
  }

  /** May the query hit this collider? Its body's type was asked by `takesTree`. */
  // @ts-ignore: decorator
  @inline takes(world: World, collider: Collider): bool {
    if (this.takesAll != 0) return (collider.flags & ColliderFlag.Sensor) == 0 || this.takesSensors;
    return this.takesFiltered(world, collider);
  }

  get takesSensors(): bool {
    return (this.settings.flags & QueryFlag.Sensors) != 0;
  }

  takesFiltered(world: World, collider: Collider): bool {
    const settings = this.settings;
    if ((collider.flags & ColliderFlag.Sensor) != 0 && !this.takesSensors) return false;
    if ((collider.memberships & settings.filter) == 0 || (settings.memberships & collider.filter) == 0) return false;
    return settings.ignoreCount == 0 || !this.ignores(Bodies.body(world, collider.body).handle);
  }

  private ignores(handle: u32): bool {
    let low = 0,
      high = this.settings.ignoreCount as i32;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = load<u32>(this.ignored + ((middle as usize) << 2));
      if (found == handle) return true;
      if (found < handle) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}
