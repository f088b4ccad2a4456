import { World } from '../world/world';
import { refreshAndRelax, relaxAndSum, solveJoint, warmStartJoint } from '../joints/solve-joints';
import { parallel, serial } from '../threads/stages';
import { ContactGroup } from './contact-group';
import { bounceGroup, solveGroup, warmStartGroup } from './solve-contacts';
import { isForJoints, Pass } from './pass';
import { Tuning } from '../constants';

/** Constraints a block: a few microseconds of work, so that claiming it is cheap beside it. */
const BLOCK: i32 = 16;

/** Runs one pass over all constraints, colour by colour; the overflow set last, on worker 0. */
export function forEachColour(world: World, worker: i32, pass: i32): void {
  const context = world.context(worker);
  context.pass = pass;
  for (let colour = 0, n = world.usedColours; colour < n; colour++) {
    context.colour = colour;
    const owner = world.colour(colour);
    const count = owner.joints.count + (isForJoints(pass) ? 0 : owner.groupCount);
    // Counts stand from the plan on, so every worker skips the same colours.
    if (count > 0) parallel(world, worker, count, BLOCK, passBlock);
  }
  if (world.hasOverflow != 0) serial(world, worker, passOverflow);
}

/** Items: joints of the colour, then its contact groups. */
function passBlock(world: World, start: i32, end: i32, worker: i32): void {
  const context = world.context(worker);
  passRange(world, context.colour, context.pass, start, end);
}

function passOverflow(world: World): void {
  const owner = world.overflow;
  passRange(world, Tuning.COLOURS, world.context(0).pass, 0, owner.joints.count + owner.groupCount);
}

function passRange(world: World, colour: i32, pass: i32, start: i32, end: i32): void {
  const owner = world.colour(colour);
  const jointCount = owner.joints.count;
  for (let i = start; i < min(end, jointCount); i++) {
    const id = owner.joints.id(i);
    if (pass <= Pass.WARM_START_JOINTS) warmStartJoint(world, id);
    else if (pass == Pass.RELAX) refreshAndRelax(world, id);
    else if (pass == Pass.RELAX_JOINTS) relaxAndSum(world, id);
    else if (pass != Pass.BOUNCE) solveJoint(world, id, true);
  }
  if (isForJoints(pass)) return;
  const first = owner.firstGroup - jointCount;
  for (let i = max(start, jointCount); i < end; i++) {
    const group = changetype<ContactGroup>(world.groups.at(first + i));
    if (pass == Pass.WARM_START) warmStartGroup(group);
    else if (pass == Pass.BOUNCE) bounceGroup(group, world.restitutionThreshold);
    else solveGroup(group, world.inverseH, world.contactPushSpeed, pass);
  }
}
