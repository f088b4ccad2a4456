import { W } from '../math/wide';
import { BodyState } from '../bodies/body';
import { ContactGroup } from './contact-group';

/**
 * How the bodies of four contacts move, a lane each: what one side has, then the other. Velocities, or the way since the step began. It lies in
 * memory between the functions of a pass: in one function, as variables, V8 moves them to the stack and back twice as often.
 */
@unmanaged
export class Motions {
  linearAX: v128;
  linearAY: v128;
  linearAZ: v128;
  inverseMassA: v128;
  angularAX: v128;
  angularAY: v128;
  angularAZ: v128;
  private reservedA: v128;
  linearBX: v128;
  linearBY: v128;
  linearBZ: v128;
  inverseMassB: v128;
  angularBX: v128;
  angularBY: v128;
  angularBZ: v128;
  private reservedB: v128;
}

const SIDE: usize = offsetof<Motions>('linearBX');

/** The bodies' velocities. */
export function readMotions(to: Motions, group: ContactGroup): void {
  Side.read(changetype<usize>(to), group.stateA, offsetof<BodyState>('linear'));
  Side.read(changetype<usize>(to) + SIDE, group.stateB, offsetof<BodyState>('linear'));
}

/** How far they went in this step, and S⁻¹ of how far they turned. There are no masses beside it. */
export function readWays(to: Motions, group: ContactGroup): void {
  Side.read(changetype<usize>(to), group.stateA, offsetof<BodyState>('deltaPosition'));
  Side.read(changetype<usize>(to) + SIDE, group.stateB, offsetof<BodyState>('deltaPosition'));
}

/** To the bodies, but not to those that cannot move: other workers may be reading them. */
export function writeMotions(from: Motions, group: ContactGroup): void {
  Side.write(changetype<usize>(from), group.stateA);
  Side.write(changetype<usize>(from) + SIDE, group.stateB);
}

/** The bodies on one side of the contacts. What turns lies behind what goes straight. */
class Side {
  // @ts-ignore: decorator
  @inline static read(to: usize, states: v128, offset: usize): void {
    const at = v128.andnot(states, i32x4.splat(1));
    const s0 = i32x4.extract_lane(at, 0) as usize,
      s1 = i32x4.extract_lane(at, 1) as usize,
      s2 = i32x4.extract_lane(at, 2) as usize,
      s3 = i32x4.extract_lane(at, 3) as usize;
    let r0 = v128.load(s0 + offset),
      r1 = v128.load(s1 + offset),
      r2 = v128.load(s2 + offset),
      r3 = v128.load(s3 + offset);
    let low01 = W.lows(r0, r1),
      low23 = W.lows(r2, r3),
      high01 = W.highs(r0, r1),
      high23 = W.highs(r2, r3);
    v128.store(to, W.first(low01, low23));
    v128.store(to, W.second(low01, low23), 16);
    v128.store(to, W.first(high01, high23), 32);
    v128.store(to, W.second(high01, high23), 48);
    r0 = v128.load(s0 + offset, 16);
    r1 = v128.load(s1 + offset, 16);
    r2 = v128.load(s2 + offset, 16);
    r3 = v128.load(s3 + offset, 16);
    low01 = W.lows(r0, r1);
    low23 = W.lows(r2, r3);
    high01 = W.highs(r0, r1);
    high23 = W.highs(r2, r3);
    v128.store(to, W.first(low01, low23), 64);
    v128.store(to, W.second(low01, low23), 80);
    v128.store(to, W.first(high01, high23), 96);
  }

  // @ts-ignore: decorator
  @inline static write(from: usize, states: v128): void {
    const s0 = i32x4.extract_lane(states, 0) as usize,
      s1 = i32x4.extract_lane(states, 1) as usize,
      s2 = i32x4.extract_lane(states, 2) as usize,
      s3 = i32x4.extract_lane(states, 3) as usize;
    const vx = v128.load(from),
      vy = v128.load(from, 16),
      vz = v128.load(from, 32),
      m = v128.load(from, 48);
    const wx = v128.load(from, 64),
      wy = v128.load(from, 80),
      wz = v128.load(from, 96),
      zero = f32x4.splat(0);
    const l01 = W.lows(vx, vy),
      l23 = W.lows(vz, m),
      h01 = W.highs(vx, vy),
      h23 = W.highs(vz, m);
    const a01 = W.lows(wx, wy),
      a23 = W.lows(wz, zero),
      b01 = W.highs(wx, wy),
      b23 = W.highs(wz, zero);
    const angular = offsetof<BodyState>('angular');
    if ((s0 & 1) == 0) {
      v128.store(s0, W.first(l01, l23));
      v128.store(s0, W.first(a01, a23), angular);
    }
    if ((s1 & 1) == 0) {
      v128.store(s1, W.second(l01, l23));
      v128.store(s1, W.second(a01, a23), angular);
    }
    if ((s2 & 1) == 0) {
      v128.store(s2, W.first(h01, h23));
      v128.store(s2, W.first(b01, b23), angular);
    }
    if ((s3 & 1) == 0) {
      v128.store(s3, W.second(h01, h23));
      v128.store(s3, W.second(b01, b23), angular);
    }
  }
}
