import { W } from './wide';

/** Between a vector in each of four records and the four lanes of x, y, z and w, which lie one behind the other. */
export class Lanes {
  /** Loads from four addresses, `offset` behind them. */
  static gather(to: usize, records: v128, offset: usize): void {
    const r0 = v128.load((i32x4.extract_lane(records, 0) as usize) + offset),
      r1 = v128.load((i32x4.extract_lane(records, 1) as usize) + offset),
      r2 = v128.load((i32x4.extract_lane(records, 2) as usize) + offset),
      r3 = v128.load((i32x4.extract_lane(records, 3) as usize) + offset);
    v128.store(to, W.columnX(r0, r1, r2, r3));
    v128.store(to, W.columnY(r0, r1, r2, r3), 16);
    v128.store(to, W.columnZ(r0, r1, r2, r3), 32);
    v128.store(to, W.columnW(r0, r1, r2, r3), 48);
  }

  /** Stores to four addresses, `offset` behind them: those of `lanes`. */
  static scatter(from: usize, records: v128, offset: usize, lanes: i32): void {
    const x = v128.load(from),
      y = v128.load(from, 16),
      z = v128.load(from, 32),
      w = v128.load(from, 48);
    const lowXY = W.lows(x, y),
      lowZW = W.lows(z, w),
      highXY = W.highs(x, y),
      highZW = W.highs(z, w);
    if ((lanes & 1) != 0) v128.store((i32x4.extract_lane(records, 0) as usize) + offset, W.first(lowXY, lowZW));
    if ((lanes & 2) != 0) v128.store((i32x4.extract_lane(records, 1) as usize) + offset, W.second(lowXY, lowZW));
    if ((lanes & 4) != 0) v128.store((i32x4.extract_lane(records, 2) as usize) + offset, W.first(highXY, highZW));
    if ((lanes & 8) != 0) v128.store((i32x4.extract_lane(records, 3) as usize) + offset, W.second(highXY, highZW));
  }

  /** Four ids, of which the first makes room for a new last one. */
  // @ts-ignore: decorator
  @inline static shiftIn(ids: v128, id: i32): v128 {
    return i32x4.replace_lane(v128.shuffle<i32>(ids, ids, 1, 2, 3, 3), 3, id);
  }

  /** Where `count` ids were shifted in: the last one in the lanes before them, too. */
  static padded(ids: v128, count: i32): v128 {
    const last = v128.shuffle<i32>(ids, ids, 3, 3, 3, 3);
    const first = i32x4.splat(4 - count);
    return v128.bitselect(last, ids, i32x4.lt_s(i32x4(0, 1, 2, 3), first));
  }

  /** Bits of the last `count` lanes: those that `padded` leaves. */
  // @ts-ignore: decorator
  @inline static last(count: i32): i32 {
    return (15 << (4 - count)) & 15;
  }

  /** The vector of one lane. */
  static row(from: usize, lane: i32): v128 {
    const at = from + (lane << 2);
    return f32x4(load<f32>(at), load<f32>(at, 16), load<f32>(at, 32), load<f32>(at, 48));
  }
}
