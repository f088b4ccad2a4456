/** Turn and decay of one substep, rad and 1, up to which a spring dies away as its closed form does. */
const EXACT: f64 = 0.5;

/**
 * A damped spring, ẍ = −2ζω ẋ − ω² x, as one velocity update of a substep, Δv = −(rate · v + pull · x), followed by x += h v.
 *
 * Any `rate` goes with pull = ω² h (1 − rate): then a constant force stretches the spring by F/k. That map shrinks areas by 1 − rate a
 * substep, and the exact flow by e^(−2ζωh), which is what it is set to where the spring is slow beside the substep: implicit Euler would
 * add ωh/2 to the damping ratio. Stiffer springs are integrated implicitly, which no coupling can make unstable.
 * Sources: E. Catto, "Soft Constraints" (GDC 2011), for the implicit form; E. Hairer et al., "Geometric Numerical Integration" (2006), I.1,
 * for the areas.
 */
export class SpringStep {
  static rate(omega: f64, ratio: f64, h: f64): f32 {
    const turn = omega * h;
    if (turn <= EXACT && ratio * turn <= EXACT) return (1 - exp(2 * ratio * turn)) as f32;
    const a = turn * (2 * ratio + turn);
    return (a / (1 + a)) as f32;
  }

  /** 1/s */
  static pull(omega: f64, rate: f32, h: f64): f32 {
    return (omega * omega * h * (1 - (rate as f64))) as f32;
  }
}

/** e^(−x) for 0 <= x <= 1, by its series. */
function exp(x: f64): f64 {
  let sum = 1.0;
  for (let n = 16.0; n > 0; n--) sum = 1 - (x / n) * sum;
  return sum;
}
