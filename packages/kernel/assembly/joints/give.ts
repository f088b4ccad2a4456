import { BodyState } from '../bodies/body';
import { V } from '../math/vec';

/** What impulses on some rows do to the rates of some rows, by 3 × 3 blocks of three columns. */
export class Give {
  /**
   * to += sign (m E + T Uᵀ): through one body, of which `t` and `u` say what σ does to the rates (solver/spin.ts). `linear`: both are
   * rates of points.
   */
  static add(to: usize, state: usize, sign: f32, linear: bool, t: usize, u: usize): void {
    const m = V.w(changetype<BodyState>(state).linear);
    if (m == 0) return;
    const mass: f32 = linear ? sign * m : 0;
    const s = f32x4.splat(sign);
    const t0 = V.mul(v128.load(t), s),
      t1 = V.mul(v128.load(t, 16), s),
      t2 = V.mul(v128.load(t, 32), s);
    const u0 = v128.load(u),
      u1 = v128.load(u, 16),
      u2 = v128.load(u, 32);
    v128.store(to, Give.column(V.add(v128.load(to), V.of(mass, 0, 0)), t0, t1, t2, V.x(u0), V.x(u1), V.x(u2)));
    v128.store(to, Give.column(V.add(v128.load(to, 16), V.of(0, mass, 0)), t0, t1, t2, V.y(u0), V.y(u1), V.y(u2)), 16);
    v128.store(to, Give.column(V.add(v128.load(to, 32), V.of(0, 0, mass)), t0, t1, t2, V.z(u0), V.z(u1), V.z(u2)), 32);
  }

  // @ts-ignore: decorator
  @inline static column(plus: v128, t0: v128, t1: v128, t2: v128, a: f32, b: f32, c: f32): v128 {
    return V.addScaled(V.addScaled(V.addScaled(plus, t0, a), t1, b), t2, c);
  }

  // @ts-ignore: decorator
  @inline static clear(to: usize): void {
    v128.store(to, V.zero());
    v128.store(to, V.zero(), 16);
    v128.store(to, V.zero(), 32);
  }

  /** to −= l bᵀ */
  static subtract(to: usize, l: usize, b: usize): void {
    const l0 = V.neg(v128.load(l)),
      l1 = V.neg(v128.load(l, 16)),
      l2 = V.neg(v128.load(l, 32));
    const b0 = v128.load(b),
      b1 = v128.load(b, 16),
      b2 = v128.load(b, 32);
    v128.store(to, Give.column(v128.load(to), l0, l1, l2, V.x(b0), V.x(b1), V.x(b2)));
    v128.store(to, Give.column(v128.load(to, 16), l0, l1, l2, V.y(b0), V.y(b1), V.y(b2)), 16);
    v128.store(to, Give.column(v128.load(to, 32), l0, l1, l2, V.z(b0), V.z(b1), V.z(b2)), 32);
  }
}
