import { W } from './wide';

/** Between a vector in each of four records and the four lanes of x, y, z and w, which lie one behind the other. */
export class Lanes {
  /** Loads from four addresses, `offset` behind them. */
  static gather(to: usize, records: v128, offset: usize): void {
    const r0 = v128.load((i32x4.extract_lane(records, 0) as usize) + offset),
      r1 = v128.load((i32x4.extract_lane(records, 1) as usize) + offset),
      r2 = v128.load((i32x4.extract_lane(records, 2) as usize) + offset),
      r3 = v128.load((i32x4.extract_lane(records, 3) as usize) + offset);
    const low01 = W.lows(r0, r1),
      low23 = W.lows(r2, r3),
      high01 = W.highs(r0, r1),
      high23 = W.highs(r2, r3);
    v128.store(to, W.first(low01, low23));
    v128.store(to, W.second(low01, low23), 16);
    v128.store(to, W.first(high01, high23), 32);
    v128.store(to, W.second(high01, high23), 48);
  }

  /** The vector of one lane. */
  static row(from: usize, lane: i32): v128 {
    const at = from + (lane << 2);
    return f32x4(load<f32>(at), load<f32>(at, 16), load<f32>(at, 32), load<f32>(at, 48));
  }
}
