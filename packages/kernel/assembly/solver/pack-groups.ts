import { World } from '../world/world';
import { Contacts } from '../contacts/contact';
import { Lanes } from '../math/lanes';
import { Cluster, ClusterColour } from './cluster';
import { NONE, Tuning } from '../constants';

/** Contacts of the next colour that are looked at for what would fill a group. */
const LOOKED_AT: i32 = 8;

/**
 * Fills the last group of each colour with contacts of the next one that share no body with it: a small island has a dozen contacts a colour, and
 * one lane in eight would stay empty. A body still meets its contacts and joints in the order of their colours, so no result changes.
 */
export function packGroups(world: World, cluster: Cluster): void {
  let groups = 0;
  for (let colour = 0; colour < Tuning.COLOURS; colour++) {
    const part = cluster.colour(colour);
    if (part.groupCount == 0) continue;
    const first = firstOf(cluster, part),
      to = cluster.firstContact + (groups << 2),
      count = part.end - first;
    move(world, to, first, count);
    const end = fill(world, cluster, colour, to + count);
    part.firstGroup = groups;
    part.groupCount = (end + 3 - to) >> 2;
    groups += part.groupCount;
    for (let i = end, all = cluster.firstContact + (groups << 2); i < all; i++) world.contactOrder.setId(i, NONE);
  }
  const overflow = cluster.colour(Tuning.COLOURS);
  move(world, cluster.firstContact + (groups << 2), firstOf(cluster, overflow), overflow.groupCount << 2);
  overflow.firstGroup = groups;
  cluster.groupCount = groups + overflow.groupCount;
}

/** Adds contacts of later colours to the last group, which ends at `end`. Returns its new end. */
function fill(world: World, cluster: Cluster, colour: i32, end: i32): i32 {
  if ((end & 3) == 0) return end;
  let bodiesA = i32x4.splat(NONE),
    bodiesB = bodiesA;
  for (let i = end & ~3; i < end; i++) {
    const contact = Contacts.at(world, world.contactOrder.id(i));
    bodiesA = Lanes.shiftIn(bodiesA, contact.bodyA);
    bodiesB = Lanes.shiftIn(bodiesB, contact.bodyB);
  }
  while (++colour < Tuning.COLOURS) {
    const part = cluster.colour(colour);
    // Joints come before the contacts of their colour.
    if (part.jointCount > 0) return end;
    if (part.groupCount == 0) continue;
    const first = firstOf(cluster, part);
    for (let i = part.end - 1, least = max(first, part.end - LOOKED_AT); i >= least; i--) {
      const contact = Contacts.at(world, world.contactOrder.id(i));
      const a = contact.bodyA,
        b = contact.bodyB;
      if (shares(world, a, bodiesA, bodiesB) || shares(world, b, bodiesA, bodiesB)) continue;
      bodiesA = Lanes.shiftIn(bodiesA, a);
      bodiesB = Lanes.shiftIn(bodiesB, b);
      move(world, end++, i, 1);
      move(world, i, --part.end, 1);
      if ((end & 3) == 0) return end;
    }
    // What comes later may share bodies with what is left.
    if (part.end > first) return end;
  }
  return end;
}

/** Is the body one of these, and can it move? */
function shares(world: World, body: i32, bodiesA: v128, bodiesB: v128): bool {
  const lanes = i32x4.splat(body);
  if (!v128.any_true(v128.or(i32x4.eq(lanes, bodiesA), i32x4.eq(lanes, bodiesB)))) return false;
  return world.bodyClusters.id(body) != 0;
}

/** Place of the first contact, as long as the part is where the plan has put it. */
function firstOf(cluster: Cluster, part: ClusterColour): i32 {
  return cluster.firstContact + (part.firstGroup << 2);
}

function move(world: World, to: i32, from: i32, count: i32): void {
  if (to == from) return;
  memory.copy(world.contactOrder.at(to), world.contactOrder.at(from), (count as usize) << 2);
  memory.copy(world.moverOrder.at(to), world.moverOrder.at(from), (count as usize) << 2);
}
