import { CommandKind, GeometrySettings } from '@atoll/kernel';
import { writeVec3 } from '../../inbox/encode.js';
import type { Inbox } from '../../inbox/inbox.js';
import type { MemoryViews } from '../../memory/memory-views.js';
import type { Geometry } from './geometry.js';

interface Entry {
  readonly id: number;
  users: number;
}

/** Which geometries a world's kernel holds, and how many colliders use each. One is sent before its first user and taken out after its last. */
export class GeometryStore {
  private readonly entries = new Map<Geometry, Entry>();
  private readonly free: number[] = [];
  private next = 0;

  constructor(
    private readonly inbox: Inbox,
    private readonly views: MemoryViews,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /** Of a geometry that is in use. */
  idOf(geometry: Geometry): number {
    return this.entries.get(geometry)!.id;
  }

  /**
   * Counts the users of what `colliders` point to, and sends what is new.
   * @throws PhysicsInputError out-of-memory, and then nothing is counted.
   */
  acquire(colliders: readonly { readonly geometry: Geometry | undefined }[]): void {
    let done = 0;
    try {
      for (; done < colliders.length; done++) {
        const { geometry } = colliders[done]!;
        if (geometry) this.add(geometry);
      }
    } catch (error) {
      this.release(colliders.slice(0, done));
      throw error;
    }
  }

  /** To be called behind the record that takes the colliders out. */
  release(colliders: readonly { readonly geometry: Geometry | undefined }[]): void {
    for (const { geometry } of colliders) {
      const entry = geometry && this.entries.get(geometry);
      if (!entry || --entry.users > 0) continue;
      const at = this.inbox.add(CommandKind.DestroyGeometry, GeometrySettings.stride);
      this.views.u32[(at + GeometrySettings.geometry) >>> 2] = entry.id;
      this.entries.delete(geometry);
      this.free.push(entry.id);
    }
  }

  save(): [id: number, geometry: Geometry][] {
    return [...this.entries].map(([geometry, { id }]) => [id, geometry]);
  }

  /** The kernel holds these now; `acquired` are the colliders that use them. */
  load(
    geometries: ReadonlyMap<number, Geometry>,
    acquired: Iterable<{ readonly geometry: Geometry | undefined }>,
  ): void {
    this.entries.clear();
    this.free.length = 0;
    this.next = 0;
    for (const [id, geometry] of geometries) {
      this.entries.set(geometry, { id, users: 0 });
      this.next = Math.max(this.next, id + 1);
    }
    for (let id = 0; id < this.next; id++) if (!geometries.has(id)) this.free.push(id);
    for (const { geometry } of acquired) if (geometry) this.entries.get(geometry)!.users++;
  }

  private add(geometry: Geometry): void {
    const known = this.entries.get(geometry);
    if (known) {
      known.users++;
      return;
    }
    const { data, shape, counts, scale } = geometry;
    const padded = (data.length + 15) & ~15;
    const at = this.inbox.add(CommandKind.CreateGeometry, GeometrySettings.stride + padded);
    const id = this.free.pop() ?? this.next++;
    const { u32, u8 } = this.views;
    u32[(at + GeometrySettings.geometry) >>> 2] = id;
    u32[(at + GeometrySettings.shape) >>> 2] = shape;
    u32[(at + GeometrySettings.dataBytes) >>> 2] = data.length;
    u32.set(counts, (at + GeometrySettings.counts) >>> 2);
    writeVec3(this.views, at + GeometrySettings.scale, scale);
    u8.set(data, at + GeometrySettings.stride);
    this.entries.set(geometry, { id, users: 1 });
  }
}
