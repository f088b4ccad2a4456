import { CommandKind, Reply } from '@atoll/kernel';
import { Body } from '../body/body.js';
import { addCreateBody } from '../body/encode.js';
import type { BodyOptions } from '../body/options.js';
import { resolveState } from '../body/settings.js';
import { PhysicsInputError, type PhysicsError } from '../errors.js';
import type { ContactPair } from '../events/contacts.js';
import { checkListener, type Listener } from '../events/listeners.js';
import { worldEventTypes, type WorldEvents, type WorldEventType } from '../events/types.js';
import { addJoint } from '../joint/encode.js';
import { Joint } from '../joint/joint.js';
import type { JointOptions } from '../joint/options.js';
import { adoptState } from '../snapshot/adopt.js';
import { readSnapshot, restoreSnapshot, takeSnapshot } from '../snapshot/snapshots.js';
import { resolveJoint } from '../joint/settings.js';
import type { Poses } from '../outbox/poses.js';
import type {
  ClosestPointOptions,
  FilterOptions,
  HitsOf,
  OverlapOptions,
  OverlapsOptions,
  QueryFilter,
  QueryHit,
  QueryHits,
  QueryMode,
  QueryOverlap,
  RayOptions,
  RaysOptions,
  ShapeCastOptions,
  ShapeCastsOptions,
  ShapeOverlap,
} from '../queries/options.js';
import {
  resolveClosestPoints,
  resolveManyBounds,
  resolveOverlaps,
  resolveRays,
  resolveShapeCasts,
} from '../queries/batches.js';
import { Queries } from '../queries/queries.js';
import { resolveRay } from '../queries/rays.js';
import { resolveBounds, resolveClosestPoint, resolveOverlap, resolveShapeCast } from '../queries/shapes.js';
import type { TransportKind } from '../transport/transport.js';
import type { Vec3, Vec3Input } from '../types.js';
import { describe } from '../validate/describe.js';
import { oneOf } from '../validate/options.js';
import type { Core } from './core.js';
import { addSetWorld } from './encode.js';
import { checkSeconds, checkSteps, mergeSettings, type WorldSettings, type WorldSettingsOptions } from './options.js';
import { readStats, type WorldStats } from './stats.js';
import { Stepping } from './stepping.js';

/** ms for which what created bodies is compiled beside other threads, at most and for each of them. Of 5,500: with 40 a first step takes little less. */
const LONGEST_COMPILE = 24;
const COMPILE_PER_BODY = 1 / 200;

/**
 * A simulated world. Calls that change it take effect in order, at the start of the next step that is asked for. Bad values throw
 * `PhysicsInputError` at the call, before anything changes.
 */
export class World {
  /** What was really chosen. */
  readonly transport: TransportKind;
  /** Solver threads. */
  readonly workers: number;
  private readonly queries: Queries;
  /** Resolves when the restore that is under way has ended, however it did. */
  private restoring: Promise<void> | undefined;
  private readonly stepping: Stepping;
  /** Bodies at the last `prepare`. */
  private preparedCount = 0;

  /** @internal Worlds come from `createWorld`. */
  constructor(
    private readonly core: Core,
    private settings: WorldSettings,
  ) {
    this.transport = core.transport.kind;
    this.workers = core.transport.workers;
    this.queries = new Queries(core);
    this.stepping = new Stepping(core, settings);
    addSetWorld(core.inbox, core.views, settings);
    core.publish(false);
  }

  /** m/s² */
  get gravity(): Vec3 {
    return this.settings.gravity;
  }

  /** Length of one step, s. */
  get timeStep(): number {
    return this.settings.timeStep;
  }

  /** Number of the newest step that was read; 0 before the first. */
  get stepCount(): number {
    return this.core.step;
  }

  /** Simulated time of that step, s. */
  get time(): number {
    return this.core.time;
  }

  /** Number of the newest step that was asked for. It is `stepCount` when all of them were done and read. */
  get lastStepAsked(): number {
    return this.core.asked;
  }

  /** Steps that were asked for and are not done yet. */
  get pendingSteps(): number {
    return Math.max(0, this.core.asked - this.core.done);
  }

  get awakeBodyCount(): number {
    return this.core.awakeBodyCount;
  }

  get islandCount(): number {
    return this.core.islandCount;
  }

  /** Bodies that were created and not destroyed. */
  get bodyCount(): number {
    return this.core.bodies.size;
  }

  /** Every body, in the order of their indices. */
  get bodies(): Iterable<Body> {
    return this.core.bodies;
  }

  /** What ended the world, where it failed. */
  get failure(): PhysicsError | undefined {
    return this.core.failure;
  }

