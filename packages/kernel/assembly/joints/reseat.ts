import { JointFlag, JointLock } from '../generated/layout';
import { BodyMotion, BodySim, BodyState } from '../bodies/body';
import { unlocked, unlockedSpin } from '../solver/integrate';
import { Spin } from '../solver/spin';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { Joint } from './joint';

/** m: anchors further apart than that are put back by hand. */
const SEAT: f32 = 0.01;

/** Has a joint come out of its socket? A limb that another body holds where it should not be, or that whirls by a radian a substep. */
export function isTorn(joint: Joint): bool {
  return (
    V.lengthSquared(joint.linearError) > SEAT * SEAT &&
    (joint.locks & JointLock.Linear) != 0 &&
    (joint.flags & JointFlag.LinearSpring) == 0
  );
}

/**
 * Moves both bodies, as an impulse between them would, until the anchors are within SEAT. Velocities stay as they are, so no energy comes
 * of it, and the centre of mass stays where it is. Reads: the joint as refreshed. Writes: the motion of its bodies.
 * Source: M. Müller et al., "Position Based Dynamics" (VRIPHYS 2006).
 */
export function reseat(joint: Joint): void {
  const at = changetype<usize>(joint);
  const error = joint.linearError;
  const part: f32 = SEAT / V.length(error) - 1;
  const impulse = V.scale(M.mul(at + offsetof<Joint>('linearMass0'), error), part);
  const opposite = V.neg(impulse);
  shift(joint.stateA, joint.motionA, joint.simA, opposite, M.mulTransposed(at + offsetof<Joint>('sweepA0'), opposite));
  shift(joint.stateB, joint.motionB, joint.simB, impulse, M.mulTransposed(at + offsetof<Joint>('sweepB0'), impulse));
}

function shift(stateAt: usize, motionAt: usize, simAt: usize, impulse: v128, turn: v128): void {
  const state = changetype<BodyState>(stateAt);
  const m = V.w(state.linear);
  if (m == 0) return;
  const motion = changetype<BodyMotion>(motionAt),
    sim = changetype<BodySim>(simAt);
  const locks = sim.flags >> 3;
  let way = V.scale(impulse, m);
  if (locks != 0) {
    way = unlocked(way, locks);
    turn = unlockedSpin(sim, turn, locks);
  }
  state.deltaPosition = V.xyz(V.add(state.deltaPosition, way));
  const rotation = Q.integrate(motion.deltaRotation, V.xyz(Spin.fromSolver(sim, turn)));
  motion.deltaRotation = rotation;
  state.deltaTurn = Spin.toSolver(sim, V.xyz(V.add(rotation, rotation)));
}
