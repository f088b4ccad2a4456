/** The world's own check, and rows of what the slow checks of the tests need: of islands, of groups. */
import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { ContactFlag, Contacts } from '../contacts/contact';
import { Joints } from '../joints/joint';
import { Islands } from '../islands/island';
import { validate as check } from '../snapshot/validate';
import { Clusters } from '../solver/cluster';
import { Movers } from '../solver/movers';
import { SharedGroups } from '../solver/shared-groups';
import { StandingPlan } from '../solver/standing-plan';
import { NONE, Tuning } from '../constants';

/** 0, or rule << 32 | the record that breaks it. packages/kernel/test/support/validate.ts names the rules. */
export function validate(address: usize): i64 {
  return check(changetype<World>(address));
}

// Rows of 8 i32 at `out`.

/** Body index, handle, type, set, island, removed constraints of the island, awake index of the island, collider count. */
export function dumpBodies(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.bodies.count; i++) {
    const body = Bodies.body(world, i);
    if (body.handle == 0) continue;
    const at = out + ((rows++ as usize) << 5);
    store<i32>(at, i);
    store<u32>(at, body.handle, 4);
    store<u32>(at, body.type, 8);
    store<i32>(at, body.set, 12);
    store<i32>(at, body.island, 16);
    store<i32>(at, body.island == NONE ? 0 : Islands.at(world, body.island).removedCount, 20);
    store<i32>(at, body.island == NONE ? NONE : Islands.at(world, body.island).awakeIndex, 24);
    store<i32>(at, body.colliderCount, 28);
  }
  return rows;
}
/** Contact, body A, body B, flags, colour, island, points, collider A << 16 | collider B. */
export function dumpContacts(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.contacts.count; i++) {
    const contact = Contacts.at(world, i);
    if (contact.key >> 32 == 0 || contact.owner != i) continue;
    const at = out + ((rows++ as usize) << 5);
    store<i32>(at, i);
    store<i32>(at, contact.bodyA, 4);
    store<i32>(at, contact.bodyB, 8);
    store<u32>(at, contact.flags, 12);
    store<i32>(at, contact.colour, 16);
    store<i32>(at, contact.inIsland == 0 ? NONE : Bodies.body(world, contact.bodyA).island, 20);
    store<i32>(at, contact.pointCount, 24);
    store<i32>(at, (contact.colliderA << 16) | contact.colliderB, 28);
  }
  return rows;
}
/** Joint, body A, body B, flags, colour, island. */
export function dumpJoints(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.joints.count; i++) {
    const joint = Joints.at(world, i);
    if (joint.handle == 0) continue;
    const at = out + ((rows++ as usize) << 5);
    store<i32>(at, i);
    store<i32>(at, joint.bodyA, 4);
    store<i32>(at, joint.bodyB, 8);
    store<u32>(at, joint.flags, 12);
    store<i32>(at, joint.colour, 16);
    store<i32>(at, joint.inIsland == 0 ? NONE : Bodies.body(world, joint.bodyA).island, 20);
  }
  return rows;
}
/**
 * Cluster, colour, the four contacts of each group of the last step, in the order in which a cluster solves them; how many joints of later
 * colours these come before, and how many of them are idle.
 */
export function dumpGroups(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let i = 0; i < world.clusters.count; i++) {
    const cluster = Clusters.at(world, i);
    for (let colour = 0; colour <= Tuning.COLOURS; colour++) {
      const part = cluster.colour(colour);
      const end = min(part.groupCount, cluster.groupCount - part.firstGroup);
      for (let own = 0; own < end; own++) {
        const group =
          i == 0 && colour < Tuning.COLOURS ? SharedGroups.index(world, colour, own) : part.firstGroup + own;
        const at = out + ((rows++ as usize) << 5);
        store<i32>(at, i);
        store<i32>(at, colour, 4);
        const ids = world.contactOrder.at(cluster.firstContact + (group << 2));
        v128.store(at, v128.load(ids), 8);
        let passed = 0;
        for (let lane: usize = 0; lane < 16; lane += 4) {
          const id = load<i32>(ids + lane);
          if (id == NONE) continue;
          for (let later = colour + 1; later <= Contacts.at(world, id).colour; later++)
            passed += cluster.colour(later).jointCount;
        }
        store<i32>(at, passed, 24);
        let idle = 0;
        for (let lane = 0; lane < 4; lane++) {
          const entry = world.moverOrder.id(cluster.firstContact + (group << 2) + lane);
          if (load<i32>(ids + ((lane as usize) << 2)) != NONE && Movers.isIdle(load<i32>(entry as usize))) idle++;
        }
        store<i32>(at, idle, 28);
      }
    }
  }
  return rows;
}
/** Colour, worker that begins with it, and place of each group of the shared cluster, colour by colour; without the overflow set. */
export function dumpPlaces(address: usize, out: usize): i32 {
  const world = changetype<World>(address);
  let rows = 0;
  for (let colour = 0; colour < Tuning.COLOURS; colour++) {
    for (let i = 0, n = Clusters.shared(world).colour(colour).groupCount; i < n; i++) {
      const at = out + ((rows++ as usize) << 5);
      store<i32>(at, colour);
      store<i32>(at, SharedGroups.part(world, colour, i), 4);
      store<i32>(at, SharedGroups.index(world, colour, i), 8);
    }
  }
  return rows;
}
/** Whether the last step made a plan of its own. */
export function madePlan(address: usize): i32 {
  return changetype<World>(address).plans;
}
/** The next step makes one. */
export function losePlan(address: usize): void {
  StandingPlan.lose(changetype<World>(address));
}
export function awakeContactCount(address: usize): i32 {
  return changetype<World>(address).awakeContacts.count;
}
export function pagesInUse(address: usize): i32 {
  return changetype<World>(address).pages.usedPages;
}
/** Further manifolds that touch now. */
export function linkedSiblings(address: usize): i32 {
  const world = changetype<World>(address);
  let count = 0;
  for (let i = 0; i < world.contacts.count; i++) {
    const contact = Contacts.at(world, i);
    if (contact.key >> 32 != 0 && contact.owner != i && (contact.flags & ContactFlag.LINKED) != 0) count++;
  }
  return count;
}
