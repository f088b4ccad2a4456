import { World } from '../world/world';
import { JointFlag, JointRowFlag } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Softness } from '../solver/softness';
import { V } from '../math/vec';
import { Q } from '../math/quat';
import { NONE } from '../constants';
import { Articulations } from './articulation';
import { Joint, Joints } from './joint';
import { JointRow, JointRows } from './joint-row';
import { refreshJoint } from './refresh-joint';
import { SpringStep } from './spring-step';

const TWO_PI: f32 = 6.2831853;

/** Reads: joints, body sims. Writes: prepared joints. Items: joints by clusters. */
export function prepareJoints(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const id = world.jointOrder.id(i);
    prepareJoint(world, id, false);
    // Not with the rest, which is done again behind what continuous collision stopped: what was borne is still to be read.
    Joints.at(world, id).totalLinear = V.zero();
    Joints.at(world, id).totalAngular = V.zero();
  }
}

/** `inSpin`: see refreshJoint. */
export function prepareJoint(world: World, id: i32, inSpin: bool): void {
  const joint = Joints.at(world, id);
  const simA = Bodies.sim(world, joint.bodyA),
    simB = Bodies.sim(world, joint.bodyB);
  if (joint.articulation >= 0 && Articulations.leader(world, joint.articulation) == id)
    Articulations.at(world, joint.articulation).isFactored = 0;
  joint.stateA = world.bodyStates.at(joint.bodyA);
  joint.stateB = world.bodyStates.at(joint.bodyB);
  joint.simA = changetype<usize>(simA);
  joint.simB = changetype<usize>(simB);
  joint.motionA = world.bodyMotions.at(joint.bodyA);
  joint.motionB = world.bodyMotions.at(joint.bodyB);
  joint.startArmA = Q.rotate(simA.rotation, V.sub(joint.anchorA, simA.localCenter));
  joint.startArmB = Q.rotate(simB.rotation, V.sub(joint.anchorB, simB.localCenter));
  joint.startOffset = V.add(V.sub(simB.center, simA.center), V.sub(joint.startArmB, joint.startArmA));
  joint.frameA = Q.multiply(simA.rotation, joint.rotationA);
  joint.frameB = Q.multiply(simB.rotation, joint.rotationB);
  refreshJoint(world, joint, inSpin);
  soften(world, joint);
  for (let id = joint.rows; id != NONE;) {
    const row = JointRows.at(world, id);
    prepareRow(world, row);
    id = row.next;
  }
}

/** Stiffer than a third of the substep rate, a chain under load shakes itself apart. */
export function jointHertz(world: World): f32 {
  return min(world.jointHertz, 0.334 * world.inverseH);
}

/** How the locked axes answer rates and errors. */
function soften(world: World, joint: Joint): void {
  const hertz = jointHertz(world),
    ratio = world.jointDampingRatio,
    h = world.h;
  if ((joint.flags & JointFlag.LinearSpring) != 0) {
    const omega = TWO_PI * joint.linearHertz;
    joint.linearRate = joint.linearHertz > 0 ? SpringStep.rate(omega, joint.linearDampingRatio, h) : 1;
    joint.linearPull = SpringStep.pull(omega, joint.linearRate, h);
    joint.linearDecay = joint.linearHertz > 0 ? 1 - joint.linearRate : 0;
    joint.linearMaxImpulse = joint.linearMaxForce * h;
  } else {
    joint.linearRate = Softness.massScale(hertz, ratio, h);
    joint.linearPull = joint.linearRate * Softness.biasRate(hertz, ratio, h);
    joint.linearDecay = Softness.impulseScale(hertz, ratio, h);
  }
  if ((joint.flags & JointFlag.AngularSpring) != 0) {
    const omega = TWO_PI * joint.angularHertz;
    joint.angularRate = joint.angularHertz > 0 ? SpringStep.rate(omega, joint.angularDampingRatio, h) : 1;
    joint.angularPull = SpringStep.pull(omega, joint.angularRate, h);
    joint.angularDecay = joint.angularHertz > 0 ? 1 - joint.angularRate : 0;
    joint.angularMaxImpulse = joint.angularMaxTorque * h;
  } else {
    joint.angularRate = Softness.massScale(hertz, ratio, h);
    joint.angularPull = joint.angularRate * Softness.biasRate(hertz, ratio, h);
    joint.angularDecay = Softness.impulseScale(hertz, ratio, h);
  }
}

function prepareRow(world: World, row: JointRow): void {
  const h = world.h;
  // What is not there any more is not warm started either.
  if ((row.flags & JointRowFlag.Limit) == 0) row.limitImpulse = 0;
  if ((row.flags & JointRowFlag.Motor) == 0) row.motorImpulse = 0;
  else row.motorMaxImpulse = row.motorMaxForce * h;
  if ((row.flags & JointRowFlag.Spring) == 0) {
    row.springImpulse = 0;
    return;
  }
  row.springMaxImpulse = row.springMaxForce * h;
  let omega: f64 = TWO_PI * row.springHertz,
    ratio: f64 = row.springDamping;
  if ((row.flags & JointRowFlag.Stiffness) != 0) {
    const k: f64 = row.springHertz,
      c: f64 = row.springDamping;
    if (k * (row.mass as f64) > 0) {
      omega = sqrt<f64>(k / (row.mass as f64));
      ratio = c / (2 * (row.mass as f64) * omega);
    } else {
      // A damper alone, implicitly.
      const a = row.mass > 0 ? (c * (h as f64)) / (row.mass as f64) : 0;
      row.springRate = (a / (1 + a)) as f32;
      row.springPull = 0;
      return;
    }
  }
  row.springRate = SpringStep.rate(omega, ratio, h);
  row.springPull = SpringStep.pull(omega, row.springRate, h);
}
