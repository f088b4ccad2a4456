import { BodyMotion, BodyState } from '../bodies/body';
import { V } from '../math/vec';

/**
 * A linear impulse, and a change of σ (solver/spin.ts). The free velocities take them too: joints warm start themselves, since their
 * arms turn with the bodies. A body that cannot move is not written: others may be reading it.
 */
export function kick(stateAt: usize, motionAt: usize, impulse: v128, spin: v128): void {
  const state = changetype<BodyState>(stateAt);
  const m = V.w(state.linear);
  if (m == 0) return;
  const motion = changetype<BodyMotion>(motionAt);
  // Lane w of an impulse is 0, and keeps the inverse mass.
  const linear = V.scale(impulse, m);
  state.linear = V.add(state.linear, linear);
  state.angular = V.add(state.angular, spin);
  motion.freeLinear = V.add(motion.freeLinear, linear);
  motion.freeAngular = V.add(motion.freeAngular, spin);
}
