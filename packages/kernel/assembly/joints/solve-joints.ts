import { World } from '../world/world';
import { Bodies, BodyMotion, BodySim, BodyState } from '../bodies/body';
import { Joint, Joints } from './joint';
import { Softness } from '../solver/softness';
import { Spin } from '../solver/spin';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { M } from '../math/mat';

/** Reads: joints, body sims. Writes: the solver's part of joints. Called for each joint of a colour before the substeps. */
export function prepareJoint(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  const simA = Bodies.sim(world, joint.bodyA),
    simB = Bodies.sim(world, joint.bodyB);
  joint.armA = Q.rotate(simA.rotation, V.sub(joint.anchorA, simA.localCenter));
  joint.armB = Q.rotate(simB.rotation, V.sub(joint.anchorB, simB.localCenter));
  joint.offset = V.add(V.sub(simB.center, simA.center), V.sub(joint.armB, joint.armA));
  // Stiffer than a third of the substep rate, a chain under load shakes itself apart.
  const hertz = min(world.jointHertz, 0.334 * world.inverseH);
  joint.biasRate = Softness.biasRate(hertz, world.jointDampingRatio, world.h);
  joint.massScale = Softness.massScale(hertz, world.jointDampingRatio, world.h);
  joint.impulseScale = Softness.impulseScale(hertz, world.jointDampingRatio, world.h);
}

export function warmStartJoint(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  applyAt(
    world,
    joint,
    joint.linearImpulse,
    turned(world, joint.bodyA, joint.armA),
    turned(world, joint.bodyB, joint.armB),
  );
}

/** The arm as the body has turned it in this step. */
function turned(world: World, body: i32, arm: v128): v128 {
  return Q.rotate(Bodies.motion(world, body).deltaRotation, arm);
}

/**
 * Spherical joint: the anchors coincide. Three rows solved as one block, K λ = -(Ċ + bias), with
 * K = (1/m_A + 1/m_B) E - [r_A] I_A⁻¹ [r_A] - [r_B] I_B⁻¹ [r_B], built from the arms as they stand in this substep.
 */
export function solveJoint(world: World, id: i32, bias: bool): void {
  const joint = Joints.at(world, id);
  const stateA = Bodies.state(world, joint.bodyA),
    stateB = Bodies.state(world, joint.bodyB);
  const simA = Bodies.sim(world, joint.bodyA),
    simB = Bodies.sim(world, joint.bodyB);
  const armA = turned(world, joint.bodyA, joint.armA),
    armB = turned(world, joint.bodyB, joint.armB);
  const m = V.w(stateA.linear) + V.w(stateB.linear);
  const inertiaA = changetype<usize>(simA) + offsetof<BodySim>('inverseInertia0');
  const inertiaB = changetype<usize>(simB) + offsetof<BodySim>('inverseInertia0');
  const column0 = kColumn(m, V.of(1, 0, 0), armA, armB, inertiaA, inertiaB);
  const column1 = kColumn(m, V.of(0, 1, 0), armA, armB, inertiaA, inertiaB);
  const column2 = kColumn(m, V.of(0, 0, 1), armA, armB, inertiaA, inertiaB);
  let rate = V.sub(
    V.add(stateB.linear, V.cross(Spin.fromSolver(simB, stateB.angular), armB)),
    V.add(stateA.linear, V.cross(Spin.fromSolver(simA, stateA.angular), armA)),
  );
  let massScale: f32 = 1,
    impulseScale: f32 = 0;
  if (bias) {
    const error = V.add(
      V.add(joint.offset, V.sub(stateB.deltaPosition, stateA.deltaPosition)),
      V.sub(V.sub(armB, joint.armB), V.sub(armA, joint.armA)),
    );
    rate = V.addScaled(rate, error, joint.biasRate);
    massScale = joint.massScale;
    impulseScale = joint.impulseScale;
  }
  const lambda = V.xyz(
    V.sub(V.scale(M.solve(column0, column1, column2, rate), -massScale), V.scale(joint.linearImpulse, impulseScale)),
  );
  joint.linearImpulse = V.add(joint.linearImpulse, lambda);
  applyAt(world, joint, lambda, armA, armB);
}

function kColumn(m: f32, axis: v128, armA: v128, armB: v128, inertiaA: usize, inertiaB: usize): v128 {
  const a = V.cross(M.mul(inertiaA, V.cross(armA, axis)), armA);
  const b = V.cross(M.mul(inertiaB, V.cross(armB, axis)), armB);
  return V.add(V.scale(axis, m), V.add(a, b));
}

function applyAt(world: World, joint: Joint, impulse: v128, armA: v128, armB: v128): void {
  const stateA = Bodies.state(world, joint.bodyA),
    stateB = Bodies.state(world, joint.bodyB);
  const simA = Bodies.sim(world, joint.bodyA),
    simB = Bodies.sim(world, joint.bodyB);
  kick(stateA, Bodies.motion(world, joint.bodyA), simA, V.neg(impulse), armA);
  kick(stateB, Bodies.motion(world, joint.bodyB), simB, impulse, armB);
}

/**
 * Impulse at an arm from the centre of mass. The free velocities take it too: joints warm start themselves, since their arms turn with
 * the bodies. A body that cannot move is not written: others may be reading it.
 */
function kick(state: BodyState, motion: BodyMotion, sim: BodySim, impulse: v128, arm: v128): void {
  const m = V.w(state.linear);
  if (m == 0) return;
  const linear = V.scale(impulse, m),
    angular = Spin.change(sim, V.cross(arm, impulse));
  state.linear = V.withW(V.add(state.linear, linear), m);
  state.angular = V.add(state.angular, angular);
  motion.freeLinear = V.add(motion.freeLinear, linear);
  motion.freeAngular = V.add(motion.freeAngular, angular);
}
