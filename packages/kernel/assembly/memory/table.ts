import { PAGE_SIZE, Pages } from './pages';

/**
 * A growable array of equal records in one piece. Growing moves it: no address of a record outlives a `reserve`.
 * Ids freed with `free` are handed out again, last freed first, which every run does alike.
 */
@unmanaged
export class Table {
  data: usize;
  /** Records in use are below this. */
  count: i32;
  capacity: i32;
  stride: usize;
  /** Free ids chain through their first four bytes: 1 + next, 0 ends. */
  freeHead: i32;
  used: i32;
  /** Bytes before the first record: records with negative indices, zero at first. */
  before: usize;

  /** In memory of zeros. `before`: records with negative indices, which are always there once anything is. */
  setUp(stride: usize, before: i32 = 0): void {
    this.before = (before as usize) * stride;
    this.stride = stride;
  }

  // @ts-ignore: decorator
  @inline at(index: i32): usize {
    return this.data + (index as usize) * this.stride;
  }

  /** The same of records that are nothing but a T: without asking for the stride. */
  // @ts-ignore: decorator
  @inline record<T>(index: i32): T {
    return changetype<T>(this.data + (index as usize) * offsetof<T>());
  }

  /** Addresses of four records, a lane each. */
  // @ts-ignore: decorator
  @inline fourAt(indices: v128): v128 {
    return i32x4.add(i32x4.splat(this.data as i32), i32x4.mul(indices, i32x4.splat(this.stride as i32)));
  }

  /** Room for `n` records in all. False leaves everything as it was. */
  reserve(pages: Pages, n: i32): bool {
    if (n <= this.capacity) return true;
    const wanted = max<i32>(n, this.capacity * 2);
    let size = this.bytesFor(wanted);
    let data = pages.allocate(size);
    if (data == 0) {
      size = this.bytesFor(n);
      data = pages.allocate(size);
      if (data == 0) return false;
    }
    const before = this.before;
    if (this.data != 0) {
      memory.copy(data, this.data - before, before + (this.count as usize) * this.stride);
      pages.release(this.data - before, this.byteSize());
    } else memory.fill(data, 0, before);
    this.data = data + before;
    this.capacity = ((size - before) / this.stride) as i32;
    return true;
  }

  /** Room for one more, at the end. False: no memory. */
  // @ts-ignore: decorator
  @inline makeRoom(pages: Pages): bool {
    return this.count < this.capacity || this.reserve(pages, this.count + 1);
  }

  private bytesFor(n: i32): usize {
    return (this.before + (n as usize) * this.stride + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1);
  }

  byteSize(): usize {
    return this.bytesFor(this.capacity);
  }

  /** Room for `n` more ids. */
  reserveMore(pages: Pages, n: i32): bool {
    return this.reserve(pages, this.used + n > this.count ? this.used + n : this.count);
  }

  /** An id; the caller has reserved it. Its record is zeroed. */
  take(): i32 {
    this.used++;
    const id = this.freeHead - 1;
    // What was never in use is zero, as the pages were.
    if (id < 0) return this.count++;
    this.freeHead = load<i32>(this.at(id));
    memory.fill(this.at(id), 0, this.stride);
    return id;
  }

  free(id: i32): void {
    const record = this.at(id);
    memory.fill(record, 0, this.stride);
    store<i32>(record, this.freeHead);
    this.freeHead = id + 1;
    this.used--;
  }

  /** Takes back the ids from `count` on, which were the last to be taken and were in use never before. */
  truncate(count: i32): void {
    memory.fill(this.at(count), 0, ((this.count - count) as usize) * this.stride);
    this.used -= this.count - count;
    this.count = count;
  }

  // Lists: a table used as a dense array.

  /** Appends a zeroed record and returns its address; the caller has reserved it. */
  // @ts-ignore: decorator
  @inline push(): usize {
    return this.at(this.count++);
  }

  // @ts-ignore: decorator
  @inline id(index: i32): i32 {
    return load<i32>(this.data + ((index as usize) << 2));
  }

  // @ts-ignore: decorator
  @inline setId(index: i32, id: i32): void {
    store<i32>(this.data + ((index as usize) << 2), id);
  }

  // @ts-ignore: decorator
  @inline pushId(id: i32): i32 {
    this.setId(this.count, id);
    return this.count++;
  }
}
