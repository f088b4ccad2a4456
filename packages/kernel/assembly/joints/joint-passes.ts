import { World } from '../world/world';
import { Pass } from '../solver/pass';
import { V } from '../math/vec';
import { NONE, Tuning } from '../constants';
import { Articulation, Articulations } from './articulation';
import { AT_ONCE, load, snap, sum } from './break-joint';
import { Joint, Joints } from './joint';
import { refreshJoint } from './refresh-joint';
import { isTorn, reseat } from './reseat';
import { factor, solveAtOnce } from './solve-articulation';
import { solveJoint, warmStartJoint } from './solve-joints';

/** m, squared: an error that fewer joints have only under a blow or a load that passes do not get through with either. */
export const STRAINED: f32 = 0.005 * 0.005;
/** Substeps for which they are solved at once after it. */
const STRAIN_LASTS: i32 = 60;

/** Times that a joint is put back in a substep: one does for what turns little, a limb that whirls by a radian needs more. */
const SEAT_ROUNDS: i32 = 8;
/** Times that an articulation is solved again without the joints that snapped; the next substep goes on. */
const SNAP_ROUNDS: i32 = 8;
/** Part of the greatest load that snaps along with it. */
const AS_STRONG: f32 = 0.9;

/**
 * A pass over joints alone. Those of an articulation are done when the first of them is visited: nobody else touches their bodies.
 */
export function warmStartAgain(world: World, id: i32): void {
  const index = Joints.at(world, id).articulation;
  if (index < 0) {
    warmStartJoint(world, id);
    return;
  }
  if (Articulations.leader(world, index) != id) return;
  warmStartTogether(world, Articulations.at(world, index));
}

/** The first pass after the bodies have moved. */
export function refreshAndRelax(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  if (joint.broken != 0) return;
  refreshJoint(world, joint, true);
  for (let round = 0; round < SEAT_ROUNDS && isTorn(joint) && maySeat(world, joint); round++) {
    reseat(joint);
    refreshJoint(world, joint, true);
  }
  // The pass after this one solves it with all others; limits, springs and motors want both.
  if (joint.articulation >= 0 && joint.rows == NONE && Articulations.at(world, joint.articulation).isDirect != 0)
    return;
  solveJoint(world, id, false);
}

/** Not in a loop: what puts one of its joints back tears others, which are put back in turn, and their bodies are whirled up. */
function maySeat(world: World, joint: Joint): bool {
  return joint.articulation < 0 || Articulations.at(world, joint.articulation).hasLoops == 0;
}

/** Joints alone, with bias; an articulation at a time. */
export function solveAgain(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  const index = joint.articulation;
  if (index < 0) {
    solveJoint(world, id, true);
    if (load(world, joint) > AT_ONCE) snap(world, joint);
  } else if (Articulations.leader(world, index) == id) solveTogether(world, Articulations.at(world, index), true);
}

/** The last pass of a substep, likewise: the impulses stand. */
export function relaxAndSum(world: World, id: i32): void {
  const joint = Joints.at(world, id);
  const index = joint.articulation;
  if (index < 0) {
    solveJoint(world, id, false);
    sum(world, joint);
    return;
  }
  if (Articulations.leader(world, index) == id) relaxTogether(world, Articulations.at(world, index));
}

/** As the passes over groups do (group-passes.ts), an articulation by itself. */
export function passArticulation(world: World, articulation: Articulation, pass: i32): void {
  if (pass == Pass.SOLVE_JOINTS) {
    solveTogether(world, articulation, true);
    return;
  }
  if (pass == Pass.RELAX_JOINTS) {
    relaxTogether(world, articulation);
    return;
  }
  if (pass == Pass.WARM_START || pass == Pass.WARM_START_JOINTS) warmStartTogether(world, articulation);
  if (pass == Pass.RELAX) {
    // From the root: who is put back last is a limb that no other joint moves again.
    for (let i = 0; i < articulation.jointCount; i++)
      refreshAndRelax(world, Articulations.joint(world, articulation, i));
    return;
  }
  for (let i = articulation.jointCount - 1; i >= 0; i--)
    solveJoint(world, Articulations.joint(world, articulation, i), true);
}

function warmStartTogether(world: World, articulation: Articulation): void {
  for (let i = 0; i < articulation.jointCount; i++) warmStartJoint(world, Articulations.joint(world, articulation, i));
}

function relaxTogether(world: World, articulation: Articulation): void {
  // The bodies have moved since.
  articulation.isFactored = 0;
  solveTogether(world, articulation, false);
  for (let i = 0; i < articulation.jointCount; i++)
    sum(world, Joints.at(world, Articulations.joint(world, articulation, i)));
}

/** One by one from the leaves, or at once. */
function solveTogether(world: World, articulation: Articulation, biased: bool): void {
  for (let round = 0; round < SNAP_ROUNDS; round++) {
    solveOnce(world, articulation, biased);
    if (!biased || !snapStrongest(world, articulation)) break;
    // What is left of it bears otherwise.
    articulation.isFactored = 0;
  }
}

/** Those that bear the most snap first: with them gone, the others may bear less. */
function snapStrongest(world: World, articulation: Articulation): bool {
  let most: f32 = 0;
  for (let i = 0; i < articulation.jointCount; i++)
    most = max(most, load(world, Joints.at(world, Articulations.joint(world, articulation, i))));
  if (!(most > AT_ONCE)) return false;
  for (let i = 0; i < articulation.jointCount; i++) {
    const joint = Joints.at(world, Articulations.joint(world, articulation, i));
    if (load(world, joint) >= AS_STRONG * most) snap(world, joint);
  }
  return true;
}

function solveOnce(world: World, articulation: Articulation, biased: bool): void {
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
  if (articulation.jointCount > Tuning.FEW_JOINTS) return true;
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
