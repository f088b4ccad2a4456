import { Frame, OutboxKind, RecordHeader, Reply, StatePart, WorldHeader } from '@atoll/kernel';
import type { Body } from '../body/body.js';
import { HandleTable } from '../body/handles.js';
import { SharedSettings } from '../body/shared-settings.js';
import { PhysicsError, PhysicsInputError } from '../errors.js';
import { ContactSets, type ContactPair } from '../events/contacts.js';
import { FrameEvents, type EventWorld } from '../events/frame-events.js';
import { Listeners } from '../events/listeners.js';
import type { WorldEvents } from '../events/types.js';
import { Inbox } from '../inbox/inbox.js';
import type { Joint } from '../joint/joint.js';
import { MemoryViews } from '../memory/memory-views.js';
import { JointReadings } from '../outbox/joint-readings.js';
import { Outbox } from '../outbox/outbox.js';
import { PoseTable } from '../outbox/poses.js';
import { Teleports } from '../outbox/teleports.js';
import { GeometryStore } from '../shapes/geometry/store.js';
import type { Transport } from '../transport/transport.js';
import { addAdopt, addListen, addRequest } from './encode.js';
import { Requests } from './requests.js';

/** ms that the page looks for an answer that was foretold. */
const PATIENCE = 0.2;

export type WorldState = 'running' | 'failed' | 'disposed';

/** What World, Body and Joint share: the two rings, the tables, and who listens. Not part of the public API. */
export class Core implements EventWorld {
  readonly views: MemoryViews;
  readonly inbox: Inbox;
  readonly geometries: GeometryStore;
  readonly poses = new PoseTable();
  readonly teleports = new Teleports();
  readonly bodies = new HandleTable<Body>('Body');
  readonly sharedSettings = new SharedSettings();
  readonly joints = new HandleTable<Joint>('Joint');
  readonly jointReadings = new JointReadings();
  readonly listeners = new Listeners<WorldEvents>();
  readonly contacts = new ContactSets((handle) => this.bodyOf(handle));
  readonly overlaps = new ContactSets((handle) => this.bodyOf(handle));
  readonly requests: Requests;
  contactListenerCount = 0;
  /** What the pool was told of that. */
  private isHeard = false;

  /** Steps asked for so far. */
  asked = 0;
  /** Figures of the newest frame that was read. */
  step = 0;
  time = 0;
  awakeBodyCount = 0;
  islandCount = 0;
  state: WorldState = 'running';
  /** What ended the world, where it failed. */
  failure: PhysicsError | undefined;

  private readonly outbox: Outbox;
  private readonly events: FrameEvents;
  /** Destroyed bodies; the first frame before which `until` commands were applied is the last that may speak of them. */
  private readonly departed = new Map<number, { body: Body; until: number }>();
  /** Called when a loaded state takes the place of the present one, before its bodies are read. */
  onState: () => void = () => {};
  private readonly saving = new Map<number, Uint32Array[]>();
  private readonly holds = new Set<string>();
  private reading = false;
  private ringDue = false;
  private commandTold = false;
  private drainDue = false;

  constructor(readonly transport: Transport) {
    this.views = new MemoryViews(transport.memory);
    const { u32 } = this.views;
    this.inbox = new Inbox(this.views, u32[(transport.world + WorldHeader.inbox) >>> 2]!, () => this.wake());
    this.geometries = new GeometryStore(this.inbox, this.views);
    this.outbox = new Outbox(this.views, u32[(transport.world + WorldHeader.outbox) >>> 2]!, () => {
      this.poses.takeVelocities();
      this.jointReadings.take();
    });
    this.events = new FrameEvents(this, this.views);
    this.requests = new Requests((waiting) => this.hold('requests', waiting));
    transport.listen({
      onReadable: (isForetold) => (isForetold ? this.look() : this.read()),
      onFailure: (error) => this.fail(error),
    });
  }

  get isRunning(): boolean {
    return this.state === 'running';
  }

  /** True while listeners are told of events. */
  get isDelivering(): boolean {
    return this.reading;
  }

  /** Steps that were begun. */
  get begun(): number {
    return this.headerWord(WorldHeader.stepCount);
  }

  /** Steps whose frames can be read. */
  get done(): number {
    return this.headerWord(WorldHeader.stepsDone);
  }

  /** Whether the frame after the newest one that was read has come. */
  get isAhead(): boolean {
    const at = this.isRunning ? this.outbox.peek() : 0;
    return at !== 0 && this.views.u32[(at + RecordHeader.kind) >>> 2] === OutboxKind.Frame;
  }

  /** @throws PhysicsInputError disposed */
  checkRunning(where: string): void {
    if (this.state === 'disposed') throw new PhysicsInputError('disposed', where, 'the world was disposed');
    if (this.state === 'failed')
      throw new PhysicsInputError('disposed', where, `the world has failed: ${this.failure?.message ?? ''}`);
  }

