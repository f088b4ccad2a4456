import { Event, EventKind, EventPoint, Frame, Pose, ProblemCode, Velocity } from '@atoll/kernel';
import type { Body } from '../body/body.js';
import { PhysicsError } from '../errors.js';
import type { Joint } from '../joint/joint.js';
import type { MemoryViews } from '../memory/memory-views.js';
import type { Vec3 } from '../types.js';
import type { ContactSets } from './contacts.js';
import { Backlog } from './backlog.js';
import type { Listeners } from './listeners.js';
import type { BodyEventType, ContactEvent, ContactPoint, SensorEvent, WorldEvents, WorldEventType } from './types.js';

const contactTypes = {
  [EventKind.ContactBegin]: 'contactbegin',
  [EventKind.ContactEnd]: 'contactend',
  [EventKind.ContactHit]: 'contacthit',
  [EventKind.ContactForce]: 'contactforce',
} as const;

/** What a frame tells of. */
type FrameEventType = Exclude<WorldEventType, 'stall' | 'beforestep' | 'command' | 'restore'>;

/**
 * In which order listeners hear of one step: what ends before what begins, and sleep last. Within a kind it is the kernel's order,
 * which is the same for any number of workers.
 */
const rank: Readonly<Record<FrameEventType, number>> = {
  contactend: 0,
  sensorexit: 0,
  contactbegin: 1,
  sensorenter: 1,
  contacthit: 2,
  contactforce: 2,
  jointbreak: 3,
  sleep: 4,
  wake: 5,
  problem: 6,
};

/** What reading events needs to know about the world. */
export interface EventWorld {
  readonly listeners: Listeners<WorldEvents>;
  readonly contacts: ContactSets;
  /** How many listeners hear of contacts. */
  readonly contactListenerCount: number;
  /** Of sensors. */
  readonly overlaps: ContactSets;
  /** False of one that was destroyed. */
  hasBody(handle: number): boolean;
  /** Also finds bodies that were destroyed after the step. */
  bodyOf(handle: number): Body | undefined;
  jointOf(handle: number): Joint | undefined;
  setSleeping(body: Body, sleeping: boolean): void;
}

/** Contacts that a body of a pile begins in its first step. */
const BEGINS = 3;

/**
 * Takes in the events of a frame: what the world knows changes at once, what listeners hear is queued for `deliver`. An event
 * object is made only where someone listens.
 */
export class FrameEvents {
  private readonly queue: WorldEvents[FrameEventType][] = [];
  private readonly sleepChanged = new Set<Body>();
  private readonly contactsChanged = new Set<Body>();
  private readonly backlog = new Backlog();
  /** A frame was read, and with it a share of what was put off before is due. */
  private isShareDue = false;
  /** Numbers of the contacts whose begin or enter is in the queue, and what ended them within the same step: a body was taken out. */
  private readonly begun = new Set<number>();
  private readonly late = new Set<WorldEvents[FrameEventType]>();

  constructor(
    private readonly world: EventWorld,
    private readonly views: MemoryViews,
  ) {}

  read(frame: number): void {
    const { u32 } = this.views;
    const count = u32[(frame + Frame.eventCount) >>> 2]!;
    const step = u32[(frame + Frame.step) >>> 2]!;
    let at = frame + Frame.stride + u32[(frame + Frame.poseCount) >>> 2]! * (Pose.stride + Velocity.stride);
    const points = at + count * Event.stride;
    const isAwaited = this.isAwaited;
    if (isAwaited) this.settle();
    else {
      // That of the frame before, where nothing was asked for since.
      this.catchUp();
      this.isShareDue = true;
    }
    // In a first step of many bodies there is hardly anything else, and code that has not run yet counts slowly.
    let touches = u32[(frame + Frame.touchCount) >>> 2]!;
    for (let i = 0; i < count;) {
      if (!isAwaited) {
        if (touches === 0) touches = Backlog.leading(u32, at >>> 2, count - i);
        if (touches > 0) {
          this.backlog.add(u32, at >>> 2, touches);
          i += touches;
          at += touches * Event.stride;
          touches = 0;
          continue;
        }
      }
      if (this.isHeard(u32[(at + Event.kind) >>> 2]!)) this.readEvent(at, points, step);
      i++;
      at += Event.stride;
    }
  }

  /** Ahead of the first step of so many bodies. Where somebody waits for what begins, none of it is put off. */
  makeRoom(bodies: number): void {
    if (!this.isAwaited) this.backlog.makeRoom(BEGINS * bodies);
  }

  /** Takes in what is due of what was put off: best while the pool is at work, as right after a step was asked for. */
  catchUp(): void {
    if (!this.isShareDue) return;
    this.isShareDue = false;
    this.backlog.takeShare(this.change);
  }

  /** Takes in what was put off. */
  settle(): void {
    this.backlog.take(Infinity, this.change);
  }

