import { World } from '../world/world';
import { refreshAndRelax, relaxAndSum, solveAgain, warmStartAgain } from '../joints/joint-passes';
import { solveJoint, warmStartJoint } from '../joints/solve-joints';
import { parallel, serial } from '../threads/stages';
import { Cluster, Clusters } from './cluster';
import { bounceGroup } from './bounce-contacts';
import { Motions } from './motions';
import { COLOUR_BLOCK, SharedGroups } from './shared-groups';
import { solveGroup } from './solve-contacts';
import { warmStartGroup } from './warm-start-contacts';
import { isForJoints, Pass } from './pass';
import { Tuning } from '../constants';

/** Runs one pass over all constraints of a cluster, colour by colour; the overflow set last, by one worker. */
export function forEachColour(world: World, worker: i32, cluster: Cluster, pass: i32): void {
  const isShared = cluster == Clusters.shared(world);
  const context = world.context(worker);
  context.pass = pass;
  if (!isShared && cluster.jointCount == 0) {
    // Its groups follow each other in the order of their colours, the overflow set last.
    if (!isForJoints(pass)) passContacts(world, cluster, 0, cluster.groupCount, pass, worker);
    return;
  }
  for (let colour = 0; colour <= Tuning.COLOURS; colour++) {
    const part = cluster.colour(colour);
    const count = part.jointCount + (isForJoints(pass) ? 0 : part.groupCount);
    // Counts stand from the plan on, so every worker skips the same colours.
    if (count == 0) continue;
    if (!isShared) passRange(world, cluster, colour, pass, 0, count, worker);
    else if (colour == Tuning.COLOURS) serial(world, worker, passOverflow);
    else {
      context.colour = colour;
      parallel(world, worker, count, COLOUR_BLOCK, passBlock);
    }
  }
}

/** Items: joints of the colour, then its contact groups. */
function passBlock(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  passRange(world, Clusters.shared(world), context.colour, context.pass, start, end, worker);
}

function passOverflow(world: World): void {
  const shared = Clusters.shared(world);
  const part = shared.colour(Tuning.COLOURS);
  const pass = world.context(0).pass;
  passRange(world, shared, Tuning.COLOURS, pass, 0, part.jointCount + (isForJoints(pass) ? 0 : part.groupCount), 0);
}

function passRange(world: World, cluster: Cluster, colour: i32, pass: i32, start: i32, end: i32, worker: i32): void {
  const part = cluster.colour(colour);
  const jointCount = part.jointCount;
  if (isForJoints(pass)) {
    passJoints(world, part.firstJoint + start, part.firstJoint + end, pass);
    return;
  }
  for (let i = start; i < min(end, jointCount); i++) {
    const id = world.jointOrder.id(part.firstJoint + i);
    if (pass == Pass.WARM_START) warmStartJoint(world, id);
    else if (pass == Pass.RELAX) refreshAndRelax(world, id);
    else if (pass != Pass.BOUNCE) solveJoint(world, id, true);
  }
  let group = max(start - jointCount, 0);
  const last = end - jointCount;
  if (cluster != Clusters.shared(world) || colour == Tuning.COLOURS) {
    passContacts(world, cluster, part.firstGroup + group, part.firstGroup + last, pass, worker);
    return;
  }
  while (group < last) {
    const place = SharedGroups.part(world, colour, group),
      shift = SharedGroups.shift(world, colour, place);
    const next = min(last, SharedGroups.first(world, colour, place + 1));
    passContacts(world, cluster, group + shift, next + shift, pass, worker);
    group = next;
  }
}

/** Items: groups of the cluster. */
function passContacts(world: World, cluster: Cluster, start: i32, end: i32, pass: i32, worker: i32): void {
  const motions = changetype<Motions>(world.context(worker).scratch);
  for (let i = start; i < end; i++) {
    const group = cluster.group(i);
    if (pass == Pass.WARM_START) warmStartGroup(group, motions);
    else if (pass == Pass.BOUNCE) bounceGroup(group, world.restitutionThreshold, motions);
    else solveGroup(group, world.inverseH, world.contactPushSpeed, pass, motions);
  }
}

/** Items: joints, in the order of the clusters. In a pass over joints alone, without loose joints. */
export function passJointBlock(world: World, start: i32, end: i32, worker: i32): void {
  passJoints(world, start, end, world.context(worker).pass);
}

function passJoints(world: World, start: i32, end: i32, pass: i32): void {
  for (let i = start; i < end; i++) {
    const id = world.jointOrder.id(i);
    if (pass == Pass.WARM_START_JOINTS) warmStartAgain(world, id);
    else if (pass == Pass.RELAX_JOINTS) relaxAndSum(world, id);
    else solveAgain(world, id);
  }
}
