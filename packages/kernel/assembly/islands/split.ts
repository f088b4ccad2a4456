import { World } from '../world/world';
import { Bodies } from '../bodies/body';
import { Contacts } from '../contacts/contact';
import { Joints } from '../joints/joint';
import { Islands } from './island';
import { NONE } from '../constants';

/**
 * Finds the components of the candidate island by depth-first search, beside other work: reads what no other stage writes at that
 * time, and writes only body marks and its own scratch list (body ids, the first of each component with its sign bit set).
 */
export function findComponents(world: World): void {
  const id = world.splitIsland;
  if (id == NONE) return;
  const island = Islands.at(world, id);
  const out = world.splitStack;
  // The list holds the finished bodies from the front and the stack from the back.
  const capacity = island.bodyCount;
  let found = 0;
  for (let seed = island.bodyHead; seed != NONE; seed = Bodies.body(world, seed).islandNext) {
    if (Bodies.body(world, seed).mark != 0) continue;
    Bodies.body(world, seed).mark = 1;
    let stack = capacity;
    out.setId(--stack, seed);
    let first = i32.MIN_VALUE;
    while (stack < capacity) {
      const at = out.id(stack++);
      out.setId(found++, at | first);
      first = 0;
      const body = Bodies.body(world, at);
      for (let edge = body.contactHead; edge != NONE;) {
        const contact = Contacts.at(world, edge >> 1);
        const other = (edge & 1) == 0 ? contact.bodyB : contact.bodyA;
        edge = (edge & 1) == 0 ? contact.nextA : contact.nextB;
        if (contact.inIsland == 0) continue;
        const otherBody = Bodies.body(world, other);
        if (otherBody.mark != 0) continue;
        otherBody.mark = 1;
        out.setId(--stack, other);
      }
      for (let edge = body.jointHead; edge != NONE;) {
        const joint = Joints.at(world, edge >> 1);
        const other = (edge & 1) == 0 ? joint.bodyB : joint.bodyA;
        edge = (edge & 1) == 0 ? joint.nextA : joint.nextB;
        if (joint.inIsland == 0) continue;
        const otherBody = Bodies.body(world, other);
        if (otherBody.mark != 0) continue;
        otherBody.mark = 1;
        out.setId(--stack, other);
      }
    }
  }
  out.count = found;
}

/** Replaces the candidate by the components found. New islands stay awake; sleeping is decided right after. */
export function applySplit(world: World): void {
  const id = world.splitIsland;
  if (id == NONE) return;
  world.splitIsland = NONE;
  const found = world.splitStack;
  let components = 0;
  for (let i = 0; i < found.count; i++) {
    if (found.id(i) < 0) components++;
    Bodies.body(world, found.id(i) & i32.MAX_VALUE).mark = 0;
  }
  const old = Islands.at(world, id);
  old.removedCount = 0;
  if (components < 2) return;
  world.splitCount++;
  // The list of constraints is walked before the bodies move, in its own order.
  const contactHead = old.contactHead,
    jointHead = old.jointHead;
  old.bodyHead = NONE;
  old.bodyTail = NONE;
  old.bodyCount = 0;
  let target = NONE;
  for (let i = 0; i < found.count; i++) {
    const entry = found.id(i);
    if (entry < 0) target = Islands.create(world);
    Islands.addBody(world, target, entry & i32.MAX_VALUE);
  }
  for (let i = contactHead; i != NONE;) {
    const contact = Contacts.at(world, i);
    const next = contact.islandNext;
    Islands.addContact(world, Bodies.body(world, contact.bodyA).island, i);
    i = next;
  }
  for (let i = jointHead; i != NONE;) {
    const joint = Joints.at(world, i);
    const next = joint.islandNext;
    Islands.addJoint(world, Bodies.body(world, joint.bodyA).island, i);
    i = next;
  }
  Islands.destroy(world, id);
}