  get isDisposed(): boolean {
    return this.core.state === 'disposed';
  }

  /** Poses for drawing, as flat arrays by `body.index`. `advance` and `read` bring them up to date. */
  get poses(): Poses {
    return this.core.poses;
  }

  /** 0 to 1: where to draw between the previous and the current pose, so that motion is smooth. Of the last `advance` or `read`. */
  get alpha(): number {
    return this.core.poses.alpha;
  }

  /** Figures of the last step: a fresh object on each reading. */
  get stats(): WorldStats {
    return readStats(this.core.views, this.core.transport.world, this.stepping);
  }

  /** @throws PhysicsInputError with any problem but stale-handle */
  createBody(options: BodyOptions = {}): Body {
    const { core } = this;
    core.checkRunning('World.createBody');
    const template = core.sharedSettings.ofOptions(options);
    const { settings } = template;
    const state = resolveState(options);
    const handle = core.bodies.next();
    addCreateBody(core, handle, state, template);
    const body = new Body(core, handle, settings);
    core.bodies.add(handle, body);
    const moves = settings.type !== 'static' && settings.enabled;
    core.poses.create(
      body.index,
      state.position,
      state.rotation,
      moves ? state.linearVelocity : undefined,
      moves ? state.angularVelocity : undefined,
      core.inbox.count,
    );
    core.publish(false);
    return body;
  }

  /** @throws PhysicsInputError, stale-handle where a body is gone */
  createJoint(options: JointOptions): Joint {
    const { core } = this;
    core.checkRunning('World.createJoint');
    const settings = resolveJoint(options, core);
    const handle = core.joints.next();
    addJoint(core.inbox, core.views, CommandKind.CreateJoint, handle, settings);
    const joint = new Joint(core, handle, settings);
    core.joints.add(handle, joint);
    core.publish(false);
    return joint;
  }

  /** Changes settings, from the next step on. One that is undefined gets its default. */
  update(options: WorldSettingsOptions): void {
    const next = mergeSettings(this.settings, options);
    this.core.checkRunning('World.update');
    addSetWorld(this.core.inbox, this.core.views, next);
    this.core.publish(false);
    this.settings = next;
    this.stepping.update(next);
  }

  /** Everything that `fill` does takes effect in the same step, even if a step is asked for meanwhile. Returns what `fill` returns. */
  batch<T>(fill: () => T): T {
    return this.core.batch(fill);
  }

  /** As `batch`, from now until the returned function is called: for what is done in several turns of the event loop. */
  openBatch(): () => void {
    this.core.checkRunning('World.openBatch');
    return this.core.openBatch();
  }

  /**
   * Runs exactly `count` steps. Resolves when the last of them can be read, and its events were delivered. With a pool that leaves two cores free
   * this thread looks for the answer when it is due, for 0.2 ms at most.
   */
  async step(count = 1): Promise<void> {
    checkSteps(count, 'World.step');
    const { core } = this;
    if (!core.isRunning) throw core.ending;
    this.stepping.checkOutsideBeforeStep('World.step');
    await core.requests.send(
      (request) => this.stepping.ask(count, request),
      () => {},
    );
  }

