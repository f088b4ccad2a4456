import { W } from '../math/wide';
import { ContactGroup, PointRows } from './contact-group';
import { Motions } from './motions';

export class Gaps {
  /**
   * How fast the gaps of four contacts may close, and the overlaps are to open, where the bodies are now. The separation follows their
   * motion in this step to first order: s = s0 + n·Δp + θ·(r × n), exact for round shapes. `ways`: room.
   */
  // @ts-ignore: decorator
  @inline static measure(group: ContactGroup, inverseH: f32, pushSpeed: f32, ways: Motions): void {
    ways.readWays(group);
    const moved = W.dot(
      group.normalX,
      group.normalY,
      group.normalZ,
      W.sub(ways.linearBX, ways.linearAX),
      W.sub(ways.linearBY, ways.linearAY),
      W.sub(ways.linearBZ, ways.linearAZ),
    );
    const rate = group.biasRate,
      slowest = f32x4.splat(-pushSpeed),
      perStep = f32x4.splat(inverseH),
      count = group.pointCount,
      movesA = group.movesA;
    Gap.measure(group.point(0), ways, moved, rate, slowest, perStep, movesA);
    if (count > 1) Gap.measure(group.point(1), ways, moved, rate, slowest, perStep, movesA);
    if (count > 2) Gap.measure(group.point(2), ways, moved, rate, slowest, perStep, movesA);
    if (count > 3) Gap.measure(group.point(3), ways, moved, rate, slowest, perStep, movesA);
  }
}

class Gap {
  // @ts-ignore: decorator
  @inline static measure(
    rows: PointRows,
    ways: Motions,
    moved: v128,
    rate: v128,
    slowest: v128,
    perStep: v128,
    movesA: bool,
  ): void {
    let turn = W.dot(rows.armBX, rows.armBY, rows.armBZ, ways.angularBX, ways.angularBY, ways.angularBZ);
    if (movesA)
      turn = W.sub(turn, W.dot(rows.armAX, rows.armAY, rows.armAZ, ways.angularAX, ways.angularAY, ways.angularAZ));
    const gap = W.add(rows.separation, W.add(moved, turn));
    const open = f32x4.pmax(W.mul(rate, gap), slowest);
    rows.push = W.select(f32x4.gt(gap, f32x4.splat(0)), W.mul(gap, perStep), open);
  }
}
