import { World } from '../world/world';
import { Event, EventKind, EventPoint } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { Contact, Contacts } from '../contacts/contact';
import { NONE } from '../constants';
import { V } from '../math/vec';

/** Collects what the frame of the step will say. Serial stages only. */
export class Events {
  private static push(world: World, kind: u32, a: u32, b: u32): Event {
    // Bodies and contacts reserve room for what they may report. Out of memory, the last reports of that may be lost.
    const hasRoom = world.events.reserve(world.pages, world.events.count + 1);
    const event = changetype<Event>(hasRoom ? world.events.push() : world.spareEvent);
    event.kind = kind;
    event.a = a;
    event.b = b;
    event.colliders = 0;
    event.firstPoint = 0;
    event.pointCount = 0;
    event.value = 0;
    event.contact = 0;
    return event;
  }

  static body(world: World, kind: u32, handle: u32): void {
    Events.push(world, kind, handle, 0);
  }

  static problem(world: World, code: u32, handle: u32): void {
    Events.push(world, EventKind.Problem, handle, code);
  }

  /** What broke it is in the frame too, as its last reading. */
  static joint(world: World, kind: u32, handle: u32): void {
    Events.push(world, kind, handle, 0);
  }

  static contact(world: World, kind: u32, contact: Contact, withPoints: bool): Event {
    const a = Bodies.body(world, contact.bodyA),
      b = Bodies.body(world, contact.bodyB);
    const event = Events.push(world, kind, a.handle, b.handle);
    event.contact = ((changetype<usize>(contact) - world.contacts.data) / world.contacts.stride) as u32;
    event.colliders =
      (Colliders.at(world, contact.colliderA).ordinal as u32) |
      ((Colliders.at(world, contact.colliderB).ordinal as u32) << 16);
    if (!withPoints) return event;
    const center = Bodies.sim(world, contact.bodyA).center;
    event.firstPoint = world.eventPoints.count;
    for (let id = contact.owner; id != NONE;) {
      const manifold = Contacts.at(world, id);
      id = manifold.sibling;
      if (!world.eventPoints.reserve(world.pages, world.eventPoints.count + manifold.pointCount)) return event;
      event.pointCount += manifold.pointCount;
      for (let i = 0; i < manifold.pointCount; i++) {
        const point = manifold.point(i);
        const out = world.eventPoints.push();
        v128.store(out, V.withW(V.add(center, point.anchorA), V.w(point.anchorA)));
        v128.store(out, V.withW(manifold.normal, V.w(point.anchorB)), 16);
      }
    }
    return event;
  }
}
