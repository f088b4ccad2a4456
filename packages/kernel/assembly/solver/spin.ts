import { BodyType } from '../generated/layout';
import { BodySim } from '../bodies/body';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';

/** rad: S is turned ahead by no less. What rests, or nearly so, keeps the S of its rotation. */
const WORTH_TURN: f32 = 0.01;
/** rad: ...and by no more. What turns faster was thrown about a moment ago, and will not go on so. */
const MOST_TURN: f32 = 0.25;

/**
 * The angular coordinates of the solver. With I⁻¹ = S Sᵀ it works on σ = S⁻¹ ω instead of ω and on Sᵀ a instead of the arm a of a
 * row: then a · ω = (Sᵀ a) · σ, and an angular impulse λ a changes σ by λ Sᵀ a. No row multiplies by an inertia, and contact
 * constraints do not carry any. S = R L, with L the Cholesky factor of the inverse inertia in body space. It stands for the whole step, so R is where
 * the body is likely to be in the middle of it: of the start, what joints bear in a fast turn would do work, always of the same sign.
 * Source of the idea: preconditioning by the mass matrix, K. Erleben et al., "Physics-Based Animation" (2005), 7.
 */
export class Spin {
  /** σ of ω. */
  static toSolver(sim: BodySim, omega: v128): v128 {
    const inverse = changetype<usize>(sim) + offsetof<BodySim>('localRootInverse0');
    // An isotropic body's S is not turned with it.
    return V.xyz(M.mul(inverse, sim.gyroscopic != 0 ? Q.unrotate(sim.spinFrame, omega) : omega));
  }

  /** ω of σ. */
  // @ts-ignore: decorator
  @inline static fromSolver(sim: BodySim, sigma: v128): v128 {
    return M.mul(changetype<usize>(sim) + offsetof<BodySim>('root0'), sigma);
  }

  /** What an angular impulse (N m s) does to σ. */
  // @ts-ignore: decorator
  @inline static change(sim: BodySim, impulse: v128): v128 {
    return M.mulTransposed(changetype<usize>(sim) + offsetof<BodySim>('root0'), impulse);
  }

  /** What an angular impulse does to ω: I⁻¹ of it, zero for a body that cannot move. */
  static turnBy(sim: BodySim, impulse: v128): v128 {
    return sim.inverseMass == 0 ? V.zero() : Spin.fromSolver(sim, Spin.change(sim, impulse));
  }

  /** The inverse inertia in body space lies where its factor goes. `free`: impulses can turn the body; others keep ω as it is. */
  static setUp(sim: BodySim, free: bool): void {
    const root = changetype<usize>(sim) + offsetof<BodySim>('localRoot0');
    const inverse = changetype<usize>(sim) + offsetof<BodySim>('localRootInverse0');
    if (!free) {
      setLower(root, 1, 0, 1, 0, 0, 1);
      setLower(inverse, 1, 0, 1, 0, 0, 1);
      sim.spinBound = 1;
      sim.rootDiagonal = f32x4.splat(1);
      sim.rootDiagonalInverse = f32x4.splat(1);
      memory.copy(changetype<usize>(sim) + offsetof<BodySim>('root0'), root, 48);
      return;
    }
    const a = sim.localRoot0,
      b = sim.localRoot1,
      c = sim.localRoot2;
    const l00 = sqrt<f32>(max<f32>(V.x(a), 0));
    const i00 = inverseOf(l00);
    const l10 = V.y(a) * i00,
      l20 = V.z(a) * i00;
    const l11 = sqrt<f32>(max<f32>(V.y(b) - l10 * l10, 0));
    const i11 = inverseOf(l11);
    const l21 = (V.z(b) - l20 * l10) * i11;
    const l22 = sqrt<f32>(max<f32>(V.z(c) - l20 * l20 - l21 * l21, 0));
    const i22 = inverseOf(l22);
    setLower(root, l00, l10, l11, l20, l21, l22);
    setLower(inverse, i00, -l10 * i00 * i11, i11, (l10 * l21 * i11 - l20) * i00 * i22, -l21 * i11 * i22, i22);
    const isDiagonal: f32 = l10 == 0 && l20 == 0 && l21 == 0 ? 1 : 0;
    sim.rootDiagonal = f32x4(l00, l11, l22, isDiagonal);
    sim.rootDiagonalInverse = f32x4(i00, i11, i22, isDiagonal);
    sim.spinBound = V.x(a) + V.y(b) + V.z(c);
  }

  /** Carries S along with the body's rotation. `ahead`: the turn of half a step, rad. */
  static turn(sim: BodySim, ahead: v128): void {
    if (sim.type != BodyType.Dynamic) return;
    const to = changetype<usize>(sim) + offsetof<BodySim>('root0');
    const from = changetype<usize>(sim) + offsetof<BodySim>('localRoot0');
    if (sim.gyroscopic == 0) {
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      v128.store(to, v128.load(from, 32), 32);
      return;
    }
    const frame =
      V.lengthSquared(ahead) > WORTH_TURN * WORTH_TURN
        ? Q.integrate(sim.rotation, V.capped(ahead, MOST_TURN))
        : sim.rotation;
    sim.spinFrame = frame;
    v128.store(to, V.xyz(Q.rotate(frame, v128.load(from))));
    v128.store(to, V.xyz(Q.rotate(frame, v128.load(from, 16))), 16);
    v128.store(to, V.xyz(Q.rotate(frame, v128.load(from, 32))), 32);
  }
}

function inverseOf(x: f32): f32 {
  return x > 0 ? 1 / x : 0;
}

function setLower(m: usize, l00: f32, l10: f32, l11: f32, l20: f32, l21: f32, l22: f32): void {
  v128.store(m, V.of(l00, l10, l20));
  v128.store(m, V.of(0, l11, l21), 16);
  v128.store(m, V.of(0, 0, l22), 32);
}
