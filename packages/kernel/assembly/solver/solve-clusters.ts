import { World } from '../world/world';
import { passGroups, storeGroups } from '../joints/group-passes';
import { prepareGroups } from '../joints/prepare-group';
import { prepareJoints } from '../joints/prepare-joints';
import { storeJoints } from '../joints/store-joints';
import { Task, parallel } from '../threads/stages';
import { mark, Stage } from '../world/clock';
import { Cluster, Clusters } from './cluster';
import { forEachColour, passJointBlock } from './colour-stages';
import { integratePositions, integrateVelocities, startVelocities } from './integrate';
import { packGroups } from './pack-groups';
import { Pass } from './pass';
import { BODY_BLOCK } from './plain-group';
import { prepareContacts } from './prepare-contacts';
import { storeImpulses } from './store-contacts';

/** Further passes over the joints of a substep: docs/decisions/0007. */
const JOINT_PASSES: i32 = 2;

/** Solves clusters whole. Items: clusters without the shared one. */
export function solveClusters(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const cluster = Clusters.at(world, i + 1);
    cluster.groups = world.context(worker).groups;
    if (world.plans != 0) packGroups(world, cluster);
    cluster.bounces = 0;
    solve(world, worker, cluster);
  }
}

/** Solves the shared cluster: called by every worker. */
export function solveShared(world: World, worker: i32): void {
  solve(world, worker, Clusters.shared(world));
}

/** From contacts and joints to velocities, positions and impulses. */
function solve(world: World, worker: i32, cluster: Cluster): void {
  world.context(worker).cluster = changetype<usize>(cluster);
  each(world, worker, cluster, 0, cluster.groupCount, 16, prepareContacts);
  each(world, worker, cluster, cluster.firstJoint, cluster.jointCount, 16, prepareJoints);
  forEachGroup(world, worker, cluster, prepareGroups);
  book(world, worker, cluster, Stage.PREPARE);
  for (let substep = 0, n = world.substeps; substep < n; substep++) {
    if (substep == 0) {
      each(world, worker, cluster, cluster.firstBody, cluster.bodyCount, BODY_BLOCK, startVelocities);
      forEachColour(world, worker, cluster, Pass.WARM_START);
      passGroupsOf(world, worker, cluster, Pass.WARM_START);
    } else {
      each(world, worker, cluster, cluster.firstBody, cluster.bodyCount, BODY_BLOCK, integrateVelocities);
      forEachJoint(world, worker, cluster, Pass.WARM_START_JOINTS);
      passGroupsOf(world, worker, cluster, Pass.WARM_START_JOINTS);
    }
    // Twice: stiff contacts must agree with each other before the bodies move (docs/decisions/0004). Joints relax twice, too.
    forEachColour(world, worker, cluster, Pass.SOLVE);
    passGroupsOf(world, worker, cluster, Pass.SOLVE_AGAIN);
    forEachColour(world, worker, cluster, Pass.SOLVE_AGAIN);
    // A blow that reaches the joints late tears limbs apart: the rest of a pile may wait for the next substep, a shoulder not.
    for (let again = 1; again < JOINT_PASSES; again++) {
      forEachJoint(world, worker, cluster, Pass.SOLVE_JOINTS);
      passGroupsOf(world, worker, cluster, Pass.SOLVE_JOINTS);
    }
    each(world, worker, cluster, cluster.firstBody, cluster.bodyCount, BODY_BLOCK, integratePositions);
    passGroupsOf(world, worker, cluster, Pass.RELAX);
    forEachColour(world, worker, cluster, Pass.RELAX);
    forEachJoint(world, worker, cluster, Pass.RELAX_JOINTS);
    passGroupsOf(world, worker, cluster, Pass.RELAX_JOINTS);
  }
  book(world, worker, cluster, Stage.SUBSTEPS);
  if (cluster.bounces != 0) forEachColour(world, worker, cluster, Pass.BOUNCE);
  each(world, worker, cluster, 0, cluster.groupCount, 32, storeImpulses);
  forEachGroup(world, worker, cluster, storeGroups);
  each(world, worker, cluster, cluster.firstJoint, cluster.jointCount + cluster.groupedJointCount, 64, storeJoints);
  book(world, worker, cluster, Stage.RESTITUTION);
}

/** A pass over joints alone: an articulation at a time they share no body that moves, and need no colours. */
function forEachJoint(world: World, worker: i32, cluster: Cluster, pass: i32): void {
  if (world.looseJoints != 0) {
    forEachColour(world, worker, cluster, pass);
    return;
  }
  world.context(worker).pass = pass;
  each(world, worker, cluster, cluster.firstJoint, cluster.jointCount, 8, passJointBlock);
}

/** A pass over groups of articulations. */
function passGroupsOf(world: World, worker: i32, cluster: Cluster, pass: i32): void {
  world.context(worker).pass = pass;
  forEachGroup(world, worker, cluster, passGroups);
}

function forEachGroup(world: World, worker: i32, cluster: Cluster, task: Task): void {
  const count = cluster.articulationGroupCount;
  // Counts stand from the plan on, so every worker skips the same.
  if (count > 0) each(world, worker, cluster, cluster.firstArticulationGroup, count, 2, task);
}

/** A task over items of the cluster: shared by all workers, or on this one alone. */
function each(world: World, worker: i32, cluster: Cluster, first: i32, count: i32, block: i32, task: Task): void {
  // The items of the shared cluster come first everywhere.
  if (cluster == Clusters.shared(world)) parallel(world, worker, count, block, task);
  else if (count > 0) task(world, first, first + count, worker);
}

function book(world: World, worker: i32, cluster: Cluster, stage: i32): void {
  if (cluster == Clusters.shared(world)) mark(world, worker, stage);
}