  /** What a promise is rejected with that can no longer be kept. */
  get ending(): PhysicsError {
    return this.failure ?? new PhysicsError('disposed', 'The world was disposed before it answered');
  }

  /** Shows what was written to the pool. `ring`: it asks something, and the pool wakes; otherwise it is a command, which can wait. */
  publish(ring: boolean): void {
    this.flush(ring);
    if (ring) this.events.catchUp();
    if (!ring && !this.drainDue) {
      this.drainDue = true;
      queueMicrotask(this.drain);
    }
    if (ring || this.commandTold || !this.listeners.has('command')) return;
    this.commandTold = true;
    this.listeners.emit('command', { type: 'command', step: this.step });
  }

  /** Asks the pool for an answer to `request`. */
  ask(kind: number, request: number): void {
    addRequest(this.inbox, this.views, kind, request);
    this.publish(true);
  }

  /** The next command is news again. */
  renewCommandEvent(): void {
    this.commandTold = false;
  }

  /** The pool is woken as soon as no batch holds the records back. */
  private flush(ring: boolean): void {
    this.ringDue ||= ring;
    this.inbox.publish();
    if (!this.ringDue || this.inbox.isHeld || !this.isRunning) return;
    this.ringDue = false;
    this.transport.ring();
  }

  /** A listener of the world hears of contacts until `end`: returns what ends it. */
  countUntil(end: () => void): () => void {
    let counts = true;
    this.countContactListener(1);
    return () => {
      end();
      if (counts) this.countContactListener(-1);
      counts = false;
    };
  }

  /** One more listens to contacts, or one less. */
  countContactListener(change: number): void {
    this.contactListenerCount += change;
    if (change > 0) this.tellHeard();
  }

  /** Whether begins are told with their points. That nobody listens any more is said with the next step: it only spares work. */
  tellHeard(): void {
    const isHeard = this.contactListenerCount > 0;
    if (isHeard === this.isHeard || !this.isRunning) return;
    addListen(this.inbox, this.views, isHeard);
    this.isHeard = isHeard;
    this.flush(true);
  }

  batch<T>(fill: () => T): T {
    try {
      return this.inbox.batch(fill);
    } finally {
      this.flush(false);
    }
  }

  openBatch(): () => void {
    const close = this.inbox.openBatch();
    return () => {
      close();
      this.flush(true);
    };
  }

  /** Reads what has arrived. Frames beyond step `limit` are left for later, and what lies behind them. */
  read(limit = Infinity): void {
    if (this.reading || !this.isRunning) return;
    this.reading = true;
    try {
      for (let at = this.outbox.peek(); at !== 0; at = this.outbox.peek()) {
        const kind = this.views.u32[(at + RecordHeader.kind) >>> 2];
        if (kind === OutboxKind.StatePart) this.readPart(at);
        else if (kind === OutboxKind.State) this.readState(at);
        else if (kind !== OutboxKind.Frame) this.readReply(at);
        else if (this.step >= limit) break;
        else this.readFrame(at);
        if (!this.isRunning) return;
      }
    } finally {
      this.reading = false;
    }
    this.checkHeader();
  }

  /** The answer to a step was foretold: a thread that looks for it is there before one that has to wake up. */
  private look(): void {
    const until = performance.now() + PATIENCE;
    while (this.isRunning && this.outbox.peek() === 0 && performance.now() < until);
    this.read();
    if (!this.requests.areWaiting) return;
    // One of us sees what the other has written: the answer, or that it is waited for.
    Atomics.store(this.views.u32, (this.transport.world + WorldHeader.isMissed) >>> 2, 1);
    this.read();
  }

  /** Where the pieces of a saved state go that a request asked for. */
  collectParts(request: number, pieces: Uint32Array[]): void {
    this.saving.set(request, pieces);
  }

  /** The bodies and joints are others from here on, of a state at `step`. */
  restart(bodies: Iterable<Body>): void {
    this.forgetDeparted(Infinity);
    this.teleports.clear();
    this.poses.restart(
      this.step,
      Array.from(bodies, ({ index }) => index),
    );
  }

  hasBody(handle: number): boolean {
    return this.bodies.get(handle) !== undefined;
  }

  bodyOf(handle: number): Body | undefined {
    return this.bodies.get(handle) ?? this.departed.get(handle)?.body;
  }

  contactsOf(body: Body): ReadonlySet<ContactPair> {
    this.events.settle();
    return this.contacts.of(body);
  }

  jointOf(handle: number): Joint | undefined {
    return this.joints.get(handle);
  }

  setSleeping(body: Body, sleeping: boolean): void {
    this.poses.setSleeping(body.index, sleeping);
  }

  /** The body's slot is free. Frames up to the last step asked for may still speak of it. */
  forgetBody(body: Body): void {
    for (const other of this.contacts.forget(body)) this.events.markContacts(other);
    this.overlaps.forget(body);
    this.poses.destroy(body.index, this.inbox.count);
    this.bodies.remove(body.handle);
    this.departed.set(body.handle, { body, until: this.inbox.count });
  }