  /** As `read`, of a State record: what sleeps and touches has done so before, and is no news. */
  readState(frame: number): void {
    this.backlog.clear();
    this.read(frame);
    this.queue.length = 0;
    this.begun.clear();
    this.late.clear();
    this.sleepChanged.clear();
    this.contactsChanged.clear();
  }

  /** Tells the listeners. They may do anything, also end the world. */
  deliver(): void {
    if (this.queue.length === 0 && this.sleepChanged.size === 0 && this.contactsChanged.size === 0) return;
    const events = this.inOrder();
    const slept = [...this.sleepChanged];
    const touched = [...this.contactsChanged];
    this.sleepChanged.clear();
    this.contactsChanged.clear();
    for (const event of events) this.emit(event);
    for (const body of slept) body.listeners.emit('sleepchange', body.isSleeping);
    for (const body of touched) body.listeners.emit('contactchange', this.world.contacts.of(body));
  }

  /** Empties the queue. Apart: what `sort` is given would make an object in each step. */
  private inOrder(): WorldEvents[FrameEventType][] {
    const place = (event: WorldEvents[FrameEventType]): number =>
      this.late.has(event) ? rank.jointbreak : rank[event.type];
    const events = this.queue.splice(0).sort((a, b) => place(a) - place(b));
    this.begun.clear();
    this.late.clear();
    return events;
  }

  /** Queues the news that the contacts of a body changed. */
  markContacts(body: Body): void {
    if (body.listeners.has('contactchange')) this.contactsChanged.add(body);
  }

  private emit(event: WorldEvents[FrameEventType]): void {
    if ('bodyA' in event) {
      event.bodyA.listeners.emit(event.type, event as never);
      event.bodyB.listeners.emit(event.type, event as never);
    } else if (event.type === 'sleep' || event.type === 'wake') {
      event.body.listeners.emit(event.type, event);
    }
    this.world.listeners.emit(event.type, event as never);
  }

  private readEvent(at: number, points: number, step: number): void {
    const { u32 } = this.views;
    const a = u32[(at + Event.a) >>> 2]!;
    switch (u32[(at + Event.kind) >>> 2]!) {
      case EventKind.ContactBegin:
      case EventKind.ContactEnd:
      case EventKind.ContactHit:
      case EventKind.ContactForce:
        this.readContact(at, points, step);
        break;
      case EventKind.SensorEnter:
      case EventKind.SensorExit:
        this.readSensor(at, step);
        break;
      case EventKind.Sleep:
        this.readSleep(a, true, step);
        break;
      case EventKind.Wake:
        this.readSleep(a, false, step);
        break;
      case EventKind.JointBreak:
        this.readBreak(a, step);
        break;
      case EventKind.Problem:
        this.readProblem(at, a, step);
        break;
    }
  }

  private readContact(at: number, points: number, step: number): void {
    const { u32, f32 } = this.views;
    const kind = u32[(at + Event.kind) >>> 2]! as keyof typeof contactTypes;
    const bodyA = this.world.bodyOf(u32[(at + Event.a) >>> 2]!);
    const bodyB = this.world.bodyOf(u32[(at + Event.b) >>> 2]!);
    if (!bodyA || !bodyB) return;
    const colliders = u32[(at + Event.colliders) >>> 2]!;
    const colliderA = colliders & 0xffff;
    const colliderB = colliders >>> 16;
    const changes = kind === EventKind.ContactBegin || kind === EventKind.ContactEnd;
    if (changes && this.change(u32, at >>> 2)) {
      this.markContacts(bodyA);
      this.markContacts(bodyB);
    }
    const type = contactTypes[kind];
    if (!this.wanted(type, bodyA, bodyB)) return;
    // Without points: from a step that ran before anybody listened.
    if (kind === EventKind.ContactBegin && u32[(at + Event.pointCount) >>> 2] === 0) return;
    const event: ContactEvent = { type, bodyA, colliderA, bodyB, colliderB, points: this.readPoints(at, points), step };
    const value = f32[(at + Event.value) >>> 2]!;
    if (kind === EventKind.ContactHit) this.queue.push({ ...event, speed: value });
    else if (kind === EventKind.ContactForce) this.queue.push({ ...event, force: value });
    else this.put(event, u32[(at + Event.contact) >>> 2]!);
  }

  /** Queues a begin or end of a contact, so that what ends within the step that it begins in is not told to end first. */
  private put(event: ContactEvent | SensorEvent, contact: number): void {
    this.queue.push(event);
    if (event.type === 'contactbegin' || event.type === 'sensorenter') this.begun.add(contact);
    else if (this.begun.has(contact)) this.late.add(event);
  }

  /** Whether anyone wants to know at once what began and ended to touch. */
  private get isAwaited(): boolean {
    const { contacts, contactListenerCount } = this.world;
    return contactListenerCount > 0 || contacts.isObserved;
  }

