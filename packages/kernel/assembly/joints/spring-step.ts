/** Turn and decay of one substep, rad and 1, up to which a spring follows its closed form. */
const EXACT: f64 = 0.5;

/**
 * A damped spring, ẍ = −2ζω ẋ − ω² x, as one velocity update of a substep, Δv = −(rate · v + pull · x), followed by x += h v.
 *
 * That map has the determinant 1 − rate and the trace 2 − rate − h · pull. Where the spring is slow beside the substep they are set to
 * those of the exact flow, e^(−2ζωh) and 2 e^(−ζωh) cos(ωh √(1 − ζ²)), so that frequency and damping are the stated ones and not, as with
 * implicit Euler, ωh/2 more damping. Stiffer springs are integrated implicitly, which no coupling can make unstable.
 * Sources: E. Catto, "Soft Constraints" (GDC 2011), for the implicit form; E. Hairer et al., "Geometric Numerical Integration" (2006),
 * XIII.1, for integrators that are exact on the oscillator.
 */
export class SpringStep {
  static rate(omega: f64, ratio: f64, h: f64): f32 {
    const turn = omega * h;
    if (turn <= EXACT && ratio * turn <= EXACT) {
      const decay = exp(ratio * turn);
      return (1 - decay * decay) as f32;
    }
    const a = turn * (2 * ratio + turn);
    return (a / (1 + a)) as f32;
  }

  /** 1/s */
  static pull(omega: f64, ratio: f64, h: f64): f32 {
    const turn = omega * h;
    if (turn <= EXACT && ratio * turn <= EXACT) {
      const decay = exp(ratio * turn);
      return ((1 + decay * decay - 2 * decay * cosOfSquare((1 - ratio * ratio) * turn * turn)) / h) as f32;
    }
    return ((omega * turn) / (1 + turn * (2 * ratio + turn))) as f32;
  }
}

/** e^(−x) for 0 <= x <= EXACT, by its series. */
function exp(x: f64): f64 {
  let sum = 1.0;
  for (let n = 14.0; n > 0; n--) sum = 1 - (x / n) * sum;
  return sum;
}

/** cos √y, which is cosh √−y where y is negative, for |y| <= EXACT, by its series. */
function cosOfSquare(y: f64): f64 {
  let sum = 1.0;
  for (let n = 7.0; n > 0; n--) sum = 1 - (y / ((2 * n - 1) * (2 * n))) * sum;
  return sum;
}
