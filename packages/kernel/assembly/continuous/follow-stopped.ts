import { World } from '../world/world';
import { BodyType, JointLock } from '../generated/layout';
import { Bodies, BodySim, BodyState } from '../bodies/body';
import { Give } from '../joints/give';
import { Joint, Joints } from '../joints/joint';
import { prepareJoint } from '../joints/prepare-joints';
import { Spin } from '../solver/spin';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';
import { NONE, Tuning } from '../constants';
import { moveTo } from './continuous';
import { FastBodies } from './fast-bodies';
import { holdsTogether } from './stop-together';

/** m: anchors this near are left to the next step. */
const NEAR: f32 = 0.005;
/** Bodies that may be drawn along by each that was stopped, counting those that are drawn twice. */
const REACH: i32 = 64;

/**
 * Serial, after bodies were stopped at what they would have gone through: draws along what hangs on them by joints, and what hangs on
 * that. Each is moved as a push at the joint would move it, so that the way to go halves from limb to limb.
 * Source of the idea: M. Müller et al., "Fast Simulation of Inextensible Hair and Fur" (VRIPHYS 2012), 3, follow the leader.
 */
export function followStopped(world: World): void {
  const list = world.drawn;
  list.count = 0;
  for (let i = 0; i < world.fastBodies.count; i++) {
    const fast = FastBodies.at(world, i);
    if (fast.fraction == 1 || Bodies.body(world, fast.body).jointHead == NONE) continue;
    // Without the memory, they are together again a step later.
    if (!list.reserve(world.pages, list.count + 1 + REACH)) return;
    if (fast.isLed == 0) Bodies.body(world, fast.body).stoppedStep = world.stepCount;
    list.pushId(fast.body);
  }
  const most = list.count * REACH;
  for (let i = 0; i < list.count; i++) {
    const index = list.id(i);
    for (let edge = Bodies.body(world, index).jointHead; edge != NONE;) {
      const joint = Joints.at(world, edge >> 1);
      const isA = (edge & 1) == 0;
      const moved = draw(world, edge >> 1, isA);
      if (moved != NONE && list.count < most && list.reserve(world.pages, list.count + 1)) list.pushId(moved);
      edge = isA ? joint.nextA : joint.nextB;
    }
  }
}

/** Brings the anchors of a joint together. Returns the body that was moved for it, or NONE. */
function draw(world: World, id: i32, isA: bool): i32 {
  const joint = Joints.at(world, id);
  if (!holdsTogether(joint)) return NONE;
  prepareJoint(world, id, false);
  const apart = V.length(joint.linearError);
  // Farther apart than bodies go in a step they were before, and may be anywhere.
  if (!(apart > NEAR && apart < Tuning.MAX_SPEED * world.dt)) return NONE;
  let movesB = isA;
  if (!mayMove(world, movesB ? joint.bodyB : joint.bodyA)) movesB = !movesB;
  const index = movesB ? joint.bodyB : joint.bodyA;
  if (!mayMove(world, index)) return NONE;
  const sim = Bodies.sim(world, index);
  const way = movesB ? V.neg(joint.linearError) : joint.linearError;
  // An axis that turns with the body would be torn instead.
  if (joint.locks != JointLock.Linear) {
    moveTo(world, world.context(0), index, V.xyz(V.add(sim.center, way)), sim.rotation);
    return index;
  }
  const at = changetype<usize>(joint);
  const mass = at + offsetof<Joint>('linearMass0'),
    sweep = at + (movesB ? offsetof<Joint>('sweepB0') : offsetof<Joint>('sweepA0'));
  const state = movesB ? joint.stateB : joint.stateA;
  Give.clear(mass);
  Give.add(mass, state, 1, true, sweep, sweep);
  const push = M.solve(v128.load(mass), v128.load(mass, 16), v128.load(mass, 32), way);
  const turn = Spin.fromSolver(sim, M.mulTransposed(sweep, push));
  moveTo(
    world,
    world.context(0),
    index,
    V.xyz(V.addScaled(sim.center, push, V.w(changetype<BodyState>(state).linear))),
    Q.integrate(sim.rotation, turn),
  );
  return index;
}

/** Those that were stopped stay, and those with locked axes. */
function mayMove(world: World, index: i32): bool {
  const body = Bodies.body(world, index);
  return body.type == BodyType.Dynamic && body.stoppedStep != world.stepCount && ((body.flags >> 3) & 63) == 0;
}
