import { BodyMotion, BodySim, BodyState } from '../bodies/body';
import { Collider, Colliders } from '../bodies/collider';
import { Convex } from '../convex/convex';
import { V } from '../math/vec';
import { Q } from '../math/quat';

/**
 * How a collider moves from one pose to another: its body's centre of mass on a straight line, its turn by the blend of two quaternions.
 * Lies in memory that the caller owns.
 */
@unmanaged
export class Sweep {
  center: v128;
  /** Motion of the centre. */
  delta: v128;
  rotation0: v128;
  /** On the same side as `rotation0`. */
  rotation1: v128;
  /** Of the body, world space: axis times angle, near enough. */
  turn: v128;
  /** The collider, from the centre of mass, in the body. */
  arm: v128;
  localRotation: v128;
  /** rad: the fastest turn, as if the whole sweep went at it. */
  spin: f32;
  /** m: farthest point of the collider from the centre of mass. */
  extent: f32;
  /** Did the last search begin with what it looked for, and went on all the same? */
  isCaught: i32;
  reserved: u32;

  /** A straight line without a turn. */
  setLine(position: v128, rotation: v128, delta: v128): void {
    this.center = position;
    this.delta = delta;
    this.rotation0 = rotation;
    this.rotation1 = rotation;
    this.arm = V.zero();
    this.localRotation = Q.identity();
    this.turn = V.zero();
    this.spin = 0;
    this.extent = 0;
  }

  /** The step that a body has just done, of which its state still holds the motion. */
  setBody(sim: BodySim, state: BodyState, motion: BodyMotion): void {
    this.delta = state.deltaPosition;
    this.center = V.sub(sim.center, state.deltaPosition);
    const turn = motion.deltaRotation;
    this.rotation1 = sim.rotation;
    this.rotation0 = Q.normalize(Q.multiply(Q.conjugate(turn), sim.rotation));
    // Between two quaternions the blend turns fastest half way, by 4 tan(angle / 4) a unit; tan of half an angle is sin / (1 + cos).
    const sine = V.length(V.xyz(turn)),
      cosine = abs(V.w(turn));
    this.spin = (4 * sine) / (1 + cosine);
    this.turn = V.scale(V.xyz(turn), V.w(turn) < 0 ? -2 : 2);
    const same = f32x4.mul(this.rotation0, this.rotation1);
    if (V.x(same) + V.y(same) + V.z(same) + V.w(same) < 0) this.rotation1 = V.neg(this.rotation1);
  }

  setCollider(sim: BodySim, collider: Collider): void {
    this.arm = V.sub(collider.localPosition, sim.localCenter);
    this.localRotation = collider.localRotation;
    this.extent = Colliders.maxExtent(collider, sim.localCenter);
  }

  centerAt(t: f32): v128 {
    return V.addScaled(this.center, this.delta, t);
  }

  rotationAt(t: f32): v128 {
    if (this.spin == 0) return this.rotation0;
    return Q.normalize(V.addScaled(V.scale(this.rotation0, 1 - t), this.rotation1, t));
  }

  /** Puts a shape where it is at the fraction t. */
  place(shape: Convex, t: f32): void {
    const rotation = this.rotationAt(t);
    shape.position = V.xyz(V.add(this.centerAt(t), Q.rotate(rotation, this.arm)));
    shape.rotation =
      this.spin == 0 && V.w(this.localRotation) == 1 ? rotation : Q.multiply(rotation, this.localRotation);
  }
}

export const SWEEP_SIZE: usize = offsetof<Sweep>();