  /**
   * Resolves when all that was asked for so far was taken in, and what can be done ahead of the next step: pairs of new bodies, their
   * contacts, memory. For what loads: then a first step of thousands of bodies takes two to three times as long as those after it. In a pool it
   * takes 1 ms longer for each 200 bodies more than at the last call, 24 at most: what created them is mostly compiled by then.
   */
  async prepare(): Promise<void> {
    const { bodyCount, core } = this;
    const added = bodyCount - this.preparedCount;
    this.preparedCount = bodyCount;
    core.makeRoom(added);
    await this.ask(CommandKind.Prepare, () => {});
    const wait = Math.min(LONGEST_COMPILE, added * COMPILE_PER_BODY);
    if (wait >= 1 && !core.transport.isSynchronous) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  /** As `step`, and returns when it is done. On the inline transport alone. */
  stepSync(count = 1): void {
    checkSteps(count, 'World.stepSync');
    const { core } = this;
    core.checkRunning('World.stepSync');
    if (!core.transport.isSynchronous) {
      throw new PhysicsInputError(
        'unsupported',
        'World.stepSync',
        `the ${this.transport} transport cannot wait for a step, use step()`,
      );
    }
    if (core.isDelivering || core.inbox.isHeld) {
      throw new PhysicsInputError(
        'unsupported',
        'World.stepSync',
        'expected a call outside of event listeners and batches',
      );
    }
    this.stepping.checkOutsideBeforeStep('World.stepSync');
    this.stepping.ask(count, 0);
    if (core.failure) throw core.failure;
  }

  /**
   * Takes `seconds` of real time and asks for as many whole steps; reads the frames whose time has come and sets `alpha`. Call it
   * once a drawn frame. Never waits. At most `maxCatchUp` steps are under way; time that does not fit is dropped.
   * With 0 time stands still, and bodies are drawn at once where `setPosition` and the like put them.
   *
   * `mayRest`: a world in which everything sleeps is asked for its steps some at a time, or as soon as it is told something. `stepCount` and
   * `time` wait for them, half a second at most; a frame costs next to nothing. Default false.
   */
  advance(seconds: number, { mayRest = false }: { mayRest?: boolean } = {}): void {
    checkSeconds(seconds);
    this.stepping.advance(seconds, mayRest);
  }

  /** Reads what has arrived, and asks for nothing by itself. For worlds that are stepped by hand, or that run by `start`. */
  read(): void {
    this.stepping.read();
  }

  /**
   * Lets the world run in real time by itself: by the pool's own clock, which a hidden page does not slow down. `read` before drawing.
   * More than `maxCatchUp` steps that are due at a time are left out, and a `stall` event says so; a page that reads nothing for
   * long pauses the world. While something listens to `beforestep`, and on the inline transport, steps are asked for by this thread's
   * timers, which a hidden page does slow down.
   */
  start(): void {
    this.core.checkRunning('World.start');
    this.stepping.start();
  }

  /** Ends what `start` began. */
  stop(): void {
    this.stepping.stop();
  }

  /**
   * Hears an event; of contacts that begin, from the next step on that is asked for. Returns a function that ends the subscription. Errors that the
   * listener throws are reported, not passed on.
   */
  on<K extends WorldEventType>(type: K, listener: Listener<WorldEvents[K]>): () => void {
    oneOf(type, worldEventTypes, 'World.on');
    checkListener(listener, 'World.on');
    const end = this.core.listeners.add(type, listener);
    if (type.startsWith('contact')) return this.core.countUntil(end);
    if (type === 'beforestep') this.stepping.hearBeforeStep();
    return end;
  }

  /** Pairs of colliders of which one belongs to `body` and that touch. Live: the set changes as they come and go. */
  contactsOf(body: Body): ReadonlySet<ContactPair> {
    return this.core.contactsOf(checkBody(body, 'World.contactsOf'));
  }

  /** As `contactsOf`, of pairs that overlap and of which one is a sensor. */
  overlapsOf(body: Body): ReadonlySet<ContactPair> {
    return this.core.overlaps.of(checkBody(body, 'World.overlapsOf'));
  }

  /** The body with a handle from an event or a query, or undefined where it is gone. */
  bodyOf(handle: number): Body | undefined {
    return this.core.bodies.get(handle);
  }

  /**
   * What a ray hits, after all that was asked for: the closest hit or null, or with `mode: 'all'` every hit in order of distance.
   * @throws PhysicsInputError
   * @example
   * const hit = await world.castRay({ origin: [0, 5, 0], direction: [0, -1, 0], filter: { ignore: [player] } });
   * if (hit) hit.body.applyImpulse([0, 5000, 0], hit.point);
   */
  async castRay<M extends QueryMode = 'closest'>(options: RayOptions<M>): Promise<HitsOf<M>> {
    const query = resolveRay(options, this.core, 'World.castRay');
    return this.queries.ask(query, (found) => this.queries.hits(found, query.mode as M, query.maxDistance));
  }

  /**
   * As `castRay`, at once, from the world as the last finished step left it: `step` of a hit says which. On the shared and inline
   * transports; on the shared one, what was asked for since the pool last looked is not there yet.
   */
  castRaySync<M extends QueryMode = 'closest'>(options: RayOptions<M>): HitsOf<M> {
    const query = resolveRay(options, this.core, 'World.castRaySync');
    return this.queries.hits(this.queries.askNow(query, 'World.castRaySync'), query.mode as M, query.maxDistance);
  }

  /**
   * Many rays in one go, by the whole pool. `rays`: 7 numbers each: origin, unit direction, length (m, may be Infinity).
   * @throws PhysicsInputError
   */
  async castRays(rays: Float32Array, options: RaysOptions = {}): Promise<QueryHits> {
    return this.queries.ask(resolveRays(rays, options, this.core, 'World.castRays'), AS_FOUND);
  }

  /** As `castRays`, at once and on this thread, as `castRaySync`. */
  castRaysSync(rays: Float32Array, options: RaysOptions = {}): QueryHits {
    return this.queries.askNow(resolveRays(rays, options, this.core, 'World.castRaysSync'), 'World.castRaysSync');
  }

  /**
   * What a convex shape hits that is moved in a straight line without turning: the closest hit or null, or with `mode: 'all'` every hit in
   * order of distance. A shape that overlaps from the start hits at distance 0; one that touches and moves away or along does not.
   * @throws PhysicsInputError
   * @example
   * const hit = await world.castShape({ shape: 'sphere', radius: 0.4, position: feet, direction: [0, -1, 0], maxDistance: 0.2 });
   */
  async castShape<M extends QueryMode = 'closest'>(options: ShapeCastOptions<M>): Promise<HitsOf<M>> {
    const query = resolveShapeCast(options, this.core, 'World.castShape');
    return this.queries.ask(query, (found) => this.queries.hits(found, query.mode as M, query.maxDistance));
  }

  /** As `castShape`, at once, as `castRaySync`. */
  castShapeSync<M extends QueryMode = 'closest'>(options: ShapeCastOptions<M>): HitsOf<M> {
    const query = resolveShapeCast(options, this.core, 'World.castShapeSync');
    return this.queries.hits(this.queries.askNow(query, 'World.castShapeSync'), query.mode as M, query.maxDistance);
  }

  /**
   * One shape cast many times in one go, by the whole pool. `casts`: 11 numbers each: position, rotation (unit quaternion), unit direction,
   * length (m, may be Infinity).
   * @throws PhysicsInputError
   */
  async castShapes(casts: Float32Array, options: ShapeCastsOptions): Promise<QueryHits> {
    return this.queries.ask(resolveShapeCasts(casts, options, this.core, 'World.castShapes'), AS_FOUND);
  }

  /** As `castShapes`, at once and on this thread, as `castRaySync`. */
  castShapesSync(casts: Float32Array, options: ShapeCastsOptions): QueryHits {
    const where = 'World.castShapesSync';
    return this.queries.askNow(resolveShapeCasts(casts, options, this.core, where), where);
  }

  /**
   * Every collider that a convex shape overlaps, with the deepest contact, in the order of their bodies' handles.
   * @throws PhysicsInputError
   */
  async overlapShape(options: OverlapOptions): Promise<ShapeOverlap[]> {
    return this.queries.ask(resolveOverlap(options, this.core, 'World.overlapShape'), (found) =>
      this.queries.overlaps(found),
    );
  }

  /** As `overlapShape`, at once, as `castRaySync`. */
  overlapShapeSync(options: OverlapOptions): ShapeOverlap[] {
    const where = 'World.overlapShapeSync';
    return this.queries.overlaps(this.queries.askNow(resolveOverlap(options, this.core, where), where));
  }

  /**
   * What one shape overlaps at many places, in one go, by the whole pool. `places`: 7 numbers each: position, rotation (unit quaternion).
   * @throws PhysicsInputError
   */
  async overlapShapes(places: Float32Array, options: OverlapsOptions): Promise<QueryHits> {
    return this.queries.ask(resolveOverlaps(places, options, this.core, 'World.overlapShapes'), AS_FOUND);
  }

  /** As `overlapShapes`, at once and on this thread, as `castRaySync`. */
  overlapShapesSync(places: Float32Array, options: OverlapsOptions): QueryHits {
    const where = 'World.overlapShapesSync';
    return this.queries.askNow(resolveOverlaps(places, options, this.core, where), where);
  }

  /**
   * Every collider whose bounds (the smallest box along the world's axes) overlap a box. Cheaper than `overlapShape`, and without a contact.
   * @throws PhysicsInputError
   */
  async overlapBounds(min: Vec3Input, max: Vec3Input, filter?: QueryFilter): Promise<QueryOverlap[]> {
    const query = resolveBounds(min, max, filter, this.core, 'World.overlapBounds');
    return this.queries.ask(query, (found) => this.queries.inBounds(found));
  }

  /** As `overlapBounds`, at once, as `castRaySync`. */
  overlapBoundsSync(min: Vec3Input, max: Vec3Input, filter?: QueryFilter): QueryOverlap[] {
    const where = 'World.overlapBoundsSync';
    return this.queries.inBounds(this.queries.askNow(resolveBounds(min, max, filter, this.core, where), where));
  }

  /**
   * As `overlapBounds`, of many boxes in one go, by the whole pool. `boxes`: 6 numbers each: least corner, greatest corner.
   * @throws PhysicsInputError
   */
  async overlapManyBounds(boxes: Float32Array, options: FilterOptions = {}): Promise<QueryHits> {
    return this.queries.ask(resolveManyBounds(boxes, options, this.core, 'World.overlapManyBounds'), AS_FOUND);
  }

  /** As `overlapManyBounds`, at once and on this thread, as `castRaySync`. */
  overlapManyBoundsSync(boxes: Float32Array, options: FilterOptions = {}): QueryHits {
    const where = 'World.overlapManyBoundsSync';
    return this.queries.askNow(resolveManyBounds(boxes, options, this.core, where), where);
  }

  /**
   * The point of any collider that is nearest to a point, or null. Inside a solid that is the point itself, at distance 0 and without a
   * normal: [0, 0, 0].
   * @throws PhysicsInputError
   */
  async closestPoint(options: ClosestPointOptions): Promise<QueryHit | null> {
    const query = resolveClosestPoint(options, this.core, 'World.closestPoint');
    return this.queries.ask(query, (found) => this.queries.hits(found, 'closest', query.maxDistance));
  }

  /** As `closestPoint`, at once, as `castRaySync`. */
  closestPointSync(options: ClosestPointOptions): QueryHit | null {
    const query = resolveClosestPoint(options, this.core, 'World.closestPointSync');
    return this.queries.hits(this.queries.askNow(query, 'World.closestPointSync'), 'closest', query.maxDistance);
  }

  /**
   * As `closestPoint`, of many points in one go, by the whole pool. `points`: 4 numbers each: point, largest distance (m, may be Infinity).
   * @throws PhysicsInputError
   */
  async closestPoints(points: Float32Array, options: FilterOptions = {}): Promise<QueryHits> {
    return this.queries.ask(resolveClosestPoints(points, options, this.core, 'World.closestPoints'), AS_FOUND);
  }

  /** As `closestPoints`, at once and on this thread, as `castRaySync`. */
  closestPointsSync(points: Float32Array, options: FilterOptions = {}): QueryHits {
    const where = 'World.closestPointsSync';
    return this.queries.askNow(resolveClosestPoints(points, options, this.core, where), where);
  }

  /** A number over the whole state of the simulation, after all that was asked for: equal for equal states, bit for bit. */
  hash(): Promise<bigint> {
    return this.ask(CommandKind.Hash, (at) => this.core.views.u64[(at + Reply.value) >>> 3]!);
  }

  private async ask<T>(kind: number, read: (at: number) => T): Promise<T> {
    const { core } = this;
    if (!core.isRunning) throw core.ending;
    return core.requests.send((request) => core.ask(kind, request), read);
  }

  /**
   * The whole state as bytes, after all that was asked for: bodies, joints, contacts and settings, for `restore` in this world or in
   * another, on any transport, with any number of workers. `userData` and listeners are not in it.
   * @throws PhysicsError out-of-memory, disposed
   */
  async snapshot(): Promise<Uint8Array<ArrayBuffer>> {
    const { core } = this;
    // Until a restore is read, what the page knows is not yet what the pool has.
    while (this.restoring) await this.restoring;
    if (!core.isRunning) throw core.ending;
    return takeSnapshot(core, this.settings);
  }

  /**
   * Puts the state of a snapshot in the place of the present one; steps that follow have the same results as they had then, to the bit.
   * A `Body` or `Joint` that is in both lives on as it was then, one that is not in the snapshot is gone, and one that was gone comes
   * back as another object. A `restore` event is all that is told of it. Await it before anything else: what the world is told meanwhile is lost.
   * A second restore and a snapshot wait for it.
   * @throws PhysicsInputError invalid-snapshot, and then nothing has changed; PhysicsError out-of-memory, likewise
   */
  async restore(bytes: Uint8Array): Promise<void> {
    const { core } = this;
    if (!core.isRunning) throw core.ending;
    const snapshot = readSnapshot(bytes);
    while (this.restoring) await this.restoring;
    if (!core.isRunning) throw core.ending;
    const restored = restoreSnapshot(core, snapshot, (state) => {
      adoptState(core, state);
      this.settings = state.settings;
      this.stepping.restart(state.settings);
    });
    this.restoring = restored.then(NOTHING, NOTHING);
    await restored.finally(() => (this.restoring = undefined));
  }

  /** Ends the world. Resolves when its threads are free. Twice is once; promises that are not kept yet are rejected. */
  dispose(): Promise<void> {
    this.stop();
    return this.core.dispose();
  }
}

const NOTHING = (): void => {};

/** Of many at a time: bodies are told by their handles. */
const AS_FOUND = (found: QueryHits): QueryHits => found;

function checkBody(body: unknown, where: string): Body {
  if (body instanceof Body) return body;
  throw new PhysicsInputError('wrong-type', where, `expected a Body, got ${describe(body)}`);
}
