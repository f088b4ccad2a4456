import { PhysicsInputError } from '../errors.js';

const INDEX_BITS = 20;
const MAX_INDEX = (1 << INDEX_BITS) - 1;
const MAX_GENERATION = 2047;

/** What a table must remember to hand out the same handles again. */
export interface SavedHandles {
  readonly handles: readonly number[];
  readonly free: readonly number[];
}

/**
 * Hands out handles, generation << 20 | index, and finds what they stand for. An index is given out again at once with the next
 * generation: the inbox is ordered, so the kernel destroys the old before it creates the new.
 */
export class HandleTable<T> {
  private readonly items: (T | undefined)[] = [];
  private readonly handles: number[] = [];
  private readonly free: number[] = [];
  private live = 0;

  constructor(private readonly what: string) {}

  /** How many there are. */
  get size(): number {
    return this.live;
  }

  /** The handle that the next `add` will use. @throws PhysicsInputError out-of-range */
  next(): number {
    const index = this.free.length > 0 ? this.free[this.free.length - 1]! : this.items.length;
    if (index > MAX_INDEX) {
      throw new PhysicsInputError(
        'out-of-range',
        `World.create${this.what}`,
        `expected at most ${MAX_INDEX + 1} at a time`,
      );
    }
    const previous = this.handles[index];
    const generation = previous === undefined ? 1 : ((previous >>> INDEX_BITS) % MAX_GENERATION) + 1;
    return (generation << INDEX_BITS) | index;
  }

  add(handle: number, item: T): void {
    const index = indexOf(handle);
    if (index < this.items.length) this.free.pop();
    this.items[index] = item;
    this.handles[index] = handle;
    this.live++;
  }

  remove(handle: number): void {
    const index = indexOf(handle);
    if (this.handles[index] !== handle || this.items[index] === undefined) return;
    this.items[index] = undefined;
    this.free.push(index);
    this.live--;
  }

  get(handle: number): T | undefined {
    const index = indexOf(handle);
    return this.handles[index] === handle ? this.items[index] : undefined;
  }

  save(): SavedHandles {
    return { handles: [...this.handles], free: [...this.free] };
  }

  /** As it was when it was saved, with other items. What is there no more has left its index. */
  load({ handles, free }: SavedHandles, items: ReadonlyMap<number, T>): void {
    this.handles.length = 0;
    for (const handle of handles) this.handles.push(handle);
    this.free.length = 0;
    for (const index of free) this.free.push(index);
    const known = new Set(free);
    handles.forEach((handle, index) => {
      if (!items.has(handle) && !known.has(index)) this.free.push(index);
    });
    this.items.length = 0;
    for (const handle of handles) this.items.push(items.get(handle));
    this.live = items.size;
  }

  /** In the order of their indices. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (const item of this.items) {
      if (item !== undefined) yield item;
    }
  }
}

/** What a new world's table gives out first. */
export const firstHandle = (index: number): number => (1 << INDEX_BITS) | index;

export const indexOf = (handle: number): number => handle & MAX_INDEX;
