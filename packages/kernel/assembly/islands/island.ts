import { World } from '../world/world';
import { Bodies, Body } from '../bodies/body';
import { Contact, Contacts } from '../contacts/contact';
import { Joint, Joints } from '../joints/joint';
import { BodySet, NONE } from '../constants';
import { StandingPlan } from '../solver/standing-plan';

/**
 * A connected component of dynamic bodies under touching contacts and joints, kept from step to step.
 * Method: E. Catto, "Simulation Islands" (2023). Links are immediate (union-find), splits are deferred.
 */
@unmanaged
export class Island {
  /** Links free records. */
  nextFree: i32;
  /** Union-find parent during a step, else NONE. */
  parent: i32;
  bodyHead: i32;
  bodyTail: i32;
  bodyCount: i32;
  contactHead: i32;
  contactTail: i32;
  contactCount: i32;
  jointHead: i32;
  jointTail: i32;
  jointCount: i32;
  /** Constraints taken out since the last split: above 0 the island may consist of several. */
  removedCount: i32;
  /** Place in the list of awake islands, or NONE while it sleeps. */
  awakeIndex: i32;
  reserved: i32;
}

export class Islands {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Island {
    return world.islands.record<Island>(id);
  }

  /** A new, awake, empty island; room was reserved with the body. */
  static create(world: World): i32 {
    const id = world.islands.take();
    const island = Islands.at(world, id);
    island.parent = NONE;
    island.bodyHead = NONE;
    island.bodyTail = NONE;
    island.contactHead = NONE;
    island.contactTail = NONE;
    island.jointHead = NONE;
    island.jointTail = NONE;
    island.awakeIndex = world.awakeIslands.pushId(id);
    world.islandCount++;
    return id;
  }

  static destroy(world: World, id: i32): void {
    Islands.leaveAwakeList(world, id);
    world.islands.free(id);
    world.islandCount--;
    if (world.splitIsland == id) world.splitIsland = NONE;
  }

  static leaveAwakeList(world: World, id: i32): void {
    const island = Islands.at(world, id);
    const at = island.awakeIndex;
    if (at == NONE) return;
    const list = world.awakeIslands;
    const last = list.id(--list.count);
    list.setId(at, last);
    Islands.at(world, last).awakeIndex = at;
    island.awakeIndex = NONE;
  }

  static addBody(world: World, id: i32, bodyIndex: i32): void {
    StandingPlan.change(world);
    const island = Islands.at(world, id);
    const body = Bodies.body(world, bodyIndex);
    body.island = id;
    body.islandPrevious = island.bodyTail;
    body.islandNext = NONE;
    if (island.bodyTail == NONE) island.bodyHead = bodyIndex;
    else Bodies.body(world, island.bodyTail).islandNext = bodyIndex;
    island.bodyTail = bodyIndex;
    island.bodyCount++;
  }

  static removeBody(world: World, bodyIndex: i32): void {
    const body = Bodies.body(world, bodyIndex);
    const id = body.island;
    if (id == NONE) return;
    const island = Islands.at(world, id);
    if (body.islandPrevious == NONE) island.bodyHead = body.islandNext;
    else Bodies.body(world, body.islandPrevious).islandNext = body.islandNext;
    if (body.islandNext == NONE) island.bodyTail = body.islandPrevious;
    else Bodies.body(world, body.islandNext).islandPrevious = body.islandPrevious;
    body.island = NONE;
    body.islandPrevious = NONE;
    body.islandNext = NONE;
    if (--island.bodyCount == 0) Islands.destroy(world, id);
  }

  static addContact(world: World, id: i32, contactId: i32): void {
    const island = Islands.at(world, id);
    const contact = Contacts.at(world, contactId);
    contact.inIsland = 1;
    contact.islandPrevious = island.contactTail;
    contact.islandNext = NONE;
    if (island.contactTail == NONE) island.contactHead = contactId;
    else Contacts.at(world, island.contactTail).islandNext = contactId;
    island.contactTail = contactId;
    island.contactCount++;
  }

  static removeContact(world: World, contactId: i32): void {
    const contact = Contacts.at(world, contactId);
    if (contact.inIsland == 0) return;
    const island = Islands.at(world, Bodies.body(world, contact.bodyA).island);
    if (contact.islandPrevious == NONE) island.contactHead = contact.islandNext;
    else Contacts.at(world, contact.islandPrevious).islandNext = contact.islandNext;
    if (contact.islandNext == NONE) island.contactTail = contact.islandPrevious;
    else Contacts.at(world, contact.islandNext).islandPrevious = contact.islandPrevious;
    contact.inIsland = 0;
    contact.islandPrevious = NONE;
    contact.islandNext = NONE;
    island.contactCount--;
    island.removedCount++;
  }

  static addJoint(world: World, id: i32, jointId: i32): void {
    const island = Islands.at(world, id);
    const joint = Joints.at(world, jointId);
    joint.inIsland = 1;
    joint.islandPrevious = island.jointTail;
    joint.islandNext = NONE;
    if (island.jointTail == NONE) island.jointHead = jointId;
    else Joints.at(world, island.jointTail).islandNext = jointId;
    island.jointTail = jointId;
    island.jointCount++;
  }

  static removeJoint(world: World, jointId: i32): void {
    const joint = Joints.at(world, jointId);
    if (joint.inIsland == 0) return;
    const island = Islands.at(world, Bodies.body(world, joint.bodyA).island);
    if (joint.islandPrevious == NONE) island.jointHead = joint.islandNext;
    else Joints.at(world, joint.islandPrevious).islandNext = joint.islandNext;
    if (joint.islandNext == NONE) island.jointTail = joint.islandPrevious;
    else Joints.at(world, joint.islandNext).islandPrevious = joint.islandPrevious;
    joint.inIsland = 0;
    joint.islandPrevious = NONE;
    joint.islandNext = NONE;
    island.jointCount--;
    island.removedCount++;
  }
}
