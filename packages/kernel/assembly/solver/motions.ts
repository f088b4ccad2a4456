import { W } from '../math/wide';
import { BodyState } from '../bodies/body';
import { ContactGroup } from './contact-group';

/**
 * How the bodies of four contacts move, a lane each: what one side has, then the other. Velocities, or the way since the step began. It lies in
 * memory between the parts of a pass: as variables V8 moves them to the stack and back twice as often.
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

  /** The bodies' velocities. */
  // @ts-ignore: decorator
  @inline read(group: ContactGroup): void {
    Sides.read(this, group, offsetof<BodyState>('linear'));
  }

  /** How far they went in this step, and S⁻¹ of how far they turned. There are no masses beside it. */
  // @ts-ignore: decorator
  @inline readWays(group: ContactGroup): void {
    Sides.read(this, group, offsetof<BodyState>('deltaPosition'));
  }

  /** To the bodies, but for those that cannot move. */
  // @ts-ignore: decorator
  @inline write(group: ContactGroup): void {
    const from = changetype<usize>(this),
      to = changetype<usize>(group);
    if (group.movesA) Side.write(from, to + offsetof<ContactGroup>('targetA'));
    Side.write(from + SIDE, to + offsetof<ContactGroup>('targetB'));
  }
}

const SIDE: usize = offsetof<Motions>('linearBX');

class Sides {
  // @ts-ignore: decorator
  @inline static read(to: Motions, group: ContactGroup, offset: usize): void {
    if (group.movesA)
      Side.read(changetype<usize>(to), changetype<usize>(group) + offsetof<ContactGroup>('stateA'), offset);
    else Side.clear(changetype<usize>(to));
    Side.read(changetype<usize>(to) + SIDE, changetype<usize>(group) + offsetof<ContactGroup>('stateB'), offset);
  }
}

/** The bodies on one side of the contacts, by the place of their four addresses. What turns lies behind what goes straight. */
class Side {
  // @ts-ignore: decorator
  @inline static read(to: usize, states: usize, offset: usize): void {
    const s0 = load<u32>(states) as usize,
      s1 = load<u32>(states, 4) as usize,
      s2 = load<u32>(states, 8) as usize,
      s3 = load<u32>(states, 12) as usize;
    let r0 = v128.load(s0 + offset),
      r1 = v128.load(s1 + offset),
      r2 = v128.load(s2 + offset),
      r3 = v128.load(s3 + offset);
    v128.store(to, W.columnX(r0, r1, r2, r3));
    v128.store(to, W.columnY(r0, r1, r2, r3), 16);
    v128.store(to, W.columnZ(r0, r1, r2, r3), 32);
    v128.store(to, W.columnW(r0, r1, r2, r3), 48);
    r0 = v128.load(s0 + offset, 16);
    r1 = v128.load(s1 + offset, 16);
    r2 = v128.load(s2 + offset, 16);
    r3 = v128.load(s3 + offset, 16);
    v128.store(to, W.columnX(r0, r1, r2, r3), 64);
    v128.store(to, W.columnY(r0, r1, r2, r3), 80);
    v128.store(to, W.columnZ(r0, r1, r2, r3), 96);
  }

  /** Of bodies that stand still. */
  // @ts-ignore: decorator
  @inline static clear(to: usize): void {
    const zero = f32x4.splat(0);
    v128.store(to, zero);
    v128.store(to, zero, 16);
    v128.store(to, zero, 32);
    v128.store(to, zero, 48);
    v128.store(to, zero, 64);
    v128.store(to, zero, 80);
    v128.store(to, zero, 96);
  }

  /** Without branches: V8 would move the shuffles into each of them. */
  // @ts-ignore: decorator
  @inline static write(from: usize, targets: usize): void {
    const s0 = load<u32>(targets) as usize,
      s1 = load<u32>(targets, 4) as usize,
      s2 = load<u32>(targets, 8) as usize,
      s3 = load<u32>(targets, 12) as usize;
    const vx = v128.load(from),
      vy = v128.load(from, 16),
      vz = v128.load(from, 32),
      m = v128.load(from, 48);
    v128.store(s0, W.columnX(vx, vy, vz, m));
    v128.store(s1, W.columnY(vx, vy, vz, m));
    v128.store(s2, W.columnZ(vx, vy, vz, m));
    v128.store(s3, W.columnW(vx, vy, vz, m));
    const wx = v128.load(from, 64),
      wy = v128.load(from, 80),
      wz = v128.load(from, 96),
      zero = f32x4.splat(0);
    const angular = offsetof<BodyState>('angular');
    v128.store(s0, W.columnX(wx, wy, wz, zero), angular);
    v128.store(s1, W.columnY(wx, wy, wz, zero), angular);
    v128.store(s2, W.columnZ(wx, wy, wz, zero), angular);
    v128.store(s3, W.columnW(wx, wy, wz, zero), angular);
  }
}
