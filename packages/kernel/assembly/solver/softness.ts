/**
 * Coefficients of a soft constraint: a damped spring integrated implicitly, stable at any stiffness.
 * Source: E. Catto, "Soft Constraints" (GDC 2011) and "Solver2D" (2024).
 */
export class Softness {
  // @ts-ignore: decorator
  @inline static a1(hertz: f32, dampingRatio: f32, h: f32): f32 {
    return 2 * dampingRatio + h * (6.2831853 * hertz);
  }
  // @ts-ignore: decorator
  @inline static a2(hertz: f32, dampingRatio: f32, h: f32): f32 {
    return h * (6.2831853 * hertz) * Softness.a1(hertz, dampingRatio, h);
  }
  static biasRate(hertz: f32, dampingRatio: f32, h: f32): f32 {
    return hertz == 0 ? 0 : (6.2831853 * hertz) / Softness.a1(hertz, dampingRatio, h);
  }
  static massScale(hertz: f32, dampingRatio: f32, h: f32): f32 {
    if (hertz == 0) return 1;
    const a2: f32 = h * 6.2831853 * hertz * Softness.a1(hertz, dampingRatio, h);
    return a2 / (1 + a2);
  }
  static impulseScale(hertz: f32, dampingRatio: f32, h: f32): f32 {
    if (hertz == 0) return 0;
    return 1 / (1 + h * 6.2831853 * hertz * Softness.a1(hertz, dampingRatio, h));
  }
}
