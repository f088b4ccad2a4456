import { World } from '../world/world';
import { BodyType, JointFlag, JointLock } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Clusters } from '../solver/cluster';
import { NONE, Tuning } from '../constants';
import { ArticulationGroup, ArticulationGroups } from './articulation-group';
import { Articulation, Articulations } from './articulation';
import { Joint, Joints } from './joint';

/** In the form of an articulation: the end of a joint at a body that no joint moves. */
export const FIXED: u32 = 15;
if (Tuning.FEW_JOINTS + 1 > 15) ERROR('four bits do not number the bodies of an articulation that may join a group');
/** Groups of a cluster that are looked at for one with a lane to spare. */
const MOST_LOOKED_AT: i32 = 8;

/**
 * Where articulations are planned: notes the form of one, four bits an end of a joint, if it has one. Bodies are numbered in the order in
 * which its joints name them, so articulations that were built alike have the same.
 */
export function noteForm(world: World, articulation: Articulation): void {
  articulation.form0 = 0;
  articulation.form1 = 0;
  articulation.formBodies = 0;
  articulation.groupedStep = 0;
  if (articulation.jointCount > Tuning.FEW_JOINTS) return;
  let bodies = 0,
    fixed = 0;
  for (let i = 0; i < articulation.jointCount; i++) {
    const joint = Joints.at(world, Articulations.joint(world, articulation, i));
    if (!isPlain(joint)) return;
    for (let side = 0; side < 2; side++) {
      const body = bodyOf(joint, side);
      let slot = FIXED;
      if (Bodies.body(world, body).type != BodyType.Dynamic) fixed++;
      else {
        slot = bodies;
        for (let other = 0; other < 2 * i + side; other++) {
          const before = Joints.at(world, Articulations.joint(world, articulation, other >> 1));
          if (bodyOf(before, other & 1) == body) slot = end(articulation, other);
        }
        if (slot == bodies) bodies++;
      }
      setEnd(articulation, 2 * i + side, slot);
    }
  }
  articulation.formBodies = bodies + fixed;
  world.groupLeaders.set(Articulations.joint(world, articulation, 0));
  world.hasForms = 1;
}

/** A ball joint without limits, motors and springs that nothing breaks. */
function isPlain(joint: Joint): bool {
  return (
    joint.locks == JointLock.Linear &&
    joint.rows == NONE &&
    (joint.flags & JointFlag.LinearSpring) == 0 &&
    joint.breakForce == Infinity &&
    joint.breakTorque == Infinity
  );
}

function bodyOf(joint: Joint, side: i32): i32 {
  return side == 0 ? joint.bodyA : joint.bodyB;
}

/** Which body of the form an end is at: 2 i for A of joint i, one more for B. */
export function end(articulation: Articulation, index: i32): u32 {
  const word = index < 16 ? articulation.form0 : articulation.form1;
  return ((word >> (((index & 15) << 2) as u64)) & 15) as u32;
}

function setEnd(articulation: Articulation, index: i32, slot: u32): void {
  const bits = (slot as u64) << (((index & 15) << 2) as u64);
  if (index < 16) articulation.form0 |= bits;
  else articulation.form1 |= bits;
}

/**
 * Serial, after planClusters: puts awake articulations of one form and one cluster together, four at a time. Those under strain are left to the
 * colours, and so are all of them where there is no memory.
 */
export function planGroups(world: World): void {
  world.articulationGroups.count = 0;
  if (world.hasForms == 0) return;
  for (let colour = 0; colour <= Tuning.COLOURS; colour++) {
    const joints = world.colour(colour).joints;
    for (let i = 0; i < joints.count; i++) {
      const id = joints.id(i);
      if (world.groupLeaders.has(id) && Joints.at(world, id).strainedFor == 0 && !join(world, id)) {
        disband(world);
        return;
      }
    }
  }
  if (!place(world)) disband(world);
}

/** No memory. */
function disband(world: World): void {
  for (let i = 0; i < world.articulationGroups.count; i++) {
    const group = ArticulationGroups.at(world, i);
    for (let lane = 0; lane < group.laneCount; lane++)
      Articulations.at(world, group.articulation(lane)).groupedStep = 0;
  }
  world.articulationGroups.count = 0;
}

