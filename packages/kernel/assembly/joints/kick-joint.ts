import { BodySim } from '../bodies/body';
import { Spin } from '../solver/spin';
import { V } from '../math/vec';
import { M } from '../math/mat';
import { Joint } from './joint';
import { kick } from './kick';

/** An impulse on B at its anchor, and its opposite on A. */
export function push(joint: Joint, impulse: v128): void {
  const at = changetype<usize>(joint);
  const opposite = V.neg(impulse);
  kick(joint.stateA, joint.motionA, opposite, M.mulTransposed(at + offsetof<Joint>('sweepA0'), opposite));
  kick(joint.stateB, joint.motionB, impulse, M.mulTransposed(at + offsetof<Joint>('sweepB0'), impulse));
}

/** An angular impulse on B, and its opposite on A. */
export function turn(joint: Joint, impulse: v128): void {
  const opposite = V.neg(impulse);
  kick(joint.stateA, joint.motionA, V.zero(), V.xyz(Spin.change(changetype<BodySim>(joint.simA), opposite)));
  kick(joint.stateB, joint.motionB, V.zero(), V.xyz(Spin.change(changetype<BodySim>(joint.simB), impulse)));
}
