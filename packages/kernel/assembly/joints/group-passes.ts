import { World } from '../world/world';
import { Softness } from '../solver/softness';
import { Pass } from '../solver/pass';
import { Lanes } from '../math/lanes';
import { V } from '../math/vec';
import { Articulation, Articulations } from './articulation';
import { ArticulationGroup, ArticulationGroups, GroupJoint } from './articulation-group';
import { giveVelocities, takeMotion, takeVelocities } from './group-motion';
import { Joints } from './joint';
import { passArticulation, STRAINED } from './joint-passes';
import { jointHertz, prepareJoint } from './prepare-joints';
import { refreshLanes } from './refresh-group';
import { solveLanes, sumLanes, warmStartLanes } from './solve-group';

/**
 * A pass over groups of articulations; which, says the worker's context. The warm starts go on with a first biased pass at once, and
 * what has moved is refreshed first. Items: articulation groups, by clusters.
 */
export function passGroups(world: World, start: i32, end: i32, worker: i32): void {
  const pass = world.context(worker).pass;
  for (let i = start; i < end; i++)
    passGroup(world, ArticulationGroups.at(world, world.articulationGroupOrder.id(i)), pass);
}

function passGroup(world: World, group: ArticulationGroup, pass: i32): void {
  if (group.lanes != 0) passLanes(world, group, pass);
  for (let lane = 0, rest = group.strained; rest != 0; lane++, rest >>= 1)
    if ((rest & 1) != 0) passArticulation(world, Articulations.at(world, group.articulation(lane)), pass);
}

function passLanes(world: World, group: ArticulationGroup, pass: i32): void {
  const hertz = jointHertz(world),
    ratio = world.jointDampingRatio,
    h = world.h;
  const rate = Softness.massScale(hertz, ratio, h),
    decay = Softness.impulseScale(hertz, ratio, h);
  takeVelocities(group);
  if (pass == Pass.WARM_START || pass == Pass.RELAX) {
    takeMotion(group);
    const pull = rate * Softness.biasRate(hertz, ratio, h);
    const strained = group.lanes & refreshLanes(group, rate, pull, h, STRAINED);
    if (strained != 0) {
      leave(world, group, strained);
      if (group.lanes == 0) return;
    }
  }
  if (pass == Pass.WARM_START || pass == Pass.WARM_START_JOINTS) warmStartLanes(group);
  solveLanes(group, pass != Pass.RELAX && pass != Pass.RELAX_JOINTS, rate, decay);
  if (pass == Pass.RELAX_JOINTS) sumLanes(group);
  giveVelocities(group, group.lanes);
}

/** Articulations under strain are solved by themselves for the rest of the step: what their joints bear goes back to them. */
function leave(world: World, group: ArticulationGroup, lanes: i32): void {
  group.lanes &= ~lanes;
  group.strained |= lanes;
  for (let lane = 0; lane < 4; lane++) {
    if (((lanes >> lane) & 1) == 0) continue;
    const articulation = Articulations.at(world, group.articulation(lane));
    for (let i = 0; i < group.jointCount; i++) prepareJoint(world, Articulations.joint(world, articulation, i), true);
    storeLane(world, group, lane, articulation);
  }
}

function storeLane(world: World, group: ArticulationGroup, lane: i32, articulation: Articulation): void {
  for (let i = 0; i < group.jointCount; i++) {
    const joint = Joints.at(world, Articulations.joint(world, articulation, i));
    const from = changetype<usize>(group.joint(i));
    joint.linearImpulse = V.xyz(Lanes.row(from + offsetof<GroupJoint>('impulseX'), lane));
    joint.totalLinear = V.xyz(Lanes.row(from + offsetof<GroupJoint>('totalX'), lane));
    joint.totalAngular = V.zero();
  }
}

/** Reads: groups. Writes: what their joints bore. Items: articulation groups, by clusters. */
export function storeGroups(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const group = ArticulationGroups.at(world, world.articulationGroupOrder.id(i));
    for (let lane = 0; lane < 4; lane++)
      if (((group.lanes >> lane) & 1) != 0)
        storeLane(world, group, lane, Articulations.at(world, group.articulation(lane)));
  }
}