/** Is a joint part of a group in this step? */
export function isGrouped(world: World, joint: Joint): bool {
  return joint.articulation >= 0 && Articulations.at(world, joint.articulation).groupedStep == world.stepCount;
}

/** Adds an articulation to a group of its cluster. False: no memory. */
function join(world: World, leader: i32): bool {
  const index = Joints.at(world, leader).articulation;
  const articulation = Articulations.at(world, index);
  const number = Clusters.ofJoint(world, leader),
    cluster = Clusters.at(world, number);
  articulation.groupedStep = world.stepCount;
  let before = NONE,
    id = cluster.openGroups - 1;
  for (let looked = 0; id != NONE && looked < MOST_LOOKED_AT; looked++) {
    const group = ArticulationGroups.at(world, id);
    if (haveOneForm(Articulations.at(world, group.articulation0), articulation)) {
      const lane = group.laneCount;
      group.setArticulation(lane, index);
      if (lane < 3) return true;
      if (before == NONE) cluster.openGroups = group.nextOpen + 1;
      else ArticulationGroups.at(world, before).nextOpen = group.nextOpen;
      return true;
    }
    before = id;
    id = group.nextOpen;
  }
  if (!world.articulationGroups.reserve(world.pages, world.articulationGroups.count + 1)) {
    articulation.groupedStep = 0;
    return false;
  }
  id = world.articulationGroups.count++;
  const group = ArticulationGroups.at(world, id);
  group.articulation0 = index;
  group.articulation1 = NONE;
  group.articulation2 = NONE;
  group.articulation3 = NONE;
  group.cluster = number;
  group.jointCount = articulation.jointCount;
  group.bodyCount = articulation.formBodies;
  group.nextOpen = cluster.openGroups - 1;
  cluster.openGroups = id + 1;
  return true;
}

function haveOneForm(a: Articulation, b: Articulation): bool {
  return a.jointCount == b.jointCount && a.form0 == b.form0 && a.form1 == b.form1;
}

/** Sorts the groups by clusters, and gives each its room. False: no memory to spare. */
function place(world: World): bool {
  const count = world.articulationGroups.count,
    order = world.articulationGroupOrder;
  let size: usize = 0;
  for (let i = 0; i < count; i++) {
    const group = ArticulationGroups.at(world, i);
    size += ArticulationGroup.roomFor(group.bodyCount, group.jointCount);
  }
  const rooms = world.articulationRooms,
    units = (size >> 4) as i32;
  // Contacts need theirs.
  if (units > rooms.capacity && !world.pages.canSpare(size)) return false;
  if (!order.reserve(world.pages, count) || !rooms.reserve(world.pages, units)) return false;
  let room = rooms.data;
  for (let i = 0; i < count; i++) {
    const group = ArticulationGroups.at(world, i);
    group.bodies = room;
    room += ArticulationGroup.roomFor(group.bodyCount, group.jointCount);
    const cluster = Clusters.at(world, group.cluster);
    cluster.articulationGroupCount++;
    cluster.groupedJointCount += group.laneCount * group.jointCount;
  }
  let first = 0;
  for (let i = 0; i < world.clusters.count; i++) {
    const cluster = Clusters.at(world, i);
    cluster.firstArticulationGroup = first;
    first += cluster.articulationGroupCount;
    cluster.articulationGroupCount = 0;
  }
  for (let i = 0; i < count; i++) {
    const cluster = Clusters.at(world, ArticulationGroups.at(world, i).cluster);
    order.setId(cluster.firstArticulationGroup + cluster.articulationGroupCount++, i);
  }
  return true;
}

/** Serial, once the coloured joints have their places: those of the groups come behind them, cluster by cluster. */
export function placeGroups(world: World): void {
  let at = 0,
    cluster = NONE;
  for (let i = 0; i < world.articulationGroups.count; i++) {
    const group = ArticulationGroups.at(world, world.articulationGroupOrder.id(i));
    if (group.cluster != cluster) {
      cluster = group.cluster;
      at = Clusters.at(world, cluster).firstJoint + Clusters.at(world, cluster).jointCount;
    }
    group.firstJoint = at;
    at += group.laneCount * group.jointCount;
  }
}
