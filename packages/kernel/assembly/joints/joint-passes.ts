import { World } from '../world/world';
import { V } from '../math/vec';
import { NONE } from '../constants';
import { Articulation, Articulations } from './articulation';
import { Joints } from './joint';
import { JointRows } from './joint-row';
import { refreshJoint } from './refresh-joint';
import { isTorn, reseat } from './reseat';
import { factor, solveAtOnce } from './solve-articulation';
import { solveJoint } from './solve-joints';

/** Where more joints hang together, passes one by one lose their way: docs/decisions/0009. */
const FEW: i32 = 12;
/** m, squared: an error that fewer joints have only under a blow or a load that passes do not get through with either. */
const STRAINED: f32 = 0.005 * 0.005;
/** Substeps for which they are solved at once after it. */
const STRAIN_LASTS: i32 = 60;

/** The first pass after the bodies have moved. */
export function refreshAndRelax(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  refreshJoint(world, joint, true);
  if (isTorn(joint)) {
    reseat(joint);
    refreshJoint(world, joint, true);
  }
  // The pass after this one solves it with all others; limits, springs and motors want both.
  if (joint.articulation >= 0 && joint.rows == NONE && Articulations.at(world, joint.articulation).isDirect != 0)
    return;
  solveJoint(world, id, false);
}

/**
 * Joints alone, with bias. Those of an articulation are solved when the first of them is visited: in a pass over joints alone nobody else
 * touches their bodies.
 */
export function solveAgain(world: World, id: i32): void {
  const index = Joints.at(world, id).articulation;
  if (index < 0) solveJoint(world, id, true);
  else if (Articulations.leader(world, index) == id) solveTogether(world, Articulations.at(world, index), true);
}

/** The last pass of a substep, likewise: the impulses stand. */
export function relaxAndSum(world: World, id: i32): void {
  const index = Joints.at(world, id).articulation;
  if (index < 0) {
    solveJoint(world, id, false);
    sum(world, id);
    return;
  }
  if (Articulations.leader(world, index) != id) return;
  const articulation = Articulations.at(world, index);
  // The bodies have moved since.
  articulation.isFactored = 0;
  solveTogether(world, articulation, false);
  for (let i = 0; i < articulation.jointCount; i++) sum(world, Articulations.joint(world, articulation, i));
}

/** One by one from the leaves, or at once. */
function solveTogether(world: World, articulation: Articulation, biased: bool): void {
  if (articulation.isFactored == 0) {
    articulation.isFactored = 1;
    articulation.isDirect = isStrained(world, articulation) ? 1 : 0;
    if (articulation.isDirect != 0) factor(world, articulation);
  }
  if (articulation.isDirect == 0) {
    solveOneByOne(world, articulation, biased, false);
    return;
  }
  // Twice where there are rows: a limit and the locked axes of its neighbours must agree.
  const hasRows = solveOneByOne(world, articulation, biased, true);
  solveAtOnce(world, articulation, biased);
  if (!hasRows) return;
  solveOneByOne(world, articulation, biased, true);
  solveAtOnce(world, articulation, biased);
}

/** From the leaves; all of them, or those with limits, springs or motors. Were there any? */
function solveOneByOne(world: World, articulation: Articulation, biased: bool, withRows: bool): bool {
  let any = false;
  for (let i = articulation.jointCount - 1; i >= 0; i--) {
    const id = Articulations.joint(world, articulation, i);
    if (withRows && Joints.at(world, id).rows == NONE) continue;
    any = true;
    solveJoint(world, id, biased);
  }
  return any;
}

/** Must all blocks be solved at once? */
function isStrained(world: World, articulation: Articulation): bool {
  if (articulation.jointCount > FEW) return true;
  // Part of the state, as the articulation is not.
  const leader = Joints.at(world, Articulations.joint(world, articulation, 0));
  for (let i = 0; i < articulation.jointCount; i++) {
    const joint = Joints.at(world, Articulations.joint(world, articulation, i));
    if (joint.linearNode == NONE || V.lengthSquared(joint.linearError) <= STRAINED) continue;
    leader.strainedFor = STRAIN_LASTS;
    return true;
  }
  if (leader.strainedFor <= 0) return false;
  leader.strainedFor--;
  return true;
}

function sum(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  joint.totalLinear = V.add(joint.totalLinear, joint.linearImpulse);
  joint.totalAngular = V.add(joint.totalAngular, joint.angularImpulse);
  for (let i = joint.rows; i != NONE;) {
    const row = JointRows.at(world, i);
    const impulse = JointRows.impulse(row);
    joint.totalLinear = V.addScaled(joint.totalLinear, row.linear, impulse);
    joint.totalAngular = V.addScaled(joint.totalAngular, row.turning, impulse);
    i = row.next;
  }
}