  /** False of what would only be told to somebody who listens, and nobody does. */
  private isHeard(kind: number): boolean {
    if (kind !== EventKind.ContactHit && kind !== EventKind.ContactForce) return true;
    return this.world.contactListenerCount > 0;
  }

  /** Takes in that a contact began or ended. False where that was known, or is no more. */
  private readonly change = (words: Uint32Array, at: number): boolean => {
    const { contacts } = this.world;
    const contact = words[at + (Event.contact >>> 2)]!;
    const a = words[at + (Event.a >>> 2)]!;
    const b = words[at + (Event.b >>> 2)]!;
    if (words[at + (Event.kind >>> 2)] !== EventKind.ContactBegin) return contacts.end(contact, a, b);
    if (!this.world.hasBody(a) || !this.world.hasBody(b)) return false;
    return contacts.begin(contact, a, b, words[at + (Event.colliders >>> 2)]!);
  };

  private readSensor(at: number, step: number): void {
    const { u32 } = this.views;
    const bodyA = this.world.bodyOf(u32[(at + Event.a) >>> 2]!);
    const bodyB = this.world.bodyOf(u32[(at + Event.b) >>> 2]!);
    if (!bodyA || !bodyB) return;
    const type: SensorEvent['type'] =
      u32[(at + Event.kind) >>> 2] === EventKind.SensorEnter ? 'sensorenter' : 'sensorexit';
    const colliders = u32[(at + Event.colliders) >>> 2]!;
    const colliderA = colliders & 0xffff;
    const colliderB = colliders >>> 16;
    if (bodyA.isValid && bodyB.isValid) {
      const { overlaps } = this.world;
      const contact = u32[(at + Event.contact) >>> 2]!;
      if (type === 'sensorenter') overlaps.begin(contact, bodyA.handle, bodyB.handle, colliders);
      else overlaps.end(contact, bodyA.handle, bodyB.handle);
    }
    if (this.wanted(type, bodyA, bodyB))
      this.put({ type, bodyA, colliderA, bodyB, colliderB, step }, u32[(at + Event.contact) >>> 2]!);
  }

  private readSleep(handle: number, sleeping: boolean, step: number): void {
    const body = this.world.bodyOf(handle);
    if (!body?.isValid) return;
    const changed = body.isSleeping !== sleeping;
    this.world.setSleeping(body, sleeping);
    if (changed && body.listeners.has('sleepchange')) this.sleepChanged.add(body);
    const type = sleeping ? 'sleep' : 'wake';
    if (this.wanted(type, body)) this.queue.push({ type, body, step });
  }

  private readBreak(handle: number, step: number): void {
    const joint = this.world.jointOf(handle);
    if (!joint) return;
    const { force, torque } = joint;
    joint.forget();
    this.queue.push({ type: 'jointbreak', joint, force, torque, step });
  }

  private readProblem(at: number, handle: number, step: number): void {
    const code = this.views.u32[(at + Event.b) >>> 2];
    if (code === ProblemCode.NoRoomForJoint) {
      const joint = this.world.jointOf(handle);
      this.queue.push({ type: 'problem', error: noRoom(`joint ${handle}`, step), step, ...(joint && { joint }) });
      return;
    }
    const body = this.world.bodyOf(handle);
    const error =
      code === ProblemCode.NonFinite
        ? new PhysicsError(
            'non-finite',
            `Body ${handle}: its motion became infinite or not a number in step ${step}, it was stopped`,
          )
        : noRoom(code === ProblemCode.NoRoomForBody ? `body ${handle}` : 'something', step);
    this.queue.push({ type: 'problem', error, step, ...(body && { body }) });
  }

  private wanted(type: BodyEventType, a: Body, b?: Body): boolean {
    return this.world.listeners.has(type) || a.listeners.has(type) || (b?.listeners.has(type) ?? false);
  }

  private readPoints(at: number, points: number): ContactPoint[] {
    const { u32, f32 } = this.views;
    const first = points + u32[(at + Event.firstPoint) >>> 2]! * EventPoint.stride;
    return Array.from({ length: u32[(at + Event.pointCount) >>> 2]! }, (_, i) => {
      const word = (first + i * EventPoint.stride) >>> 2;
      const vec3 = (offset: number): Vec3 => [f32[word + offset]!, f32[word + offset + 1]!, f32[word + offset + 2]!];
      return {
        position: vec3(EventPoint.position >>> 2),
        normal: vec3(EventPoint.normal >>> 2),
        separation: f32[word + (EventPoint.separation >>> 2)]!,
        impulse: f32[word + (EventPoint.impulse >>> 2)]!,
      };
    });
  }
}

function noRoom(what: string, step: number): PhysicsError {
  return new PhysicsError('out-of-memory', `World.maxMemory: ${what} was left out of step ${step} for want of memory`);
}
