import { World } from '../world/world';
import { Event, EventKind, EventPoint } from '../generated/layout';
import { Bodies } from '../bodies/body';
import { Colliders } from '../bodies/collider';
import { Contacts } from '../contacts/contact';
import { NONE } from '../constants';
import { Anchors } from '../narrowphase/anchors';
import { V } from '../math/vec';

/** Collects what the frame of the step will say. Serial stages only. */
export class Events {
  private static push(world: World, kind: u32, a: u32, b: u32, contact: u32): Event {
    // Bodies and contacts reserve room for what they may report. Out of memory, the last reports of that may be lost.
    const event = world.events.makeRoom(world.pages) ? world.events.push() : world.spareEvent;
    v128.store(event, i32x4(kind, a, b, 0));
    v128.store(event, i32x4(0, 0, 0, contact), 16);
    return changetype<Event>(event);
  }

  static body(world: World, kind: u32, handle: u32): void {
    Events.push(world, kind, handle, 0, 0);
  }

  static problem(world: World, code: u32, handle: u32): void {
    Events.push(world, EventKind.Problem, handle, code, 0);
  }

  /** What broke it is in the frame too, as its last reading. */
  static joint(world: World, kind: u32, handle: u32): void {
    Events.push(world, kind, handle, 0, 0);
  }

  /** An event of a contact, complete at once. */
  static contact(world: World, kind: u32, id: i32, withPoints: bool): Event {
    const event = Events.begin(world, kind, id, withPoints);
    Events.fill(world, event);
    return event;
  }

  /** Room for an event of a contact and its points. `fill` writes the rest: what that reads lies in many places. */
  static begin(world: World, kind: u32, id: i32, withPoints: bool): Event {
    const event = Events.push(world, kind, 0, 0, id);
    if (!withPoints) return event;
    let points = 0;
    for (let next = Contacts.at(world, id).owner; next != NONE;) {
      const manifold = Contacts.at(world, next);
      points += manifold.pointCount;
      next = manifold.sibling;
    }
    const first = world.eventPoints.count;
    if (!world.eventPoints.reserve(world.pages, first + points)) return event;
    world.eventPoints.count = first + points;
    event.firstPoint = first;
    event.pointCount = points;
    return event;
  }

  static fill(world: World, event: Event): void {
    const contact = Contacts.at(world, event.contact as i32);
    event.a = Bodies.body(world, contact.bodyA).handle;
    event.b = Bodies.body(world, contact.bodyB).handle;
    event.colliders =
      (Colliders.at(world, contact.colliderA).ordinal as u32) |
      ((Colliders.at(world, contact.colliderB).ordinal as u32) << 16);
    if (event.pointCount == 0) return;
    const simA = Bodies.sim(world, contact.bodyA),
      simB = Bodies.sim(world, contact.bodyB);
    let out = world.eventPoints.at(event.firstPoint as i32);
    for (let id = contact.owner; id != NONE;) {
      const manifold = Contacts.at(world, id);
      id = manifold.sibling;
      const normal = Anchors.normal(manifold, simA, simB);
      for (let i = 0; i < manifold.pointCount; i++) {
        const point = manifold.point(i);
        v128.store(out, Anchors.place(manifold, point, simA, simB, normal));
        v128.store(out, V.withW(normal, V.w(point.onA)), 16);
        out += EventPoint.STRIDE;
      }
    }
  }
}

/** Reads: contacts, bodies, colliders. Writes: events and their points. Items: what `applyTouchChanges` told of; the ends are complete. */
export function fillBegins(world: World, start: i32, end: i32, worker: i32): void {
  for (let i = start; i < end; i++) {
    const event = changetype<Event>(world.events.at(world.firstTold + i));
    if (event.kind == EventKind.ContactBegin || event.kind == EventKind.SensorEnter) Events.fill(world, event);
  }
}