  /** Whether the process should stay alive for the sake of `why`. */
  hold(why: 'requests' | 'clock', yes: boolean): void {
    if (yes) this.holds.add(why);
    else this.holds.delete(why);
    this.transport.hold(this.holds.size > 0);
  }

  /** The world cannot go on. Promises are rejected, and listeners are told. */
  fail(error: PhysicsError): void {
    if (!this.isRunning) return;
    this.state = 'failed';
    this.failure = error;
    this.requests.rejectAll(error);
    void this.transport.close();
    this.listeners.emit('problem', { type: 'problem', error, step: this.step });
  }

  async dispose(): Promise<void> {
    if (this.state === 'disposed') return this.transport.close();
    this.state = 'disposed';
    this.requests.rejectAll(this.ending);
    this.listeners.clear();
    await this.transport.close();
  }

  /** Ahead of the first step of so many bodies. */
  makeRoom(bodies: number): void {
    this.events.makeRoom(bodies);
  }

  /** Steps of the pool's own clock that were left out so far. */
  get leftOut(): number {
    return this.headerWord(WorldHeader.stepsLeftOut);
  }

  private headerWord(field: number): number {
    this.views.refresh();
    return Atomics.load(this.views.u32, (this.transport.world + field) >>> 2);
  }

  private wake(): void {
    if (this.isRunning) this.transport.ring();
  }

  /** Commands are taken in when the page has written them, not when the next step is asked for: that step starts sooner. */
  private readonly drain = (): void => {
    this.drainDue = false;
    if (!this.inbox.isHeld) this.wake();
  };

  private readPart(at: number): void {
    const { u32 } = this.views;
    const end = at + u32[(at + StatePart.byteLength) >>> 2]!;
    this.saving.get(u32[(at + StatePart.request) >>> 2]!)?.push(u32.slice(at >>> 2, end >>> 2));
    this.outbox.done(at);
  }

  /** A loaded state has taken the place of the one before. */
  private readState(at: number): void {
    const { u32, f64 } = this.views;
    const step = u32[(at + Frame.step) >>> 2]!;
    for (const body of this.bodies) {
      this.contacts.forget(body);
      this.overlaps.forget(body);
    }
    // Every step that was asked for before it was read before it; those behind it are counted on from here.
    this.asked += step - this.step;
    this.step = step;
    this.time = f64[(at + Frame.time) >>> 3]!;
    this.awakeBodyCount = u32[(at + Frame.awakeBodyCount) >>> 2]!;
    this.islandCount = u32[(at + Frame.islandCount) >>> 2]!;
    this.onState();
    this.poses.readFrame(this.views, at);
    this.jointReadings.clear();
    this.jointReadings.readFrame(this.views, at);
    this.events.readState(at);
    this.poses.stopSleepers();
    this.outbox.keep(at);
    addAdopt(this.inbox);
    this.flush(false);
    this.listeners.emit('restore', { type: 'restore', step: this.step });
  }

  private readFrame(at: number): void {
    const { u32, f64 } = this.views;
    const step = u32[(at + Frame.step) >>> 2]!;
    if (step !== this.step + 1) {
      this.fail(new PhysicsError('kernel-failed', `Frame ${this.step + 1} is missing: frame ${step} came instead`));
      return;
    }
    const commands = u32[(at + Frame.commandCount) >>> 2]!;
    this.step = step;
    // Steps of the pool's own clock were asked for by nobody.
    if (step > this.asked) this.asked = step;
    this.time = f64[(at + Frame.time) >>> 3]!;
    this.awakeBodyCount = u32[(at + Frame.awakeBodyCount) >>> 2]!;
    this.islandCount = u32[(at + Frame.islandCount) >>> 2]!;
    this.poses.readFrame(this.views, at);
    this.teleports.forget(commands);
    this.jointReadings.readFrame(this.views, at);
    this.events.read(at);
    this.poses.stopSleepers();
    this.outbox.keep(at);
    this.events.deliver();
    if (this.departed.size > 0) this.forgetDeparted(commands);
  }

  private forgetDeparted(commands: number): void {
    for (const [handle, { body, until }] of this.departed) {
      if (until > commands) return;
      this.departed.delete(handle);
      body.endAwaiting();
    }
  }

  private readReply(at: number): void {
    // A QueryResult has its request at the same place.
    this.requests.settle(this.views.u32[(at + Reply.request) >>> 2]!, at);
    this.outbox.done(at);
  }

  private checkHeader(): void {
    const { u32 } = this.views;
    const { world } = this.transport;
    if (Atomics.load(u32, (world + WorldHeader.failed) >>> 2) !== 0) {
      this.fail(new PhysicsError('out-of-memory', 'World.maxMemory: the simulation ran out of memory and stopped'));
    } else if (!this.transport.isSynchronous && Atomics.load(u32, (world + WorldHeader.stalled) >>> 2) !== 0) {
      this.transport.ring();
    }
  }
}
